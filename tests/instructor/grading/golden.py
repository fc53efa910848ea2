"""The golden set of grading: what each student of some classes gets, by the commands alone.

``python -m tests.instructor.grading.golden`` grades the classes of `golden_classes` and prints each
difference from `golden.json`; with ``--write`` it makes that file anew. Nothing of
``labkit.instructor.grading`` is imported, so that its code can be written anew and held against this.
"""

import contextlib
import csv
import difflib
import html
import io
import json
import os
import re
import sys
import tempfile
import time
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import labkit as labkit_package
from labkit.cli import main as labkit
from tests.instructor.grading.golden_classes import CASES, write_course

STORED = Path(__file__).with_suffix(".json")
#: What differs from run to run: times of this day, seconds, random names of cells and files.
NOISE = {
    r"\b\d+(\.\d+)? ?(s|seconds?)\b": "N s", r"\b0x[0-9a-f]{6,}\b": "0xN", r"(?<=-)[0-9a-f]{8}(?=\b|\.)": "HASH",
}  # fmt: skip
#: A time in a row: one since this run began is no time of handing in.
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
BEGUN = datetime.now(UTC).isoformat(timespec="seconds")


def run_case(name: str) -> dict[str, Any]:
    """Return what the commands of a case say and write."""
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary).resolve()
        write_course(root)
        said = {}
        for number, words in enumerate(CASES[name](root), 1):
            if callable(words):
                words()
            else:
                said[f"{number} labkit {words[0]}"] = run(words, root)
        return said | results(root / "out", root)


def run(words: list[str], root: Path) -> dict[str, Any]:
    command, *rest = [word.replace("@", f"{root}/") for word in words]
    options = ["--source", str(root), *(["--jobs", "2"] if command == "grade" else [])]
    with contextlib.redirect_stdout(written := io.StringIO()), contextlib.redirect_stderr(written):
        try:
            status = labkit([command, *rest, *options])
        except SystemExit as refusal:
            status = int(refusal.code or 0)
    lines = re.split(r"[\r\n]+", normal(written.getvalue(), root))
    return {"exit": status, "terminal": [x for x in lines if x.strip() and "it/s" not in x]}


def normal(text: str, root: Path) -> str:
    """Return a text without what differs from run to run."""
    text = text.replace(str(root), "ROOT")
    ended = datetime.now(UTC).isoformat()
    text = STAMP.sub(lambda found: "NOW" if BEGUN <= found[0] <= ended else found[0], text)
    for pattern, word in NOISE.items():
        text = re.sub(pattern, word, text)
    return text


def results(out: Path, root: Path) -> dict[str, Any]:
    """Return what stands in a folder of marks: rows, pages, exports."""
    # All files but the store's own, whose names and forms are free.
    folders = ("feedback", "runs", "exports", "submitted", "autograded")
    found = [path for name in folders for path in (out / name).rglob("*") if path.is_file()]
    found = sorted([*found, *out.glob("*.csv"), *out.glob("*.html")])
    places = {normal(path.relative_to(out).as_posix(), root): path for path in found}
    made = defaultdict[str, Any](dict, files=sorted(places))
    if (out / "grades.csv").exists():
        rows = (out / "grades.csv").read_text("utf8")
        made["grades.csv"] = by_row(csv.DictReader(io.StringIO(rows)), root)
        made["grades.json"] = by_row(json.loads((out / "grades.json").read_text("utf8")), root)
    for place, path in places.items():
        if path.suffix == ".html":
            made["pages"][place] = page(path.read_text("utf8"), root)
        elif path.suffix == ".csv" and path.name != "grades.csv":
            made["tables"][place] = path.read_text("utf-8-sig").splitlines()
        elif path.name == "results.json":
            made["tables"][place] = json.loads(path.read_text("utf8"))
        elif path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                pages = {name: archive.read(name).decode() for name in sorted(archive.namelist())}
            texts = {name: " / ".join(page(text, root))[:200] for name, text in pages.items()}
            made["tables"][place] = texts
    return made


def by_row(rows: Iterable[dict[str, Any]], root: Path) -> dict[str, Any]:
    """Return rows by their student, tick and file; two of one name do not hide each other."""
    made: dict[str, Any] = {}
    for row in rows:
        text = normal(json.dumps({k: v for k, v in row.items() if k != "seconds"}), root)
        row = {k: v for k, v in json.loads(text).items() if v not in ("", None, [], {})}
        name = f"{row.pop('student', '?')} {row.pop('tick', '')} {row.pop('file', '')}"
        made[name if name not in made else f"{name} #{len(made)}"] = row
    return made


def page(text: str, root: Path) -> list[str]:
    """Return the lines of a page's text, those of its frames included."""
    styles = re.compile(r"(?s)<(style|script)\b.*?</\1>|<!--.*?-->")
    text = re.sub(r'srcdoc="([^"]*)"', lambda found: ">" + html.unescape(found[1]) + "<i", text)
    text = re.sub(r"\s+", " ", styles.sub(" ", text))
    blocks = r"</?(p|div|section|h\d|tr|li|pre|details|summary|iframe|head)\b"
    text = re.sub(blocks, r"\n\g<0>", text)
    text = normal(html.unescape(re.sub(r"</?[a-zA-Z!][^<>]*>", " ", text)), root)
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return [line for line in lines if line]


def packed(made: dict[str, Any]) -> dict[str, Any]:
    """Return the set with each line of a page once, as pages have most of theirs in common."""
    number_of: dict[str, int] = {}
    for case in made.values():
        for place, lines in case.setdefault("pages", {}).items():
            case["pages"][place] = [number_of.setdefault(x, len(number_of)) for x in lines]
    return {"lines": list(number_of), "cases": made}


def unpacked(stored: dict[str, Any]) -> dict[str, Any]:
    for pages in (case["pages"] for case in stored["cases"].values()):
        pages |= {place: [stored["lines"][n] for n in numbers] for place, numbers in pages.items()}
    return stored["cases"]


def flat(value: Any, place: str = "") -> Iterator[str]:
    """Yield each value of a set as a line, behind its place."""
    if isinstance(value, dict):
        for key in sorted(value):
            yield from flat(value[key], f"{place} | {key}".strip(" |"))
    else:
        for each in value if isinstance(value, list) else [value]:
            yield f"{place}: {json.dumps(each, ensure_ascii=False)}"


def differences(old: Any, new: Any) -> list[str]:
    """Return each line that only one of two sets has, with - or + before it."""
    lines = difflib.unified_diff([*flat(old)], [*flat(new)], n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def main(arguments: list[str]) -> int:
    """Write the set, or print how what comes out now differs from it; 1 if it does."""
    print(f"labkit is {Path(labkit_package.__file__).parent}", file=sys.stderr)
    os.environ |= {"TZ": "UTC", "COLUMNS": "100", "LC_ALL": "C.UTF-8"}  # as it was stored
    time.tzset()
    made = json.loads(json.dumps({name: run_case(name) for name in CASES}))
    lines = differences(unpacked(json.loads(STORED.read_text("utf8"))), made)
    print("\n".join(lines) or "as it was")
    if "--write" not in arguments:
        return int(bool(lines))
    text = json.dumps(packed(made), indent=0, ensure_ascii=False)
    text = re.sub(r"(?<=\d,)\n(?=\d)", "", text)  # the numbers of a page in one line
    STORED.write_text(text + "\n", "utf8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
