//! The entries of writing: value or JSON text -> TONL text, and TONL text -> TONL text in other clothes.

use stele_json::{ReadOptions, Value};

use crate::decode::decode;
use crate::error::{Code, Error};
use crate::options::{DecodeOptions, Dialect, EncodeOptions};
use crate::tight;
use crate::writer::Writer;

/// Writes a value. One text per value and options: canonical.
///
/// # Errors
/// `E_DEPTH` for a value nested deeper than `max_depth`, `E_OPTION` for options outside their range.
///
/// ```
/// use tonl::{EncodeOptions, encode};
/// let value = stele_json::from_str(r#"{"name":"Ann","tags":["a","true"],"n":1.50}"#).unwrap();
/// let text = encode(&value, &EncodeOptions::default())?;
/// assert_eq!(text, "#version 1.0\nroot{n,name,tags}:\n  n: 1.5\n  name: Ann\n  tags[2]: a,\"\"\"true\"\"\"");
/// # Ok::<(), tonl::Error>(())
/// ```
pub fn encode(value: &Value<'_>, opts: &EncodeOptions) -> Result<String, Error> {
    let bytes = encode_to_vec(value, opts, Vec::new())?;
    // every piece comes from a string or is ASCII
    String::from_utf8(bytes).map_err(|_| Error::encoder(Code::Utf8, "the writer made text that is not UTF-8"))
}

/// As [`encode`], appending to a buffer, which is returned.
///
/// # Errors
/// As [`encode`]; the buffer is lost.
pub fn encode_to_vec(value: &Value<'_>, opts: &EncodeOptions, out: Vec<u8>) -> Result<Vec<u8>, Error> {
    match opts.dialect {
        Dialect::Tight => tight::write(value, opts, out),
        Dialect::Auto | Dialect::Profile => Writer::new(value, opts, out)?.document(value),
    }
}

/// Translates JSON text. Strings and numbers are taken from the text as they are, without copies between.
///
/// # Errors
/// `E_JSON` with line and column for text that is not RFC 8259, `E_SURROGATE` for a lone surrogate in it, and those of
/// [`encode`].
///
/// ```
/// let text = tonl::from_json(b"[[1,2],[3,4]]", &tonl::EncodeOptions::dense())?;
/// assert_eq!(text, "root[2]:\n [0][2]:1,2\n [1][2]:3,4");
/// let error = tonl::from_json(b"[1,\n2,]", &tonl::EncodeOptions::default()).unwrap_err();
/// assert_eq!((error.code.as_str(), error.line, error.column), ("E_JSON", 2, 3));
/// # Ok::<(), tonl::Error>(())
/// ```
pub fn from_json(json: &[u8], opts: &EncodeOptions) -> Result<String, Error> {
    let value = read_json(json, opts.max_depth)?;
    encode(&value, opts)
}

/// JSON text as a value, with the depth limit of TONL and errors of this crate.
fn read_json(json: &[u8], max_depth: usize) -> Result<Value<'_>, Error> {
    // one more than TONL counts: objects that become rows are free, and the writer looks at the others
    let max_depth = max_depth.saturating_add(1);
    let opts =
        ReadOptions { max_depth, max_bytes: usize::MAX, max_digits: usize::MAX, ..ReadOptions::default() };
    stele_json::from_slice_with(json, &opts).map_err(|error| json_error(json, error))
}

#[cold]
fn json_error(json: &[u8], error: stele_json::Error) -> Error {
    use stele_json::ErrorKind;
    let place = error.position(json);
    let message = error.kind.text();
    match error.kind {
        // limits of the value, not of the text: as if the value had been given
        ErrorKind::DepthLimit => Error::encoder(Code::Depth, message),
        ErrorKind::LoneSurrogate => Error::encoder(Code::Surrogate, message),
        ErrorKind::InvalidUtf8 => Error::new(Code::Utf8, place.line, place.column, message),
        _ => Error::new(Code::Json, place.line, place.column, message),
    }
}

/// Reads TONL text and writes it again with other options: the canonical text of its value.
///
/// # Errors
/// Those of [`decode`] and [`encode`].
///
/// ```
/// use tonl::{DecodeOptions, EncodeOptions, KeyOrder};
/// let opts = EncodeOptions { key_order: KeyOrder::Source, ..EncodeOptions::dense() };
/// let text = tonl::format(b"b :  \"x\"  \n\na: 007", &DecodeOptions::default(), &opts)?;
/// assert_eq!(text, "b:x\na:7");
/// # Ok::<(), tonl::Error>(())
/// ```
pub fn format(input: &[u8], read: &DecodeOptions, write: &EncodeOptions) -> Result<String, Error> {
    encode(&decode(input, read)?, write)
}
