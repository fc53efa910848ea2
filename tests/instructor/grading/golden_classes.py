"""The classes of the golden set: a small course, and what students hand in, by platform."""

import io
import json
import os
import stat
import warnings
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

TINY, OTHER = "tick0-tiny", "tick1-other"
FILE = f"{TINY}.ipynb"
Files = dict[str, bytes | str]
CHECKS = """
from labkit.checks import Case, Question, equals
def question(name, points, factor):
    hints = {"square": "This is the square.", "other": "Compute it by hand."}
    cases = tuple(Case((n,), equals(factor * n, square=n * n)) for n in (3, 5))
    return Question(name, name, points, hints, cases)
QUESTIONS = [question("double", 2, 2), question("triple", 1, 3)]
"""
HIDDEN = """
from labkit.checks import Case, equals
CASES = {
    "double": [Case((n,), equals(2 * n), label) for n, label in ((770077, "large"), (2, "small"))],
    "triple": [Case((n,), equals(3 * n), label) for n, label in ((880088, "large"), (3, "small"))],
}
"""
NAMES = {TINY: ("double", "triple"), OTHER: ("twofold", "threefold")}
#: When files were last written: times of their own, which are not those of handing in.
TIME = 1_795_000_000
STUB = "# your code here\n    ..."
ESSAY = "*Write your answer here: double-click on this text.*"
SOLVED = tuple(f"### BEGIN SOLUTION\n    return {n} * n\n    ### END SOLUTION" for n in (2, 3))
SENSE = "What a marker looks for: sense."
R = {"name": "ir", "display_name": "R", "language": "R"}
TRIPLE_OF_FILE = "return int(open('data.txt').read()) * n"
REQUEST = "Because.\n\nRegrade request: double: it is right.\n\n<script>act()</script> $x^2$"
LATE = f"""timezone = "Europe/London"
penalty_per_day = 0.1
max_penalty = 0.5
grace_minutes = 15
[deadlines]
{TINY} = 2026-11-20T17:00:00
{OTHER} = 2026-11-27T17:00:00
"""
WORKSHEET = """Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed",\
"Last modified (submission)","Last modified (grade)","Feedback comments"
"""
GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,Tick 0 (7),Tick 1 (8)
    Points Possible,,,,,10,5
"Right, Ann",1001,s1,ann1,Monday,,
"Square, Bob",1002,s2,bob1,Monday,3,
"Brien, José O'",1025,s3,jose1,Monday,,
"Absent, Una",2001,s4,una1,Monday,,
"Lee, Twin",1041,s5,twin1,Monday,,
"Lee, Twin",1999,s6,twin2,Monday,,
"Student, Test",999,,5c0f1e77,Monday,,
"""
#: Commands, in which @ stands for the case's folder.
GRADE, FOLDER = (["grade", f"@class{end}", "--out", "@out"] for end in (".zip", ""))
EXPORT = ["export", "@out", "--tick", TINY]


def graded(name: str, **fields: Any) -> dict[str, Any]:
    common = {"grade": False, "solution": False, "locked": False, "task": False}
    return {"nbgrader": common | {"grade_id": name, "schema_version": 3} | fields}


def notebook(tick: str = TINY, answers: Iterable[str] = SOLVED, essay: str = SENSE) -> Any:
    """Return a notebook of a tick, the instructor's, or a student's with these answers."""
    cells = [new_markdown_cell("# Tiny", id="title"), new_code_cell("import math", id="setup")]
    for name, body, points in zip(NAMES[tick], answers, (2, 1), strict=True):
        answer, marks = graded(name, solution=True), f"{name}-check"
        cells.append(new_code_cell(f"def {name}(n):\n    {body}", id=name, metadata=answer))
        check = graded(marks, grade=True, locked=True, points=points)
        cells.append(new_code_cell(f"print({name}(3))", id=marks, metadata=check))
    written = graded("essay", grade=True, solution=True, points=2)
    cells.append(new_markdown_cell(essay, id="essay", metadata=written))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def write_tick(ticks: Path, tick: str, hidden: str = HIDDEN) -> Path:
    folder, course = ticks / tick, ticks / ".course" / tick
    for made in (folder, course):
        made.mkdir(parents=True)
    for name, text in (("checks", CHECKS), ("hidden", hidden)):
        for usual, own in zip(NAMES[TINY], NAMES[tick], strict=True):
            text = text.replace(usual, own)
        (course / f"{name}.py").write_text(text, "utf8")
    nbformat.write(notebook(tick), folder / f"{tick}.ipynb")
    return folder


def write_course(root: Path) -> None:
    for tick in NAMES:
        write_tick(root / "notebooks" / "ticks", tick)


def work(double="return 2 * n", triple="return 3 * n", essay=ESSAY, change=None, tick=TINY):
    made = notebook(tick, (double, triple), essay)
    if change:
        change(made)
    return json.dumps(made, ensure_ascii=False).encode()


def cell(made: Any, name: str) -> Any:
    return next(each for each in made.cells if each.id == name)


def zipped(files: Files | Iterable[tuple[Any, bytes | str]]) -> bytes:
    """Return a zip file of these members, which may have one name twice."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive, warnings.catch_warnings(action="ignore"):
        for info, content in files.items() if isinstance(files, dict) else files:
            if isinstance(info, str):
                info = zipfile.ZipInfo(info, (2026, 11, 20, 12, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
            if content[:5] == b"LINK ":
                info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, content)
    return data.getvalue()


def doubled(made: Any) -> None:
    copy = nbformat.from_dict(json.loads(json.dumps(cell(made, "triple"))))
    copy.id, copy.source = "copy", "def triple(n):\n    return 3 * n"
    made.cells.insert(4, copy)


def without_ids(made: Any) -> None:
    made.nbformat_minor = 4
    for each in made.cells:
        del each["id"]
        each.metadata = {}


def stdout(text: str) -> Any:
    return new_output("stream", name="stdout", text=text)


def forged(made: Any) -> None:
    for name in ("double-check", "triple-check"):
        cell(made, name).metadata.nbgrader.points = 1000
        cell(made, name).source = "print('all right')"


def renamed(made: Any) -> None:
    for number, each in enumerate(made.cells):
        if "nbgrader" in each.metadata:
            each.metadata.nbgrader.grade_id = f"another-{number}"


#: What a student's folder holds, by the student's name: the mess of a class.
MESS: dict[str, Files] = {
    "Ann Right": {FILE: work(essay="Because.")}, "Bob Square": {FILE: work(triple="return n * n")},
    "Cat Blank": {FILE: work(STUB, STUB)}, "Dan Json": {f"{FILE}.json": work()}, "Eve Text": {f"{FILE}.txt": work(essay="Because.")},
    "Fay Copy": {f"{TINY}-Copy1.ipynb": work(double="return n + n")}, "Gil Renamed": {"my homework.ipynb": work()},
    "Hal Zip": {"work.zip": zipped({f"work/{FILE}": work(), "__MACOSX/work/._x": b"x", f"work/.ipynb_checkpoints/{TINY}-checkpoint.ipynb": work(STUB, STUB)})},
    "Ida Zip-in-Zip": {"a.zip": zipped({"b.zip": zipped({FILE: work()})})},
    "Jo Two": {FILE: work(double="return n"), f"{TINY} (1).ipynb": work()},
    "Kim Docx": {"essay.docx": b"PK\x03\x04 a document"}, "Lee Pdf": {f"{TINY}.pdf": b"%PDF-1.4"},
    "Mia Cut": {FILE: work()[:900]}, "Ned Empty": {FILE: b""}, "Ole Page": {FILE: b"<!DOCTYPE html><html><body>Sign in</body></html>"},
    "Pam Form": {FILE: b'{"nbformat": 4, "cells": {"a": 1}, "metadata": 3}'},
    "Quy No Check": {FILE: work(change=lambda made: [made.cells.remove(cell(made, name)) for name in ("double-check", "title")])},
    "Ria No Answer": {FILE: work(change=lambda made: [made.cells.remove(cell(made, name)) for name in ("double", "essay")])},
    "Sam Double": {FILE: work(triple="return n", change=doubled)}, "Tia No Ids": {FILE: work(change=without_ids)},
    "Uli Reversed": {FILE: work(change=lambda made: made.cells.reverse())},
    "Val Outputs": {FILE: work(change=lambda made: [each.update(source="", outputs=[stdout("6\n")]) for each in made.cells if each.cell_type == "code"])},
    "Wim Data": {FILE: work(triple=TRIPLE_OF_FILE), "data.txt": b"3", "notes.docx": b"PK"},
    "Xia No Data": {FILE: work(triple=TRIPLE_OF_FILE)}, "José O'Brien": {FILE: work(essay="Weil es so ist: ½ √ 你好.")},
    "Yan Other": {f"{OTHER}.ipynb": work(tick=OTHER)}, "Zoe Wrong": {FILE: work(tick=OTHER)}, "Abe Syntax": {FILE: work(double="retrun 2 * n")},
    "Bea Error": {FILE: work(double="raise ValueError(n)", change=lambda made: made.cells.append(new_code_cell("1 / 0", id="own")))},
    "Cid Exit": {FILE: work(change=lambda made: made.cells.append(new_code_cell("import os; os._exit(0)", id="own")))},
    "Deb Forged": {FILE: work(double="return n", change=forged)}, "Eli Names": {FILE: work(change=renamed)},
    "Fia Kernel": {FILE: work(change=lambda made: made.metadata.update(kernelspec=R))},
    "Gus Utf": {FILE: b"\xef\xbb\xbf" + work()}, "Hew Request": {FILE: work(essay=REQUEST, change=lambda made: cell(made, "double-check").update(outputs=[stdout("<script>act()</script> as handed in")]))},
    "Ian Checkpoint": {f".ipynb_checkpoints/{TINY}-checkpoint.ipynb": work()},
    "Jan Python": {"answers.py": b"def double(n): return 2 * n"}, "Kay Link": {FILE: b"LINK /etc/passwd"},
    "Lou Large": {FILE: b" " * 50_000_001}, "Max Rar": {"work.rar": b"Rar!\x1a\x07"},
    "Twin Lee": {FILE: work(double="return 1")},
}  # fmt: skip
#: When some hand in, after the deadline of Friday at five.
WHEN = {"Bob Square": "5:10 PM", "Fay Copy": "5:30 PM", "Hal Zip": "11:59 PM"}


def class_of(names: list[str]) -> list[tuple[str, int, Files]]:
    """Return name, number and files of these students, and the second of two of one name."""
    people = [(name, 1001 + list(MESS).index(name), MESS[name]) for name in names]
    return people + [("Twin Lee", 1999, {FILE: work(triple="return 1")})] * ("Twin Lee" in names)


def worksheet(names: list[str]) -> str:
    text = WORKSHEET
    for name, number, files in [*class_of(names), ("Una Absent", 2001, {})]:
        when = f"Friday, 20 November 2026, {WHEN.get(name, '4:00 PM')}" if files else "-"
        who = f'"Participant {number}","{name}",s{number}@uni.example'
        text += f'{who},Submitted,,5.00,Yes,"{when}",-,\n'
    return text


def in_folders(people: list[tuple[str, int, Files]]) -> Files:
    """Return the files as Moodle names them, in folders."""
    return {f"{name}_{number}_assignsubmission_file_/{file}": data for name, number, files in people for file, data in files.items()}  # fmt: skip


def put(root: Path, files: Files) -> None:
    """Write files; a link where it says so."""
    for name, content in files.items():
        path, data = root / name, content.encode() if isinstance(content, str) else content
        path.parent.mkdir(parents=True, exist_ok=True)
        if data.startswith(b"LINK "):
            path.symlink_to(data[5:].decode())
        else:
            path.write_bytes(data)
            os.utime(path, (TIME + len(data),) * 2)


def moodle(root: Path) -> list[Any]:
    """Grade all the mess as Moodle gives it, late work too, and export it."""
    names = list(MESS)
    extra = {
        "__MACOSX/Ann Right_1001_assignsubmission_file_/._x.ipynb": b"x", f"Nil Stranger_3001_assignsubmission_file_/{FILE}": work(),
        f"../Out Side_1001_assignsubmission_file_/{FILE}": work(), f"/Abs Olute_1001_assignsubmission_file_/{FILE}": work(),
        f"Gil Renamed_1007_assignsubmission_file_/../../{FILE}": work(), f"loose-{FILE}": work(),
    }  # fmt: skip
    sheet = worksheet(names).replace(",5.00,", ",10.00,")
    data = zipped(in_folders(class_of(names)) | extra)
    put(root, {"class.zip": data, "worksheet.csv": sheet, "late.toml": LATE})
    given = ["--roster", "@worksheet.csv", "--times", "@worksheet.csv", "--late", "@late.toml"]
    export = [*EXPORT, "--moodle", "@worksheet.csv"]
    return [[*GRADE, "--tick", TINY, *given], export, [*export, "--scale"]]


def moodle_unpacked(root: Path) -> list[Any]:
    """Grade what was unpacked, flat files among it, without a list; then again, with changes."""
    names = ["Ann Right", "Hal Zip", "José O'Brien", "Kay Link", "Twin Lee", "Mia Cut"]
    files = in_folders(class_of(names)) | {f"Flo Flat_1500_assignsubmission_file_{FILE}": work(triple="return 0")}  # fmt: skip
    put(root, {f"class/{name}": data for name, data in files.items()})
    place = "class/{}_assignsubmission_file_/" + FILE

    def change() -> None:
        put(root, {place.format("Mia Cut_1013"): work(), place.format("Pat New_1600"): b"{}"})
        gone = root / place.format("Ann Right_1001")
        gone.unlink()
        os.utime(gone.parent, (TIME, TIME))

    other, none = ([*FOLDER, "--tick", tick] for tick in (OTHER, "tick9"))
    return [FOLDER, change, FOLDER, other, none]


def canvas(root: Path) -> list[Any]:
    """Grade and export what Canvas gives: several attempts, LATE, the wrong number or name."""
    files = {
        f"rightann_1001_5001_{FILE}": work(), f"squarebob_LATE_1002_5002_{TINY}-1.ipynb": work(triple="return n * n"),
        f"squarebob_LATE_1002_5009_{TINY}-2.ipynb": work(STUB), f"brienjoséo_1025_5003_{FILE}": work(),
        f"leetwin_1041_5004_{FILE}": work(), f"leetwin_1999_5005_{FILE}": work(double="return 1"),
        f"rightann_1002_5006_{FILE}": work(), f"stranger_4000_5007_{FILE}": work(), "rightann_1001_text.html": b"<p>I hand in</p>",
    }  # fmt: skip
    when = {1001: "20T17:00:00", 1002: "22T17:00:01", 1041: "20T17:15:01"}
    times = [{"user_id": user, "submitted_at": f"2026-11-{when[user]}Z"} for user in when]
    put(root, {"class.zip": zipped(files), "gradebook.csv": GRADEBOOK})
    put(root, {"times.json": json.dumps(times), "late.toml": LATE})
    given = ["--roster", "@gradebook.csv", "--times", "@times.json", "--late", "@late.toml"]
    export = [*EXPORT, "--canvas", "@gradebook.csv"]
    column = [*export, "--column", "Tick 0 (7)"]
    return [[*GRADE, *given], export, column, [*column, "--scale"]]


def nbgrader(root: Path) -> list[Any]:
    """Grade nbgrader's folders, with extensions, and then by other deadlines."""
    files = {}
    for student, when, data in (
        ("ada", "2026-11-20 17:00:00 UTC", work()), ("ben", "2026-11-20 17:15:01 UTC", work(double="return n")),
        ("cleo", "2026-11-21 12:00:00 UTC", work()), ("dora", "2026-12-24 17:00:00 UTC", work()), ("émile", "yesterday", work()),
    ):  # fmt: skip
        files[f"class/{student}/{TINY}/{FILE}"] = data
        files[f"class/{student}/{TINY}/timestamp.txt"] = when.encode()
    late = LATE + f"\n[extensions.cleo]\n{TINY} = 2026-11-21T17:00:00\n[extensions.nobody]\n"
    put(root, files | {"late.toml": late, "harder.toml": late.replace("0.1", "0.2")})
    put(root, {"wrong.toml": LATE.replace("grace_minutes", "grace")})
    first, harder, wrong = ([*FOLDER, "--late", f"@{name}.toml"] for name in ("late", "harder", "wrong"))  # fmt: skip
    return [first, harder, [*harder, "--change-penalties"], wrong]


def plain(root: Path) -> list[Any]:
    """Grade files that were gathered by hand, with tables of students and of times."""
    roster = "student,name\nann,Ann Right\nbob,Bob Lee\no-brien,O'Brien\nuna,Una\nzoë,Zoë\n"
    times = f"student,tick,submitted\nann,{TINY},2026-11-20T17:00:00Z\nBOB,,2026-11-23T17:00:01\n"
    files = {
        f"ann_{TINY}.ipynb": work(), f"ann_{OTHER}.ipynb": work(tick=OTHER), f"bob_{TINY} (1).ipynb": work(essay="Because."),
        f"{TINY}_zoë.ipynb": work(double=STUB), f"o-brien_{TINY}.ipynb": work(), f"eve_{TINY}.ipynb": work(),
        "bob_tick9.ipynb": json.dumps(new_notebook()).encode(),
    }  # fmt: skip
    put(root, {f"class/{name}": data for name, data in files.items()})
    put(root, {"roster.csv": roster, "times.csv": times, "late.toml": LATE})
    given = ["--roster", "@roster.csv", "--times", "@times.csv", "--late", "@late.toml"]
    return [[*FOLDER, *given], [*EXPORT[:2], "--moodle"], [*EXPORT, "--moodle", "none.csv"]]


def refused(root: Path) -> list[Any]:
    """Refuse what is no class, no list and no folder of marks."""
    put(root, {f"class/ann_{TINY}.ipynb": b"", "empty/.DS_Store": b"", "class.zip": b"PK cut"})
    put(root, {"twice.csv": "student\nada\nADA\n", "who.csv": "who,what\na,b\n"})
    put(root, {"day.csv": "student,submitted\nann,2026-11-20\n"})
    classes = [["grade", f"@{name}", "--out", "@out"] for name in ("nothing", "empty")]
    rosters = [[*FOLDER, "--roster", f"@{name}.csv"] for name in ("twice", "who", "nothing")]
    times = [[*FOLDER, "--times", f"@{name}.csv"] for name in ("day", "who")]
    return [GRADE, *classes, *rosters, *times, FOLDER, [*EXPORT, "--moodle", "@who.csv"], EXPORT]


CASES: dict[str, Callable[[Path], list[Any]]] = {
    each.__name__: each for each in (moodle, moodle_unpacked, canvas, nbgrader, plain, refused)
}
