//! Headers: the columns of a table and of what is nested in its rows (2).
//!
//! All headers that are in use lie on one vector; those of a table end with it. Nested headers are read with the open
//! ones on a vector of their own.

use std::borrow::Cow;
use std::collections::HashSet;

use super::scan::{BLANK, Gap, Scan, infer};
use super::text::STOP;
use crate::cells::Scalar;
use crate::error::{Code, Error};

/// At most so many fixed columns in one header, and so many bytes of `key:fixed`: what a row may add to the output.
pub(super) const FIXED_COLUMNS: usize = 8;
pub(super) const FIXED_BYTES: usize = 128;

pub(super) struct Header<'t> {
    pub(super) columns: Vec<Column<'t>>,
    pub(super) fixed: Vec<(Cow<'t, str>, Fixed<'t>)>,
    /// Names of all columns.
    pub(super) names: HashSet<Cow<'t, str>>,
    /// A comma table, whose bare cells may hold blanks.
    pub(super) commas: bool,
}

pub(super) struct Column<'t> {
    pub(super) key: Cow<'t, str>,
    /// The bracket of nested rows and the place of their header.
    pub(super) nested: Option<(u8, usize)>,
}

#[derive(Clone)]
pub(super) enum Fixed<'t> {
    Scalar(Scalar<'t>),
    EmptyArray,
    EmptyObject,
}

/// A header that is being read.
struct Open {
    place: usize,
    close: u8,
    depth: usize,
    bytes: usize,
}

/// Reads the header whose brace is next; `depth` is that of its row objects. Returns its place.
pub(super) fn read<'t>(
    scan: &mut Scan<'t>,
    headers: &mut Vec<Header<'t>>,
    depth: usize,
) -> Result<usize, Error> {
    let first = headers.len();
    let mut kind = None;
    let mut open = vec![begin(scan, headers, b'}', depth)];
    let mut after_item = false;
    while let Some(top) = open.last_mut() {
        if after_item {
            kind = scan.gap(top.close, kind)?;
        }
        after_item = true;
        if scan.at(&[top.close])? {
            if headers[top.place].columns.is_empty() {
                scan.unexpected("a column that is not fixed")?;
            }
            scan.leave();
            open.pop();
            continue;
        }
        let from = scan.pos;
        let key = scan.key()?;
        if !headers[top.place].names.insert(key.clone()) && scan.strict {
            return scan.fail(Code::DuplicateKey, from, "expected a name that this header does not have yet");
        }
        if let Some(bracket @ (b'{' | b'[')) = scan.peek() {
            scan.fits(top.depth + 1)?;
            let (close, depth) = if bracket == b'{' { (b'}', top.depth + 1) } else { (b']', top.depth + 2) };
            let nested = Some((bracket, headers.len()));
            headers[top.place].columns.push(Column { key, nested });
            open.push(begin(scan, headers, close, depth));
            after_item = false;
            continue;
        }
        let behind = scan.pos;
        scan.skip(BLANK);
        if scan.peek() != Some(b':') {
            scan.pos = behind;
            headers[top.place].columns.push(Column { key, nested: None });
            continue;
        }
        scan.colon(BLANK)?;
        let value = fixed(scan, top.depth + 1)?;
        top.bytes += scan.pos - from;
        let list = &mut headers[top.place].fixed;
        list.push((key, value));
        if list.len() > FIXED_COLUMNS || top.bytes > FIXED_BYTES {
            return scan.fail(Code::Limit, from, "expected at most 8 fixed columns of 128 bytes together");
        }
    }
    for header in &mut headers[first..] {
        header.commas = kind != Some(Gap::Blank);
    }
    Ok(first)
}

fn begin(scan: &mut Scan<'_>, headers: &mut Vec<Header<'_>>, close: u8, depth: usize) -> Open {
    let place = headers.len();
    headers.push(Header { columns: Vec::new(), fixed: Vec::new(), names: HashSet::new(), commas: true });
    scan.open();
    scan.skip(BLANK);
    Open { place, close, depth, bytes: 0 }
}

fn fixed<'t>(scan: &mut Scan<'t>, depth: usize) -> Result<Fixed<'t>, Error> {
    let (close, empty): (&[u8], _) = match scan.peek() {
        Some(b'{') => (b"}", Fixed::EmptyObject),
        Some(b'[') => (b"]", Fixed::EmptyArray),
        Some(b'"') => return Ok(Fixed::Scalar(Scalar::Text(scan.quoted(STOP)?))),
        _ => return Ok(Fixed::Scalar(infer(scan.bare(false, None)?))),
    };
    scan.enter(depth)?;
    scan.skip(BLANK);
    if !scan.at(close)? {
        scan.unexpected("nothing in the brackets of a fixed column")?;
    }
    scan.leave();
    Ok(empty)
}
