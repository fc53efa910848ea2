"""Which submissions of a class are alike: something to look at, never a verdict.

copydetect compares all code, and all texts, of two submissions, without names of variables, comments,
layout and what the course gave out. Source: Schleimer, Wilkerson & Aiken (2003), "Winnowing", SIGMOD.
"""

import io
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import nbformat
import numpy as np
from copydetect import CodeFingerprint, compare_files
from copydetect.utils import filter_code, highlight_overlap
from markupsafe import Markup
from nbformat import NotebookNode

from labkit.instructor.grading.judging.child import in_child
from labkit.instructor.grading.judging.clean_html import visible
from labkit.instructor.grading.judging.record import Record
from labkit.instructor.grading.judging.render import text_of
from labkit.instructor.grading.judging.tick import Tick

#: The cells that are compared, and the files that other programs get of them.
CELLS = {"code": "code.py", "markdown": "texts.md"}
#: Characters in a row that are compared, and how many of these rows one stands for.
RUN, WINDOW = 25, 6
#: Least characters of one's own, names counted as one; least shares of one's code, or texts, in the other's.
THRESHOLDS = {"least": 40, "code": 0.8, "texts": 0.4}
#: Characters of a submission that are compared.
MOST_CHARACTERS = 50_000
#: Seconds that a submission may take to be read.
SECONDS = 10


@dataclass(frozen=True)
class Pair:
    """Two submissions whose code, or texts, are alike."""

    tick: str
    kind: str
    students: tuple[str, str]
    share: float  # of the shorter one that is in the other
    sides: tuple[tuple[CodeFingerprint, np.ndarray], ...]  # each one, and where the other is in it

    @property
    def shown(self) -> list[Markup]:
        """What each has, with what the other has, too, marked; copydetect escapes it."""
        how = ("<mark>", "</mark>", 3, True)  # with 3 lines around it, escaped
        return [
            Markup(f"<pre>{highlight_overlap(one.raw_code, where, *how)[0]}</pre>")
            for one, where in self.sides
        ]


def find_similar(
    records: Iterable[Record], ticks: Mapping[str, Tick]
) -> tuple[list[Pair], list[str]]:
    """Find pairs that are alike in code or texts, the rare first, and say what was left out."""
    prints, left_out = defaultdict(list), []
    for record in records:
        tick, notebook = record.tick, nbformat.from_dict(record.notebook)
        given = ticks[tick].notebook()
        try:
            work = in_child(read_work, notebook, given, seconds=SECONDS)
            read = {kind: fingerprint(*parts) for kind, parts in work.items()}
        except Exception as error:  # whatever one submission brings about, it costs no other
            left_out.append(f"{tick}, {record.student}: {str(error) or repr(error)}")
            continue
        for kind, one in read.items():
            if one.token_coverage >= THRESHOLDS["least"]:
                prints[tick, kind].append((record.student, one))
            else:
                left_out.append(f"{tick}, {record.student}: too short to tell ({kind})")
    pairs = []
    for (tick, kind), of_kind in prints.items():
        for (a, one), (b, other) in combinations(of_kind, 2):
            _, shares, (in_one, in_other) = compare_files(one, other)
            share = min(1.0, max(shares))
            if share >= THRESHOLDS[kind]:
                pairs.append(Pair(tick, kind, (a, b), share, ((one, in_one), (other, in_other))))
    like = Counter(name for pair in pairs for name in pair.students)
    pairs.sort(key=lambda pair: (min(map(like.__getitem__, pair.students)), -pair.share))
    return pairs, left_out


def _text(notebook: NotebookNode, cell_type: str, left_out: Collection[str] = ()) -> str:
    """Return the lines of a notebook's cells of a type, without blanks at the ends, and but for some."""
    texts = (text_of(cell) for cell in notebook.cells if cell.cell_type == cell_type)
    lines = map(str.rstrip, "\n".join(texts).splitlines())
    return visible("\n".join(line for line in lines if line not in left_out))


#: A text, the same without what does not count, and how many characters that is up to where in it.
_Work = tuple[str, str, list[list[int]]]


def read_work(notebook: NotebookNode, given: NotebookNode) -> dict[str, _Work]:
    """Return the code and the texts that are compared, without lines that were given."""
    lines = {line for cell_type in CELLS for line in _text(given, cell_type).splitlines()}
    code, texts = (_text(notebook, cell_type, lines)[:MOST_CHARACTERS] for cell_type in CELLS)
    code = re.sub(r"(?m)(^|;)[ \t]*pass[ \t]*$", "", code)  # which does nothing, and hides a copy
    texts = " ".join(texts.lower().split())
    filtered, offsets = filter_code(code, "x.py")
    return {"code": (code, filtered, offsets.tolist()), "texts": (texts, texts, [])}


def fingerprint(text: str, filtered: str, offsets: list[list[int]]) -> CodeFingerprint:
    """Return the fingerprint of what was read."""
    one = CodeFingerprint("x.py", RUN, WINDOW, filter=False, fp=io.StringIO(filtered))
    one.raw_code, one.offsets = text, np.array(offsets)
    return one


def export_answers(records: Iterable[Record], ticks: Mapping[str, Tick], folder: Path) -> None:
    """Write a folder for each tick and student, and what was given, as JPlag and Dolos read them."""
    notebooks = [(r.tick, r.student, nbformat.from_dict(r.notebook)) for r in records]
    notebooks += [(name, "given by the course", tick.notebook()) for name, tick in ticks.items()]
    for tick, whose, notebook in notebooks:
        place = folder / tick / whose
        place.mkdir(parents=True)
        for cell_type, name in CELLS.items():
            (place / name).write_text(_text(notebook, cell_type), encoding="utf8")
