"""How far a student is in each tick, kept from one session to the next, and what start-here shows.

It is the student's own note, in their home folder, and nobody's marks. Whatever is wrong with it,
a check goes on. Each pack, and each other copy of the lab, has notes of its own.
"""

from __future__ import annotations  # to import pandas would cost each check half a second

import hashlib
import json
import math
import os
from collections.abc import Mapping
from contextlib import suppress
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from labkit.checks.card import score
from labkit.checks.code import starred
from labkit.checks.plan import PACK_ID, heading, read_plan
from labkit.checks.questions import short_name, tick_folder, tick_order
from labkit.notebook_env import is_watched

if TYPE_CHECKING:
    import pandas as pd

#: Where the notes are; empty for nowhere. Without it they are kept for who has a notebook open.
VARIABLE = "LABKIT_PROGRESS"
#: What predictions are noted under: no question has such a name.
_PREDICTIONS = "my predictions"

_WORDS = dict.fromkeys(["brilliant", "moving", "superb", "funny", "masterpiece"], "positive")
_WORDS |= dict.fromkeys(["boring", "waste", "dull", "worst", "predictable"], "negative")


def record(tick: Path, earned: Mapping[str, object]) -> None:
    """Note points of questions of the tick in a folder, or the words; what else was noted stays."""
    with suppress(OSError, TypeError):
        if path := _path(tick):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(_read(tick) | dict(earned)), encoding="utf8")


def start_here() -> Any:
    """Show that everything is there, how far you are in each tick, and the lectures in their order.

    Points are those of the checks that said ✓ in your notebooks here. What a person reads, and the
    cases that you do not see, come on top.

    Returns
    -------
    IPython.display.Markdown
        A line, a table of the ticks with links to them, and a list of the lectures.

    See Also
    --------
    check : Earn a point.

    Examples
    --------
    >>> print(start_here().data.splitlines()[0])
    24,902 reviews and a lexicon of 7,494 words: everything is there.
    """
    from IPython.display import Markdown

    from labkit.corpora import load_lexicon, load_reviews  # they would cost each check a second

    lines = [
        f"{len(load_reviews()):,} reviews and a lexicon of {len(load_lexicon()):,} words: everything "
        "is there.\n\n| tick | points so far | checks |\n| --- | --- | --- |"
    ]
    plan = read_plan(Path("ticks"))
    for name, entry in plan.items():
        tick = Path("ticks", name)
        # Students may give a tick's notebook another name, or make a copy.
        notebooks = sorted(
            tick.glob("*.ipynb"), key=lambda path: (path.stem != path.parent.name, path)
        )
        if not notebooks:
            continue
        title = heading(name, entry.title) if entry.title else ""
        (link, asked, stars), earned = _contents(notebooks[0], title), noted(tick)
        right = sum(name in earned for name in asked)
        lines.append(f"| {link} | {score(earned, asked, stars)} | {right} of {len(asked)} |")
    lines.append("\nThe lectures, with what you can try in them:\n")
    lectures = {path.stem: path for path in sorted(Path("lectures").glob("*.ipynb"))}
    in_order = dict.fromkeys([*(entry.lecture for entry in plan.values()), *lectures])
    lines += (f"1. {_contents(lectures[name])[0]}" for name in in_order if name in lectures)
    return Markdown("\n".join(lines))  # type: ignore[no-untyped-call]


def noted(tick: Path) -> dict[str, float]:
    """Return the points of each question of a tick that was right when it was last checked."""
    return {name: points for name, points in _read(tick).items() if type(points) in (int, float)}


def my_words() -> dict[str, str]:
    """Return the ten words that tick 1 has kept; until it has, or where none are kept, ten others.

    Returns
    -------
    dict
        Word -> "positive" or "negative".

    See Also
    --------
    check : Keep the words, once they are right.

    Examples
    --------
    >>> my_words()["dull"]
    'negative'
    """
    first = tick_folder().parent / "tick1-lexicon-classifier"
    return _read(first).get("my_words") or dict(_WORDS)


def keep_prediction(what: str, predicted: object, actual: object) -> None:
    """Keep what you predicted, and what came, in your own note on this tick; print nothing.

    Parameters
    ----------
    what : str
        What was predicted, with its unit. Of two predictions of the same the later one is kept.
    predicted, actual : object
        Two numbers. Anything else is not kept.

    See Also
    --------
    predictions : Look at all of them.

    Examples
    --------
    >>> keep_prediction("reviews right, of 200", 100, 130)
    """
    pair = [_number(predicted), _number(actual)]
    if None not in pair:
        tick = tick_folder()
        record(tick, {_PREDICTIONS: {**_predictions(_read(tick)), str(what): pair}})


def predictions() -> pd.DataFrame:
    """Return what you predicted in all ticks, and what came; where nothing is kept, say so.

    Returns
    -------
    pandas.DataFrame
        A row for each prediction, in the order of the ticks: tick, what, predicted, actual, off by.

    See Also
    --------
    keep_prediction : Keep one.

    Examples
    --------
    >>> predictions().empty  # nothing is kept while an example is tested
    No prediction is kept yet: each tick keeps yours where it says "Predict, then run".
    True
    """
    import pandas as pd

    here = _path(tick_folder())
    notes = (
        sorted(here.parent.glob("*.json"), key=lambda path: tick_order(path.stem)) if here else []
    )
    rows = [
        [short_name(note.stem), what, *map(_shown, (predicted, actual, abs(predicted - actual)))]
        for note in notes
        for what, (predicted, actual) in _predictions(_loaded(note)).items()
    ]
    if not rows:
        print('No prediction is kept yet: each tick keeps yours where it says "Predict, then run".')
    return pd.DataFrame(
        rows, columns=["tick", "what", "predicted", "actual", "off by"], dtype=object
    )


def _number(value: object) -> float | None:
    with suppress(OverflowError):  # an integer beyond every float
        if isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value):
            return float(value)
    return None


def _shown(number: float) -> float:
    """Return a number as it is read in a table: 130, not 130.0, and 0.3, not 0.30000000000000004."""
    return int(number) if number.is_integer() else round(number, 6)


def _predictions(note: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return what a note has on predictions, as far as it is what we wrote."""
    kept = note.get(_PREDICTIONS)
    return {
        what: pair
        for what, pair in (kept.items() if isinstance(kept, dict) else ())
        if isinstance(pair, list) and [type(number) for number in pair] == [float, float]
    }


def _contents(notebook: Path, title: str = "") -> tuple[str, dict[str, float], set[str]]:
    """Return a title, or a notebook's heading, as a link to it, its questions' points, and its stars."""
    asked, stars = dict[str, float](), set[str]()
    with suppress(Exception):  # it may be anything
        cells = json.loads(notebook.read_bytes())["cells"]
        texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        title = title or next(
            text.partition("\n")[0].strip("# ") for text in texts if text[0] == "#"
        )
        for cell in cells:
            marks = cell["metadata"].get("nbgrader", {})
            if cell["cell_type"] == "code" and marks.get("grade_id", "").endswith("-check"):
                points = float(marks["points"]) if marks["grade"] else 0
                asked[marks["grade_id"].removesuffix("-check")] = points
        stars = starred(cells)
    return f"[{title or notebook.stem}]({quote(notebook.as_posix())})", asked, stars


def _path(tick: Path) -> Path | None:
    """Return where the note on a tick is; None if none is kept."""
    where = os.environ.get(VARIABLE, None if is_watched() else "")
    if where == "":
        return None
    notes = Path(where) if where else Path.home() / ".labkit" / "progress"
    tick = tick.resolve()
    ids = (folder / PACK_ID for folder in tick.parents)
    found = next((file.read_bytes() for file in ids if file.is_file()), bytes(tick.parent))
    return notes / hashlib.sha256(found).hexdigest()[:16] / f"{tick.name}.json"


def _read(tick: Path) -> dict[str, Any]:
    path = _path(tick)
    return _loaded(path) if path else {}


def _loaded(path: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        note = json.loads(path.read_bytes())
        if isinstance(note, dict):
            return note
    return {}
