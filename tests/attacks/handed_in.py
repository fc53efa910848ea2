"""What Eve hands in to gain points, to pass for somebody else, in no time, or so that nobody is graded.

It is in Moodle's zip file of a class with Ada's honest notebook, or in the folder that this was
unpacked to. Ada is to be graded by her own notebook, and Eve by hers, or refused.
"""

import contextlib
import json
import os
import socket
from copy import deepcopy
from dataclasses import dataclass
from functools import partial

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from tests.attacks.attacks import ATTACKS, FIRST, NAME, submission
from tests.instructor.grading.tiny import cell, put, write, zipped

FILE = f"{NAME}.ipynb"
ADA = "Ada Lovelace_1001_assignsubmission_file_"
EVE = "Eve_1002_assignsubmission_file_"
WORK = json.dumps(submission())
STAMP = "2001-01-01 00:00:00 UTC"
GRADESCOPE = f"{EVE}:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: Ada-Lovelace_1001\n"
ACT = "</script><script>window.HIT=1</script>"
R = {"name": "ir", "display_name": "R", "language": "R"}


def stdout(text):
    return new_output("stream", name="stdout", text=text)


LONG = stdout("✓ target\n" * 2_200_000)


def rename(notebook):
    for number, found in enumerate(notebook.cells):
        if "nbgrader" in found.metadata:
            found.metadata.nbgrader.grade_id = f"another-{number}"


def edit_checks(notebook):
    for name in ("target", "double", "label"):
        check = cell(notebook, f"{name}-check")
        check.source, check.metadata.nbgrader.locked = f'print("✓ {name}")', False


def duplicate(notebook):
    """Have each graded cell twice, identity and all, an unanswered one first."""
    copies = [deepcopy(c) for c in notebook.cells if "nbgrader" in c.metadata]
    for found in copies:
        if found.metadata.nbgrader.solution and found.cell_type == "code":
            found.source = found.source.partition("\n")[0] + "\n    ..."
    notebook.cells[1:1] = copies


def insert_huge_id(notebook):
    metadata = {"nbgrader": {"grade_id": "y" * 4_000_000}, "tags": ["z" * 2_000_000]}
    notebook.cells.insert(1, new_code_cell("print(1)", metadata=metadata))
    notebook.cells[1].id = "x" * 4_000_000


def deepen_metadata(notebook):
    """Have metadata of 5 MB, 400 levels deep, with keys that labkit itself uses."""
    deep = {"repairs": ["<script>" * 100_000]}
    for _ in range(400):
        deep = {"labkit": deep, "given": True}
    notebook.metadata |= {"labkit": {"repairs": 3}, "harmless": 1, "deep": deep}
    for found in notebook.cells:
        found.metadata |= {"given": True, "text": "x" * 400_000, "html": "<script>act()</script>"}


def put_script_in_every_place(notebook):
    kernel = {"name": ACT, "language": ACT}
    notebook.metadata = {"title": ACT, "kernelspec": kernel, "authors": [{"name": ACT}]}
    attached = {"a.svg": {"image/svg+xml": ACT}}
    notebook.cells.append(new_markdown_cell(f"![{ACT}](attachment:a.svg)", attachments=attached))


#: What is done with an honest notebook, which still earns its points -> how.
CHANGES = {
    "edited-points": lambda n: [c.metadata.get("nbgrader", {}).update(points=1000) for c in n.cells],
    "edited-checks": edit_checks, "duplicated-cells": duplicate, "renamed-cells": rename,
    "wrong-kernel": lambda n: n.metadata.update(kernelspec=R, language_info={"name": "R"}),
    "missing-kernel": lambda n: n.metadata.pop("kernelspec"),
    "output-of-20-mb": lambda n: cell(n, "target-check").update(outputs=[LONG]),
    "reordered-cells": lambda n: n.cells.reverse(), "script-in-every-place": put_script_in_every_place,
    "deleted-cells": lambda n: n.update(cells=[c for c in n.cells if not c.metadata.get("nbgrader", {}).get("grade")]),
}  # fmt: skip
CODES = ["x = " + "+".join("1" * 500), 'x = f"' + "{1}" * 2_000 + '"', "(" * 150]
TEXTS = ["*a " * 6_000, "[" * 19_000, ">" * 19_000, "$" + "{" * 1_900 + "$", "<b>" * 6_000]
TEXTS += ["|" * 900 + "\n" + "|-" * 900 + "\n" + ("|x" * 900 + "\n") * 8]
#: Those of them that are too large for one notebook with the others.
LARGE = {
    "id-of-10-mb": insert_huge_id, "metadata-without-end": deepen_metadata,
    "names-by-the-hundred": lambda n: n.update(cells=[deepcopy(cell(n, "double-check")) for _ in range(100)] + n.cells),
    "code-that-takes-a-parser-long": lambda n: n.cells.extend(new_code_cell(f"if False:\n    {code}") for code in CODES),
    "text-that-takes-markdown-long": lambda n: n.cells.extend(map(new_markdown_cell, TEXTS)),
}  # fmt: skip


def changed(change):
    notebook = submission()
    change(notebook)
    return json.dumps(notebook)


def zip64():
    """A zip file whose list of contents is in the form for large ones, of any length."""
    data = bytearray(zipped({FILE: WORK}))
    end = data.rindex(b"PK\x05\x06")
    data[end:end] = b"PK\x06\x06" + bytes(52) + b"PK\x06\x07" + bytes(16)
    return bytes(data)


def bind(folder):
    with contextlib.chdir(folder), socket.socket(socket.AF_UNIX) as unix:
        unix.bind(FILE)  # whose path may not be long


@dataclass(frozen=True)
class Attack:
    """What Eve hands in, where, and what it comes to."""

    ends: str
    files: dict  # path -> content, or a function that makes it; b"LINK " before where a link leads
    where: tuple = ("zip", "folder")
    top: str = EVE  # the folder of the platform that it is in
    patch: tuple = ()  # offset in its entry in a zip file's list, and the bytes to be put there
    make: object = None  # function(folder), for what only a folder can have


graded, refused = partial(Attack, "graded"), partial(Attack, "refused")
#: In a zip file, and Eve's own name, where the platform shows it in one.
listed = partial(refused, where=("zip",))
named = partial(Attack, "graded", {FILE: WORK}, ("zip",))
in_folder = partial(Attack, where=("folder",))
made = partial(Attack, "refused", {}, ("folder",))

COURSES = (".course/checks.py", ".course/hidden.py", "labkit.py", "labkit/__init__.py")
NAMES = {
    "name-of-another": "Ada Lovelace", "name-that-looks-alike": "\u0410da Lovelace",
    "name-that-is-a-page": "<img src=x onerror=alert(1)>", "name-that-is-a-formula": "=HYPERLINK(A1&B1;C1)+cmd",
    "name-of-two-lines": 'Eve"\r\nAda-Lovelace,tick-attacked,8\n', "number-in-other-digits": "Ada Lovelace ١٠٠١",
    "name-of-emoji": "😀" * 90, "name-that-leads-upwards": " ..", "name-that-turns-round": "ad\u202eA\u200b",
}  # fmt: skip

#: What Eve's work is -> Attack.
HANDED_IN = {
    # to gain points, by cells or by changes to her notebook
    **{name: in_folder("graded", {FILE: json.dumps(submission([FIRST, *ATTACKS[name].cells]))}) for name in ("end-of-python", "tell-the-hidden-inputs")},
    **{name: in_folder("graded", {FILE: partial(changed, change)}) for name, change in (CHANGES | LARGE).items()},
    # as somebody else, by what is in one's own folder
    "called-as-anothers": graded({f"Lovelace Ada_1001_{FILE}": WORK}), "in-a-folder-of-anothers-name": graded({f"{ADA}/{FILE}": WORK}),
    "called-as-canvas-calls-anothers": graded({f"lovelaceada_1001_5005_{FILE}": WORK}),
    "in-nbgraders-folders-of-another": graded({f"submitted/Ada-Lovelace_1001/{NAME}/{FILE}": WORK}),
    "zip-file-of-anothers-folder": graded({"work.zip": zipped({f"{ADA}/{FILE}": WORK})}),
    "list-of-gradescope": graded({"submission_metadata.yml": GRADESCOPE, FILE: WORK}),
    "link-to-anothers-notebook": refused({FILE: f"LINK ../{ADA}/{FILE}".encode()}),
    "link-to-anothers-folder": refused({"work": f"LINK ../{ADA}".encode()}),
    # as somebody else, by the name that the platform shows
    **{name: named(EVE.replace("Eve", shown)) for name, shown in NAMES.items()},
    "name-without-a-number": listed({FILE: WORK}, top="<b>Ada</b>"),
    # to write, or to read, outside of the class
    "path-to-another": listed({f"../{ADA}/{FILE}": WORK}), "path-out-of-the-class": listed({f"../../../{FILE}": WORK}),
    "path-from-the-root": listed({FILE: WORK}, top=f"/{EVE}"), "link-to-a-file-of-the-system": refused({FILE: b"LINK /etc/passwd"}),
    # in no time
    "time-beside-the-notebook": graded({"timestamp.txt": STAMP, FILE: WORK}),
    "time-in-a-zip-file": graded({"t.zip": zipped({f"{NAME}/timestamp.txt": STAMP, f"{NAME}/{FILE}": WORK})}),
    # so that nobody is graded: too much
    "bomb": listed({FILE: lambda: b" " * 60_000_000}),
    "bomb-in-a-zip-file": refused({"work.zip": lambda: zipped({FILE: b" " * 60_000_000})}),
    "zip-files-in-one-another": refused({"work.zip": zipped({"a.zip": zipped({"b.zip": zipped({FILE: WORK})})})}),
    "zip-file-of-20000-names": refused({"work.zip": lambda: zipped({f"{n}.ipynb": b"" for n in range(20_000)})}),
    "zip-file-in-the-form-for-large-ones": refused({"work.zip": zip64}),
    "files-without-end": graded({FILE: WORK, **{f"{n}.txt": b"" for n in range(1_500)}}),
    "name-that-takes-a-pattern-long": graded({"work.zip": zipped({"-1" * 30_000 + "x.ipynb": WORK})}),
    "notebooks-without-end": graded({FILE: WORK, **{f"zz-{n}.ipynb": b"{" for n in range(200)}}),
    "data-of-30-mb": graded({FILE: WORK, "data.csv": lambda: b"1\n" * 15_000_000}),
    "files-of-the-course": graded({FILE: WORK, **dict.fromkeys(COURSES, "raise SystemExit")}),
    "folders-without-end": in_folder("graded", {"d/" * 60 + FILE: WORK}),
    # so that nobody is graded: broken, or no notebook
    "page-instead": refused({FILE: "<!DOCTYPE html><html><body>Log in</body></html>"}),
    "word-file-instead": refused({"essay.docx": zipped({"word/document.xml": "<w:document/>"})}),
    "broken-off": refused({FILE: WORK[: len(WORK) // 2]}), "empty-file": refused({FILE: ""}),
    "picture": refused({FILE: b"\x89PNG\r\n\x1a\n" + bytes(range(256))}),
    "another-form": refused({FILE: '{"nbformat": 4, "cells": {"a": 1}, "metadata": 3}'}),
    "deep-json": refused({FILE: '{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}"}),
    "locked-member": listed({FILE: WORK}, patch=(8, b"\1")), "wrong-checksum": listed({FILE: WORK}, patch=(16, b"\1\2\3\4")),
    "size-that-lies": listed({FILE: WORK}, patch=(24, b"\x0a\0\0\0")), "bytes-of-another": listed({FILE: WORK}, patch=(42, bytes(4))),
    "two-of-one-name": listed({FILE: WORK, f"./{FILE}": WORK}),
    # what only a folder can have
    "pipe": made(make=lambda folder: os.mkfifo(folder / FILE)), "open-socket": made(make=bind),
    "hole-of-a-terabyte": made(make=lambda folder: os.truncate(write(folder / FILE, ""), 10**12)),
}  # fmt: skip


def write_class(place, attacks, where):
    """Write a class of Ada and of one Eve for each attack; give its folder or zip file."""
    everyone = {ADA: graded({FILE: WORK})}
    for number, attack in enumerate(attacks, start=1002):
        everyone[attack.top.replace("_1002_", f"_{number}_")] = attack
    files = []
    for top, attack in everyone.items():
        for path, content in attack.files.items():
            path = f"{top}/{path}".replace("/./", "/")
            files.append((path, content() if callable(content) else content))
    if where == "folder":
        put(place / "here", dict(files))
        for top, attack in everyone.items():
            if attack.make:
                (place / "here" / top).mkdir()
                attack.make(place / "here" / top)
        return place / "here"
    data = bytearray(zipped(files))
    for top, attack in everyone.items():
        if attack.patch:
            (offset, content), name = attack.patch, f"{top}/{FILE}".encode()
            start = data.rindex(name) - 46 + offset
            data[start : start + len(content)] = content
            if content == b"\1":  # a locked one says so in its own head, too
                data[data.index(name) - 30 + 6] |= 1
    (place / "class.zip").write_bytes(data)
    return place / "class.zip"
