"""A class that has been graded, without a kernel: records, gradebook and pages."""

import json
from pathlib import Path

from nbformat.v4 import new_markdown_cell

from labkit.grading.classroom.publishing import publish
from labkit.grading.classroom.records import Store
from labkit.grading.results.late import Policy
from labkit.grading.submission.restore import restored
from labkit.grading.submission.sanitize import prepared
from tests.grading.tiny import NAME, answered, make_tick, record

RUBRIC = """
[essay]
start = 0.5
[essay.items.clear]
says = "Says it clearly"
points = 1
[essay.items.true]
says = "Is true."
points = 1
[essay.items.long]
says = "Goes on"
points = -0.5
"""


def class_of(folder, essays, *, own=(), tables=True):
    """Grade a class: student -> essay. Give the lab's folder and the folder of the marks."""
    lab, out = Path(folder) / "lab", Path(folder) / "marks"
    ticks = lab / "notebooks" / "ticks"
    tick = make_tick(ticks)
    store = Store(out)
    for student, essay in essays.items():
        notebook = answered(tick, essay=essay)
        notebook.cells += [new_markdown_cell(text) for text in own]
        harmless = prepared(restored(notebook, tick.notebook())[0])
        store.save(record(student, notebook=json.loads(json.dumps(harmless))))
    if tables:
        publish(out, store, {NAME: tick}, ticks, Policy())
    place = out / "review" / NAME / "rubric.toml"
    place.parent.mkdir(parents=True)
    place.write_text(RUBRIC)
    return lab, out
