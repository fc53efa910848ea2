"""What the templates of a comparison show: rows and cells, worked out from the record."""

import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from labkit.comparison import figures
from labkit.comparison.records import Comparison, PairComparison, SystemScore
from labkit.text import plain, shorten

#: Of more systems, a triangle has numbers in place of the columns' names, or no differences.
MOST_ABOVE, MOST_IN_FULL = 6, 12
#: Of more pairs, a list is closed at first.
MOST_OPEN = 30
#: In text for a terminal, longer names are cut.
LONGEST = 28
#: Significance levels that have a star each, alpha first.
STARS = (0.01, 0.001)


@dataclass(frozen=True)
class Bar:
    """A system's score and interval as places on an axis, in per cent of its width."""

    system: SystemScore
    place: int
    middle: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Tick:
    """A mark on the axis of scores."""

    at: float
    label: str


@dataclass(frozen=True)
class Point:
    """A pair in the picture of gains."""

    x: float
    y: float
    significant: bool
    words: str


@dataclass(frozen=True)
class Plot:
    """Confidence against gain: points, marks on both axes, the line of alpha, and words for it."""

    points: list[Point]
    across: list[Tick]
    down: list[Tick]
    alpha: float
    words: str


@dataclass(frozen=True)
class Cell:
    """A pair in the triangle: its stars, the difference row minus column, and words for both."""

    stars: str
    gain: str
    words: str
    level: int


def views_of(comparison: Comparison, form: str) -> dict[str, Any]:
    """Give what a template needs beside the record."""
    bars, ticks = bars_of(comparison)
    told: dict[str, Any] = {
        "bars": bars,
        "ticks": ticks,
        "levels": levels_of(comparison),
        "triangle": triangle_rows(comparison),
        "names_above": len(comparison.systems) <= MOST_ABOVE,
        "in_full": len(comparison.systems) <= MOST_IN_FULL,
        "open_list": len(comparison.pairs) <= MOST_OPEN,
        "gains": gains_of(comparison),
        "unclear": [one for one in comparison.pairs if one.items_needed and not one.significant],
        "place": {one.name: i for i, one in enumerate(comparison.systems, 1)},
        "tests": [comparison.settings.test, *(one.test for one in comparison.agreement)],
    }
    if form == "html":
        told["style"] = (Path(__file__).with_name("templates") / "report.css").read_text("utf8")
        told["plot"] = plot_of(comparison) if comparison.pairs else None
    if form == "text":
        told["width"] = max(len(shorten(one.name, LONGEST)) for one in comparison.systems)
    return told


def levels_of(comparison: Comparison) -> tuple[float, ...]:
    """Give the levels of the stars, the largest first."""
    alpha = comparison.settings.alpha
    return (alpha, *(level for level in STARS if level < alpha))


def bars_of(comparison: Comparison) -> tuple[list[Bar], list[Tick]]:
    """Lay scores and intervals out on one axis."""
    ends = [
        value
        for one in comparison.systems
        for value in (one.score, one.low, one.high)
        if value is not None
    ]
    marks = _marks(min(ends), max(ends))
    start, end = min([*marks, *ends]), max([*marks, *ends])
    # Halves first: the width of the axis of the largest floats is none.
    width = (end / 2 - start / 2) or 1.0

    def at(value: float | None) -> float | None:
        return None if value is None else round(3 + 94 * ((value / 2 - start / 2) / width), 2)

    bars = [
        Bar(one, place, at(one.score) or 0.0, at(one.low), at(one.high))
        for place, one in enumerate(comparison.systems, 1)
    ]
    return bars, [
        Tick(at(mark) or 0.0, label) for mark, label in zip(marks, _labels(marks), strict=True)
    ]


def _labels(marks: list[float]) -> list[str]:
    """Write the marks of an axis, all with as many digits as their step has."""
    step = min((after - before for before, after in pairwise(marks)), default=0)
    if not step:
        return [figures.score(mark, 2) for mark in marks]
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    digits += bool(round(step * 10**digits, 6) % 1)
    return [figures.score(mark, min(digits, 12)) for mark in marks]


def _marks(low: float, high: float) -> list[float]:
    """Give three to five round numbers around an axis."""
    if not 0 < high / 2 - low / 2 < 1e300 or high - low <= 1e-12 * max(abs(low), abs(high)):
        return [low]
    unit = 10.0 ** math.floor(math.log10(high - low))
    if not unit:
        return [low, high]
    step = next(
        size * unit
        for size in (0.2, 0.25, 0.5, 1.0, 2.0, 5.0)
        if (high - low) / (size * unit) <= 4.5
    )
    first, last = math.floor(low / step), math.ceil(high / step)
    marks = [float(f"{place * step:.12g}") for place in range(first, last + 1)]
    return [mark for mark in marks if math.isfinite(mark)]


def triangle_rows(comparison: Comparison) -> list[list[Cell | None]]:
    """Give the cells of the triangle, row by row from the second system; None where nothing was tested."""
    place = {one.name: i for i, one in enumerate(comparison.systems)}
    cells = {
        tuple(sorted((place[pair.better], place[pair.worse]))): _cell(comparison, pair)
        for pair in comparison.pairs
    }
    return [
        [cells.get((column, row)) for column in range(row)]
        for row in range(1, len(comparison.systems))
    ]


def _cell(comparison: Comparison, pair: PairComparison) -> Cell:
    level = sum(pair.adjusted <= level for level in levels_of(comparison))
    # The row is the worse system: the difference is row minus column.
    sign = -1 if comparison.measure.higher_is_better else 1
    gain = figures.score(sign * pair.gain, comparison.digits, signed=True)
    better, worse = plain(pair.better), plain(pair.worse)
    verdict = f"{better} better than {worse}" if pair.significant else "inconclusive"
    return Cell("*" * level, gain, f"{verdict}, {figures.p_equals(pair.adjusted)}", level)


def gains_of(comparison: Comparison) -> dict[str, float] | None:
    """Give the smallest, middle and largest gain that pairs of this test set could have shown."""
    found = sorted(pair.detectable for pair in comparison.pairs if pair.detectable)
    if not found:
        return None
    return {"low": found[0], "middle": float(np.median(found)), "high": found[-1]}


def plot_of(comparison: Comparison) -> Plot:
    """Lay confidence out against gain, in per cent of a picture's width and height."""
    largest = max(pair.gain for pair in comparison.pairs)
    marks = _marks(0.0, largest)
    end = max(*marks, largest) or 1.0

    def across(gain: float) -> float:
        return round(9 + 88 * (gain / end), 2)

    def down(confidence: float) -> float:
        return round(4 + 80 * (1 - confidence), 2)

    points = [
        Point(
            across(pair.gain),
            down(1 - pair.pvalue),
            pair.significant,
            f"{shorten(pair.better)} over {shorten(pair.worse)}: "
            f"{figures.score(pair.gain, comparison.digits)}, {figures.p_equals(pair.pvalue)}",
        )
        for pair in sorted(comparison.pairs, key=lambda pair: pair.significant)
    ]
    return Plot(
        points,
        [Tick(across(mark), label) for mark, label in zip(marks, _labels(marks), strict=True)],
        [Tick(down(mark), f"{mark:g}") for mark in (0, 0.25, 0.5, 0.75, 1)],
        down(1 - comparison.settings.alpha),
        picture_in_words(comparison),
    )


def picture_in_words(comparison: Comparison) -> str:
    """Say what the picture of gains shows."""
    digits, pairs = comparison.digits, comparison.pairs
    significant = [pair.gain for pair in pairs if pair.significant]
    unclear = [pair.gain for pair in pairs if not pair.significant]
    said = [f"Confidence, 1 minus p, against gain, a point for each of {len(pairs)} pairs."]
    if significant:
        least, most = (figures.score(gain, digits) for gain in (min(significant), max(significant)))
        said.append(f"The {len(significant)} significant pairs have gains from {least} to {most}.")
    if unclear:
        least, most = (figures.score(gain, digits) for gain in (min(unclear), max(unclear)))
        said.append(f"The {len(unclear)} inconclusive pairs have gains from {least} to {most}.")
    return " ".join(said)
