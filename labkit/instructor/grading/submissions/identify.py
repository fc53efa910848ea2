"""Who a student is, and whose a file is: read from outermost names as platforms write them.

Identifiers are of one alphabet, and names to show are kept apart from them. No name that a student
gave tells whose a file is.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from labkit.checks.questions import short_name
from labkit.instructor.grading.submissions.platforms import Platform

#: Letters and digits of any script, and five signs: what can name a file on any system.
IDENTIFIER = re.compile(r"\w[\w.@+-]{0,63}(?<!\.)")

#: Bytes of an identifier: file systems allow 255 for a name, and some that encrypt fewer.
MOST_BYTES = 140


def as_identifier(text: str) -> str:
    """Return an identifier in Unicode's form NFC; raise ValueError if it is none."""
    identifier = unicodedata.normalize("NFC", text)
    if IDENTIFIER.fullmatch(identifier) and len(identifier.encode()) <= MOST_BYTES:
        return identifier
    raise ValueError(
        "a student's identifier must be of at most 64 letters, digits and . @ + - _, begin with a "
        f"letter, a digit or _ and not end with a full stop, not {display(text, 70)!r}"
    )


def from_name(name: str, number: str = "") -> str:
    """Return an identifier for a name; with a platform's number the name may be anything."""
    if not number:
        return as_identifier(filed(name))
    # In any script, 30 letters take at most 120 bytes.
    plain = re.sub(r"[^\w@+.]+", "-", unicodedata.normalize("NFC", name))[:30].strip(".-+@_")
    return as_identifier(f"{plain}_{number}" if plain else number)


def filed(name: str) -> str:
    """Return what a name is called as a file, whether or not it can be an identifier."""
    return re.sub("[ '’]+", "-", name.strip(" "))


def display(text: str, longest: int = 100) -> str:
    """Return a text as one printable line, still to be escaped wherever it is shown."""
    line = "".join(c if c.isprintable() else "?" for c in unicodedata.normalize("NFC", text))
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def twin_key(identifier: str) -> str:
    """Return what identifiers share that differ in case only, or in wide and narrow letters."""
    return unicodedata.normalize("NFKC", identifier).casefold()


def letters(name: str) -> str:
    """Return a name's letters and digits: no spaces, signs, accents or capitals."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", name).casefold())


#: A path by its names.
Parts: TypeAlias = tuple[str, ...]

#: Files and folders of programs, also all that is hidden, and of platforms.
_SYSTEM = re.compile(
    r"\..*|__MACOSX|__pycache__|Thumbs\.db|desktop\.ini"
    r"|submission_metadata\.yml|index\.html|Feedback Attachment\(s\)"
)

#: Some browsers add an ending to a notebook's.
_NOTEBOOK = r"(?i)\.ipynb( ?\(\d{1,9}\))?(\.(json|txt))?$"
_ENDING = re.compile(rf"{_NOTEBOOK}|\.\w{{1,5}}$")
#: "tick4 (1)", "tick4-Copy1", "tick4 - Copy", "Copy of tick4"; bounded, as a student's names are not.
_COPY = re.compile(r"(?i)^(copy of )+|( ?\(\d{1,9}\)|[ -]{1,9}copy ?\d{0,9}){1,9}$")


_NOBODYS = "its name says which tick it is, and not whose"


@dataclass
class Owner:
    """What the name of an outermost folder or file says, and what is found out by it."""

    unit: Parts
    name: str = ""
    number: str = ""
    student: str = ""
    label: str = ""  # what tells two students of one identifier apart, if not the name
    tick: str = ""
    rest: str = ""
    late: str = ""
    group: str = ""  # of which the student is a member, where it is the group's work
    when: str = ""  # of an attempt, as the name has it
    time: datetime | None = None  # the same, read
    refusal: str = ""


class Layout:
    """Where in a collection the students are, and what its names say."""

    def __init__(
        self,
        paths: Mapping[Parts, bool],
        stem: str,
        ticks: Iterable[str],
        platforms: Mapping[str, Platform],
    ) -> None:
        """Read paths, each with whether it is a file; `stem` is what holds them, as a zip file."""
        self._ticks = {_key(name): tick for tick in ticks for name in (tick, short_name(tick))}
        # Longest first: tick4-sign-test is no tick4 of a student sign-test.
        names = "|".join(map(_written, sorted(self._ticks, key=len, reverse=True)))
        self._within = re.compile(rf"(?i)(?<![^\W_])({names})(-\d{{1,9}})?(?![^\W_])")
        around = "|".join(platform.around for platform in platforms.values())
        self._around = re.compile(around, re.IGNORECASE)
        outermost = {parts[0] for parts in paths}
        #: How many names of a path tell whose it is.
        self.depth = 1 + (outermost == {stem} or all(map(self._around.fullmatch, outermost)))
        #: Each student's outermost folder or file, with whether it is a file.
        self.units = {parts[: self.depth]: paths.get(parts[: self.depth], False) for parts in paths}
        # One platform has named all: what looks like another's is a student's name for a file.
        self.platform = max(
            platforms.values(),
            key=lambda each: sum(bool(each.match(u[-1], f)) for u, f in self.units.items()),
        )

    def tick(self, name: str) -> str:
        """Return the tick that a name is of, also a short one as "Tick 4"; "" if of none."""
        bare = _strip(name)
        numbered = re.sub(r"-\d{1,9}$", "", bare)  # as Canvas does with a second one
        return self._ticks.get(_key(bare)) or self._ticks.get(_key(numbered), "")

    def owner(self, unit: Parts) -> Owner:
        """Return what an outermost name says of whose it is."""
        name, is_file = unit[-1], self.units[unit]
        if match := self.platform.match(name, is_file):
            said: dict[str, Any] = match.groupdict("")
            owner = Owner(unit, **said)
            owner.label = owner.number or owner.student or name[: match.end("name")]
            if self.platform.numbers_files and not is_notebook(owner.rest):
                owner.rest = re.sub(r"-\d+(?=\.\w+$)", "", owner.rest)
            return owner
        if is_file:
            return self._by_hand(unit)
        if self._around.fullmatch(name) or self.tick(name):
            around = "a folder around students' work, and no student's: grade it by itself"
            return Owner(unit, name, refusal=around)
        return self._beside_tick(unit, name) or Owner(unit, name)

    def _by_hand(self, unit: Parts) -> Owner:
        name = unit[-1]
        bare = _strip(name)
        if self.tick(bare):
            return Owner(unit, refusal=_NOBODYS)
        if owner := self._beside_tick(unit, bare):
            return owner
        student, label = bare.rpartition("_")[0], bare if is_notebook(name) else ""
        return Owner(unit, student or bare, label=label, rest=name.removeprefix(f"{student}_"))

    def _beside_tick(self, unit: Parts, name: str) -> Owner | None:
        """Read "ann_tick4", "tick4-ann" and "ann_tick4_final"; None if no tick is in the name."""
        if not (found := self._within.search(name)):
            return None
        before, behind = (
            part.strip("_ -") for part in (name[: found.start()], name[found.end() :])
        )
        whose = before or behind
        refusal = _NOBODYS if self._around.fullmatch(whose) else ""  # "Tick 4 submissions"
        return Owner(unit, whose, tick=self.tick(found[1]), refusal=refusal)


def _strip(name: str) -> str:
    """Return a name without its ending, and what programs add to a copy's."""
    return _COPY.sub("", _ENDING.sub("", name))


def copy_number(name: str) -> int:
    """Return which copy a file's name says it is; 0 if it is none.

    >>> copy_number("tick4 (2).ipynb"), copy_number("tick4-Copy.ipynb"), copy_number("tick4.ipynb")
    (2, 1, 0)
    """
    copies = _COPY.search(re.sub(r"(?i)\.ipynb", "", name))
    return int((re.findall(r"\d+", copies[0]) or [1])[-1]) if copies else 0


def _key(name: str) -> str:
    """Return what names of ticks are compared by: "Tick 04" is "tick4"."""
    return re.sub(r"(?<!\d)[ _-]?0*(?=\d)", "", name.casefold())


def _written(key: str) -> str:
    """Return a pattern of all names that `_key` turns into this one."""
    return re.sub(r"(?<!\d)(?=\d)", "[ _-]?0*", re.escape(key))


def is_own(name: str) -> bool:
    """Tell whether a file or folder can be a student's, and is no program's or platform's."""
    return not _SYSTEM.fullmatch(name)


def is_notebook(path: str) -> bool:
    """Tell whether a file has a notebook's name, also with an ending that browsers add."""
    return bool(re.search(_NOTEBOOK, path))
