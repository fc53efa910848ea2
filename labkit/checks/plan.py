"""The plan of a course: which ticks it has, in which order, as ``notebooks/ticks.toml`` says."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from labkit.checks.questions import short_name, tick_order

#: What an instructor edits, beside the folder of the ticks.
FILE = "ticks.toml"
#: What a student pack is known by, wherever it is moved to; it lies beside the notebooks.
PACK_ID = ".course/pack-id"


@dataclass(frozen=True)
class Planned:
    """What the plan says of a tick."""

    title: str = ""  # "" for the one that its notebook has
    lecture: str = ""  # "" for none


def read_plan(ticks: Path) -> dict[str, Planned]:
    """Read which ticks a course has, in their order, for the folder that they are in: name -> Planned.

    Without a file all that are in the folder, by their numbers. A student's come after the file's,
    where a hub hands out one that came later. ValueError names what will not do.
    """
    path = ticks.parent / FILE
    plan = _read(path) if path.is_file() else {}
    if not path.is_file() or (ticks.parent / PACK_ID).is_file():
        there = sorted((folder.name for folder in ticks.glob("tick*/")), key=tick_order)
        plan |= {name: Planned() for name in there if name not in plan}
    return plan


def _read(path: Path) -> dict[str, Planned]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    for name, entry in table.items():
        if not isinstance(entry, dict):
            raise ValueError(f"{path}: {name} must stand below a tick's name, as [tick1-mine]")
        for key, value in entry.items():
            if key not in ("title", "lecture") or not isinstance(value, str):
                raise ValueError(f"{path}: [{name}] may have a title and a lecture, not {key}")
    return {name: Planned(**entry) for name, entry in table.items()}


def heading(name: str, title: str) -> str:
    """Return how a tick's notebook is headed.

    >>> heading("tick4b-more-on-ties", "More on ties")
    'Tick 4b · More on ties'
    """
    return f"Tick {short_name(name).removeprefix('tick')} · {title}"


def absent(text: str, plan: dict[str, Planned]) -> list[str]:
    """List the numbers of ticks that a text names and a plan lacks.

    >>> absent("as in ticks 2, 3 and 8 (tick 4b)", {"tick3-mine": Planned()})
    ['2', '8', '4b']
    """
    there = {short_name(name) for name in plan}
    groups = re.findall(r"\b[Tt]icks? ?(\d+[a-z]?(?:(?:, | and | to |, and )\d+[a-z]?)*)\b", text)
    named = [number for group in groups for number in re.findall(r"\d+[a-z]?", group)]
    return [number for number in named if f"tick{number}" not in there]
