// Generated metadata of both serializers for the same model.

using System.Collections.Generic;
using System.Text.Json.Serialization;

namespace TONL.NET.Benchmarks;

[TonlSerializable(typeof(Northwind))]
[TonlSerializable(typeof(Sample))]
[TonlSerializable(typeof(NestedProject))]
[TonlSerializable(typeof(List<ListedUser>))]
[TonlSerializable(typeof(SimpleRecord))]
[TonlSerializable(typeof(SimplePoco))]
[TonlSerializable(typeof(Large))]
[TonlSerializable(typeof(List<Row>))]
public partial class TonlModels : TonlSerializerContext
{
}

[JsonSerializable(typeof(Northwind))]
[JsonSerializable(typeof(Sample))]
[JsonSerializable(typeof(NestedProject))]
[JsonSerializable(typeof(List<ListedUser>))]
[JsonSerializable(typeof(SimpleRecord))]
[JsonSerializable(typeof(SimplePoco))]
[JsonSerializable(typeof(Large))]
[JsonSerializable(typeof(List<Row>))]
[JsonSerializable(typeof(Dictionary<string, object?>))]
[JsonSerializable(typeof(List<object?>))]
[JsonSerializable(typeof(System.Text.Json.JsonElement))]
[JsonSerializable(typeof(bool))]
[JsonSerializable(typeof(string))]
public partial class JsonModels : JsonSerializerContext
{
}
