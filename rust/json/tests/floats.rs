//! Doubles in and out: the library's own algorithms against those of `std`, on edges and random values.

mod common;

use common::Rng;
use stele_json::{FloatLayout, Number, shortest, write_f64};

fn parse(lexeme: &str) -> f64 {
    let number = Number::from_lexeme(lexeme).unwrap_or_else(|| panic!("{lexeme} is a numeral"));
    number.numeral().expect("a numeral").to_f64()
}

fn assert_reads(lexeme: &str) {
    let (ours, std) = (parse(lexeme), lexeme.parse::<f64>().expect("a numeral"));
    assert_eq!(ours.to_bits(), std.to_bits(), "{lexeme}: {ours:e} against {std:e}");
}

/// Numbers of rounds: short in `./test`, long with STELE_LONG.
fn rounds(short: usize) -> usize {
    if std::env::var_os("STELE_LONG").is_some() { short * 100 } else { short }
}

#[test]
fn random_decimals_read_as_std_reads_them() {
    let mut rng = Rng::new(11);
    for _ in 0..rounds(400_000) {
        let digits = rng.next() >> rng.below(64);
        let exponent = rng.below(700) as i32 - 370;
        assert_reads(&format!("{digits}e{exponent}"));
        assert_reads(&format!("-{digits}.{}", rng.next() >> rng.below(64)));
    }
}

#[test]
fn ties_and_their_neighbours() {
    let mut rng = Rng::new(12);
    for _ in 0..rounds(3_000) {
        let value = rng.double().abs();
        let next = f64::from_bits(value.to_bits() + 1);
        if !(1e-250..=1e250).contains(&value) {
            continue;
        }
        // all digits of both doubles; their mean has one more
        let tie = exact_mean(value, next);
        assert_reads(&tie);
        let tie = if tie.contains('.') { tie } else { tie + ".0" };
        assert_reads(&format!("{tie}1"));
        assert_reads(&format!("{tie}{}1", "0".repeat(900)));
        assert_reads(&format!("{}49999", &tie[..tie.len() - 1]));
    }
}

/// The decimal digits of the mean of two neighbouring doubles, exactly.
fn exact_mean(a: f64, b: f64) -> String {
    // `std` prints all digits when asked for enough; the mean by schoolbook addition and halving
    let (a, b) = (format!("{a:.1100}"), format!("{b:.1100}"));
    let digits = |text: &str| -> Vec<u8> { text.bytes().filter(|b| *b != b'.').map(|b| b - b'0').collect() };
    let point = b.find('.').expect("a point");
    let (mut x, y) = (digits(&a), digits(&b));
    while x.len() < y.len() {
        x.insert(0, 0);
    }
    let mut sum = vec![0; y.len() + 1];
    let mut carry = 0;
    for i in (0..y.len()).rev() {
        let total = x[i] + y[i] + carry;
        sum[i + 1] = total % 10;
        carry = total / 10;
    }
    sum[0] = carry;
    let mut rest = 0;
    let mut out = String::new();
    for (i, digit) in sum.iter().enumerate() {
        let part = rest * 10 + digit;
        if i == point + 1 {
            out.push('.');
        }
        out.push(char::from(b'0' + part / 2));
        rest = part % 2;
    }
    let out = out.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.').to_owned();
    if out.starts_with('.') { format!("0{out}") } else { out }
}

#[test]
fn edges() {
    for lexeme in [
        "0",
        "-0",
        "0.0",
        "-0e5",
        "1e-400",
        "-1e-400",
        "1e400",
        "-1e400",
        "5e-324",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.470328229206232720882843964341106861825299013071623822127928412503377536351043e-324",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718751234567890123456789012345678901e-308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "17976931348623158079372897140530341507993413271003782693617377898044496829276475094664901797758720709633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027006985557136695962284291481986083493647529271907416844436551070434271155969950809304288017790417449779.2e0",
        "9007199254740993",
        "9007199254740993.0",
        "9007199254740991e0",
        "9007199254740992e22",
        "9007199254740993e-22",
        "1e22",
        "1e23",
        "8.5e22",
        "18446744073709551615",
        "18446744073709551616",
        "9223372036854775808",
        "0.000000000000000000000000000000000000001",
        "123456789012345678901234567890.5e-10",
        "0.30000000000000004",
        "7.038531e-26",
        "6.0221407621e23",
    ] {
        assert_reads(lexeme);
    }
    assert_eq!(parse(&format!("0.{}1e900001", "0".repeat(900_000))), 1.0);
    assert_eq!(parse(&format!("1{}e-900000", "0".repeat(900_000))), 1.0);
    assert_eq!(parse("1e99999999999999999999999999"), f64::INFINITY);
    assert_eq!(parse("1e-99999999999999999999999999"), 0.0);
    assert_eq!(parse("0e99999999999999999999999999"), 0.0);
    assert_eq!(parse("0.00000000000000000000000000e999999999999999999999"), 0.0);
}

#[test]
fn shortest_digits_equal_those_of_std() {
    let mut rng = Rng::new(13);
    let check = |value: f64| {
        let text = format!("{:e}", value.abs());
        let (digits, exponent) = text.split_once('e').expect("an exponent");
        let places = digits.len().saturating_sub(2) as i32;
        let digits: u64 = digits.replace('.', "").parse().expect("digits");
        let ours = shortest(value);
        let expected = if digits == 0 { 0 } else { exponent.parse::<i32>().expect("an exponent") - places };
        // two decimals equally near: `std` takes the larger, ECMAScript and we the even one
        let tie = ours.digits.is_multiple_of(2) && ours.digits + 1 == digits;
        assert_eq!((ours.digits + u64::from(tie), ours.exponent), (digits, expected), "{value:e}");
        assert_eq!(ours.negative, value.is_sign_negative());
        let mut out = Vec::new();
        for layout in [FloatLayout::EcmaScript, FloatLayout::Point] {
            out.clear();
            write_f64(&mut out, value, layout);
            let text = std::str::from_utf8(&out).expect("ASCII");
            assert_eq!(parse(text).to_bits(), value.to_bits(), "{text}");
        }
    };
    for exponent in 0..2047u64 {
        for fraction in [0, 1, (1 << 52) - 1, 1 << 51] {
            check(f64::from_bits(exponent << 52 | fraction));
        }
    }
    for _ in 0..rounds(300_000) {
        check(rng.double());
    }
    for power in -323..309 {
        check(format!("1e{power}").parse().expect("a numeral"));
    }
}

#[test]
fn layouts() {
    let text = |value, layout| {
        let mut out = Vec::new();
        write_f64(&mut out, value, layout);
        String::from_utf8(out).expect("ASCII")
    };
    for (value, ecma, point) in [
        (0.0, "0", "0.0"),
        (-0.0, "-0.0", "-0.0"),
        (1.0, "1", "1.0"),
        (-123.456, "-123.456", "-123.456"),
        (1e20, "100000000000000000000", "1e20"),
        (1e21, "1e+21", "1e21"),
        (1.5e300, "1.5e+300", "1.5e300"),
        (1e-5, "0.00001", "0.00001"),
        (1e-6, "0.000001", "1e-6"),
        (1e-7, "1e-7", "1e-7"),
        (123456789012345680000.0, "123456789012345680000", "1.2345678901234568e20"),
        (1e15, "1000000000000000", "1000000000000000.0"),
        (1e16, "10000000000000000", "1e16"),
        (5e-324, "5e-324", "5e-324"),
        (f64::NAN, "null", "null"),
        (f64::NEG_INFINITY, "null", "null"),
    ] {
        assert_eq!(
            (text(value, FloatLayout::EcmaScript), text(value, FloatLayout::Point)),
            (ecma.into(), point.into())
        );
    }
}

#[test]
fn integers() {
    let number = |lexeme: &'static str| Number::from_lexeme(lexeme).expect("a numeral");
    for (lexeme, i64, u64) in [
        ("0", Some(0), Some(0)),
        ("-0", None, None),
        ("-1", Some(-1), None),
        ("9223372036854775807", Some(i64::MAX), Some(i64::MAX as u64)),
        ("9223372036854775808", None, Some(1 << 63)),
        ("-9223372036854775808", Some(i64::MIN), None),
        ("-9223372036854775809", None, None),
        ("18446744073709551615", None, Some(u64::MAX)),
        ("18446744073709551616", None, None),
        ("99999999999999999999", None, None),
        ("100000000000000000000000", None, None),
        ("1.0", None, None),
        ("1e2", None, None),
    ] {
        assert_eq!((number(lexeme).as_i64(), number(lexeme).as_u64()), (i64, u64), "{lexeme}");
    }
    assert!(number("-0").is_negative_zero() && number("-0.0e-9").is_negative_zero());
    assert!(!number("0").is_negative_zero() && !number("-0.1").is_negative_zero());
}
