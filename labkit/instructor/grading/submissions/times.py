"""When work was handed in: as a learning platform or the instructor says, never a student's file."""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from labkit.instructor.grading.submissions.identify import display, filed, twin_key
from labkit.instructor.grading.submissions.platforms import Platform, read_platforms, read_rows
from labkit.instructor.grading.submissions.tables import Table, decoded, parse_table


@dataclass(frozen=True)
class Times:
    """Times in UTC: of (platform, its number), or of (`twin_key` of a student, tick or "")."""

    when: Mapping[tuple[str, str], datetime]
    zone: tzinfo = UTC


def parse_time(text: str, zone: tzinfo, forms: Iterable[str] = ()) -> datetime:
    """Return a time in UTC, to the second; raise ValueError if its form is not known."""
    words = " ".join(text.split())
    padded = re.sub(r"\b(?=\d{3}\b)", "0", words)  # Brightspace's "949 AM" has lost its zero
    iso = words.replace(" UTC", "Z") if ":" in words else ""  # a day alone is no time
    for form in ("", *forms):
        with suppress(ValueError, OverflowError):
            time = datetime.strptime(padded, form) if form else datetime.fromisoformat(iso)
            time = time.replace(tzinfo=time.tzinfo or zone)
            return time.astimezone(UTC).replace(microsecond=0)
    raise ValueError(
        "times must be as 2026-11-20T17:00:00, or as the platform writes them in English, not "
        f"{display(words, 80)!r}"
    )


def read_times(
    data: bytes, file: str, zone: tzinfo = UTC, platforms: Mapping[str, Platform] | None = None
) -> Times:
    """Return the times of a table, or of Canvas's list in JSON; raise ValueError if it has none."""
    text = decoded(data, "times", file).removeprefix("while(1);")  # what a browser gets of Canvas
    if text.startswith("["):
        try:
            rows = [{key: str(cell or "") for key, cell in row.items()} for row in json.loads(text)]
            table = Table(list(rows[0]), rows)
        except (ValueError, AttributeError, IndexError):
            raise ValueError(
                f"times must be Canvas's list of submissions, if they are JSON, not {file}"
            ) from None
    else:
        table = parse_table(data, "times", file)
    platform, rows = read_rows(table, platforms or read_platforms())
    when: dict[tuple[str, str], datetime] = {}
    for row in rows:
        student, number = row["student"], row["number"]
        if not (student or number) or row["submitted"] in ("", "-"):  # nothing was handed in
            continue
        of_student = twin_key(filed(student)), row["tick"].casefold()
        key = (platform.name, number) if number else of_student
        time = parse_time(row["submitted"], zone, platform.times)
        if when.setdefault(key, time) != time:
            raise ValueError(
                "times must have one for each student and tick, not two for "
                f"{display(student or number)} ({file})"
            )
    if not when:
        raise ValueError(
            "times must be Moodle's grading worksheet (in English), Canvas's list of submissions "
            f"(JSON), or a table with the columns student and submitted, not {file}"
        )
    return Times(when, zone)
