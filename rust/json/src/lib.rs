//! JSON (RFC 8259): lexer, reader, value, writer.
