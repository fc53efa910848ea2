"""Learning platforms as data: ``platforms.toml``, and a file of the same form with others."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from labkit.instructor.grading.submissions.tables import Table

#: The platform of what nbgrader or a person has named.
PLAIN = "plain"

_GROUPS = {"name", "number", "student", "late", "when", "rest"}  # that patterns may have


@dataclass(frozen=True)
class Platform:
    """How a platform names what was handed in, and what its tables call it: see platforms.toml."""

    name: str
    folder: str = ""
    file: str = ""
    around: str = ""
    numbers_files: bool = False
    times: Sequence[str] = ()
    tables: Sequence[Mapping[str, Sequence[str]]] = ()

    def match(self, name: str, is_file: bool) -> re.Match[str] | None:
        """Return what an outermost name says if it is this platform's; else None."""
        return re.fullmatch(self.file if is_file else self.folder, name, re.DOTALL)


@lru_cache
def read_platforms(text: str = "", file: str = "") -> Mapping[str, Platform]:
    """Return the platforms by name, with those of a TOML file; raise ValueError if it is none."""
    built_in = (files(__package__) / "platforms.toml").read_text("utf8")
    try:
        tables = tomllib.loads(built_in) | tomllib.loads(text)
        platforms = {name: Platform(name, **table) for name, table in tables.items()}
        for platform in platforms.values():
            for pattern in (platform.folder, platform.file, platform.around):
                if unknown := re.compile(pattern).groupindex.keys() - _GROUPS:
                    raise ValueError(f"groups must be of {sorted(_GROUPS)}, not {sorted(unknown)}")
            if not all("known_by" in table for table in platform.tables):
                raise ValueError(f"each of the tables of {platform.name} must have known_by")
    except (ValueError, re.error, TypeError) as error:
        raise ValueError(
            f"platform must be a file as labkit's platforms.toml, not {file} ({error})"
        ) from None
    return platforms


def read_rows(
    table: Table, platforms: Mapping[str, Platform]
) -> tuple[Platform, list[dict[str, str]]]:
    """Return whose table it is, and what each row says, by the words of platforms.toml."""
    known = [
        (platform, words)
        for platform in platforms.values()
        for words in platform.tables
        if table.headings.keys() >= {*words["known_by"]}
    ]
    platform, words = known[-1]
    headings = {**platforms[PLAIN].tables[0], **words}
    rows = []
    for line in table.rows:
        row = {what: table.cell(line, *names) for what, names in headings.items()}
        row["name"] = row["name"] or f"{row['first']} {row['last']}".strip()
        number = re.fullmatch(r"(\D*(\d{1,18}))?", row["number"])
        # Sums are of no student, nor is the one for trying out.
        if number and row["name"] not in headings["skip"]:
            rows.append({**row, "number": number[2] or ""})
    return platform, rows
