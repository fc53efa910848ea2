"""Which submissions of a class are alike: something to look at, never a verdict.

copydetect compares all code, and all texts, of a submission with those of another. Names of variables,
comments and layout count for nothing, nor does what the course gave out. Source: Schleimer, Wilkerson &
Aiken (2003), "Winnowing: local algorithms for document fingerprinting", SIGMOD.
"""

import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
from copydetect import CodeFingerprint, compare_files
from copydetect.utils import filter_code, highlight_overlap
from markupsafe import Markup
from nbformat import NotebookNode

from labkit.grading.submission.bounded import Bounds, bounded
from labkit.grading.submission.record import Record
from labkit.grading.submission.sanitize import text_of, visible
from labkit.grading.submission.tick import Tick

#: What is compared: the cells that it stands in, and the file that other programs get.
KINDS = {"code": ("code", "code.py"), "texts": ("markdown", "texts.md")}
#: Characters in a row that are compared, and how many of these rows one stands for.
RUN, WINDOW = 25, 6
#: Characters of a submission that are compared, and lines around what two have in common.
MOST_CHARACTERS, LINES_AROUND = 50_000, 3
#: With so many others alike, and with this share of the class, it says little.
COMMON, COMMON_SHARE = 5, 0.1
#: A text that is written in code.
LONG_STRING = re.compile(r"(\"{3}|'{3})(.{100,}?)\1", re.DOTALL)
#: What a submission may take to be read.
BOUNDS = Bounds(seconds=10, megabytes=512, doing="compare")


@dataclass(frozen=True)
class Pair:
    """Two submissions whose code, or texts, are alike."""

    tick: str
    kind: str
    students: tuple[str, str]
    share: float  # of the shorter one that is in the other
    common: bool  # whether so many have it that it says little
    shown: tuple[Markup, ...]  # what both have, marked; of what is common nothing


@dataclass(frozen=True)
class Similarities:
    """What was found in a class."""

    pairs: list[Pair]  # what few have first, the most alike first
    compared: int
    short: int  # too short to tell
    left_out: Mapping[tuple[str, str], str]  # (student, tick) -> why it was not compared
    thresholds: Mapping[str, float]  # kind -> the share from which on two are alike; "least"

    def to_json(self) -> str:
        """Write the pairs for other programs."""
        names = ("tick", "kind", "students", "share", "common")
        pairs = [{name: getattr(pair, name) for name in names} for pair in self.pairs]
        return json.dumps({"thresholds": self.thresholds, "pairs": pairs}, indent=1)


def similarities(
    records: Iterable[Record],
    ticks: Mapping[str, Tick],
    least: int = 40,
    alike: float = 0.8,
    passages: float = 0.4,
) -> Similarities:
    """Find the submissions that are alike, of those with at least `least` characters of their own."""
    thresholds = {"least": least, "code": alike, "texts": passages}
    notebooks = {name: tick.notebook() for name, tick in ticks.items()}
    lines = {name: frozenset(_lines(notebook)) for name, notebook in notebooks.items()}
    given = {name: _given_hashes(notebook) for name, notebook in notebooks.items()}
    prints, left_out = defaultdict(list), {}
    for record in records:
        try:
            notebook = nbformat.from_dict(record.notebook)
            own = bounded(BOUNDS, read_work, notebook, lines[record.tick])
        except Exception as error:  # whatever one submission brings about, it costs no other
            left_out[record.student, record.tick] = str(error) or type(error).__name__
            continue
        for kind, work in own.items():
            one = _fingerprint(*work, given[record.tick][kind])
            prints[record.tick, kind].append((record.student, one))
    pairs, short = [], 0
    for (tick, kind), all_of_kind in sorted(prints.items()):
        long = [each for each in all_of_kind if each[1].token_coverage >= least]
        short += len(all_of_kind) - len(long)
        pairs += _alike(tick, kind, long, thresholds[kind])
    pairs.sort(key=lambda pair: (pair.common, pair.tick, -pair.share, pair.students))
    compared = sum(map(len, prints.values())) - short
    return Similarities(pairs, compared, short, left_out, thresholds)


def _lines(notebook: NotebookNode, *cell_types: str) -> Iterator[str]:
    """Yield the lines of a notebook's cells, without the blanks at their ends."""
    for cell in notebook.cells:
        if cell.cell_type in (cell_types or ("code", "markdown")):
            yield from map(str.rstrip, text_of(cell).splitlines())


def read_work(
    notebook: NotebookNode, given: Collection[str] = ()
) -> dict[str, tuple[str, str, np.ndarray]]:
    """Return code and texts but for given lines: as shown, as compared, and how far these are apart."""
    work = {}
    for kind, (cell_type, _) in KINDS.items():
        own = [line for line in _lines(notebook, cell_type) if line not in given]
        shown = visible("\n".join(own)[:MOST_CHARACTERS])
        if kind == "code":
            work[kind] = (shown, *filter_code(shown, "", "python"))
        else:
            reports = [text for _, text in LONG_STRING.findall(work["code"][0])]
            shown = " ".join([*shown.split(), *" ".join(reports).split()])
            work[kind] = (shown, shown.lower(), np.array([]))
    return work


def _given_hashes(notebook: NotebookNode) -> dict[str, np.ndarray]:
    """Return the hashes of code and texts that the course gave out."""
    prints = {kind: _fingerprint(*work, window=1) for kind, work in read_work(notebook).items()}
    return {kind: np.unique([*one.hashes]) for kind, one in prints.items()}


def _fingerprint(
    shown: str, compared: str, offsets: np.ndarray, given: Any = (), window: int = WINDOW
) -> CodeFingerprint:
    """Return the fingerprint of a text, but for what was given."""
    one = CodeFingerprint("", RUN, window, given, filter=False, fp=io.StringIO(compared))
    one.raw_code, one.offsets = shown, offsets
    return one


def _alike(tick: str, kind: str, prints: list[tuple[str, Any]], least: float) -> list[Pair]:
    """Return the pairs that share so much."""
    found = []
    for (a, one), (b, other) in combinations(prints, 2):
        _, shares, slices = compare_files(one, other)
        if max(shares) >= least:
            found.append(((a, b), min(1.0, float(max(shares))), (one, other), slices))
    others = Counter(student for students, *_ in found for student in students)
    many = max(COMMON, COMMON_SHARE * len(prints))
    pairs = []
    for students, share, both, slices in found:
        common = min(others[student] for student in students) >= many
        shown = () if common else tuple(map(_marked, both, slices))
        pairs.append(Pair(tick, kind, students, share, common, shown))
    return pairs


def _marked(one: CodeFingerprint, slices: np.ndarray) -> Markup:
    """Show what another submission has, too, with a few lines around it."""
    text, _ = highlight_overlap(
        one.raw_code, slices, "<mark>", "</mark>", LINES_AROUND, escape_html=True
    )
    return Markup(f"<pre>{text}</pre>")  # it is escaped


def export(records: Iterable[Record], ticks: Mapping[str, Tick], folder: Path) -> None:
    """Write a folder for each tick and student, and what was given, as JPlag and Dolos read them."""
    notebooks = [(r.tick, r.student, nbformat.from_dict(r.notebook)) for r in records]
    notebooks += [(name, "given by the course", tick.notebook()) for name, tick in ticks.items()]
    for tick, whose, notebook in notebooks:
        place = folder / tick / whose
        place.mkdir(parents=True)
        for cell_type, name in KINDS.values():
            text = visible("\n".join(_lines(notebook, cell_type)))
            (place / name).write_text(text, encoding="utf8")
