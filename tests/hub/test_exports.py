"""Marks for a learning platform, as one file to download."""

import io
import zipfile

import pytest

from labkit.grading.classroom.exporting import Platform
from labkit.grading.results.exports.final import Export
from labkit.hub import exports
from labkit.hub.course import Course

DONE = Export({"moodle-tick1.csv": b"1,2\n"}, ["ada"], {"ben": "an answer\nwaits"}, ["cleo\u202e"])


@pytest.fixture
def course(tmp_path):
    return Course(tmp_path, "Significance", "nlp")


def unpacked(content):
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_what_is_exported_says_who_is_not_in_it(course, monkeypatch):
    given = []

    def export(out, ticks, platform, table, **options):
        given.append((out, platform, table.read_bytes(), options))
        return out, DONE

    monkeypatch.setattr(exports, "export", export)
    found = unpacked(exports.archive(course, Platform.MOODLE, "tick1", b"sheet", scale=True))
    assert found["moodle-tick1.csv"] == "1,2\n"
    assert (
        "ben: an answer waits\n" in found[exports.READ_ME]
        and "  cleo⟨202E⟩\n" in found[exports.READ_ME]
    )
    options = {"tick": "tick1", "scale": True}
    assert given == [(course.marks, Platform.MOODLE, b"sheet", options)]


def test_an_export_waits_for_the_service(course, monkeypatch):
    busy = [BlockingIOError("at work"), BlockingIOError("at work"), None]

    def export(out, ticks, platform, table, **options):
        if error := busy.pop(0):
            raise error
        assert table is None  # Gradescope has none
        return out, DONE

    monkeypatch.setattr(exports, "export", export)
    assert unpacked(exports.archive(course, Platform.GRADESCOPE, "tick1", b"", scale=False))
    busy[:] = [BlockingIOError("at work")]
    monkeypatch.setattr(exports, "PATIENCE", 0.0)
    with pytest.raises(BlockingIOError):
        exports.archive(course, Platform.GRADESCOPE, "tick1", b"", scale=False)


def test_without_marks_it_is_said(course):
    with pytest.raises(FileNotFoundError, match="labkit grade"):
        exports.archive(course, Platform.CANVAS, "tick1", b"", scale=False)
