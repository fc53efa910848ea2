"""The demonstrations' programs: their parts joined, as a module for JupyterLab or a script for a page."""

import json
from functools import cache
from html import escape
from itertools import takewhile
from pathlib import Path

#: What all demonstrations need, in the order in which it is defined.
PARTS = "numbers", "chance", "laws", "tests_laws", "picture", "controls", "resampling", "frame"

FOLDER = Path(__file__).parent

#: The demonstrations: each file of the folder ``js`` is one.
NAMES = sorted(path.stem for path in FOLDER.glob("js/*.js"))


@cache
def read(name: str) -> str:
    """Return the text of a file of this folder."""
    return (FOLDER / name).read_text(encoding="utf8")


def head(name: str) -> str:
    """Return what a module says of itself: the comment that it begins with."""
    lines = takewhile(lambda line: line.startswith("//"), read(f"js/{name}.js").splitlines())
    return "\n".join(line[2:].strip() for line in lines)


def as_module(*names: str) -> str:
    """Return an ES module for anywidget, which shows the demonstrations of these names."""
    return f"{join(*names)}\n{read('js/parts/module.js')}"


def as_script(*names: str) -> str:
    """Return a classic script, which shows these demonstrations in their places in a page."""
    return f'(() => {{\n"use strict";\n{join(*names)}\n{read("js/parts/start.js")}}})();\n'


def style() -> str:
    """Return the style sheet of frame and pictures."""
    return read("frame.css") + read("picture.css")


def place(name: str, settings: dict[str, object], still: str = "", draws: int = 0) -> str:
    """Return the HTML of the place where a page shows a demonstration.

    Controls that are not in `settings` begin as the module says; `still` is HTML that stands there
    where no script runs. What is drawn at random begins with so many draws.
    """
    about = escape(json.dumps({"name": name, "settings": settings, "draws": draws}))
    return f'<div class="labkit-demo" data-demonstration="{about}">{still}</div>'


def data_of(name: str, data: dict[str, object]) -> str:
    """Return the script element with a demonstration's data; nothing if it has none."""
    text = json.dumps(data, separators=(",", ":")).replace("<", r"\u003c")
    element = f'<script type="application/json" id="labkit-data-{name}">{text}</script>'
    return element if data else ""


def join(*names: str) -> str:
    """Return the parts and these modules as one text, which shares one scope."""
    paths = [*(f"parts/{part}" for part in PARTS), *names]
    return "\n".join(read(f"js/{path}.js") for path in paths)
