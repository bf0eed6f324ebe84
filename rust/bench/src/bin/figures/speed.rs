//! How many times faster than a peer: one bar a case on a logarithmic axis, a line at "as fast".

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Picture;

const WIDTH: i32 = 920;
const ROW: i32 = 26;
const TOP: i32 = 62;
const BOTTOM: i32 = 34;
/// Where the axis begins and ends, in pixels.
const AXIS: (i32, i32) = (420, 860);
/// The ratios at the ends of the axis.
const RANGE: (f64, f64) = (0.5, 32.0);

const COLOURS: [(&str, RGBColor); 5] = [
    ("RustyJson", RGBColor(110, 64, 170)),
    ("ScalaJack", RGBColor(200, 60, 60)),
    ("TONL.NET", RGBColor(40, 110, 190)),
    ("stele-json", RGBColor(190, 120, 20)),
    ("tonl", RGBColor(60, 130, 80)),
];

struct Case<'a> {
    library: &'a str,
    name: &'a str,
    peer: &'a str,
    ratio: f64,
}

fn cases(csv: &str) -> Result<Vec<Case<'_>>, String> {
    let mut cases = Vec::new();
    for (number, line) in csv.lines().enumerate().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [library, name, peer, ratio] = cells[..] else {
            return Err(format!("line {}: four cells, please: {line}", number + 1));
        };
        let ratio = ratio.parse().map_err(|_| format!("line {}: not a ratio: {ratio}", number + 1))?;
        cases.push(Case { library, name, peer, ratio });
    }
    Ok(cases)
}

fn x(ratio: f64) -> i32 {
    let share = (ratio.max(RANGE.0) / RANGE.0).ln() / (RANGE.1 / RANGE.0).ln();
    AXIS.0 + (share.min(1.0) * f64::from(AXIS.1 - AXIS.0)).round() as i32
}

pub(crate) fn draw(csv: &str) -> Picture {
    let cases = cases(csv)?;
    let height = TOP + ROW * cases.len() as i32 + BOTTOM;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        let text = |size: u32| ("sans-serif", size).into_font().color(&RGBColor(40, 40, 40));
        let right = |size: u32| text(size).pos(Pos::new(HPos::Right, VPos::Center));
        let left = |size: u32| text(size).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new("Times faster than the peer (logarithmic; 1 = as fast)", (20, 24), left(17)))?;
        for tick in [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0] {
            let style =
                if tick == 1.0 { BLACK.stroke_width(2) } else { RGBColor(215, 215, 215).stroke_width(1) };
            let line = vec![(x(tick), TOP - 8), (x(tick), height - BOTTOM + 4)];
            area.draw(&PathElement::new(line, style))?;
            let middle = text(13).pos(Pos::new(HPos::Center, VPos::Center));
            area.draw(&Text::new(format!("{tick}"), (x(tick), height - BOTTOM + 18), middle))?;
        }
        for (row, case) in cases.iter().enumerate() {
            let y = TOP + ROW * row as i32;
            let colour =
                COLOURS.iter().find(|(name, _)| *name == case.library).map_or(BLACK, |(_, colour)| *colour);
            area.draw(&Text::new(
                format!("{} {}, beside {}", case.library, case.name, case.peer),
                (AXIS.0 - 10, y + 10),
                right(13),
            ))?;
            let (from, to) = (x(1.0).min(x(case.ratio)), x(1.0).max(x(case.ratio)));
            area.draw(&Rectangle::new([(from, y + 2), (to, y + 18)], colour.filled()))?;
            area.draw(&Text::new(format!("{}", case.ratio), (to + 6, y + 10), left(13)))?;
        }
        area.present()?;
    }
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_is_logarithmic_and_ends_at_its_ends() {
        // within the rounding to pixels
        assert!((x(1.0) - x(0.5) - (x(16.0) - x(8.0))).abs() <= 1);
        assert_eq!((x(0.1), x(100.0)), AXIS);
    }

    #[test]
    fn a_line_that_is_no_case_is_named() {
        assert_eq!(
            draw("head\nRustyJson,encode").unwrap_err().to_string(),
            "line 2: four cells, please: RustyJson,encode"
        );
    }
}
