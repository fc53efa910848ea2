"""Lectures as pages that need nothing else: decks of slides to show, handouts to read and print."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from html import escape
from importlib.metadata import distribution
from itertools import chain, count
from pathlib import Path
from unicodedata import normalize

import nbformat
from bs4 import BeautifulSoup
from jinja2 import Environment, PackageLoader, pass_context
from jinja2.runtime import Context
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode

from labkit.arguments import as_option
from labkit.demos import program
from labkit.demos.data import data_for
from labkit.demos.demonstration import KIND
from labkit.instructor.grading.judging.clean_html import mathml
from labkit.instructor.grading.release.running import WIDGET

#: Browsers that print without a window, by their commands.
BROWSERS = "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"

#: How long a browser may take to print a page.
PRINTING_SECONDS = 120

#: What a notebook's own text may not bring along: it would run, or be fetched from elsewhere.
FORBIDDEN = "script, link, iframe, object, embed, base, [src]:not([src^='data:'])"

#: So much has been drawn when the lecture is over: in a handout a demonstration begins there.
DRAWS = 1000

# As few ways as possible for the browser itself to speak to the world.
_QUIET = (
    *("--headless", "--disable-gpu", "--disable-background-networking", "--no-first-run"),
    *("--no-pdf-header-footer", "--generate-pdf-document-outline", "--virtual-time-budget=5000"),
)


def write_lectures(
    outdir: Path,
    source: Path,
    names: Collection[str] | None = None,
    *,
    slides: bool = False,
    pdf: bool | None = None,
    notes: bool = False,
) -> dict[Path, int]:
    """Write each lecture, or those of `names`, as a handout or a deck; return the slides of each file.

    Unless `pdf` says otherwise a handout has a PDF and a deck has none. That of a deck has a page for
    each slide, with its `notes` if these are asked for.
    """
    lectures = {path.stem: path for path in sorted(source.glob("notebooks/lectures/*.ipynb"))}
    if not lectures:
        raise FileNotFoundError(
            f"source must be the lab's folder, not {source}, which has no notebooks/lectures: "
            "say where it is with --source FOLDER"
        )
    if unknown := {*(names or ())} - lectures.keys():
        raise ValueError(f"names must be of {', '.join(lectures)}, not {min(unknown)!r}")
    pdf = not slides if pdf is None else pdf
    if notes and not (slides and pdf):
        raise ValueError("notes stand in the PDF of slides alone: --slides --pdf --notes")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if pdf and not browser:
        raise FileNotFoundError(
            "there is no Chromium or Chrome to print with; on Debian: apt install chromium. "
            "--no-pdf writes the HTML alone"
        )
    outdir.mkdir(parents=True, exist_ok=True)
    written, asked = {}, f"?print-pdf{'&notes' * notes}" if slides else ""
    for name in names or lectures:
        page, paper = outdir / f"{name}.html", outdir / f"{name}.pdf"
        text, n_slides = make_page(lectures[name], deck=slides)
        page.write_text(text, encoding="utf8")
        written[page] = n_slides
        paper.unlink(missing_ok=True)  # never that of an earlier lecture beside a new page
        if pdf and browser:
            print_page(page, paper, browser, asked)
            written[paper] = n_slides
    return written


def write_demonstrations(outdir: Path) -> list[Path]:
    """Write each demonstration as a page of its own, to be shown in an iframe; return the pages."""
    outdir.mkdir(parents=True, exist_ok=True)
    page = Environment(loader=PackageLoader(__package__)).get_template("demonstration.html.j2")
    for name in program.NAMES:
        text = page.render(
            name=name,
            style=program.style(),
            place=program.place(name, {}),
            data=program.data_of(name, data_for(name, {})),
            script=program.as_script(name),
        )
        (outdir / f"{name}.html").write_text(text, encoding="utf8")
    return [outdir / f"{name}.html" for name in program.NAMES]


def make_page(path: Path, *, deck: bool) -> tuple[str, int]:
    """Return a lecture as a page that fetches nothing, and its number of slides.

    A deck has the speaker's notes, a handout has not. A cell that ends in an error, has no slide, or
    would run a program or fetch a file is refused.
    """
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = list(_slide_cells(notebook, path.name, deck=deck))
    resources = {
        "metadata": {"path": str(path.parent)},
        "deck": deck,
        "licence": _licence(path),
        "data": {
            cell.metadata.demonstration["name"]: cell.metadata.data
            for cell in notebook.cells
            if "demonstration" in cell.metadata
        },
        "style": program.style,
        "data_of": program.data_of,
        "script": program.as_script,
        "read_of_reveal": _read_of_reveal,
    }
    exporter = HTMLExporter(
        extra_loaders=[PackageLoader(__package__)], template_file="lecture.html.j2"
    )
    exporter.register_filter("markdown2html", _render_markdown)
    page = BeautifulSoup(exporter.from_notebook_node(notebook, resources)[0], "html.parser")
    if tag := page.select_one(f"main :is({FORBIDDEN})"):
        raise ValueError(
            f"{path.name} would run a program or fetch a file, which must be beside the "
            f"notebook: {str(tag)[:60]!r}"
        )
    taken = {tag["id"] for tag in page.select("[id]")}  # a deck calls parts of its own so
    for section in page.select("section.slide"):
        name = slug(str(section["data-title"]))
        names = chain([name], (f"{name}-{number}" for number in count(2)))
        section["id"] = next(each for each in names if each not in taken)
        taken.add(section["id"])
    for table in page("table"):
        # Columns of words are read from the left, those of numbers compared from the right.
        for column in zip(*(row(["th", "td"]) for row in table("tr")), strict=False):
            words = [cell.text[:1].isalpha() for cell in column if cell.name == "td"]
            for cell in column if 2 * sum(words) > len(words) else ():
                cell["class"] = "words"
    return str(page), len(page.select("section.slide"))


def slug(title: str) -> str:
    """Return a title as it ends a slide's address.

    >>> slug("All 2⁸⁶ shuffles"), slug("What does p < 0.05 say?"), slug("1984")
    ('all-2-to-the-86-shuffles', 'what-does-p-0-05-say', 'slide-1984')
    """
    powers = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", r" to the \g<0>", title)
    letters = normalize("NFKD", powers).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall("[a-z0-9]+", letters.replace("'", "")))
    # A number would be a slide's place.
    return words if re.search("[a-z]", words) else f"slide-{words}".rstrip("-")


def _licence(path: Path) -> str:
    """Return whose a lecture is, and its licence, as the lab's file LICENSE begins; "" without one."""
    for folder in path.resolve().parents[:3]:
        if (folder / "LICENSE").is_file():
            name, owner = (folder / "LICENSE").read_text("utf8").split("\n\n")[:2]
            return f"{owner.replace('Copyright (c)', '©')} · {name}"
    return ""


def print_page(page: Path, paper: Path, browser: str, asked: str = "") -> None:
    """Print a page to a PDF file with a browser; raise an error, and leave no file, if it fails.

    A deck is `asked` for its slides by ``?print-pdf``, and with its notes by ``?print-pdf&notes``; else it
    prints as a handout.
    """
    # A browser of root has no sandbox of its own to offer; the page is ours and fetches nothing.
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        printed = Path(scratch, "printed.pdf")
        command = [browser, *_QUIET, *root, f"--user-data-dir={scratch}/profile"]
        command += [f"--print-to-pdf={printed}", f"{page.resolve().as_uri()}{asked}"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PRINTING_SECONDS)
        if not printed.is_file():
            raise OSError(f"{browser} could not print {page.name}: {ended.stderr.strip()}")
        shutil.move(printed, paper)


class _MarkdownRenderer(IPythonRenderer):
    """Render formulas as MathML, which needs no program and no network."""

    def inline_math(self, body: str) -> str:
        """Render a formula within a line."""
        return mathml(body)

    def block_math(self, body: str) -> str:
        """Render a formula on a line of its own."""
        known = body.replace("{aligned}", "{split}").replace("{gathered}", "{matrix}")
        return f'<span class="formula">{mathml(known, display=True)}</span>'


@pass_context
def _render_markdown(context: Context, source: str) -> str:
    """Render Markdown with its pictures and formulas inside."""
    renderer = _MarkdownRenderer(
        escape=False,
        embed_images=True,
        exclude_anchor_links=True,
        path=context["resources"]["metadata"]["path"],
        attachments=context["cell"].get("attachments"),
    )
    return MarkdownWithMath(renderer=renderer).render(source)


def _slide_cells(notebook: NotebookNode, name: str, *, deck: bool) -> Iterator[NotebookNode]:
    """Yield the cells that a page shows, each with its slide's number and title."""
    slide, title = 0, ""
    for number, cell in enumerate(notebook.cells, start=1):
        outputs, notes = cell.get("outputs", []), "notes" in cell.metadata.get("tags", [])
        if (cell.cell_type == "code" and not outputs) or (notes and not deck):
            continue
        heading = re.match(r"\s*#{1,2} +(.+)", cell.source)
        if heading and cell.cell_type == "markdown" and not notes:
            slide, title = slide + 1, re.sub(r"[*`$_]", "", heading[1]).strip()
            cell.metadata.begins = True
        elif not slide:
            raise ValueError(f"{name} must begin with a slide's heading, not with cell {number}")
        for output in outputs:
            data = output.get("data", {})
            named = data.get(KIND)
            if output.output_type == "error" or (WIDGET in data and not named):
                why = "ends in an error, or has a widget that is no demonstration"
                raise ValueError(f"{name}, cell {number} {why}: run the notebook again")
            if named:
                as_option(named["name"], f"{name}, cell {number}: a demonstration", program.NAMES)
                cell.metadata |= {"demonstration": named, "data": data_for(**named)}
                said = output.metadata.get(KIND, {}).get("readout", [data["text/plain"]])
                still = data.get("image/svg+xml", "") + "".join(
                    f"<p>{escape(line)}</p>" for line in said
                )
                place = program.place(**named, still=still, draws=0 if deck else DRAWS)
                output.data = {"text/html": place}
            elif {"text/html", "image/svg+xml"} <= data.keys():
                # Of a picture, the form whose letters are text.
                output.data = {"text/html": data["image/svg+xml"]}
        cell.metadata |= {"slide": slide, "title": title}
        yield cell


def _read_of_reveal(path: str) -> str:
    """Read a file of the installed reveal.js."""
    place = distribution("sphinx-revealjs").locate_file(f"sphinx_revealjs/_static/revealjs/{path}")
    return Path(str(place)).read_text("utf8")
