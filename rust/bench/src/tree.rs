//! A tree in which every number has been made a double, a machine integer or a big integer: what the second column
//! of the tables measures, and what `serde_json::Value` is. Built from the library's events, printed with its writer.

use std::borrow::Cow;

use stele_json::{Error, ErrorKind, Numeral, ReadOptions, Sink, Str, WriteOptions, Writer, read_into};

/// A value with numbers in machine form.
pub(crate) enum Tree<'a> {
    Null,
    Bool(bool),
    Int(i64),
    UInt(u64),
    Big(&'a str),
    Double(f64),
    String(Cow<'a, str>),
    Array(Vec<Tree<'a>>),
    Object(Vec<(Cow<'a, str>, Tree<'a>)>),
}

/// Reads a text into a tree.
pub(crate) fn read(input: &[u8]) -> Result<Tree<'_>, Error> {
    let mut sink = TreeSink::default();
    read_into(input, &ReadOptions::default(), &mut sink)?;
    Ok(sink.values.pop().unwrap_or(Tree::Null))
}

/// Prints a tree compactly.
pub(crate) fn print(tree: &Tree<'_>) -> Vec<u8> {
    let opts = WriteOptions { floats: stele_json::FloatLayout::Point, ..WriteOptions::default() };
    let mut writer = Writer::new(Vec::with_capacity(128), &opts);
    write(&mut writer, tree);
    writer.finish()
}

fn write(writer: &mut Writer<'_>, tree: &Tree<'_>) {
    match tree {
        Tree::Null => writer.null(),
        Tree::Bool(bool) => writer.bool(*bool),
        Tree::Int(int) => writer.i64(*int),
        Tree::UInt(int) => writer.u64(*int),
        Tree::Big(lexeme) => writer.lexeme(lexeme),
        Tree::Double(double) => writer.f64(*double),
        Tree::String(text) => writer.string(text),
        Tree::Array(elements) => {
            writer.begin_array();
            elements.iter().for_each(|element| write(writer, element));
            writer.end_array();
        }
        Tree::Object(members) => {
            writer.begin_object();
            for (key, value) in members {
                writer.key(key);
                write(writer, value);
            }
            writer.end_object();
        }
    }
}

#[derive(Default)]
struct TreeSink<'a> {
    values: Vec<Tree<'a>>,
    members: Vec<(Cow<'a, str>, Tree<'a>)>,
    /// Where each open container begins on its stack, and whether it stands in an object.
    open: Vec<(usize, bool)>,
    in_object: bool,
}

impl<'a> TreeSink<'a> {
    /// Adds a value that is made when there is room for it (decision 106).
    #[inline(always)]
    fn put(&mut self, make: impl FnOnce() -> Tree<'a>) {
        if !self.in_object {
            self.values.extend(std::iter::once_with(make));
        } else if let Some((_, value)) = self.members.last_mut() {
            std::mem::forget(std::mem::replace(value, make()));
        }
    }
}

/// The top of a stack in a vector of its number.
fn take_from<T>(stack: &mut Vec<T>, start: usize) -> Vec<T> {
    if start > 0 {
        return stack.split_off(start);
    }
    let mut all = Vec::with_capacity(stack.len());
    all.append(stack);
    all
}

#[cold]
fn owned<'a>(string: Str<'_, '_>) -> Cow<'a, str> {
    Cow::Owned(string.as_str().unwrap_or_default().to_owned())
}

/// Beyond 63 bits, or `-0`.
#[cold]
fn other_integer<'a>(numeral: &Numeral<'a>) -> Tree<'a> {
    match numeral.as_u64() {
        Some(int) => Tree::UInt(int),
        None if numeral.lexeme() == "-0" => Tree::Double(-0.0),
        None => Tree::Big(numeral.lexeme()),
    }
}

impl<'a> Sink<'a> for TreeSink<'a> {
    #[inline(always)]
    fn null(&mut self) -> Result<(), ErrorKind> {
        self.put(|| Tree::Null);
        Ok(())
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<(), ErrorKind> {
        self.put(|| Tree::Bool(value));
        Ok(())
    }
    #[inline(always)]
    fn number(&mut self, numeral: &Numeral<'a>) -> Result<(), ErrorKind> {
        if !numeral.is_integer() {
            let double = numeral.to_f64();
            self.put(|| Tree::Double(double));
        } else if let Some(int) = numeral.as_i64() {
            self.put(|| Tree::Int(int));
        } else {
            let integer = other_integer(numeral);
            self.put(|| integer);
        }
        Ok(())
    }
    #[inline(always)]
    fn string(&mut self, string: Str<'a, '_>) -> Result<(), ErrorKind> {
        match string {
            Str::Input(text, _) => self.put(|| Tree::String(Cow::Borrowed(text))),
            other => {
                let text = owned(other);
                self.put(|| Tree::String(text));
            }
        }
        Ok(())
    }
    #[inline]
    fn begin_array(&mut self) -> Result<(), ErrorKind> {
        self.open.push((self.values.len(), self.in_object));
        self.in_object = false;
        Ok(())
    }
    #[inline]
    fn end_array(&mut self) -> Result<(), ErrorKind> {
        let (start, in_object) = self.open.pop().unwrap_or_default();
        let elements = take_from(&mut self.values, start);
        self.in_object = in_object;
        self.put(|| Tree::Array(elements));
        Ok(())
    }
    #[inline]
    fn begin_object(&mut self) -> Result<(), ErrorKind> {
        self.open.push((self.members.len(), self.in_object));
        self.in_object = true;
        Ok(())
    }
    #[inline(always)]
    fn key(&mut self, key: Str<'a, '_>) -> Result<(), ErrorKind> {
        match key {
            Str::Input(text, _) => {
                self.members.extend(std::iter::once_with(|| (Cow::Borrowed(text), Tree::Null)));
            }
            other => self.members.push((owned(other), Tree::Null)),
        }
        Ok(())
    }
    #[inline]
    fn end_object(&mut self) -> Result<(), ErrorKind> {
        let (start, in_object) = self.open.pop().unwrap_or_default();
        let members = take_from(&mut self.members, start);
        self.in_object = in_object;
        self.put(|| Tree::Object(members));
        Ok(())
    }
}
