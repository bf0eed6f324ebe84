// Small types of the published record / POCO / 20-property table, and the row of the tables.

using System;

namespace TONL.NET.Benchmarks;

public sealed record SimpleRecord(int Id, string Name, int Age, bool Active, double Score);

public sealed class SimplePoco
{
    public int Id { get; set; }
    public string Name { get; set; } = "";
    public int Age { get; set; }
    public bool Active { get; set; }
    public double Score { get; set; }
}

public sealed class Large
{
    public int Property01 { get; set; }
    public string Property02 { get; set; } = "";
    public double Property03 { get; set; }
    public bool Property04 { get; set; }
    public long Property05 { get; set; }
    public string Property06 { get; set; } = "";
    public int Property07 { get; set; }
    public double Property08 { get; set; }
    public bool Property09 { get; set; }
    public string? Property10 { get; set; }
    public int Property11 { get; set; }
    public string Property12 { get; set; } = "";
    public double Property13 { get; set; }
    public bool Property14 { get; set; }
    public long Property15 { get; set; }
    public string Property16 { get; set; } = "";
    public int? Property17 { get; set; }
    public double Property18 { get; set; }
    public DateTime Property19 { get; set; }
    public Guid Property20 { get; set; }
}

public sealed record Row(int Id, string Name, string Email, string City, double Score, bool Active, long Visits, decimal Price);
