//! Numbers of a value: a lexeme of RFC 8259, borrowed where possible, read when asked.

use std::fmt;

use crate::digits::write_f64;
use crate::float;
use crate::number::Numeral;
use crate::options::FloatLayout;
use crate::text::Text;

/// A number that keeps the digits it was written with. Equality is that of lexemes; for that of numbers see
/// [`equivalent`](crate::equivalent).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number<'a>(Text<'a>);

impl<'a> Number<'a> {
    /// The number a lexeme stands for, `None` when RFC 8259 does not allow it.
    ///
    /// ```
    /// use stele_json::Number;
    /// assert_eq!(Number::from_lexeme("1e400").unwrap().lexeme(), "1e400");
    /// assert!(Number::from_lexeme("01").is_none());
    /// ```
    #[must_use]
    pub fn from_lexeme(lexeme: impl Into<Text<'a>>) -> Option<Self> {
        let lexeme = lexeme.into();
        Numeral::of_text(&lexeme)?;
        Some(Number(lexeme))
    }

    /// As [`from_lexeme`](Self::from_lexeme) for a lexeme known to be right; a wrong one would be written as it is.
    #[inline(always)]
    #[must_use]
    pub fn from_lexeme_unchecked(lexeme: impl Into<Text<'a>>) -> Self {
        Number(lexeme.into())
    }

    /// The number of a finite double in its shortest ECMAScript layout, `-0.0` as `-0.0`; `None` for the others.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let mut out = Vec::with_capacity(24);
        write_f64(&mut out, value, FloatLayout::EcmaScript);
        String::from_utf8(out).ok().map(|text| Number(text.into()))
    }

    /// The digits as written.
    #[inline]
    #[must_use]
    pub fn lexeme(&self) -> &str {
        &self.0
    }

    /// The lexeme, as text.
    #[must_use]
    pub fn into_text(self) -> Text<'a> {
        self.0
    }

    /// No fraction and no exponent. `-0` is written like an integer but stands for a double: see
    /// [`is_negative_zero`](Self::is_negative_zero).
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.0.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    }

    /// `-0`, `-0.0`, `-0e9`: a sign and no digit but 0.
    #[must_use]
    pub fn is_negative_zero(&self) -> bool {
        self.0.starts_with('-') && float::all_zero(&self.0)
    }

    /// The integer, when it is written as one and fits; `None` for `-0`.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.numeral()?.as_i64()
    }

    /// The integer, when it is written as one and fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.numeral()?.as_u64()
    }

    /// The nearest double; `None` when that would be infinite.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        let value = self.numeral()?.to_f64();
        value.is_finite().then_some(value)
    }

    /// Lexeme with what the lexer knows about it.
    #[inline]
    #[must_use]
    pub fn numeral(&self) -> Option<Numeral<'_>> {
        Numeral::of_text(&self.0)
    }

    /// The same number, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Number<'static> {
        Number(self.0.into_owned())
    }
}

impl fmt::Debug for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({})", self.lexeme())
    }
}

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.lexeme())
    }
}

macro_rules! from_integers {
    ($($t:ty)*) => {$(
        impl From<$t> for Number<'_> {
            fn from(value: $t) -> Self {
                Number(value.to_string().into())
            }
        }
    )*};
}

from_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl From<f64> for Number<'_> {
    /// As [`from_f64`](Number::from_f64). JSON has no numeral for NaN and the infinities; they become the words
    /// `NaN`, `Infinity`, `-Infinity`, which the writer puts out as `null`.
    fn from(value: f64) -> Self {
        Number::from_f64(value).unwrap_or(Number(Text::borrowed(if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        })))
    }
}
