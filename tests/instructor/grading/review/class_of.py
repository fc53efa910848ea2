"""A class that has been graded, without a kernel: records, gradebook and pages."""

import json

import pandas as pd
from nbformat.v4 import new_markdown_cell

from labkit.instructor.grading.judging.render import make_harmless
from labkit.instructor.grading.judging.restore import restored
from labkit.instructor.grading.marks.publish import publish
from labkit.instructor.grading.marks.store import Store
from tests.instructor.grading.tiny import NAME, answered, make_tick, record, write

RUBRIC = """
[essay]
start = 0.5
items.clear = { says = "Says it clearly", points = 1 }
items.true = { says = "Is true.", points = 1 }
items.long = { says = "Goes on", points = -0.5 }
items.see = { says = "See the notes of lecture 3", points = 0 }
"""


def handed_in(tick, student, *texts, **answers):
    """The record of a student's answers, with own cells of text below them."""
    notebook = answered(tick, **answers)
    notebook.cells += [new_markdown_cell(text) for text in texts]
    harmless = make_harmless(restored(notebook, tick.notebook())[0])
    return record(student, notebook=json.loads(json.dumps(harmless)))


def class_of(folder, essays, *, own=(), tables=True):
    """Grade a class: student -> essay. Give the lab's folder and the folder of the marks."""
    lab, out = folder / "lab", folder / "marks"
    tick = make_tick(lab / "notebooks" / "ticks")
    for student, essay in essays.items():
        Store(out).save(handed_in(tick, student, *own, essay=essay))
    if tables:
        publish(out, {NAME: tick})
    write(out / "review" / NAME / "rubric.toml", RUBRIC)
    return lab, out


def fill(out, marker, items, comment=""):
    """Write the same into every line of a worksheet."""
    path = out / "review" / NAME / "markers" / marker / "worksheet.csv"
    table = pd.read_csv(path, dtype=str)
    table.assign(items=items, comment=comment).to_csv(path, index=False)
    return len(table)
