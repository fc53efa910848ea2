"""The right answers of questions that ask for a value: found wherever they are planted."""

import base64
import gzip
import json
import re
import zipfile

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from labkit.grading.release.keys import combinations, keys
from labkit.grading.release.leaks import Leak, refuse_leaks

#: Of a question that asks for a set of letters, and one that asks for a number.
CHECKS = """
from labkit.checks import Case, Hint, Question, equals

{constants}

def judge_form(value):
    return None if type(value) is set and value <= set("abcdef") else Hint("other")

QUESTIONS = [
    Question("reading", "readings", 1, {{"other": "Look again."}}, ({reading},)),
    Question("number", "found", 1, {{"other": "Count again."}}, ({number},)),
    Question("opinion", "mine", 0, {{"other": "POS or NEG."}},
             (Case(None, lambda v: None if v in ("POS", "NEG") else Hint("other")),)),
]
"""
FORM = "Case(None, judge_form)"
COMPUTED = "Case(None, equals(sum(range(158)) + 68))"  # 12,471
HIDDEN = """
from labkit.checks import Case, equals
CASES = {"reading": [Case(None, equals({"f", "d", "a"}), "each choice")]}
"""


def lab(folder, constants="", reading=FORM, number=COMPUTED):
    """A lab with one tick of three questions that ask for values."""
    tick = folder / "lab" / "notebooks" / "ticks" / "tick0"
    tick.mkdir(parents=True)
    code = CHECKS.format(constants=constants, reading=reading, number=number)
    (tick / "checks.py").write_text(code)
    (tick / "hidden.py").write_text(HIDDEN)
    return folder / "lab"


def pack_of(lab, folder):
    """What students would get of it."""
    tick = folder / "pack" / "notebooks" / "ticks" / "tick0"
    tick.mkdir(parents=True)
    checks = lab / "notebooks" / "ticks" / "tick0" / "checks.py"
    (tick / "checks.py").write_text(checks.read_text())
    nbformat.write(new_notebook(cells=[new_markdown_cell("Read.")]), tick / "tick0.ipynb")
    return folder / "pack"


@pytest.fixture
def clean(tmp_path):
    source = lab(tmp_path)
    return list(keys(source)), pack_of(source, tmp_path)


def test_what_holds_no_key_passes(clean):
    found, pack = clean
    assert [(key.question.name, key.values) for key in found] == [
        ("reading", ({"f", "d", "a"},)),
        ("number", (12_471,)),
        ("opinion", ()),
    ]
    refuse_leaks(pack, found)


def test_what_a_solution_assigns_is_a_key(tmp_path):
    source = lab(
        tmp_path, number="Case(None, lambda v: None if v == 124 * 100 + 71 else Hint('other'))"
    )
    cells = [
        new_code_cell("found = 5"),
        new_code_cell(
            "### BEGIN SOLUTION\nfound = 12471\nn = 1\n### END SOLUTION",
            metadata={"nbgrader": {"solution": True}},
        ),
    ]
    nbformat.write(new_notebook(cells=cells), source / "notebooks" / "ticks" / "tick0" / "t.ipynb")
    assert [key.values for key in keys(source)][1] == (12_471,)


@pytest.mark.parametrize(
    "spoilt",
    [
        {"constants": 'HOLDS = {"a": True, "b": False, "c": False, "d": True, "f": True}'},
        {"constants": 'RIGHT = {"a", "d", "f"}'},
        {"constants": 'RIGHT = "a f d".split()'},
        {"constants": 'RIGHT = set("fda")'},
        {"constants": 'WRONG = {"a": False, "b": True, "c": True, "d": 0, "e": 1, "f": 0}'},
        {"constants": 'PAIRS = [("a", True), ("b", False), ("d", True), ("f", True)]'},
        {"constants": 'WHY = {"a": "as shown", "d": "by the table", "f": "both"}'},
        {"constants": "# a, d and f hold"},
        {"number": "Case(None, equals(12_471))"},
        {"number": "Case(None, equals(12_000 + 471))"},
        {"number": "Case(None, equals(sum(range(158)) + 68)) # 12471"},
        {"constants": "MOST = 12471.0"},
    ],
    ids=lambda spoilt: next(iter(spoilt.values())),
)
def test_a_key_in_the_checks_is_found(tmp_path, spoilt):
    if spoilt.get("constants", "").startswith("#") or "#" in spoilt.get("number", ""):
        spoilt = {"constants": spoilt.get("constants") or "# there are 12,471 of them"}
    source = lab(tmp_path, **spoilt)
    with pytest.raises(Leak, match=r"tick0/checks\.py would give an answer away"):
        refuse_leaks(pack_of(source, tmp_path), keys(source))


@pytest.mark.parametrize(
    "reading",
    [
        'Case(None, equals({letter for letter in "abcdef" if ord(letter) % 5 in (0, 2)}))',
        'Case(None, equals({chr(97), chr(100), chr(102)}, other={"b"}))',
    ],
)
def test_a_visible_check_that_tells_the_right_one_of_a_few_is_found(tmp_path, reading):
    source = lab(tmp_path, reading=reading)
    with pytest.raises(Leak, match="tick0/checks.py tells the right one of 64 possible answers"):
        refuse_leaks(pack_of(source, tmp_path), keys(source))


def test_small_numbers_count_beside_the_question_only(tmp_path):
    # Seven stands everywhere; a visible check of it, with points, would be guessed in 15 tries.
    source = lab(tmp_path, number="Case(None, equals(len('numbers')))")
    with pytest.raises(Leak, match="tells the right one of 15"):
        refuse_leaks(pack_of(source, tmp_path), keys(source))


def notebook(pack):
    return pack / "notebooks" / "ticks" / "tick0" / "tick0.ipynb"


def edited(pack, change):
    content = nbformat.read(notebook(pack), as_version=4)
    change(content)
    nbformat.write(content, notebook(pack))
    return notebook(pack)


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def in_metadata(pack):
    return edited(pack, lambda nb: nb.metadata.update(grader={"key": ["f", "a", "d"]}))


def in_metadata_of_a_cell(pack):
    return edited(pack, lambda nb: nb.cells[0].metadata.update(tags=["a-d-f"]))


def in_the_id_of_a_cell(pack):
    return edited(pack, lambda nb: nb.cells[0].update(id="adf"))


def in_an_output(pack):
    cell = new_code_cell("show()")
    cell.outputs = [new_output("stream", name="stdout", text="12,471 of them\n")]
    return edited(pack, lambda nb: nb.cells.append(cell))


def in_a_text_cell(pack):
    return edited(pack, lambda nb: nb.cells.append(new_markdown_cell("Right are **a**, d and f.")))


def in_an_attachment(pack):
    def change(nb):
        text = base64.b64encode(b"the right answers are a, f and d").decode()
        nb.cells[0].attachments = {"x.txt": {"text/plain": text}}

    return edited(pack, change)


def in_a_table(pack):
    return write(pack / "data" / "table.csv", "question;answer\nnumber;12471\n")


def in_utf_16(pack):
    return write(pack / "data" / "notes.txt", "found = 12471".encode("utf-16"))


def in_json(pack):
    return write(pack / "data" / "x.json", json.dumps({"a": True, "b": False, "d": 1, "f": True}))


def in_json_as_another_number(pack):
    return write(pack / "data" / "x.json", json.dumps({"found": 12471.000001}))


def in_an_archive(pack):
    path = write(pack / "data" / "x.zip", b"")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner.txt", "padding " * 50 + "12471")
    return path


def in_an_array(pack):
    path = write(pack / "data" / "x.npz", b"")
    np.savez_compressed(path, names=np.array(["x", "found: 12471"]))
    return path


def in_a_compressed_file(pack):
    return write(pack / "data" / "x.gz", gzip.compress(b"the number is 12 471: 12471"))


def in_the_comment_of_a_picture(pack):
    path, info = write(pack / "labkit" / "x.png", b""), PngInfo()
    info.add_text("Comment", "right: a, d, f", zip=True)
    Image.new("L", (4, 4)).save(path, pnginfo=info)
    return path


def in_the_exif_of_a_picture(pack):
    path, exif = write(pack / "labkit" / "x.jpg", b""), Image.Exif()
    exif[0x010E] = "there are 12471"
    Image.new("L", (4, 4)).save(path, exif=exif)
    return path


def in_a_checkpoint(pack):
    return write(pack / "notebooks" / ".ipynb_checkpoints" / "x.ipynb", "{}")


def in_a_cache(pack):
    return write(pack / "labkit" / "__pycache__" / "x.cpython-311.pyc", b"\0")


def in_bytecode(pack):
    return write(pack / "labkit" / "x.pyc", b"\0")


@pytest.mark.parametrize(
    "plant",
    [value for name, value in list(globals().items()) if name.startswith("in_")],
    ids=lambda plant: plant.__name__,
)
def test_a_planted_key_is_found_in_every_kind_of_file(clean, plant):
    found, pack = clean
    path = plant(pack).relative_to(pack)
    with pytest.raises(Leak, match=re.escape(str(path))):
        refuse_leaks(pack, found)


def test_a_share_is_found_up_to_rounding(tmp_path):
    source = lab(tmp_path, number="Case(None, equals(0.7123457 * len('abc')))")
    pack = pack_of(source, tmp_path)
    refuse_leaks(pack, keys(source))
    write(pack / "data" / "table.csv", "question;answer\nnumber;2.1370371\n")
    with pytest.raises(Leak, match=r"table\.csv"):
        refuse_leaks(pack, keys(source))


def test_prose_about_letters_is_no_key(clean):
    found, pack = clean
    cells = ["a, b, c and d", "either a or d", "a d. f", "12,470 and 2,471 and 124,71", "add a fad"]
    edited(pack, lambda nb: nb.cells.extend(map(new_markdown_cell, cells[:2] + cells[3:])))
    refuse_leaks(pack, found)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ({"b", "c"}, 8),
        ([True, False, True], 8),
        ({"x": "POS", "y": "NEG"}, 4),
        (("a", 3), 26 * 7),
        (0.25, float("inf")),
        ("shuffling", float("inf")),
    ],
)
def test_possible_answers_are_counted(value, number):
    assert combinations(value) == number
