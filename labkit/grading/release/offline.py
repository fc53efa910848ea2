"""The demonstrations that need no server, put together as one page with everything in it.

Their parts stand in ``labkit/share/offline/source``; what is handed out is the page made of them.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from labkit.demos.words import render
from labkit.trecvid import load_scores_table

#: The page, and the folder of its parts, from the lab's folder.
PAGE = Path("labkit", "share", "offline", "demonstrations.html")
PARTS = PAGE.parent / "source"

#: The demonstrations in it, in its order.
NAMES = ("shuffling", "sign_flips", "bootstrap", "ties", "binomial_tails")

#: Its programs, each of which uses those before it.
PROGRAMS = ("words", "chance", "laws", "numbers", "picture", "demonstrations", "page")


def offline_page(source: Path) -> str:
    """Put the page together.

    Parameters
    ----------
    source : Path
        The lab's folder.

    Returns
    -------
    str
        HTML that fetches nothing; what it runs is this script and no other.
    """
    parts = source / PARTS
    # In a function of their own, so that they leave the page's other names alone.
    script = f'\n"use strict";\n(() => {{\n{program(source)}}})();\n'
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    template = _TEMPLATES.from_string((parts / "page.html").read_text(encoding="utf8"))
    return template.render(
        digest=f"sha256-{digest}",
        style=(parts / "page.css").read_text(encoding="utf8").strip(),
        script=script,
        captions={name: render(f"captions/{name}.html").strip() for name in NAMES},
    )


def program(source: Path, names: Sequence[str] = PROGRAMS) -> str:
    """Give programs of the page one after the other, the scores of the search runs first."""
    return "\n".join([_scores(), *(_read(source, name) for name in names)])


def write_parts(source: Path, folder: Path) -> list[Path]:
    """Write the programs to files, for a checker of types; give their names in their order."""
    texts = {"scores": _scores(), **{name: _read(source, name) for name in PROGRAMS}}
    files = [folder / f"{name}.js" for name in texts]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_text(text, encoding="utf8")
    return files


def _read(source: Path, name: str) -> str:
    return (source / PARTS / f"{name}.js").read_text(encoding="utf8")


def _scores() -> str:
    table = load_scores_table()
    rows = (
        f"  {run}: {json.dumps(row.round(4).tolist())}"
        for run, row in zip(table.index, table.to_numpy(), strict=True)
    )
    kind = "/** @type {Record<string, number[]>} A score for each topic. */"
    return "\n".join([kind, "const SCORES = {", *(f"{row}," for row in rows), "};\n"])


_TEMPLATES = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)


if __name__ == "__main__":  # make offline
    PAGE.write_text(offline_page(Path()), encoding="utf8")
