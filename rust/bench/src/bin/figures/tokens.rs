//! Tokens of each format as a share of minified JSON: a group of bars a document, a line at 100 %.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde_json::Value;

use super::Picture;

const WIDTH: u32 = 920;
const HEIGHT: u32 = 380;
/// Left, top, right and bottom of the field the bars stand in.
const FIELD: [i32; 4] = [60, 70, 900, 330];
/// The share at the top of the field.
const MOST: f64 = 1.8;

const FORMATS: [(&str, RGBColor); 5] = [
    ("JSON pretty", RGBColor(190, 190, 190)),
    ("YAML", RGBColor(140, 140, 140)),
    ("TONL", RGBColor(150, 185, 225)),
    ("TONL dense", RGBColor(70, 130, 195)),
    ("TONL tight", RGBColor(20, 70, 140)),
];

fn y(share: f64) -> i32 {
    FIELD[3] - (share.min(MOST) / MOST * f64::from(FIELD[3] - FIELD[1])).round() as i32
}

/// Name of the document, tokens of minified JSON, shares in the order of FORMATS.
fn document(line: &str) -> Result<(String, u64, Vec<f64>), String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let path = value["document"].as_str().ok_or("a line without a document")?;
    let tokens = |format: &str| {
        let count = value["formats"][format]["tokens"].as_u64();
        count.ok_or_else(|| format!("{path}: no tokens of {format}"))
    };
    let json = tokens("JSON minified")?;
    let mut shares = Vec::new();
    for (format, _) in FORMATS {
        shares.push(tokens(format)? as f64 / json as f64);
    }
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".json");
    Ok((name.to_owned(), json, shares))
}

pub(crate) fn draw(lines: &str) -> Picture {
    let documents = lines.lines().map(document).collect::<Result<Vec<_>, _>>()?;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        area.fill(&WHITE)?;
        let text = |size: u32| ("sans-serif", size).into_font().color(&RGBColor(40, 40, 40));
        let at = |size: u32, h: HPos| text(size).pos(Pos::new(h, VPos::Center));
        area.draw(&Text::new("Tokens (o200k), minified JSON = 100 %", (20, 22), at(17, HPos::Left)))?;
        for (place, (format, colour)) in FORMATS.iter().enumerate() {
            let left = 380 + 105 * place as i32;
            area.draw(&Rectangle::new([(left, 16), (left + 12, 28)], colour.filled()))?;
            area.draw(&Text::new(*format, (left + 18, 22), at(13, HPos::Left)))?;
        }
        for percent in [0, 50, 100, 150] {
            let share = f64::from(percent) / 100.0;
            let style =
                if percent == 100 { BLACK.stroke_width(2) } else { RGBColor(215, 215, 215).stroke_width(1) };
            area.draw(&PathElement::new(vec![(FIELD[0], y(share)), (FIELD[2], y(share))], style))?;
            area.draw(&Text::new(format!("{percent} %"), (FIELD[0] - 8, y(share)), at(13, HPos::Right)))?;
        }
        let group = (FIELD[2] - FIELD[0]) / documents.len().max(1) as i32;
        let bar = (group - 24) / FORMATS.len() as i32;
        for (place, (name, json, shares)) in documents.iter().enumerate() {
            let left = FIELD[0] + group * place as i32 + 12;
            for (index, (share, (_, colour))) in shares.iter().zip(FORMATS).enumerate() {
                let x = left + bar * index as i32;
                area.draw(&Rectangle::new([(x, y(*share)), (x + bar - 2, FIELD[3])], colour.filled()))?;
                let middle = at(10, HPos::Center);
                area.draw(&Text::new(
                    format!("{:.0}", share * 100.0),
                    (x + bar / 2 - 1, y(*share) - 8),
                    middle,
                ))?;
            }
            let middle = left + (group - 24) / 2;
            area.draw(&Text::new(name.clone(), (middle, FIELD[3] + 16), at(13, HPos::Center)))?;
            area.draw(&Text::new(format!("{json} tokens"), (middle, FIELD[3] + 34), at(11, HPos::Center)))?;
        }
        area.present()?;
    }
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_holds_every_share() {
        assert_eq!((y(0.0), y(MOST), y(9.0)), (FIELD[3], FIELD[1], FIELD[1]));
    }

    #[test]
    fn a_document_without_a_format_is_named() {
        let line = r#"{"document":"a.json","formats":{"JSON minified":{"tokens":4}}}"#;
        assert_eq!(draw(line).unwrap_err().to_string(), "a.json: no tokens of JSON pretty");
    }
}
