"""What stays after a lecture: a page and a PDF of each, and the demonstrations that need no server."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined

from labkit.grading.release.offline import NAMES, PAGE, offline_page
from labkit.grading.release.printing import find_browser, print_page
from labkit.grading.release.slides import Part, Slide, read_slides

#: What is said where nothing can print.
NO_BROWSER = (
    "there is no Chromium or Chrome to print with; on Debian: apt install chromium. "
    "--no-pdf writes the HTML alone"
)


@dataclass(frozen=True)
class Handout:
    """The handout of a lecture.

    Attributes
    ----------
    page : Path
        The HTML.
    paper : Path or None
        The PDF, if there is one.
    n_slides : int
        How many slides are in it.
    """

    page: Path
    paper: Path | None
    n_slides: int


def write_handouts(
    outdir: str | os.PathLike[str],
    source: str | os.PathLike[str] = ".",
    *,
    pdf: bool = True,
    names: Collection[str] | None = None,
) -> list[Handout]:
    """Write a handout of each lecture, and the demonstrations that need no server beside them.

    Parameters
    ----------
    outdir : path
        The folder to write to; earlier handouts in it are replaced.
    source : path, optional
        The lab's folder.
    pdf : bool, optional
        Whether to print each handout, too.
    names : collection of str, optional
        The lectures; by default all.

    Returns
    -------
    list of Handout
        One a lecture, in the order of their names.

    Raises
    ------
    FileNotFoundError
        If `source` has no lectures; or if `pdf` is set and there is no browser to print with.
        Nothing is written then.
    ValueError
        If `names` has a lecture that is not there, or a lecture cannot be made a handout.
    """
    outdir, lectures = Path(outdir), find_lectures(Path(source))
    unknown = sorted(set(names or ()) - set(lectures))
    if unknown:
        raise ValueError(f"names must be of {', '.join(lectures)}, not {unknown[0]!r}")
    browser = find_browser() if pdf else None
    if pdf and browser is None:
        raise FileNotFoundError(NO_BROWSER)
    if outdir.exists() and not outdir.is_dir():
        raise NotADirectoryError(f"outdir must be a folder, not the file {outdir}")
    chosen = {name: read_slides(lectures[name]) for name in lectures if not names or name in names}
    outdir.mkdir(parents=True, exist_ok=True)
    (outdir / PAGE.name).write_text(offline_page(Path(source)), encoding="utf8")
    return [_write(outdir, name, slides, browser) for name, slides in chosen.items()]


def find_lectures(source: Path) -> dict[str, Path]:
    """Find the lab's lectures: name -> notebook, in the order of their names."""
    found = {path.stem: path for path in sorted(source.glob("notebooks/lectures/*.ipynb"))}
    if not found:
        raise FileNotFoundError(
            f"source must be the lab's own folder, not {source}, which has no lectures"
        )
    return found


def as_page(slides: list[Slide]) -> str:
    """Give the HTML of a handout.

    Parameters
    ----------
    slides : list of Slide
        The lecture.

    Returns
    -------
    str
        A page that fetches nothing and runs nothing.
    """
    titles = [slide.title for slide in slides if slide.first] or [slides[0].title]
    return _TEMPLATES.get_template("handout.html").render(
        title=titles[0],
        running=titles[0],
        slides=slides,
        style=files("labkit.grading.release")
        .joinpath("templates", "handout.css")
        .read_text("utf8"),
        movable=_movable,
        address=_address,
    )


def _write(outdir: Path, name: str, slides: list[Slide], browser: str | None) -> Handout:
    page, paper = outdir / f"{name}.html", outdir / f"{name}.pdf"
    page.write_text(as_page(slides), encoding="utf8")
    paper.unlink(missing_ok=True)  # never that of an earlier lecture beside a new page
    if browser:
        print_page(page, paper, browser)
    return Handout(page, paper if browser else None, len(slides))


def _movable(part: Part) -> bool:
    """Tell whether the page without a server has a demonstration and its data."""
    own = part.settings.get("data", "counts") not in ("counts", "runs")
    return part.demonstration in NAMES and not own


def _address(part: Part) -> str:
    """Give the address of a demonstration that needs no server, as the lecture had it."""
    settings = {
        name: str(value) for name, value in part.settings.items() if value not in (False, "")
    }
    return f"{PAGE.name}#{part.demonstration}?{urlencode(settings)}"


def _in_css(text: str) -> str:
    """Escape a text for a string in a style sheet."""
    return "".join(c if c.isalnum() or c in " -.,:;()" else f"\\{ord(c):06x}" for c in text)


_TEMPLATES = Environment(
    loader=PackageLoader("labkit.grading.release"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters["css"] = _in_css
