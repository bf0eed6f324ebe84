//! TONL: lexer, reader, layout, writer.
