// Typed models of the four documents: every value has a member of its own type. Made once from the JSON files by their shape;
// members that some objects lack are left out when null. `object` stands where one member holds an object here, an array there.

using System.Collections.Generic;
using System.Text.Json.Serialization;

namespace TONL.NET.Benchmarks;

public sealed class SampleMetaServerFeatures
{
    [JsonPropertyName("multiTenant")] public bool MultiTenant { get; set; }
    [JsonPropertyName("aiAssistant")] public bool AiAssistant { get; set; }
    [JsonPropertyName("realtimeSync")] public bool RealtimeSync { get; set; }
}

public sealed class SampleMetaServer
{
    [JsonPropertyName("region")] public string Region { get; set; } = null!;
    [JsonPropertyName("uptimeHours")] public double UptimeHours { get; set; }
    [JsonPropertyName("features")] public SampleMetaServerFeatures Features { get; set; } = null!;
}

public sealed class SampleMeta
{
    [JsonPropertyName("version")] public string Version { get; set; } = null!;
    [JsonPropertyName("environment")] public string Environment { get; set; } = null!;
    [JsonPropertyName("lastBackup")] public string LastBackup { get; set; } = null!;
    [JsonPropertyName("server")] public SampleMetaServer Server { get; set; } = null!;
}

public sealed class SampleUserPreferencesNotifications
{
    [JsonPropertyName("email")] public bool Email { get; set; }
    [JsonPropertyName("sms")] public bool Sms { get; set; }
    [JsonPropertyName("push")] public bool Push { get; set; }
}

public sealed class SampleUserPreferences
{
    [JsonPropertyName("theme")] public string Theme { get; set; } = null!;
    [JsonPropertyName("language")] public string Language { get; set; } = null!;
    [JsonPropertyName("notifications")] public SampleUserPreferencesNotifications Notifications { get; set; } = null!;
}

public sealed class SampleUserDevice
{
    [JsonPropertyName("type")] public string Type { get; set; } = null!;
    [JsonPropertyName("os")] public string Os { get; set; } = null!;
    [JsonPropertyName("lastActive")] public string LastActive { get; set; } = null!;
}

public sealed class SampleUser
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("name")] public string Name { get; set; } = null!;
    [JsonPropertyName("email")] public string Email { get; set; } = null!;
    [JsonPropertyName("roles")] public List<string> Roles { get; set; } = null!;
    [JsonPropertyName("active")] public bool Active { get; set; }
    [JsonPropertyName("preferences")] public SampleUserPreferences Preferences { get; set; } = null!;
    [JsonPropertyName("devices")] public List<SampleUserDevice> Devices { get; set; } = null!;
}

public sealed class SampleProjectTaskComment
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("author")] public int Author { get; set; }
    [JsonPropertyName("message")] public string Message { get; set; } = null!;
    [JsonPropertyName("timestamp")] public string Timestamp { get; set; } = null!;
}

public sealed class SampleProjectTask
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("title")] public string Title { get; set; } = null!;
    [JsonPropertyName("assignedTo")] public int AssignedTo { get; set; }
    [JsonPropertyName("priority")] public string Priority { get; set; } = null!;
    [JsonPropertyName("completed")] public bool Completed { get; set; }
    [JsonPropertyName("comments")] public List<SampleProjectTaskComment> Comments { get; set; } = null!;
}

public sealed class SampleProjectMilestone
{
    [JsonPropertyName("name")] public string Name { get; set; } = null!;
    [JsonPropertyName("due")] public string Due { get; set; } = null!;
    [JsonPropertyName("tasks")] public List<int> Tasks { get; set; } = null!;
    [JsonPropertyName("achieved")] public bool Achieved { get; set; }
}

public sealed class SampleProjectAnalyticsCountry
{
    [JsonPropertyName("code")] public string Code { get; set; } = null!;
    [JsonPropertyName("count")] public int Count { get; set; }
}

public sealed class SampleProjectAnalytics
{
    [JsonPropertyName("views")] public int Views { get; set; }
    [JsonPropertyName("uniqueVisitors")] public int UniqueVisitors { get; set; }
    [JsonPropertyName("countries")] public List<SampleProjectAnalyticsCountry> Countries { get; set; } = null!;
}

public sealed class SampleProject
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("name")] public string Name { get; set; } = null!;
    [JsonPropertyName("status")] public string Status { get; set; } = null!;
    [JsonPropertyName("createdAt")] public string CreatedAt { get; set; } = null!;
    [JsonPropertyName("ownerId")] public int OwnerId { get; set; }
    [JsonPropertyName("tags")] public List<string> Tags { get; set; } = null!;
    [JsonPropertyName("tasks")] public List<SampleProjectTask> Tasks { get; set; } = null!;
    [JsonPropertyName("milestones")] public List<SampleProjectMilestone> Milestones { get; set; } = null!;
    [JsonPropertyName("analytics")] public SampleProjectAnalytics Analytics { get; set; } = null!;
}

public sealed class SampleNotification
{
    [JsonPropertyName("id")] public string Id { get; set; } = null!;
    [JsonPropertyName("type")] public string Type { get; set; } = null!;
    [JsonPropertyName("userId")] public int UserId { get; set; }
    [JsonPropertyName("projectId")] public int? ProjectId { get; set; }
    [JsonPropertyName("message")] public string Message { get; set; } = null!;
    [JsonPropertyName("read")] public bool Read { get; set; }
}

public sealed class SampleActivityLogDetails
{
    [JsonPropertyName("projectId")][JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public int? ProjectId { get; set; }
    [JsonPropertyName("durationSec")][JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public int? DurationSec { get; set; }
    [JsonPropertyName("taskId")][JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public int? TaskId { get; set; }
    [JsonPropertyName("comment")][JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string? Comment { get; set; }
}

public sealed class SampleActivityLog
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("timestamp")] public string Timestamp { get; set; } = null!;
    [JsonPropertyName("action")] public string Action { get; set; } = null!;
    [JsonPropertyName("userId")] public int UserId { get; set; }
    [JsonPropertyName("ip")][JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string? Ip { get; set; }
    [JsonPropertyName("details")][JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public SampleActivityLogDetails? Details { get; set; }
}

public sealed class SampleReportsWeeklySummary
{
    [JsonPropertyName("week")] public string Week { get; set; } = null!;
    [JsonPropertyName("newUsers")] public int NewUsers { get; set; }
    [JsonPropertyName("activeProjects")] public int ActiveProjects { get; set; }
    [JsonPropertyName("completedTasks")] public int CompletedTasks { get; set; }
    [JsonPropertyName("errors")] public string? Errors { get; set; }
    [JsonPropertyName("uptimePercent")] public double UptimePercent { get; set; }
}

public sealed class SampleReportsMonthlyBillingInvoice
{
    [JsonPropertyName("invoiceId")] public string InvoiceId { get; set; } = null!;
    [JsonPropertyName("status")] public string Status { get; set; } = null!;
    [JsonPropertyName("date")] public string Date { get; set; } = null!;
}

public sealed class SampleReportsMonthlyBilling
{
    [JsonPropertyName("month")] public string Month { get; set; } = null!;
    [JsonPropertyName("totalUsers")] public int TotalUsers { get; set; }
    [JsonPropertyName("activeUsers")] public int ActiveUsers { get; set; }
    [JsonPropertyName("plan")] public string Plan { get; set; } = null!;
    [JsonPropertyName("amountUSD")] public double AmountUSD { get; set; }
    [JsonPropertyName("invoices")] public List<SampleReportsMonthlyBillingInvoice> Invoices { get; set; } = null!;
}

public sealed class SampleReports
{
    [JsonPropertyName("weeklySummary")] public SampleReportsWeeklySummary WeeklySummary { get; set; } = null!;
    [JsonPropertyName("monthlyBilling")] public List<SampleReportsMonthlyBilling> MonthlyBilling { get; set; } = null!;
}

public sealed class SampleSettingsPlan
{
    [JsonPropertyName("name")] public string Name { get; set; } = null!;
    [JsonPropertyName("maxUsers")] public int MaxUsers { get; set; }
    [JsonPropertyName("features")] public List<string> Features { get; set; } = null!;
    [JsonPropertyName("price")] public double Price { get; set; }
}

public sealed class SampleSettingsIntegrationsSlack
{
    [JsonPropertyName("enabled")] public bool Enabled { get; set; }
    [JsonPropertyName("workspace")] public string Workspace { get; set; } = null!;
    [JsonPropertyName("channels")] public List<string> Channels { get; set; } = null!;
}

public sealed class SampleSettingsIntegrationsGithub
{
    [JsonPropertyName("enabled")] public bool Enabled { get; set; }
    [JsonPropertyName("repositories")] public List<string> Repositories { get; set; } = null!;
}

public sealed class SampleSettingsIntegrationsGoogleAnalytics
{
    [JsonPropertyName("enabled")] public bool Enabled { get; set; }
    [JsonPropertyName("trackingId")] public string? TrackingId { get; set; }
}

public sealed class SampleSettingsIntegrations
{
    [JsonPropertyName("slack")] public SampleSettingsIntegrationsSlack Slack { get; set; } = null!;
    [JsonPropertyName("github")] public SampleSettingsIntegrationsGithub Github { get; set; } = null!;
    [JsonPropertyName("googleAnalytics")] public SampleSettingsIntegrationsGoogleAnalytics GoogleAnalytics { get; set; } = null!;
}

public sealed class SampleSettings
{
    [JsonPropertyName("plans")] public List<SampleSettingsPlan> Plans { get; set; } = null!;
    [JsonPropertyName("integrations")] public SampleSettingsIntegrations Integrations { get; set; } = null!;
}

public sealed class SampleStatisticsSystem
{
    [JsonPropertyName("memoryUsageMB")] public double MemoryUsageMB { get; set; }
    [JsonPropertyName("diskUsagePercent")] public double DiskUsagePercent { get; set; }
    [JsonPropertyName("cpuLoad")] public List<double> CpuLoad { get; set; } = null!;
    [JsonPropertyName("uptimeHours")] public int UptimeHours { get; set; }
}

public sealed class SampleStatisticsUserActivityErrorRates
{
    [JsonPropertyName("5xx")] public double _5xx { get; set; }
    [JsonPropertyName("4xx")] public double _4xx { get; set; }
}

public sealed class SampleStatisticsUserActivity
{
    [JsonPropertyName("dailyLogins")] public List<int> DailyLogins { get; set; } = null!;
    [JsonPropertyName("apiRequestsPerMinute")] public List<int> ApiRequestsPerMinute { get; set; } = null!;
    [JsonPropertyName("errorRates")] public SampleStatisticsUserActivityErrorRates ErrorRates { get; set; } = null!;
}

public sealed class SampleStatistics
{
    [JsonPropertyName("system")] public SampleStatisticsSystem System { get; set; } = null!;
    [JsonPropertyName("userActivity")] public SampleStatisticsUserActivity UserActivity { get; set; } = null!;
}

public sealed class SampleAuditTrailEntry
{
    [JsonPropertyName("id")] public string Id { get; set; } = null!;
    [JsonPropertyName("type")] public string Type { get; set; } = null!;
    [JsonPropertyName("userId")] public int UserId { get; set; }
    [JsonPropertyName("timestamp")] public string Timestamp { get; set; } = null!;
    [JsonPropertyName("before")] public object? Before { get; set; }
    [JsonPropertyName("after")] public object? After { get; set; }
}

public sealed class SampleAuditTrail
{
    [JsonPropertyName("entries")] public List<SampleAuditTrailEntry> Entries { get; set; } = null!;
}

public sealed class Sample
{
    [JsonPropertyName("meta")] public SampleMeta Meta { get; set; } = null!;
    [JsonPropertyName("users")] public List<SampleUser> Users { get; set; } = null!;
    [JsonPropertyName("projects")] public List<SampleProject> Projects { get; set; } = null!;
    [JsonPropertyName("notifications")] public List<SampleNotification> Notifications { get; set; } = null!;
    [JsonPropertyName("activityLog")] public List<SampleActivityLog> ActivityLog { get; set; } = null!;
    [JsonPropertyName("reports")] public SampleReports Reports { get; set; } = null!;
    [JsonPropertyName("settings")] public SampleSettings Settings { get; set; } = null!;
    [JsonPropertyName("statistics")] public SampleStatistics Statistics { get; set; } = null!;
    [JsonPropertyName("auditTrail")] public SampleAuditTrail AuditTrail { get; set; } = null!;
}

public sealed class NestedProjectProjectOwnerContact
{
    [JsonPropertyName("email")] public string Email { get; set; } = null!;
    [JsonPropertyName("phone")] public string Phone { get; set; } = null!;
}

public sealed class NestedProjectProjectOwner
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("name")] public string Name { get; set; } = null!;
    [JsonPropertyName("contact")] public NestedProjectProjectOwnerContact Contact { get; set; } = null!;
}

public sealed class NestedProjectProjectTaskAssignee
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("name")] public string Name { get; set; } = null!;
}

public sealed class NestedProjectProjectTaskComment
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("author")] public string Author { get; set; } = null!;
    [JsonPropertyName("message")] public string Message { get; set; } = null!;
}

public sealed class NestedProjectProjectTask
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("title")] public string Title { get; set; } = null!;
    [JsonPropertyName("assignee")] public NestedProjectProjectTaskAssignee Assignee { get; set; } = null!;
    [JsonPropertyName("status")] public string Status { get; set; } = null!;
    [JsonPropertyName("comments")] public List<NestedProjectProjectTaskComment> Comments { get; set; } = null!;
}

public sealed class NestedProjectProject
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("name")] public string Name { get; set; } = null!;
    [JsonPropertyName("owner")] public NestedProjectProjectOwner Owner { get; set; } = null!;
    [JsonPropertyName("tasks")] public List<NestedProjectProjectTask> Tasks { get; set; } = null!;
}

public sealed class NestedProject
{
    [JsonPropertyName("project")] public NestedProjectProject Project { get; set; } = null!;
}

public sealed class ListedUser
{
    [JsonPropertyName("id")] public int Id { get; set; }
    [JsonPropertyName("name")] public string Name { get; set; } = null!;
    [JsonPropertyName("email")] public string Email { get; set; } = null!;
    [JsonPropertyName("role")] public string Role { get; set; } = null!;
    [JsonPropertyName("active")] public bool Active { get; set; }
    [JsonPropertyName("tags")] public List<string> Tags { get; set; } = null!;
    [JsonPropertyName("lastLogin")] public string LastLogin { get; set; } = null!;
}
