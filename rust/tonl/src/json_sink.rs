//! Reader's events -> minified JSON text, without a tree.

use std::borrow::Cow;

use stele_json::{Escape, write_string};

use crate::cells::Scalar;
use crate::error::{Code, Error};
use crate::number;
use crate::options::NonFinite;
use crate::sink::{Names, Sink, Stop};

/// Writes minified JSON.
pub(crate) struct JsonSink {
    pub(crate) out: Vec<u8>,
    names: Names,
    comma: bool,
    document: Document,
    non_finite: NonFinite,
}

/// What has been written of the document's own object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Document {
    Nothing,
    /// The value of `root` without braces.
    Unwrapped,
    Braces,
}

impl JsonSink {
    pub(crate) fn new(out: Vec<u8>, non_finite: NonFinite) -> Self {
        Self { out, names: Names::default(), comma: false, document: Document::Nothing, non_finite }
    }

    #[inline(always)]
    fn separate(&mut self) {
        if self.comma {
            self.out.push(b',');
        }
    }

    /// The document's own object gets its brace with its first member, unless that is `root`.
    #[cold]
    fn document_key(&mut self, key: &str) -> Result<(), Stop> {
        match self.document {
            Document::Nothing if key == "root" => self.document = Document::Unwrapped,
            Document::Nothing => {
                self.out.push(b'{');
                self.document = Document::Braces;
            }
            Document::Unwrapped => {
                return Err(Stop::Slow(
                    Code::Syntax,
                    "a member beside `root`, which has been written as the document",
                ));
            }
            Document::Braces => {}
        }
        Ok(())
    }
}

impl<'t> Sink<'t> for JsonSink {
    /// `"name":`
    type Column = Box<[u8]>;

    fn column(&self, name: Cow<'t, str>) -> Box<[u8]> {
        let mut out = Vec::with_capacity(name.len() + 3);
        write_string(&mut out, &name, Escape::Json);
        out.push(b':');
        out.into()
    }

    #[inline]
    fn begin_object(&mut self, _members: usize) -> Result<(), Stop> {
        if self.names.depth() > 0 {
            self.separate();
            self.out.push(b'{');
        }
        self.comma = false;
        self.names.open();
        Ok(())
    }

    #[inline]
    fn end_object(&mut self) -> Result<(), Stop> {
        self.names.close();
        if self.names.depth() > 0 {
            self.out.push(b'}');
        } else if self.document != Document::Unwrapped {
            self.out.extend_from_slice(if self.document == Document::Braces { b"}" } else { b"{}" });
        }
        self.comma = true;
        Ok(())
    }

    #[inline]
    fn begin_array(&mut self) -> Result<(), Stop> {
        self.separate();
        self.out.push(b'[');
        self.comma = false;
        Ok(())
    }

    #[inline]
    fn end_array(&mut self) -> Result<(), Stop> {
        self.out.push(b']');
        self.comma = true;
        Ok(())
    }

    fn key(&mut self, key: Cow<'t, str>) -> Result<bool, Stop> {
        if self.names.depth() == 1 {
            self.document_key(&key)?;
        }
        if self.names.add(&key) {
            return Err(Stop::Slow(
                Code::DuplicateKey,
                "a name for the second time in one object, whose first value has been written",
            ));
        }
        if self.names.depth() == 1 && self.document == Document::Unwrapped {
            return Ok(false);
        }
        self.separate();
        write_string(&mut self.out, &key, Escape::Json);
        self.out.push(b':');
        self.comma = false;
        Ok(false)
    }

    #[inline]
    fn column_key(&mut self, column: &Box<[u8]>) -> Result<(), Stop> {
        self.separate();
        self.out.extend_from_slice(column);
        self.comma = false;
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar<'t>) -> Result<(), Stop> {
        self.separate();
        self.comma = true;
        match scalar {
            Scalar::Null | Scalar::Undefined => self.out.extend_from_slice(b"null"),
            Scalar::Bool(true) => self.out.extend_from_slice(b"true"),
            Scalar::Bool(false) => self.out.extend_from_slice(b"false"),
            Scalar::Number(text, form) => number::write_canonical(&text, form, &mut self.out),
            Scalar::Text(text) => write_string(&mut self.out, &text, Escape::Json),
            Scalar::NonFinite(word) => match self.non_finite {
                NonFinite::Null => self.out.extend_from_slice(b"null"),
                NonFinite::Error => return Err(non_finite(word).into()),
            },
        }
        Ok(())
    }

    fn overwrite(&mut self, _index: usize) -> Result<(), Stop> {
        Err(Stop::Slow(Code::Index, "an element out of turn, after later ones have been written"))
    }
}

#[cold]
pub(crate) fn non_finite(word: &str) -> Error {
    Error::encoder(Code::NonFinite, format!("expected a finite number for JSON, found `{word}`"))
}
