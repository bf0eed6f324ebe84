//! A case for every point of the format, named by paragraph: `spec/coverage/tonl.txt` lists the same names.
//!
//! The expected texts, values and errors were written down from the executable model of the specification, then read
//! against its prose; `vectors.rs` has the broad corpus, this table the map.

mod common;

use std::collections::BTreeSet;

use common::root;
use stele_json::{equivalent, from_str};
use tonl::{DecodeOptions, EncodeOptions, check, decode, encode, to_json};

const WRITTEN: &[(&str, &str, &str, &str)] = &[
    (
        "1 integers",
        r#"{"a":123456789012345678901234567890,"b":[-9007199254740993]}"#,
        r#"{"version":null}"#,
        "root{a,b}:\n  a: 123456789012345678901234567890\n  b[1]: -9007199254740993",
    ),
    ("1 negative zero", "[-0,-0.0,0]", r#"{"version":null}"#, "root[3]: -0,-0,0"),
    (
        "1 opaque",
        r#"{"a":1e400,"b":-2.5E+999}"#,
        r#"{"version":null}"#,
        "root{a,b}:\n  a: 1e400\n  b: -2.5E+999",
    ),
    ("1 same value", "[1.0,1e0,1]", r#"{"version":null}"#, "root[3]: 1,1,1"),
    ("1 duplicate names", r#"{"a":1,"b":2,"a":3}"#, r#"{"version":null}"#, "root{a,b}:\n  a: 3\n  b: 2"),
    ("1.1 integer", "[0,-0,-17]", r#"{"version":null}"#, "root[3]: 0,-0,-17"),
    (
        "1.1 plain",
        "[1e5,100.0,9007199254740991.0,0.000001,123.456]",
        r#"{"version":null}"#,
        "root[5]: 100000,100,9007199254740991,0.000001,123.456",
    ),
    (
        "1.1 exponent",
        "[1e-7,1.5e-10,1e21,2.5e300]",
        r#"{"version":null}"#,
        "root[4]: 1e-7,1.5e-10,1e+21,2.5e+300",
    ),
    (
        "1.1 integral doubles",
        "[1e20,1152921504606846976.0,9007199254740992.0]",
        r#"{"version":null}"#,
        "root[3]: 1e+20,1.152921504606847e+18,9.007199254740992e+15",
    ),
    (
        "2 output",
        r#"{"a":[1,2],"b":"\ufeff"}"#,
        "{}",
        "#version 1.0\nroot{a,b}:\n  a[2]: 1,2\n  b: \"\u{feff}\"",
    ),
    (
        "2 WS",
        r#"{"a":"\u0085x","b":"\u00a0x","c":"x\u200b","d":"x\u3000","e":"\u1680","f":"\ufeff"}"#,
        r#"{"version":null}"#,
        "root{a,b,c,d,e,f}:\n  a: \u{85}x\n  b: \"\u{a0}x\"\n  c: x\u{200b}\n  d: \"x\u{3000}\"\n  e: \"\u{1680}\"\n  f: \"\u{feff}\"",
    ),
    (
        "4 Q",
        r#"{"a":"\"\\\t\r:","b":"\u0001:\u007f"}"#,
        r#"{"version":null}"#,
        "root{a,b}:\n  a: \"\\\"\\\\\\t\\r:\"\n  b: \"\u{0001}:\u{7f}\"",
    ),
    (
        "4 T",
        r#"{"a":"x\ny\t\"z","b":"\"\"\"\"","c":"\\\n"}"#,
        r#"{"version":null}"#,
        "root{a,b,c}:\n  a: \"\"\"x\\ny\\t\"z\"\"\"\n  b: \"\"\"\\\"\"\"\"\"\"\"\n  c: \"\"\"\\\\\\n\"\"\"",
    ),
    (
        "4 special",
        r#"{"a":"true","b":"undefined","c":"-Infinity","d":"-1","e":".5","f":"1.e5","g":"5.","h":"+1","i":"0x1"}"#,
        r#"{"version":null}"#,
        "root{a,b,c,d,e,f,g,h,i}:\n  a: \"true\"\n  b: \"undefined\"\n  c: \"-Infinity\"\n  d: \"-1\"\n  e: \".5\"\n  f: \"1.e5\"\n  g: 5.\n  h: +1\n  i: 0x1",
    ),
    (
        "4 needsQ",
        r##"{"a":"","b":"a,b","c":"x:y","d":"{","e":"}","f":"#","g":" x","h":"x "}"##,
        r#"{"version":null}"#,
        "root{a,b,c,d,e,f,g,h}:\n  a: \"\"\n  b: \"a,b\"\n  c: \"x:y\"\n  d: \"{\"\n  e: \"}\"\n  f: \"#\"\n  g: \" x\"\n  h: \"x \"",
    ),
    (
        "4.1 member text",
        r#"{"a":"x\ny","b":"\\n\n","c":"a|b","d":"plain text","e":"say \"hi\""}"#,
        r#"{"version":null}"#,
        "root{a,b,c,d,e}:\n  a: \"\"\"x\\ny\"\"\"\n  b: \"\\\\n\\n\"\n  c: a|b\n  d: plain text\n  e: \"say \\\"hi\\\"\"",
    ),
    ("4.2 bare", "[\"a b\",\"x|y\",\"\u{e9}\"]", r#"{"version":null}"#, "root[3]: a b,x|y,\u{e9}"),
    ("4.2 backslash", r#"["a\\","b\\"]"#, r#"{"version":null}"#, r#"root[2]: "a\\",b\"#),
    (
        "4.2 qOK",
        r#"["true","1"," x","a,b"]"#,
        r#"{"version":null}"#,
        r#"root[4]: """true""","""1""",""" x""","a,b""#,
    ),
    (
        "4.2 keeps",
        r#"["9007199254740993","1e999","12"]"#,
        r#"{"version":null}"#,
        r#"root[3]: "9007199254740993","1e999","""12""""#,
    ),
    (
        "4.2 tOK",
        r#"{"a":["\"q\""],"b":["\"\"\""],"c":["x\ny\""]}"#,
        r#"{"version":null}"#,
        "root{a,b,c}:\n  a[1]:\n    [0]: \"\\\"q\\\"\"\n  b[1]:\n    [0]: \"\"\"\\\"\"\"\"\"\"\n  c[1]: \"x\\ny\\\"\"",
    ),
    (
        "4.2 wantsT",
        r#"["a\nb","c\\n\n"]"#,
        r#"{"version":null}"#,
        "root[2]:\n  [0]: \"\"\"a\\nb\"\"\"\n  [1]: \"c\\\\n\\n\"",
    ),
    (
        "4.2 pretty",
        r#"[" ","","x"]"#,
        r#"{"version":null,"prettyDelimiters":true}"#,
        r#"root[3]: """ """ , """""" , x"#,
    ),
    (
        "4.2 brackets",
        r#"{"a":["[x","a"],"b":["[x]","a"],"c":["a","[x"],"d":["]","a"]}"#,
        r#"{"version":null}"#,
        "root{a,b,c,d}:\n  a[2]:\n    [0]: [x\n    [1]: a\n  b[2]: [x],a\n  c[2]: a,[x\n  d[2]: ],a",
    ),
    (
        "4.3 keyText",
        r##"{"":1,"a:b":1,"a,b":1,"a{":1,"#a":1,"a@b":1," a":1,"a[0]":1,"a[b]":1,"[0]":1,"a-b":1}"##,
        r#"{"version":null}"#,
        "root{\"\",\" a\",\"#a\",[0],\"a,b\",a-b,\"a:b\",\"a@b\",\"a[0]\",\"a[b]\",\"a{\"}:\n  \"\": 1\n  \" a\": 1\n  \"#a\": 1\n  [0]: 1\n  \"a,b\": 1\n  a-b: 1\n  \"a:b\": 1\n  \"a@b\": 1\n  \"a[0]\": 1\n  \"a[b]\": 1\n  \"a{\": 1",
    ),
    (
        "4.3 arrText",
        r##"{"":[1],"a:b":[1],"a,b":[1],"a{:":[1],"#a":[1],"a#":[1],"@a":[1],"@a:":[1],"[a":[1],"a[0]:":[1],"a[0]":[1]," a":[1]}"##,
        r#"{"version":null}"#,
        "root{\"\",\" a\",\"#a\",\"@a\",\"@a:\",[a,\"a#\",\"a,b\",\"a:b\",\"a[0]\",\"a[0]:\",\"a{:\"}:\n  \"\"[1]: 1\n  \" a\"[1]: 1\n  \"#a\"[1]: 1\n  @a[1]: 1\n  \"@a:\"[1]: 1\n  \"[a\"[1]: 1\n  a#[1]: 1\n  a,b[1]: 1\n  a:b[1]: 1\n  a[0][1]: 1\n  \"a[0]:\"[1]: 1\n  \"a{:\"[1]: 1",
    ),
    (
        "4.3 separators",
        r#"{"a\u2028":1,"b":"x\u2029y","c":["x\u2028"]}"#,
        r#"{"version":null}"#,
        "root{\"a\u{2028}\",b,c}:\n  \"a\u{2028}\": 1\n  \"b\": x\u{2029}y\n  c[1]:\n    \"\"\"x\u{2028}\"\"\"",
    ),
    (
        "4.3 object columns",
        r#"{"a":{"x:y":1,"p q":2}}"#,
        r#"{"version":null}"#,
        "root:\n  a{p q,\"x:y\"}:\n    p q: 2\n    \"x:y\": 1",
    ),
    (
        "4.4 quoted columns",
        r#"[{"a:b":1,"c,d":2,"":3," e":4,"f":5}]"#,
        r#"{"version":null}"#,
        "root[1]{\"\",\" e\",\"a:b\",\"c,d\",f}:\n  3,4,1,2,5",
    ),
    (
        "4.4 impossible columns",
        r#"{"a":[{"x\"y":1}],"b":[{"__proto__":1}],"c":[{"x\ny":1}],"d":[{"x\u2028":1}],"e":[{"a:\\":1}],"f":[{"a\\":1}]}"#,
        r#"{"version":null}"#,
        "root{a,b,c,d,e,f}:\n  a[1]:\n    [0]:\n      \"x\\\"y\": 1\n  b[1]:\n    [0]:\n      __proto__: 1\n  c[1]:\n    [0]:\n      \"x\\ny\": 1\n  d[1]:\n    [0]:\n      \"x\u{2028}\": 1\n  e[1]:\n    [0]:\n      \"a:\\\\\": 1\n  f[1]{a\\}:\n    1",
    ),
    (
        "5 delimiter",
        r#"{"a":["x|y","z"],"b":["p;q"]}"#,
        r#"{"delimiter":"|"}"#,
        "#version 1.0\n#delimiter |\nroot{a,b}:\n  a[2]: \"x|y\"|z\n  b[1]: p;q",
    ),
    (
        "5 TAB",
        r#"[["a","b"],[1,2]]"#,
        r#"{"delimiter":"\t"}"#,
        "#version 1.0\n#delimiter \\t\nroot[2]:\n  [0][2]: a\tb\n  [1][2]: 1\t2",
    ),
    (
        "5 includeTypes",
        r#"{"a":[{"n":1,"s":"x"}],"b":1,"c":null,"d":1.5}"#,
        r#"{"includeTypes":true}"#,
        "#version 1.0\nroot{a,b:u32,c:null,d:f64}:\n  a[1]{n:u32,s:str}:\n    1,x\n  b: 1\n  c: null\n  d: 1.5",
    ),
    ("5 version", "1", r#"{"version":"2.5"}"#, "#version 2.5\nroot: 1"),
    ("5 version none", "1", r#"{"version":null}"#, "root: 1"),
    (
        "5 indent",
        r#"{"a":{"b":{"c":1}}}"#,
        r#"{"indent":4}"#,
        "#version 1.0\nroot:\n    a:\n        b:\n            c: 1",
    ),
    (
        "5 prettyDelimiters",
        r#"{"a":[1,2],"b":[{"x":1,"y":2}]}"#,
        r#"{"prettyDelimiters":true}"#,
        "#version 1.0\nroot{a,b}:\n  a[2]: 1 , 2\n  b[1]{x,y}:\n    1 , 2",
    ),
    (
        "5 keyOrder sorted",
        r#"{"b":1,"a":2,"\uffff":3,"\ud83d\ude00":4}"#,
        r#"{"version":null}"#,
        "root{a,b,😀,\u{ffff}}:\n  a: 2\n  b: 1\n  😀: 4\n  \u{ffff}: 3",
    ),
    (
        "5 keyOrder source",
        r#"{"b":1,"a":[{"z":1,"y":2},{"y":3,"z":4,"x":5}]}"#,
        r#"{"version":null,"keyOrder":"source"}"#,
        "root{b,a}:\n  b: 1\n  a[2]{z,y,x}:\n    1,2,\n    4,3,5",
    ),
    (
        "5 headers",
        r#"{"a":{"x":1,"y":2},"b":{}}"#,
        r#"{"version":null,"headers":"bare"}"#,
        "root:\n  a:\n    x: 1\n    y: 2\n  b{}:",
    ),
    (
        "5 colonSpace",
        r#"{"a":1,"b":[1,2],"c":[[],[1]]}"#,
        r#"{"version":null,"colonSpace":false}"#,
        "root{a,b,c}:\n  a:1\n  b[2]:1,2\n  c[2]:\n    [0][0]:\n    [1][1]:1",
    ),
    ("5 root", r#"{"b":{"x":1},"a":1}"#, r#"{"version":null,"root":"open"}"#, "a: 1\nb:\n  x: 1"),
    (
        "5 dense",
        r#"{"id":7,"t":[{"a":1,"b":2}],"o":{"x":1,"y":[1,2]}}"#,
        r#"{"preset":"dense"}"#,
        "id:7\no:\n x:1\n y[2]:1,2\nt[1]{a,b}:\n 1,2",
    ),
    ("6.1 delimiter line", "[1,2]", r#"{"delimiter":";"}"#, "#version 1.0\n#delimiter ;\nroot[2]: 1;2"),
    ("6.1 misleading line", r#"["a|b"]"#, "{}", "#version 1.0\n#delimiter ,\nroot[1]: a|b"),
    ("6.2 scalar", r#"{"a":"x"}"#, r#"{"version":null}"#, "root:\n  a: x"),
    (
        "6.2 object",
        r#"{"a":{},"b":{"x":1},"c":{"x":1,"y":2}}"#,
        r#"{"version":null}"#,
        "root{a,b,c}:\n  a{}:\n  b:\n    x: 1\n  c{x,y}:\n    x: 1\n    y: 2",
    ),
    (
        "6.2 empty array",
        r#"{"a":[],"b":[[],[]]}"#,
        r#"{"version":null}"#,
        "root{a,b}:\n  a[0]:\n  b[2]:\n    [0][0]: \n    [1][0]: ",
    ),
    (
        "6.2 block",
        r#"[1,{"a":1,"b":2},[1,2],"x"]"#,
        r#"{"version":null}"#,
        "root[4]:\n  [0]: 1\n  [1]{a,b}:\n    a: 1\n    b: 2\n  [2][2]: 1,2\n  [3]: x",
    ),
    (
        "6.2 shallow",
        r#"[[[1],[2]],[[[1]]],[[{"a":{}}]]]"#,
        r#"{"version":null}"#,
        "root[3]:\n  [0][2]:\n    [0][1]: 1\n    [1][1]: 2\n  _[1]:\n    [0][1]:\n      [0][1]: 1\n  _[1]:\n    _[1]:\n      [0]:\n        a{}:",
    ),
    (
        "6.3 uniform",
        r#"[{"a":1,"b":"x"},{"b":"y","a":2}]"#,
        r#"{"version":null}"#,
        "root[2]{a,b}:\n  1,x\n  2,y",
    ),
    (
        "6.3 semi-uniform",
        r#"[{"a":1,"b":2},{"a":1,"c":3},{"a":2,"b":3}]"#,
        r#"{"version":null}"#,
        "root[3]{a,b,c}:\n  1,2,\n  1,,3\n  2,3,",
    ),
    (
        "6.3 not uniform",
        r#"[{"a":1},{"b":2}]"#,
        r#"{"version":null}"#,
        "root[2]:\n  [0]:\n    a: 1\n  [1]:\n    b: 2",
    ),
    (
        "6.3 containers",
        r#"[{"a":[1]},{"a":[2]}]"#,
        r#"{"version":null}"#,
        "root[2]:\n  [0]:\n    a[1]: 1\n  [1]:\n    a[1]: 2",
    ),
    (
        "6.3 missing and null",
        r#"[{"a":1,"b":null},{"a":2},{"a":3,"b":4}]"#,
        r#"{"version":null}"#,
        "root[3]{a,b}:\n  1,null\n  2,\n  3,4",
    ),
    (
        "6.3 blank row",
        r#"[{"a":1},{"a":2},{}]"#,
        r#"{"version":null}"#,
        "root[3]:\n  [0]:\n    a: 1\n  [1]:\n    a: 2\n  [2]{}:",
    ),
    (
        "6.3 TAB",
        r#"[{"b":1},{"a":1,"b":2},{"a":1,"b":3}]"#,
        r#"{"version":null,"delimiter":"\t"}"#,
        "#delimiter \\t\nroot[3]:\n  [0]:\n    b: 1\n  [1]{a,b}:\n    a: 1\n    b: 2\n  [2]{a,b}:\n    a: 1\n    b: 3",
    ),
    (
        "6.3 pretty",
        r#"[{"a":1,"b":2},{"a":3},{"a":4,"b":5}]"#,
        r#"{"version":null,"prettyDelimiters":true}"#,
        "root[3]{a,b}:\n  1 , 2\n  3 , \n  4 , 5",
    ),
    ("6.4 A", r#"{"a":[1,2]}"#, r#"{"version":null}"#, "root:\n  a[2]: 1,2"),
    (
        "6.4 B",
        r#"{"a":["{x}","y"],"b":["[a]:","x"]}"#,
        r#"{"version":null}"#,
        "root{a,b}:\n  a[2]:\n    \"{x}\",y\n  b[2]:\n    [0]: \"[a]:\"\n    [1]: x",
    ),
    (
        "6.4 B blank first",
        r#"{"a":[""," {"],"b":["","{"]}"#,
        r#"{"version":null}"#,
        "root{a,b}:\n  a[2]:\n    \"\"\"\"\"\",\"\"\" {\"\"\"\n  b[2]:\n    \"\"\"\"\"\",\"{\"",
    ),
    (
        "6.4 C",
        r#"{"a":["\"q\"",1]}"#,
        r#"{"version":null}"#,
        "root:\n  a[2]:\n    [0]: \"\\\"q\\\"\"\n    [1]: 1",
    ),
    ("6.4 rule", r#"{"a-b":["\"q\"",1]}"#, r#"{"version":null}"#, "root:\n  a-b[2]: \"\\\"q\\\"\",1"),
    ("6.4 root", r#"["{x","y"]"#, r#"{"version":null}"#, r#"root[2]: "{x",y"#),
    ("6.4 root brace colon", r#"["}:","y"]"#, r#"{"version":null}"#, "root[2]:\n  \"}:\",y"),
    ("6.5 allowed", r#"{"a-b":1}"#, r#"{"version":null,"root":"open"}"#, "root:\n  a-b: 1"),
    ("6.5 root alone", r#"{"root":1}"#, r#"{"version":null,"root":"open"}"#, "root:\n  root: 1"),
    (
        "6.5 order",
        r#"{"a":{"x":1},"b":1,"c":[1],"d":[[1]],"e":"x"}"#,
        r#"{"version":null,"root":"open"}"#,
        "b: 1\nc[1]: 1\ne: x\na:\n  x: 1\nd[1]:\n  [0][1]: 1",
    ),
    (
        "6.6 auto",
        r#"["a,b|c",1]"#,
        r#"{"version":null,"delimiter":"auto"}"#,
        "#delimiter \\t\nroot[2]: a,b|c\t1",
    ),
    (
        "7 object hints",
        r#"{"o":{"a":null,"b":true,"c":"s","d":4294967295,"e":-1,"f":1.5,"g":1e300,"h":[1],"i":-0,"j":1e999}}"#,
        r#"{"version":null,"includeTypes":true}"#,
        "root:\n  o{a:null,b:bool,c:str,d:u32,e:i32,f:f64,g:f64,h,i:u32,j:null}:\n    a: null\n    b: true\n    c: s\n    d: 4294967295\n    e: -1\n    f: 1.5\n    g: 1e+300\n    h[1]: 1\n    i: -0\n    j: 1e999",
    ),
    (
        "7 bool null",
        r#"[{"a":true,"b":null},{"a":false,"b":null}]"#,
        r#"{"version":null,"includeTypes":true}"#,
        "root[2]{a:bool,b:null}:\n  true,null\n  false,null",
    ),
    (
        "7 numbers",
        r#"[{"a":1,"b":-1,"c":1.5,"d":-0,"e":1e20,"f":4294967295,"g":1e999},{"a":2,"b":3,"c":2,"d":1,"e":1,"f":-1,"g":1}]"#,
        r#"{"version":null,"includeTypes":true}"#,
        "root[2]{a:u32,b:i32,c:f64,d,e,f:f64,g}:\n  1,-1,1.5,-0,1e+20,4294967295,1e999\n  2,3,2,1,1,-1,1",
    ),
    (
        "7 str",
        r#"[{"a":"true","b":"x"},{"a":" x","b":"null"}]"#,
        r#"{"version":null,"includeTypes":true}"#,
        "root[2]{a:str,b}:\n  \"true\",x\n  \" x\",\"\"\"null\"\"\"",
    ),
    (
        "7 str pretty",
        r#"[{"a":"1","b":"1"},{"a":"y","b":"z"}]"#,
        r#"{"version":null,"includeTypes":true,"prettyDelimiters":true}"#,
        "root[2]{a,b:str}:\n  \"\"\"1\"\"\" , \"1\"\n  y , z",
    ),
    ("7 mixed", r#"[{"a":1},{"a":"x"}]"#, r#"{"version":null,"includeTypes":true}"#, "root[2]{a}:\n  1\n  x"),
    ("12.1 strings in arrays", r#"["1","true"]"#, r#"{"version":null}"#, r#"root[2]: """1""","""true""""#),
    ("12.1 empty objects", "[{}]", r#"{"version":null}"#, "root[1]:\n  [0]{}:"),
    ("12.1 levels", "[[[[1]]]]", r#"{"version":null}"#, "root[1]:\n  _[1]:\n    [0][1]:\n      [0][1]: 1"),
    (
        "12.3 odd keys",
        r#"{"my-key":{"a":1,"b":2},"1":[{"x":1}],"a b":[]}"#,
        r#"{"version":null}"#,
        "root{1,a b,my-key}:\n  1[1]{x}:\n    1\n  a b[0]:\n  my-key{a,b}:\n    a: 1\n    b: 2",
    ),
];

const READ: &[(&str, &str, &str, &str)] = &[
    ("2 BOM", "\u{feff}a: 1", "{}", r#"{"a":1}"#),
    ("2 CR", "a: 1\r\nb: \"\"\"x\r\ny\"\"\"\r", "{}", r#"{"a":1,"b":"x\ny"}"#),
    ("2 line ends", "a: x\u{2028}y\nb: x\u{85}y", "{}", "{\"a\":\"x\u{2028}y\",\"b\":\"x\u{85}y\"}"),
    ("2 skipped", "# c\n\na: 1\n  \n@type: x\n#x\nb: 2", "{}", r#"{"a":1,"b":2}"#),
    ("2 trimming", "a:\u{a0}x\u{3000}\nb:\n\tc: 1\n\td: 2", "{}", r#"{"a":"x","b":{"c":1,"d":2}}"#),
    ("8 1 headers", "#version 9\n@tonl v1\n#delimiter |\na[2]: x,y|z", "{}", r#"{"a":["x,y","z"]}"#),
    ("8 1 header end", "a: 1\n#delimiter |\nb[2]: 1,2", "{}", r#"{"a":1,"b":[1,2]}"#),
    ("8 1 TAB", "#delimiter \t\na[2]: 1\t2", "{}", r#"{"a":[1,2]}"#),
    ("8 2 root", "root:\n  a: 1", "{}", r#"{"a":1}"#),
    ("8 2 more than root", "root: 1\nb: 2", "{}", r#"{"root":1,"b":2}"#),
    ("8 2 no body", "# nothing\n", "{}", "{}"),
    ("8 3 blocks", "a:\n    b: 1\n  c: 2\nd: 3", "{}", r#"{"a":{"b":1,"c":2},"d":3}"#),
    ("8 3 comment ends", "a:\n  b: 1\n# c\n  d: 2", "{}", r#"{"a":{"b":1},"d":2}"#),
    (
        "8.1 quoted key",
        "\"a:b\": 1\n\"c\"[2]: x,y\n\"d\"[1]{x}:\n  1\n\"e\"{}:\n\"f\" {x,y}:\n  x: 1\n\"g\"h: 1",
        "{}",
        r#"{"a:b":1,"c":["x","y"],"d":[{"x":1}],"e":{},"f":{"x":1}}"#,
    ),
    (
        "8.1 header",
        "a b-c:\n  x: 1\nd[1]{p,q}:\n  1,2\ne{x[1]{y}:\n  z: 1",
        "{}",
        r#"{"a b-c":{"x":1},"d":[{"p":1,"q":2}],"e{x":[{"y":"z: 1"}]}"#,
    ),
    ("8.1 one-line object", "u{id,n}: id: 1 n: Ann Lee", "{}", r#"{"u":{"id":1,"n":"Ann Lee"}}"#),
    ("8.1 one-line table", "t[2]{a,b}: 1,2,3,4", "{}", r#"{"t":[{"a":1,"b":2},{"a":3,"b":4}]}"#),
    ("8.1 inline array", "a b[2]: 1,2\nhttp://x[1]: y", "{}", r#"{"a b":[1,2],"http://x":["y"]}"#),
    ("8.1 scalar", "a b : c:d\n: x", "{}", r#"{"a b":"c:d","":"x"}"#),
    ("8.1 unparseable", "a: 1\njust words\nb: 2", "{}", r#"{"a":1,"b":2}"#),
    ("8.2 object columns", "a{x,y}:\n  z: 1", "{}", r#"{"a":{"z":1}}"#),
    ("8.2 indexed", "a[3]:\n  [0]: x\n  [1]:\n    k: 1\n  [2][2]: 1,2", "{}", r#"{"a":["x",{"k":1},[1,2]]}"#),
    (
        "8.2 element tails",
        "a[6]:\n  [0]{x}:\n    x: 1\n  [1][1]:\n    [0]: y\n  [2][1]{c}:\n    5\n  [3]{p}: p: 1\n  [4][1]{c}: 7\n  [5][0]:",
        "{}",
        r#"{"a":[{"x":1},["y"],[{"c":5}],{"p":1},[{"c":7}],[]]}"#,
    ),
    (
        "8.2 lone index",
        "a[3]:\n  [0]:\n    b: 1\n  [1]:\n    [0][1]: x\n  [2]:",
        "{}",
        r#"{"a":[{"b":1},[["x"]],[]]}"#,
    ),
    (
        "8.2 cell list heuristic",
        "a[4]:\n  [0]: x,y\n  [1]: \"x,y\"\n  [2]: x: y,z\n  [3]: \"\"\"x,y\"\"\"",
        "{}",
        r#"{"a":[["x","y"],"x,y","x: y,z","x,y"]}"#,
    ),
    (
        "8.2 named elements",
        "a[2]:\n  _[1]:\n    [0][1]: 5\n  item:\n    k: 1",
        "{}",
        r#"{"a":[[[5]],{"k":1}]}"#,
    ),
    ("8.2 value lines", "a[4]:\n  1,2\n  x\n  \"y\"", "{}", r#"{"a":[1,2,"x","y"]}"#),
    ("8.2 gaps", "a[3]:\n  [2]: x\n  [0]: y\nb: 1", "{}", r#"{"a":["y",null,"x"],"b":1}"#),
    (
        "8.2 table",
        "t[3]{a,b}:\n  1,2,3\n  ,x\n  5\n  undefined,\"\"",
        "{}",
        r#"{"t":[{"a":1,"b":2},{"b":"x"},{"a":5},{"b":""}]}"#,
    ),
    ("8.2 counts", "a[5]: 1\nb[0]:\n  x", "{}", r#"{"a":[1],"b":["x"]}"#),
    ("8.2 duplicate members", "a: 1\nb: 2\na: 3", "{}", r#"{"b":2,"a":3}"#),
    (
        "8.2 one-line values",
        r#"u{a}: a: x y b_1: "p: q" "c d":"""e""" f: 1"#,
        "{}",
        r#"{"u":{"a":"x y","b_1":"p: q","c d":"e","f":1}}"#,
    ),
    ("8.3 quoted", r#"a: "\"\\\n\r\t\x\u0041""b""#, "{}", r#"{"a":"\"\\\n\r\t\\x\\u0041\"b"}"#),
    ("8.3 surrogates", r#"a: "\ud83d\ude00""#, "{}", "{\"a\":\"😀\"}"),
    ("8.3 triple", r#"a: """x\"""y\n\q"z"""""#, "{}", r#"{"a":"x\"\"\"y\n\\q\"z\""}"#),
    ("8.3 long runs", r#"a[2]: """x""""",1"#, "{}", r#"{"a":["x\"\"",1]}"#),
    ("8.3 continued", "a: \"\"\"x\n   y \n\n  z\"\"\"\nb: 1", "{}", r#"{"a":"x\ny \n\nz","b":1}"#),
    (
        "8.3 bare",
        "a[12]: null,true,false,undefined,007,-0,-000,.5,1.e2,1e400,5.,x y",
        "{}",
        r#"{"a":[null,true,false,null,7,-0,-0,0.5,100,1e400,"5.","x y"]}"#,
    ),
    ("8.3 undefined", "a: undefined\nb: 1", "{}", r#"{"b":1}"#),
    ("8.3 escaped delimiter", r#"a[2]: x\,y,z\"#, "{}", r#"{"a":["x,y","z\\"]}"#),
    ("8.3 empty cells", "a[3]: ,x,", "{}", r#"{"a":["","x",""]}"#),
    ("8.3 after quotes", "a[2]: \"x\" \u{a0},\"y\"\t\nb: \"z\"  ", "{}", r#"{"a":["x","y"],"b":"z"}"#),
    (
        "8.3 hints",
        "t[1]{a:u32,b:i32,c:f64,d:bool,e:str,f:null,g:obj,h:zzz}:\n  07,-5,1.50,true,12,x,3,4",
        "{}",
        r#"{"t":[{"a":7,"b":-5,"c":1.5,"d":true,"e":"12","f":null,"g":3,"h":4}]}"#,
    ),
    (
        "8.3 hints quoted",
        "t[1]{a:u32,b:bool,c:null,d:list}:\n  \"7\",\"true\",\"x\",\"5\"",
        "{}",
        r#"{"t":[{"a":7,"b":true,"c":null,"d":"5"}]}"#,
    ),
    (
        "8.3 hints brackets",
        "t[1]{a:u32,b:u32,c:u32}:\n  [x],a{b,null",
        "{}",
        r#"{"t":[{"a":"[x]","b":"a{b","c":null}]}"#,
    ),
    ("9.1 indentation", "a:\n b:\n      c: 1\n d: 2", "{}", r#"{"a":{"b":{"c":1},"d":2}}"#),
    ("9.2 quoted delimiter", "#delimiter \"|\"\na[2]: 1|2", "{}", r#"{"a":[1,2]}"#),
    (
        "9.3 schemaFirst",
        "root:\n  #schema users{id:u32,name,tags[],x[]}\n    1,Ann,[a|\"b c\"],[]\n    2,\"Bob, B\",[x],\n  n: 1",
        "{}",
        r#"{"users":[{"id":1,"name":"Ann","tags":["a","b c"],"x":[]},{"id":2,"name":"Bob, B","tags":["x"]}],"n":1}"#,
    ),
    ("9.4 spaces", "t[1]{ a : u32 , \"b\" : str }:\n  1 , x ", "{}", r#"{"t":[{"a":1,"b":"x"}]}"#),
    ("5 decode delimiter", "#delimiter |\na[2]: 1;2", r#"{"delimiter":";"}"#, r#"{"a":[1,2]}"#),
    ("5 decode auto", "a[2]:\n  1|2", r#"{"delimiter":"auto"}"#, r#"{"a":[1,2]}"#),
    ("5 decode auto header", "#delimiter ,\na[1]: 1|2", r#"{"delimiter":"auto"}"#, r#"{"a":["1|2"]}"#),
    ("12.4 quoted cells", r#"a[2]: "1","true""#, "{}", r#"{"a":["1","true"]}"#),
    ("12.4 after a block", "a:\n  x: 1\nb: 2", "{}", r#"{"a":{"x":1},"b":2}"#),
];

const REFUSED: &[(&str, &str, &str, &str)] = &[
    ("11 E_DELIMITER", "#delimiter x", "{}", "E_DELIMITER 1:12"),
    ("11 E_UNTERMINATED_STRING", "a:\n  b[2]: x,\"y", "{}", "E_UNTERMINATED_STRING 2:11"),
    ("11 E_TRAILING", r#"a: "x"  y"#, "{}", "E_TRAILING 1:9"),
    ("11 E_ARRAY_LENGTH", "a[12345678901234567]: 1", "{}", "E_ARRAY_LENGTH 1:1"),
    ("11 E_SYNTAX", r#"u{a,b}: "a" 1"#, "{}", "E_SYNTAX 1:12"),
    ("11 E_INDEX", "a[1]:\n  [9]: x", "{}", "E_INDEX 2:3"),
    ("11 E_TYPE", "t[1]{a:u32}:\n  x", "{}", "E_TYPE 2:3"),
    ("11 E_RANGE", "t[1]{a:i32}:\n  2147483648", "{}", "E_RANGE 2:3"),
    ("11 E_DEPTH", "a:\n  b:\n    c: 1", r#"{"maxDepth":1}"#, "E_DEPTH 2:3"),
    ("11 E_LIMIT", "a: 1", r#"{"maxInput":3}"#, "E_LIMIT 1:1"),
    ("5 decode maxDepth", "a:\n b:\n  c[1]: 1", r#"{"maxDepth":2}"#, "E_DEPTH 3:3"),
    ("5 maxInput", "a: 😀", r#"{"maxInput":4}"#, "E_LIMIT 1:1"),
    ("10 E_COUNT", "a:\n  b[2]: 1", r#"{"strict":true}"#, "E_COUNT 2:3"),
    ("10 E_COUNT block", "b[2]{x}:\n  1\nc: 1", r#"{"strict":true}"#, "E_COUNT 1:1"),
    ("10 E_ROW_WIDTH", "t[1]{a}:\n  1,2", r#"{"strict":true}"#, "E_ROW_WIDTH 2:3"),
    ("10 E_SYNTAX", "a: 1\n  words", r#"{"strict":true}"#, "E_INDENT 2:3"),
    ("10 E_DUPLICATE_KEY", "a:\n  b: 1\n  b: 2", r#"{"strict":true}"#, "E_DUPLICATE_KEY 3:3"),
    ("10 E_INDENT", "a:\n  b: 1\n   c: 2", r#"{"strict":true}"#, "E_INDENT 3:4"),
    ("10 E_INDEX", "a[2]:\n  [0]: x\n  [0]: y", r#"{"strict":true}"#, "E_INDEX 3:3"),
    ("8.3 unterminated", r#"k: "a\"#, "{}", "E_UNTERMINATED_STRING 1:4"),
    ("8.3 trailing cell", r#"k[2]: "a"b,c"#, "{}", "E_TRAILING 1:10"),
];

#[test]
fn every_point_is_written() {
    for (point, json, options, expected) in WRITTEN {
        let opts = EncodeOptions::from_json(&from_str(options).expect("options")).expect("options");
        let value = from_str(json).expect("JSON");
        let text = encode(&value, &opts).expect(point);
        assert_eq!(text, *expected, "{point}");
        let back = decode(text.as_bytes(), &DecodeOptions::strict())
            .unwrap_or_else(|error| panic!("{point}: {error}"));
        assert!(equivalent(&back, &value), "{point}: {back}");
    }
}

#[test]
fn every_point_is_read() {
    for (point, text, options, expected) in READ {
        let opts = DecodeOptions::from_json(&from_str(options).expect("options")).expect("options");
        let value = decode(text.as_bytes(), &opts).unwrap_or_else(|error| panic!("{point}: {error}"));
        assert!(equivalent(&value, &from_str(expected).expect("JSON")), "{point}: {value}");
        assert_eq!(to_json(text.as_bytes(), &opts).expect(point), value.to_string().into_bytes(), "{point}");
    }
}

#[test]
fn every_point_is_refused() {
    for (point, text, options, expected) in REFUSED {
        let opts = DecodeOptions::from_json(&from_str(options).expect("options")).expect("options");
        let error = decode(text.as_bytes(), &opts).expect_err(point);
        assert_eq!(format!("{} {}:{}", error.code, error.line, error.column), *expected, "{point}");
        assert_eq!(check(text.as_bytes(), &opts), [error], "{point}");
    }
}

/// Errors of the encoder and of hosts stand at 0:0.
#[test]
fn errors_without_a_place() {
    let code = |result: Result<Vec<u8>, tonl::Error>| {
        let error = result.expect_err("refused");
        format!("{} {}:{}", error.code, error.line, error.column)
    };
    let options = |text: &str| EncodeOptions::from_json(&from_str(text).expect("JSON")).map(|_| Vec::new());
    for (point, refused) in [
        ("11 E_OPTION", r#"{"indent":0}"#),
        ("11 E_OPTION", r#"{"indent":17}"#),
        ("11 E_OPTION", r#"{"indent":1.5}"#),
        ("11 E_OPTION", r#"{"delimiter":"x"}"#),
        ("11 E_OPTION", r#"{"headers":"none"}"#),
        ("11 E_OPTION", r#"{"version":7}"#),
        ("11 E_OPTION", r#"{"version":"1\n2"}"#),
        ("11 E_OPTION", r#"{"preset":"loose"}"#),
    ] {
        assert_eq!(code(options(refused)), "E_OPTION 0:0", "{point} {refused}");
    }
    let indent = EncodeOptions { indent: 0, ..EncodeOptions::default() };
    assert_eq!(
        code(encode(&from_str("1").expect("JSON"), &indent).map(String::into_bytes)),
        "E_OPTION 0:0",
        "5 indent"
    );
    let shallow = EncodeOptions { max_depth: 1, ..EncodeOptions::default() };
    let value = from_str("[[]]").expect("JSON");
    assert_eq!(
        code(encode(&value, &shallow).map(String::into_bytes)),
        "E_DEPTH 0:0",
        "5 maxDepth, 11 E_DEPTH"
    );
    // objects printed as rows do not count
    assert!(encode(&from_str(r#"[{"a":1}]"#).expect("JSON"), &shallow).is_ok(), "5 maxDepth");
    assert!(tonl::from_json(br#"[{"a":1}]"#, &shallow).is_ok(), "5 maxDepth");
    assert_eq!(
        code(tonl::from_json(br#"[{"a":[]}]"#, &shallow).map(String::into_bytes)),
        "E_DEPTH 0:0",
        "5 maxDepth"
    );
    let refuse = DecodeOptions { non_finite: tonl::NonFinite::Error, ..DecodeOptions::default() };
    assert_eq!(
        code(to_json(b"a: NaN", &refuse)),
        "E_NONFINITE 0:0",
        "11 E_NONFINITE, 5 nonFinite, 1.1 non-finite"
    );
    assert_eq!(code(to_json(b"a: 1\na: Infinity", &refuse)), "E_NONFINITE 0:0", "5 nonFinite");
    assert_eq!(
        to_json(b"a: -Infinity", &DecodeOptions::default()).expect("null"),
        br#"{"a":null}"#,
        "5 nonFinite"
    );
    let json = tonl::from_json(br#"["\ud800"]"#, &EncodeOptions::default()).map(String::into_bytes);
    assert_eq!(code(json), "E_SURROGATE 0:0", "11 E_SURROGATE");
    assert_eq!(
        code(decode(br#"a: "\udc00x""#, &DecodeOptions::default()).map(|_| Vec::new())),
        "E_SURROGATE 1:5",
        "11 E_SURROGATE"
    );
    assert_eq!(
        code(decode(b"a: 1\n b\xff", &DecodeOptions::default()).map(|_| Vec::new())),
        "E_UTF8 2:3",
        "11 E_UTF8"
    );
}

/// Values as Rust makes them: NaN and the infinities have words.
#[test]
fn typed_values() {
    let value = tonl::Value::from(
        vec![f64::NAN, f64::NEG_INFINITY, -0.0]
            .into_iter()
            .map(stele_json::Number::from)
            .map(tonl::Value::from)
            .collect::<Vec<_>>(),
    );
    let text = encode(&value, &EncodeOptions { version: None, ..EncodeOptions::default() }).expect("encodes");
    assert_eq!(text, "root[3]: NaN,-Infinity,-0", "1.1 non-finite");
}

/// The list of points and this file name the same ones.
#[test]
fn the_list_of_points_is_complete() {
    let list = std::fs::read_to_string(root().join("spec/coverage/tonl.txt")).expect("the list");
    let listed: BTreeSet<&str> = list
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .filter_map(|line| line.split(" | ").next())
        .collect();
    for (point, ..) in WRITTEN.iter().chain(READ).chain(REFUSED) {
        assert!(listed.contains(point), "not listed: {point}");
    }
    let here = include_str!("paragraphs.rs").to_owned()
        + include_str!("vectors.rs")
        + include_str!("hostile.rs")
        + include_str!("props.rs");
    for point in listed {
        assert!(here.contains(point), "no test: {point}");
    }
}
