"""The rules of the platforms' own importers, in short: what each takes from a file.

Written anew from what the sources do, as stored copies have them:

- Moodle, ``mod/assign/feedback/offline/importgradeslib.php`` and ``locallib.php``
  (``process_import_grades``), ``lib/csvlib.class.php``, ``lib/moodlelib.php`` (``unformat_float``),
  ``mod/assign/feedback/file/importziplib.php`` (``is_valid_filename_for_import``),
  ``grade/import/csv/classes/load_data.php``;
- Canvas, ``lib/gradebook_importer.rb``.
"""

import csv
import io
import re
import zipfile
from pathlib import PurePosixPath


def moodle_takes(data, participants, most, header=("Identifier", "Grade", "Last modified (grade)")):
    """Give what Moodle would enter: participant -> grade, of those in the assignment."""
    text = data.decode("utf8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first, *lines = csv.reader(io.StringIO(text))
    assert all(len(line) == len(first) for line in lines), "csvweirdcolumns"
    identifier, grade, modified = (first.index(name) for name in header)
    taken = {}
    for line in lines:
        number = int(line[identifier][len("Participant ") :])
        points = unformat_float(line[grade])
        if number in participants and points is not None and 0 <= points <= most:
            taken[number] = points
        assert line[modified] is not None
    return taken


def unformat_float(text, mark="."):
    """An empty text is null; a decimal mark of another language cuts the number off."""
    text = text.strip().replace(" ", "")
    if not text:
        return None
    found = re.match(r"-?\d+(\.\d+)?", text.replace(mark, "."))
    return float(found[0]) if found else 0.0


def moodle_files(data, participants):
    """Give what Moodle would take from a zip file of feedback: participant -> file names."""
    taken = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            file = PurePosixPath(name).name
            if file.startswith((".", "~")):
                continue
            parts = name.split("/")
            while parts:
                info = parts.pop(0).split("_", 4)
                if len(info) < 4 or not info[1].isdigit() or int(info[1]) not in participants:
                    continue
                if info[2:4] != ["assignfeedback", "file"]:
                    continue
                rest = [*(info[4:] or [""]), *parts]
                taken.setdefault(int(info[1]), []).append("/".join(rest).lstrip("/"))
                break
    return taken


RESERVED = ("SIS User ID", "SIS Login ID", "Integration ID", "Root Account", "Section")


def canvas_takes(data, students, assignments):
    """Give what Canvas would enter: (student, assignment) -> score, "" if it takes one away.

    `students` are Canvas's numbers, and `assignments` those of the course.
    """
    text = data.decode("utf8")
    first_lines = text.replace("\r", "").split("\n")[:3]
    counts = {
        mark: {len(next(csv.reader([line], delimiter=mark))) for line in first_lines}
        for mark in ";,"
    }
    sizes = {mark: found.pop() if len(found) == 1 else 0 for mark, found in counts.items()}
    header, *lines = csv.reader(
        io.StringIO(text), delimiter=";" if sizes[";"] > sizes[","] else ","
    )
    assert len(header) > 3 and "Student" in header[0] and "ID" in header[1], "Invalid header row"
    columns = 2
    while header[columns] in RESERVED:
        columns += 1
    assert "Section" in header[columns - 1], "Invalid header row"
    places = {}
    for place, name in enumerate(header[columns:], columns):
        title = re.fullmatch(r"(.*)\s\((\d+)\)", name)
        assert title and int(title[2]) in assignments, f"a new assignment {name}"
        places[int(title[2])] = place
    taken, possible = {}, None
    for line in lines:
        if "Points Possible" in line[0]:
            possible = line
        elif not all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", c, re.I) for c in line):
            assert int(line[1]) in students, f"a new student {line[0]}"
            for assignment, place in places.items():
                taken[int(line[1]), assignment] = canvas_number(line[place].strip())
    assert not (possible and any("read only" in possible[p] for p in places.values()))
    return taken


def canvas_number(text):
    """The last point or comma of a number is its decimal mark."""
    if not re.fullmatch(r"-?[0-9.,]+%?", text):
        return text
    *parts, last = re.split("[,.]", text)
    return float(f"{''.join(parts)}.{last}") if parts else float(last)
