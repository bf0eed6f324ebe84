//! The large documents of the journey, made from a seed: the same bytes on every machine.
//!
//! Step in the flow: [`Rng`] -> [`Tree`] -> minified JSON. Five families, as in `documents/`: an order list (a table),
//! a nested configuration, a mixed API response, a social feed with all of Unicode, a grid of measured numbers.

use crate::rng::Rng;
use crate::tree::Tree;

const CITIES: &[(&str, &str)] = &[
    ("Lisboa", "PT"),
    ("Zürich", "CH"),
    ("Kraków", "PL"),
    ("São Paulo", "BR"),
    ("Nairobi", "KE"),
    ("Osaka", "JP"),
    ("Reykjavík", "IS"),
    ("Halifax", "CA"),
    ("Tromsø", "NO"),
    ("Pune", "IN"),
];
const GIVEN: &[&str] =
    &["Ada", "Bela", "Chiara", "Dmitri", "Esi", "Farid", "Grete", "Hugo", "Inés", "Jun", "Kofi", "Lena"];
const FAMILY: &[&str] =
    &["Okafor", "Lind", "Moreau", "Tanaka", "García", "Novák", "Brandt", "Haddad", "O'Neil", "Kowalska"];
const STATES: &[&str] = &["new", "paid", "packed", "shipped", "returned"];
const NOTES: &[&str] = &[
    "",
    "leave at door",
    "gift, no invoice",
    "call first: +351 21 000",
    "2nd attempt",
    "fragile; this side up",
];
const WORDS: &[&str] = &[
    "cache", "queue", "index", "worker", "gateway", "billing", "search", "mailer", "report", "session",
    "ledger", "audit",
];

/// Orders: one wide, uniform table.
pub(crate) fn orders(seed: u64, rows: usize) -> Tree {
    let mut rng = Rng::new(seed);
    let rows = (0..rows).map(|i| order(&mut rng, 10_000 + i as i64)).collect();
    Tree::object([
        ("generated", Tree::text("2026-11-21T08:00:00Z")),
        ("currency", Tree::text("EUR")),
        ("orders", Tree::Array(rows)),
    ])
}

fn order(rng: &mut Rng, id: i64) -> Tree {
    let (city, country) = *rng.pick(CITIES);
    let (given, family) = (*rng.pick(GIVEN), *rng.pick(FAMILY));
    let net = rng.between(500, 250_000);
    let tax = net * 19 / 100;
    Tree::object([
        ("id", Tree::int(id)),
        ("date", Tree::text(date(rng))),
        ("customer", Tree::text(format!("{given} {family}"))),
        ("city", Tree::text(city)),
        ("country", Tree::text(country)),
        ("status", Tree::text(*rng.pick(STATES))),
        ("items", Tree::int(rng.between(1, 12))),
        ("net", cents(net)),
        ("tax", cents(tax)),
        ("total", cents(net + tax)),
        ("paid", Tree::Bool(!rng.one_in(4))),
        (
            "coupon",
            if rng.one_in(5) { Tree::text(format!("SAVE{}", rng.between(5, 30))) } else { Tree::Null },
        ),
        ("note", Tree::text(*rng.pick(NOTES))),
    ])
}

fn cents(amount: i64) -> Tree {
    Tree::Number(format!("{}.{:02}", amount / 100, amount % 100))
}

fn date(rng: &mut Rng) -> String {
    let (month, day) = (rng.between(1, 12), rng.between(1, 28));
    format!("2026-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rng.below(24), rng.below(60), rng.below(60))
}

/// A configuration: nested objects of unlike shape, short lists, few tables.
pub(crate) fn configuration(seed: u64, services: usize) -> Tree {
    let mut rng = Rng::new(seed);
    let mut all = Vec::with_capacity(services);
    for i in 0..services {
        all.push((format!("{}-{i}", rng.pick(WORDS)), service(&mut rng)));
    }
    Tree::object([
        ("version", Tree::int(3)),
        ("environment", Tree::text("production")),
        ("services", Tree::Object(all)),
    ])
}

fn service(rng: &mut Rng) -> Tree {
    let port = rng.between(1024, 65_535);
    let mut members = vec![
        (
            "image".to_owned(),
            Tree::text(format!(
                "registry.local/{}:{}.{}.{}",
                rng.pick(WORDS),
                rng.below(9),
                rng.below(20),
                rng.below(50)
            )),
        ),
        ("replicas".to_owned(), Tree::int(rng.between(1, 9))),
        ("ports".to_owned(), Tree::Array(vec![Tree::int(port), Tree::int(port + 1)])),
        (
            "health".to_owned(),
            Tree::object([
                ("path", Tree::text("/health")),
                ("interval_s", Tree::int(rng.between(1, 60))),
                ("timeout_s", Tree::Number(format!("{:?}", rng.between(1, 40) as f64 / 4.0))),
                ("headers", Tree::object([("x-probe", Tree::text("1")), ("accept", Tree::text("*/*"))])),
            ]),
        ),
        (
            "limits".to_owned(),
            Tree::object([
                ("cpu", Tree::text(format!("{}m", rng.between(1, 40) * 100))),
                ("memory", Tree::text(format!("{}Mi", 64 << rng.below(6)))),
                ("burst", if rng.one_in(3) { Tree::Null } else { Tree::Bool(rng.one_in(2)) }),
            ]),
        ),
        ("environment".to_owned(), environment(rng)),
    ];
    if rng.one_in(3) {
        let jobs = (0..1 + rng.below(4)).map(|_| {
            Tree::object([
                ("name", Tree::text(*rng.pick(WORDS))),
                ("cron", Tree::text(format!("*/{} * * * *", rng.between(1, 59)))),
                ("enabled", Tree::Bool(rng.one_in(2))),
            ])
        });
        members.push(("jobs".to_owned(), Tree::Array(jobs.collect())));
    }
    Tree::Object(members)
}

fn environment(rng: &mut Rng) -> Tree {
    let n = rng.below(5);
    let mut members: Vec<(String, Tree)> = Vec::new();
    for i in 0..n {
        let name = format!("{}_{i}", rng.pick(WORDS).to_uppercase());
        let value = match rng.below(4) {
            0 => {
                Tree::text(format!("postgres://db-{}:5432/{}?sslmode=require", rng.below(9), rng.pick(WORDS)))
            }
            1 => Tree::text(rng.between(0, 9999).to_string()),
            2 => Tree::text("true"),
            _ => Tree::text(format!("/var/lib/{}", rng.pick(WORDS))),
        };
        members.push((name, value));
    }
    Tree::Object(members)
}

/// An API response: resources of several types with attributes, relations, errors and links.
pub(crate) fn api_response(seed: u64, resources: usize) -> Tree {
    let mut rng = Rng::new(seed);
    let data = (0..resources).map(|i| resource(&mut rng, i)).collect();
    Tree::object([
        ("status", Tree::text("ok")),
        ("took_ms", Tree::Number("12.75".to_owned())),
        (
            "page",
            Tree::object([
                ("number", Tree::int(1)),
                ("size", Tree::int(resources as i64)),
                ("next", Tree::Null),
            ]),
        ),
        ("data", Tree::Array(data)),
        ("errors", Tree::Array(Vec::new())),
        (
            "links",
            Tree::object([
                ("self", Tree::text("https://api.example.org/v2/items?page=1")),
                ("prev", Tree::Null),
            ]),
        ),
    ])
}

fn resource(rng: &mut Rng, i: usize) -> Tree {
    let id = format!("{:08x}-{:04x}", rng.next_u64() as u32, rng.next_u64() as u16);
    let (kind, attributes) = match rng.below(3) {
        0 => (
            "user",
            Tree::object([
                ("name", Tree::text(format!("{} {}", rng.pick(GIVEN), rng.pick(FAMILY)))),
                ("email", Tree::text(format!("user{i}@example.org"))),
                ("age", if rng.one_in(8) { Tree::Null } else { Tree::int(rng.between(18, 90)) }),
                ("roles", Tree::Array((0..rng.below(3)).map(|_| Tree::text(*rng.pick(WORDS))).collect())),
            ]),
        ),
        1 => (
            "invoice",
            Tree::object([
                ("total", cents(rng.between(100, 900_000))),
                ("due", Tree::text(date(rng))),
                (
                    "lines",
                    Tree::Array(
                        (0..1 + rng.below(5))
                            .map(|k| {
                                Tree::object([
                                    ("sku", Tree::text(format!("{}-{:03}", rng.pick(WORDS), k))),
                                    ("quantity", Tree::int(rng.between(1, 20))),
                                    ("price", cents(rng.between(99, 9999))),
                                ])
                            })
                            .collect(),
                    ),
                ),
            ]),
        ),
        _ => (
            "event",
            Tree::object([
                ("at", Tree::text(date(rng))),
                ("level", Tree::text(*rng.pick(&["info", "warning", "error"]))),
                (
                    "message",
                    Tree::text(format!(
                        "[{}] {} failed: code={}",
                        rng.pick(WORDS),
                        rng.pick(WORDS),
                        rng.below(600)
                    )),
                ),
                ("position", Tree::Array(vec![degrees(rng, 90.0), degrees(rng, 180.0)])),
            ]),
        ),
    };
    let mut members = vec![
        ("type".to_owned(), Tree::text(kind)),
        ("id".to_owned(), Tree::text(id)),
        ("attributes".to_owned(), attributes),
    ];
    if rng.one_in(2) {
        let link = Tree::object([
            ("type", Tree::text("user")),
            ("id", Tree::text(format!("{:08x}", rng.next_u64() as u32))),
        ]);
        members.push(("relationships".to_owned(), Tree::object([("owner", Tree::object([("data", link)]))])));
    }
    Tree::Object(members)
}

fn degrees(rng: &mut Rng, limit: f64) -> Tree {
    let value = ((rng.unit() * 2.0 - 1.0) * limit * 1e6).round() / 1e6;
    Tree::Number(format!("{value:?}"))
}

const PHRASES: &[&str] = &[
    "Good morning from the harbour ⚓",
    "今日はいい天気ですね。散歩に行きましょう!",
    "مرحبا بالعالم، كيف الحال؟",
    "नमस्ते दुनिया, यह एक परीक्षण है",
    "Привет, мир! Сегодня снег ❄️",
    "שלום עולם — 123",
    "สวัสดีชาวโลก",
    "안녕하세요, 새 글입니다 🎉",
    "Γειά σου Κόσμε",
    "¿Quién dijo \"mañana\"? #dudas",
    "C:\\temp\\new & <b>bold</b>",
    "line one\nline two\n\tindented",
    "👩‍👩‍👧‍👦 family, 🇵🇹 flag, e\u{301} accent, \u{200f}rtl mark",
    "100 % sure: {yes} [no] | maybe; ok, fine",
    "\"\"\"triple\"\"\" and 'single'",
    "math 𝒳 ∈ ℝ³, √2 ≈ 1.41421, ½ + ¼",
    "true",
    "null",
    "007",
    "",
];

/// A feed: posts in many scripts, with users, tags and replies; some text from every plane of Unicode.
pub(crate) fn feed(seed: u64, posts: usize) -> Tree {
    let mut rng = Rng::new(seed);
    let posts = (0..posts).map(|_| post(&mut rng, 0)).collect();
    Tree::object([("posts", Tree::Array(posts)), ("cursor", Tree::text("b3BhcXVl=="))])
}

fn post(rng: &mut Rng, level: usize) -> Tree {
    let tags = (0..rng.below(4))
        .map(|_| Tree::text(*rng.pick(&["#café", "#日本", "#tonl", "#снег", "#🎉", "#مرحبا"])))
        .collect();
    let mut members = vec![
        (
            "id".to_owned(),
            Tree::Number((1_790_000_000_000_000_000 + (rng.next_u64() >> 12) as i64).to_string()),
        ),
        ("at".to_owned(), Tree::text(date(rng))),
        ("user".to_owned(), user(rng)),
        ("text".to_owned(), Tree::Text(post_text(rng))),
        ("tags".to_owned(), Tree::Array(tags)),
        ("likes".to_owned(), Tree::int(rng.between(0, 5000))),
        (
            "lang".to_owned(),
            Tree::text(*rng.pick(&["en", "ja", "ar", "hi", "ru", "he", "th", "ko", "el", "es"])),
        ),
        ("place".to_owned(), if rng.one_in(3) { place(rng) } else { Tree::Null }),
    ];
    if level < 2 && rng.one_in(3) {
        let replies = (0..1 + rng.below(3)).map(|_| post(rng, level + 1)).collect();
        members.push(("replies".to_owned(), Tree::Array(replies)));
    }
    Tree::Object(members)
}

fn user(rng: &mut Rng) -> Tree {
    let name = format!("{} {}", rng.pick(GIVEN), rng.pick(FAMILY));
    Tree::object([
        ("name", Tree::text(name)),
        ("handle", Tree::text(format!("@{}_{}", rng.pick(WORDS), rng.below(1000)))),
        ("verified", Tree::Bool(rng.one_in(6))),
        ("followers", Tree::int(rng.between(0, 2_000_000))),
    ])
}

fn place(rng: &mut Rng) -> Tree {
    let (city, country) = *rng.pick(CITIES);
    Tree::object([
        ("name", Tree::text(city)),
        ("country", Tree::text(country)),
        ("coordinates", Tree::Array(vec![degrees(rng, 90.0), degrees(rng, 180.0)])),
    ])
}

fn post_text(rng: &mut Rng) -> String {
    let mut text = String::new();
    for i in 0..1 + rng.below(4) {
        if i > 0 {
            text.push(' ');
        }
        text.push_str(rng.pick::<&str>(PHRASES));
    }
    if rng.one_in(5) {
        for _ in 0..1 + rng.below(12) {
            text.push(any_character(rng));
        }
    }
    text
}

/// A character of any plane: the numbers that are surrogates give a letter instead.
fn any_character(rng: &mut Rng) -> char {
    let high = *rng.pick(&[0x80, 0x800, 0x1_0000, 0x2_0000, 0x11_0000]);
    char::from_u32(rng.below(high) as u32).unwrap_or('ß')
}

/// A grid: rows of doubles as a measuring device writes them, some missing.
pub(crate) fn grid(seed: u64, rows: usize, columns: usize) -> Tree {
    let mut rng = Rng::new(seed);
    let mut level = 20.0;
    let mut lines = Vec::with_capacity(rows);
    for _ in 0..rows {
        let line = (0..columns).map(|_| {
            level += rng.unit() - 0.5;
            match rng.below(40) {
                0 => Tree::Null,
                1 => Tree::int(rng.between(-50, 50)),
                2 => Tree::Number(format!("{:e}", (rng.unit() - 0.5) * 1e-9)),
                3..=8 => Tree::Number(format!("{level:?}")),
                _ => Tree::Number(format!("{:?}", (level * 1000.0_f64).round() / 1000.0)),
            }
        });
        lines.push(Tree::Array(line.collect()));
    }
    Tree::object([
        ("unit", Tree::text("°C")),
        ("origin", Tree::Array(vec![Tree::Number("-31.5".to_owned()), Tree::Number("115.75".to_owned())])),
        ("step", Tree::Number("0.25".to_owned())),
        ("rows", Tree::int(rows as i64)),
        ("columns", Tree::int(columns as i64)),
        ("values", Tree::Array(lines)),
    ])
}
