using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Emitter
{
    private void EmitHandlerReferences(SourceWriter writer, TypeSpec type)
    {
    }

    private void EmitHandlers(SourceWriter writer, TypeSpec type)
    {
    }
}
