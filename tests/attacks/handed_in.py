"""Attacks on those who take notebooks in: broken, forged and dangerous files.

Each function writes one student's file into a folder in the flat layout,
``STUDENT_tick-attacked.ipynb``. All but the archive stand for one row of the
grades: graded, with the points of the honest answers, or refused, with none.
"""

import json
import stat
import zipfile
from copy import deepcopy
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from tests.attacks.attacks import submission

#: Name -> function(folder), of files that are graded all the same and of those that cannot be.
GRADED, REFUSED = {}, {}

#: Those of the first that are too large for one notebook with the others.
LARGE = (
    "id-of-10-mb",
    "metadata-without-end",
    "names-by-the-hundred",
    "code-that-takes-a-parser-long",
    "text-that-takes-markdown-long",
)


def graded(change):
    """Register a change of the honest notebook after which it still earns its points."""

    def write(folder):
        notebook = submission()
        change(notebook)
        write_text(folder, change.__name__, json.dumps(notebook))

    write.__doc__, write.change = change.__doc__, change
    GRADED[change.__name__.replace("_", "-")] = write
    return change


def refused(write):
    REFUSED[write.__name__.replace("_", "-")] = write
    return write


def place(folder, student):
    return Path(folder, f"{student.replace('_', '-')}_tick-attacked.ipynb")


def write_text(folder, student, text):
    place(folder, student).write_text(text, encoding="utf8")


def cell(notebook, name):
    return next(cell for cell in notebook.cells if cell.id == name)


@graded
def edited_points(notebook):
    """Gives the questions a thousand points."""
    for found in notebook.cells:
        if "points" in found.metadata.get("nbgrader", {}):
            found.metadata.nbgrader.points = 1000


@graded
def edited_checks(notebook):
    """Replaces the checks by code that says that all is right, and unlocks them."""
    for name in ("target", "double", "label"):
        check = cell(notebook, f"{name}-check")
        check.source = f'print("✓ {name}")'
        check.metadata.nbgrader.locked = False


@graded
def duplicated_cells(notebook):
    """Has each graded cell twice, identity and all, an unanswered one first."""
    graded_cells = [deepcopy(c) for c in notebook.cells if c.metadata.get("nbgrader")]
    for found in graded_cells:
        if found.metadata.nbgrader.solution and found.cell_type == "code":
            found.source = found.source.partition("\n")[0] + "\n    ..."
    notebook.cells[1:1] = graded_cells


@graded
def renamed_cells(notebook):
    """Calls its graded cells by other names."""
    for number, found in enumerate(notebook.cells):
        if "nbgrader" in found.metadata:
            found.metadata.nbgrader.grade_id = f"another-{number}"


@graded
def wrong_kernel(notebook):
    """Says that it is written in R."""
    notebook.metadata.kernelspec = {"name": "ir", "display_name": "R", "language": "R"}
    notebook.metadata.language_info = {"name": "R"}


@graded
def missing_kernel(notebook):
    """Does not say what it is written in."""
    del notebook.metadata["kernelspec"]


@graded
def output_of_20_mb(notebook):
    """Stores an output of 20 MB."""
    output = new_output("stream", name="stdout", text="✓ target\n" * 2_200_000)
    cell(notebook, "target-check").outputs = [output]


@graded
def reordered_cells(notebook):
    """Has its cells in the opposite order."""
    notebook.cells.reverse()


@graded
def deleted_cells(notebook):
    """Has no check and no written answer any more."""
    notebook.cells = [c for c in notebook.cells if not c.metadata.get("nbgrader", {}).get("grade")]


@graded
def id_of_10_mb(notebook):
    """Has a cell whose id, name and tags are of 10 MB in all."""
    own = new_code_cell("print(1)")
    own.id = "x" * 4_000_000
    own.metadata = {"nbgrader": {"grade_id": "y" * 4_000_000}, "tags": ["z" * 2_000_000]}
    notebook.cells.insert(1, own)


@graded
def metadata_without_end(notebook):
    """Has metadata of 5 MB, 400 levels deep, with keys that labkit itself uses."""
    deep = {"repairs": ["<script>" * 100_000]}
    for _ in range(400):
        deep = {"labkit": deep, "given": True}
    notebook.metadata |= {"labkit": {"repairs": 3}, "harmless": 1, "deep": deep}
    for found in notebook.cells:
        found.metadata |= {"given": True, "text": "x" * 400_000, "html": "<script>act()</script>"}


@graded
def names_by_the_hundred(notebook):
    """Has 100 more cells with the name of a graded one, none of which is answered."""
    check = cell(notebook, "double-check")
    notebook.cells[1:1] = [deepcopy(check) for _ in range(100)]


@graded
def code_that_takes_a_parser_long(notebook):
    """Has terms, pieces of text and brackets by the hundred, which a parser takes one in another."""
    codes = ["x = " + "+".join("1" * 500), 'x = f"' + "{1}" * 2_000 + '"', "(" * 150]
    notebook.cells += [new_code_cell(f"if False:\n    {code}") for code in codes]


@graded
def text_that_takes_markdown_long(notebook):
    """Has emphasis, links, quotations, tables and formulas without end."""
    texts = ["*a " * 6_000, "[" * 19_000, ">" * 19_000, "$" + "{" * 1_900 + "$", "<b>" * 6_000]
    table = "|" * 900 + "\n" + "|-" * 900 + "\n" + ("|x" * 900 + "\n") * 8
    notebook.cells += [new_markdown_cell(text) for text in [*texts, table]]


@graded
def script_in_every_place(notebook):
    """Has script wherever a notebook can hold text: languages, kernels, names, types, attachments."""
    act = "</script><script>window.HIT=1</script>"
    notebook.metadata = {
        "title": act,
        "kernelspec": {"name": act, "language": act},
        "authors": [{"name": act}],
    }
    notebook.cells.append(new_markdown_cell(f"![{act}](attachment:a.svg) {act}"))
    notebook.cells[-1].attachments = {"a.svg": {"image/svg+xml": act}}


@refused
def invalid_json(folder):
    """Breaks off in the middle, as after an interrupted upload."""
    text = json.dumps(submission())
    write_text(folder, "invalid-json", text[: len(text) // 2])


@refused
def empty_file(folder):
    """Is empty."""
    write_text(folder, "empty-file", "")


@refused
def not_a_notebook(folder):
    """Is a picture, under a notebook's name."""
    place(folder, "not-a-notebook").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))


@refused
def another_form(folder):
    """Is JSON, and no notebook."""
    write_text(folder, "another-form", '{"nbformat": 4, "cells": {"a": 1}, "metadata": 3}')


@refused
def deep_json(folder):
    """Is JSON of a hundred thousand levels."""
    write_text(folder, "deep-json", '{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}")


@refused
def symbolic_link(folder):
    """Is a link to a notebook that was not handed in."""
    other = Path(folder).with_name(f"{Path(folder).name}-elsewhere")
    nbformat.write(submission(answers=("target", "double", "label")), other)
    place(folder, "symbolic-link").symlink_to(other)


def write_archive(path):
    """Write a zip file with one honest notebook, and members that are traps.

    The honest one, of the student ``ada``, is to be graded. To be refused, with
    nothing written anywhere: paths that lead out of the folder they are
    unpacked in, a link, and a member of 300 MB in as many kB.
    """
    honest = json.dumps(submission())
    link = zipfile.ZipInfo("linked_tick-attacked.ipynb")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ada_tick-attacked.ipynb", honest)
        archive.writestr("../../traversal_tick-attacked.ipynb", honest)
        archive.writestr("/tmp/absolute_tick-attacked.ipynb", honest)
        archive.writestr(link, "/etc/passwd")
        with archive.open("bomb_tick-attacked.ipynb", "w") as bomb:
            for _ in range(300):
                bomb.write(b" " * 1_000_000)
