"""Written answers dealt out to markers, without names.

An answer's id is made from its student, its question and its text with a secret of the folder of
the class: it tells nothing of the student, ids come in no order that does, and an answer that is
written anew is another one. Who has which answer is decided from the same secret, so that it can
be decided again; what was dealt once stays where it is.
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from labkit.arguments import as_fraction
from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.base.identity import as_identifier
from labkit.grading.review.rubric import FOLDER
from labkit.grading.submission.cells import grade_id, takes_answer
from labkit.grading.submission.record import Record
from labkit.grading.submission.sanitize import text_of

#: Whoever decides where two markers differ has this name.
THIRD = "third"

_SECRET, _SHARES = "secret", "shares.json"
_BYTES = 32


@dataclass(frozen=True)
class Unmarked:
    """A written answer as markers see it.

    Attributes
    ----------
    id : str
        What markers call it.
    student : str
        Whose it is, which no marker is told.
    question : str
    cell : NotebookNode
        With the answer.
    """

    id: str
    student: str
    question: str
    cell: NotebookNode


@dataclass(frozen=True)
class Share:
    """Who reads an answer: one marker, or two who do not know of each other."""

    markers: tuple[str, ...]


def secret_of(out: AnyPath) -> bytes:
    """Give the secret of a class, made if there is none.

    Parameters
    ----------
    out : path
        The folder of the class.

    Returns
    -------
    bytes
        Only whoever owns the folder can read its file.

    Raises
    ------
    ValueError
        If the file is not as it was made.
    """
    path = Path(out) / FOLDER / _SECRET
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f".unfinished-{secrets.token_hex(8)}")
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w") as file:
            file.write(secrets.token_hex(_BYTES))
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    try:
        secret = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        secret = b""
    if len(secret) != _BYTES:
        raise ValueError(f"{path} must hold the secret that was made for it; it was changed")
    return secret


def _sealed(secret: bytes, *parts: str) -> bytes:
    return hmac.digest(secret, json.dumps(parts).encode("ascii"), "sha256")


def answers_of(
    records: Iterable[Record], questions: Iterable[str], secret: bytes
) -> list[Unmarked]:
    """Give the written answers that a person has to read, by their ids.

    Parameters
    ----------
    records : iterable of Record
        Of one tick.
    questions : iterable of str
        Those of the rubric.
    secret : bytes
        Of the class.

    Returns
    -------
    list of Unmarked
        In the order of the ids; answers that were left empty are not among them.
    """
    wanted = set(questions)
    found: dict[str, Unmarked] = {}
    for record in records:
        notebook = nbformat.from_dict(record.notebook or {"cells": []})
        for cell in notebook.cells:
            name = grade_id(cell)
            if name in wanted and takes_answer(cell) and record.written.get(name):
                text = hashlib.sha256(text_of(cell).strip().encode("utf8", "replace")).hexdigest()
                seal = _sealed(secret, "id", record.tick, name, record.student, text)
                # A letter before it: no spreadsheet takes it for a number.
                key = "r" + base64.b32encode(seal[:10]).decode("ascii").lower()
                found[key] = Unmarked(key, record.student, name, cell)
    return [found[key] for key in sorted(found)]


def deal(
    answers: Sequence[Unmarked],
    markers: Sequence[str],
    second: float,
    secret: bytes,
    before: Mapping[str, Share] | None = None,
) -> dict[str, Share]:
    """Deal answers out to markers.

    Of each question every marker gets as many as any other, or one more; and
    so of those that are read twice.

    Parameters
    ----------
    answers : sequence of Unmarked
        All that are to be read.
    markers : sequence of str
        Their names, at least one.
    second : float
        The share of the answers of each question that a second marker reads.
    secret : bytes
        Of the class.
    before : dict, optional
        What was dealt already: it stays.

    Returns
    -------
    dict
        Id -> Share.

    Raises
    ------
    ValueError
        If there are too few markers, or one comes twice.
    """
    names = [as_marker(name) for name in markers]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"markers must be one or more different names, not {list(markers)!r}")
    second = as_fraction(second, "second")
    if second and len(names) < 2:
        raise ValueError(f"second must be 0 where there is one marker, not {second:g}")
    dealt = {a.id: (before or {})[a.id].markers for a in answers if a.id in (before or {})}
    for question in sorted({answer.question for answer in answers}):
        ids = [answer.id for answer in answers if answer.question == question]
        _deal_question(dealt, ids, names, second, secret)
    return {key: Share(who) for key, who in dealt.items()}


def _deal_question(
    dealt: dict[str, tuple[str, ...]],
    ids: Sequence[str],
    names: Sequence[str],
    second: float,
    secret: bytes,
) -> None:
    def lightest(load: Mapping[str, int], among: Iterable[str], key: str, turn: str) -> str:
        return min(
            among, key=lambda name: (load[name], total[name], _sealed(secret, turn, key, name))
        )

    total = Counter(name for who in dealt.values() for name in who)
    first = Counter(dealt[key][0] for key in ids if key in dealt)
    for key in ids:
        if key not in dealt:
            name = lightest(first, names, key, "first")
            dealt[key] = (name,)
            first[name] += 1
            total[name] += 1
    twice = Counter(name for key in ids if len(dealt[key]) > 1 for name in dealt[key])
    missing = ceil(round(second * len(ids), 6)) - sum(len(dealt[key]) > 1 for key in ids)
    once = sorted((k for k in ids if len(dealt[k]) == 1), key=lambda k: _sealed(secret, "two", k))
    # Those of whoever has been read over least come first, so that all are.
    place = {key: number for number, key in enumerate(once)}
    for _ in range(max(0, missing)):
        key = min(once, key=lambda k: (twice[dealt[k][0]], place[k]))
        once.remove(key)
        other = lightest(twice, [n for n in names if n != dealt[key][0]], key, "second")
        twice.update((dealt[key][0], other))
        total[other] += 1
        dealt[key] = (dealt[key][0], other)


def as_marker(name: str) -> str:
    """Take a text as a marker's name, which becomes the name of a folder.

    Parameters
    ----------
    name : str
        Of the alphabet of identifiers.

    Returns
    -------
    str
        In Unicode's form NFC.

    Raises
    ------
    ValueError
        If it cannot be one.
    """
    try:
        name = as_identifier(name)
    except ValueError as error:
        raise ValueError(str(error).replace("a student's identifier", "a marker's name")) from None
    if name.lower() == THIRD:
        raise ValueError(f"a marker's name must be another than {THIRD!r}, which has its own use")
    return name


def load_shares(out: AnyPath, tick: str) -> dict[str, Share]:
    """Read who has which answer.

    Parameters
    ----------
    out : path
        The folder of the class.
    tick : str
        The tick's name.

    Returns
    -------
    dict
        Id -> Share; empty if nothing was dealt.
    """
    path = Path(out) / FOLDER / tick / _SHARES
    if not path.is_file():
        return {}
    try:
        return {k: Share(tuple(who)) for k, who in json.loads(path.read_text("utf8")).items()}
    except (ValueError, AttributeError, TypeError):
        raise ValueError(
            f"{path} must be as labkit rubric share wrote it; it was changed"
        ) from None


def save_shares(out: AnyPath, tick: str, shares: Mapping[str, Share]) -> None:
    """Write down who has which answer.

    Parameters
    ----------
    out : path
        The folder of the class.
    tick : str
        The tick's name.
    shares : dict
        Id -> Share.
    """
    content = {key: list(shares[key].markers) for key in sorted(shares)}
    write_whole(Path(out) / FOLDER / tick / _SHARES, json.dumps(content, indent=1))
