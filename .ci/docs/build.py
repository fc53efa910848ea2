"""Build the lab's site: ``python .ci/docs/build.py [FOLDER]``, by default ``site/``.

The pages of the reference are made from the docstrings of all public names,
those of the ticks that ``notebooks/ticks.toml`` names, in its order, from the notebooks as students
get them, without solutions. The lectures are the handouts, with their demonstrations live, in
place of what Sphinx made for its search; each demonstration is a page of its own, too, which other
sites may show in an iframe. The other pages are the documents as they are. A warning of Sphinx fails the build.
"""

import re
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

import nbformat
from sphinx.cmd.build import main as sphinx

import labkit
from labkit.instructor.grading.base.clearing import cleared
from labkit.instructor.grading.judging.tick import load_ticks
from labkit.instructor.grading.release.leaks import find_notebooks, read_secrets, refuse_leaks
from labkit.instructor.grading.release.lectures import write_demonstrations, write_lectures

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

#: The rooms that students use, in the order in which a course meets them.
ROOMS = tomllib.loads((ROOT / "tests/project/rooms.toml").read_text("utf8"))["public"]

#: The documents, and what they show or link to.
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "SECURITY.md"),
    *("CITATION.cff", "LICENSE"),
    *("docs/*.md", "data/README.md", "data/*.txt", "notebooks/README.md", "notebooks/images/*.png"),
)

#: In a document a link to a tick: its words, and the tick. Of one that the course leaves out, the words stay.
TO_TICK = re.compile(r"\[([^]]*)\]\([^)]*notebooks/ticks/([\w-]+)/[^)]*\)")


def write_sources(folder: Path) -> None:
    """Write all that Sphinx reads into a folder."""
    ticks = load_ticks(ROOT / "notebooks" / "ticks")
    shutil.copytree(HERE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in DOCUMENTS:
        for path in ROOT.glob(name):
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
            if path.suffix == ".md":
                text = path.read_text(encoding="utf8")
                text = TO_TICK.sub(lambda link: link[0 if link[2] in ticks else 1], text)
                target.write_text(text, encoding="utf8")
    pages = {f"ticks/{name}/{name}.ipynb": tick.notebook() for name, tick in ticks.items()}
    for path in find_notebooks(ROOT):
        if path.parents[1].name == "ticks":
            continue
        notebook = nbformat.read(path, as_version=4)
        if path.parent.name != "lectures":
            notebook = cleared(notebook)
        # What a lecturer says is for the lecturer.
        notebook.cells = [c for c in notebook.cells if "notes" not in c.metadata.get("tags", [])]
        pages[path.relative_to(ROOT / "notebooks").as_posix()] = notebook
    for name, notebook in pages.items():
        target = folder / "notebooks" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, target)
    contents = folder / "index.md"
    text = contents.read_text(encoding="utf8").replace(
        "notebooks/ticks/*/*", "\n".join(f"notebooks/ticks/{name}/{name}" for name in ticks)
    )
    contents.write_text(text, encoding="utf8")
    refuse_leaks(folder / "notebooks", read_secrets(ROOT))
    write_reference(folder / "reference")


def write_reference(folder: Path) -> None:
    """Write a page for each room, and the list of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for room in ROOMS:
        text = f"# {room}\n\n```{{eval-rst}}\n.. automodule:: labkit.{room}\n   :members:\n```\n"
        (folder / f"{room}.md").write_text(text, encoding="utf8")
    words = "Import from these rooms; what is used most, `labkit` itself offers."
    names = ", ".join(f"`{name}`" for name in labkit.__all__)
    contents = "```{toctree}\n:maxdepth: 1\n\n" + "\n".join(ROOMS) + "\n```\n"
    (folder / "index.md").write_text(
        f"# Reference\n\n{words}\n\nFrom `labkit`: {names}.\n\n{contents}", encoding="utf8"
    )


def shorten_places(site: Path) -> None:
    """Begin the paths that constants hold at the lab's folder: where it was built is nobody's business."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf8")
        if str(ROOT) in text:
            text = text.replace(f"{ROOT}/", "").replace(str(ROOT), ".")
            page.write_text(text, encoding="utf8")


def main(folder: str = "site") -> int:
    """Build the site, and return the exit status of Sphinx."""
    with tempfile.TemporaryDirectory() as scratch:
        source, made = Path(scratch, "source"), Path(scratch, "site")
        write_sources(source)
        status = sphinx(["-W", "--keep-going", "-q", "-b", "html", str(source), str(made)])
        # And not what myst-nb leaves beside it.
        shutil.copytree(made, folder, dirs_exist_ok=True)
    shorten_places(Path(folder))
    write_lectures(Path(folder, "notebooks", "lectures"), ROOT, pdf=False)
    write_demonstrations(Path(folder, "demonstrations"))
    if status == 0:
        print(f"{Path(folder) / 'index.html'}: open it in a browser")
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
