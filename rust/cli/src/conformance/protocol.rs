//! The testee protocol as the runner speaks it: one JSON object a line in, one a line out (spec/protocol.md).
//!
//! Step in the flow: [`Request`] -> line -> testee -> line -> [`Answer`]. Anything that is not an answer to the
//! request just sent is garbage, with a reason a person can act on.

use std::io::Write as _;

use crate::compare::shorten;
use crate::tree::{Tree, write_string};

/// Named options, as vectors and requests carry them.
pub(crate) type Options = Vec<(String, Tree)>;

/// The operations of the protocol.
pub(crate) const OPS: [&str; 4] = ["json_to_tonl", "tonl_to_json", "json_to_json", "tonl_to_tonl"];

/// One request.
#[derive(Debug, Clone)]
pub(crate) struct Request<'a> {
    pub(crate) op: &'a str,
    /// The input; sent as text when it is UTF-8, else in base64.
    pub(crate) input: &'a [u8],
    pub(crate) options: &'a [(String, Tree)],
    pub(crate) repeat: Option<u64>,
}

impl Request<'_> {
    /// The request as a line without line end.
    pub(crate) fn line(&self, id: u64) -> Vec<u8> {
        let mut line = format!("{{\"id\":{id},\"op\":\"{}\",", self.op).into_bytes();
        match std::str::from_utf8(self.input) {
            Ok(text) => {
                line.extend_from_slice(b"\"input\":");
                write_string(text, &mut line);
            }
            Err(_) => {
                use base64::Engine as _;
                let packed = base64::engine::general_purpose::STANDARD.encode(self.input);
                let _ = write!(line, "\"input_base64\":\"{packed}\"");
            }
        }
        if !self.options.is_empty() {
            line.extend_from_slice(b",\"options\":");
            Tree::Object(self.options.to_vec()).write_json(&mut line);
        }
        if let Some(repeat) = self.repeat {
            let _ = write!(line, ",\"repeat\":{repeat}");
        }
        line.push(b'}');
        line
    }
}

/// What a testee says.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    Output { text: String, ns: Option<u64> },
    Error { code: String, line: u64, column: u64, message: String },
    Skipped(String),
}

impl Answer {
    /// Reads an answer line; the error says what is wrong with it.
    pub(crate) fn parse(line: &[u8], id: u64) -> Result<Self, String> {
        let quoted = || shorten(&String::from_utf8_lossy(line), 80);
        let answer =
            Tree::parse(line).map_err(|_| format!("garbage instead of an answer: `{}`", quoted()))?;
        if answer.member("id").and_then(Tree::as_u64) != Some(id) {
            return Err(format!("answer to another request (id {id} was sent): `{}`", quoted()));
        }
        if let Some(text) = answer.member("output").and_then(Tree::as_text) {
            let ns = answer.member("ns").and_then(Tree::as_nanoseconds);
            return Ok(Self::Output { text: text.to_owned(), ns });
        }
        if let Some(error) = answer.member("error") {
            let text = |name: &str| error.member(name).and_then(Tree::as_text).unwrap_or_default().to_owned();
            let count = |name: &str| error.member(name).and_then(Tree::as_u64).unwrap_or_default();
            if error.member("code").and_then(Tree::as_text).is_none() {
                return Err(format!("an error without a code: `{}`", quoted()));
            }
            return Ok(Self::Error {
                code: text("code"),
                line: count("line"),
                column: count("column"),
                message: text("message"),
            });
        }
        match answer.member("skipped") {
            Some(reason) => Ok(Self::Skipped(reason.as_text().unwrap_or("no reason given").to_owned())),
            None => Err(format!("neither output, error nor skipped: `{}`", quoted())),
        }
    }
}
