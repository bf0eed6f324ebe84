using System.Collections.Generic;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Emitter
{
    private readonly ContextSpec _context;

    public Emitter(ContextSpec context) => _context = context;

    public IEnumerable<(string Hint, string Text)> Files() { yield break; }
}
