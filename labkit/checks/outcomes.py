"""Outcomes: what becomes of each case when a student's answer is run.

A case ends in a value or in a failure of a known kind. Both cross from the kernel to the judge as
plain data, and are read there as what they are. What words a hint, or decides what of it is shown,
looks at the kind.
"""

import copy
import inspect
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from enum import StrEnum
from types import SimpleNamespace
from typing import Any, TextIO, TypeAlias
from unittest.mock import Mock, patch

from labkit.checks.code import data_read
from labkit.checks.guards import gave_up, judging, loaded
from labkit.checks.limits import Limit, TimeIsUp, bounded_memory
from labkit.checks.plain_data import NotPlain, Seeded, decode, encode

#: A longer reply of a kernel is not read, and neither are longer names and messages in it.
LONGEST_REPLY = 8 * 2**20
LONGEST_TEXT = 500
#: Characters of a printed line that are shown.
LONGEST = 10_000
#: Seconds that a case may take after another took too long.
AFTER_SLOW = 1.0


class FailureKind(StrEnum):
    """Why a case came to no value that could be judged."""

    RAISED = "raised"
    NOT_PLAIN = "not_plain"
    NOT_CALLABLE = "not_callable"
    ARGUMENTS = "arguments"  # it cannot be called with those of the question
    UNANSWERED = "unanswered"
    CHANGED = "changed"  # it changed what it was given
    SLOW = "slow"
    MEMORY = "memory"  # it took too much
    OUTSIDE = "outside"  # it used a variable of the notebook in place of a parameter
    PRINTED = "printed"  # and returned nothing
    STUCK = "stuck"  # the notebook took the course's version of it
    LOST = "lost"  # the kernel took too long, or Python ended


@dataclass(frozen=True)
class Returned:
    """A case that came to a value, which is plain data."""

    value: object


@dataclass(frozen=True)
class Failure:
    """A case that came to no value."""

    kind: FailureKind
    exception: str = ""  # the name of its class, if one was raised
    #: Its message; of a value that is not plain, what it is ("an ndarray"); or which variable.
    detail: str = ""


Outcome: TypeAlias = Returned | Failure


def outcome(answer: object, inputs: tuple[object, ...] | None, seconds: float = 10) -> Outcome:
    """Run one case: what a student's answer gives for the inputs, as plain data.

    The answer is a function, which is given a copy of `inputs` and so many seconds, or a value
    where they are None. Where one of them is ``Seeded``, it is called as often as that says, each
    time with the same generator, and its value is the list of what the calls gave.
    """
    if answer is ... or answer is None:
        return Failure(FailureKind.UNANSWERED)
    if inputs is None:
        return _plain(answer)
    if not callable(answer):
        return Failure(FailureKind.NOT_CALLABLE)
    given, failure = copy.deepcopy(inputs), None
    values: list[object] = []
    seeded = [each for each in given if isinstance(each, Seeded)]
    called = [each.generator() if isinstance(each, Seeded) else each for each in given]
    printed = Printed(sys.stdout)
    # The limit is of the answer alone: what is interrupted does not put the output back.
    with redirect_stdout(printed), Limit(seconds) as limit:
        try:
            values = [answer(*called) for _ in range(seeded[0].calls if seeded else 1)]
        except MemoryError:
            failure = Failure(FailureKind.MEMORY)
        except (KeyboardInterrupt, TimeIsUp):  # somebody stops the check, or the limit does
            raise
        except BaseException as error:  # whatever the student's code does wrong
            failure = _raised(error, answer, given)
    if limit.expired:  # although it may have gone on, and come to a value
        return Failure(FailureKind.MEMORY if limit.full else FailureKind.SLOW)
    if failure:
        return failure
    unchanged = False
    with suppress(Exception):  # something that cannot be compared may have been put in
        unchanged = given == inputs
    if not unchanged:
        return Failure(FailureKind.CHANGED)
    for value in values:  # an answer may have made any() of its own
        if value is ... or value is None:
            return Failure(FailureKind.PRINTED if printed.anything else FailureKind.UNANSWERED)
    plain = [_plain(value) for value in values]
    if failed := [one for one in plain if isinstance(one, Failure)]:
        return failed[0]
    together = [one.value for one in plain if isinstance(one, Returned)]
    return _plain(together) if seeded else plain[0]


def _plain(value: object) -> Outcome:
    try:
        return Returned(decode(encode(value)))
    except NotPlain as error:
        return Failure(FailureKind.NOT_PLAIN, detail=str(error)[:LONGEST_TEXT])


def _raised(
    error: BaseException, answer: Callable[..., object], given: Sequence[object]
) -> Failure:
    if type(error) is TypeError:
        try:
            inspect.signature(answer, follow_wrapped=False).bind(*given)
        except TypeError:
            return Failure(FailureKind.ARGUMENTS)
        except ValueError:  # a function in C may not tell its parameters
            pass
    name, message = type(error).__name__[:100], ""
    with suppress(Exception):  # one of the student's own may fail at that as well
        message = str(error)
    return Failure(FailureKind.RAISED, name, message[: LONGEST_TEXT - len(f"{name}: ")])


class Printed:
    """A stream that passes on the first lines of what is printed, and counts all."""

    def __init__(self, stream: TextIO, most: float = math.inf) -> None:
        self._stream, self._most, self.lines, self.anything = stream, most, 0, False

    def write(self, text: str) -> int:
        """Write a text as far as it is among the first lines, none of them endless."""
        self.anything = True
        for line in text.splitlines(keepends=True):
            if self.lines < self._most:
                self._stream.write(line if len(line) < LONGEST else f"{line[:LONGEST]} ...\n")
            self.lines += line.endswith("\n")
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Return what the stream has under a name."""
        return getattr(self._stream, name)


def outcomes(
    answer: object,
    all_inputs: Sequence[tuple[object, ...] | None],
    without: Sequence[str] = (),
    *,
    question: str = "",
    seconds: Sequence[float] = (),
) -> list[Outcome]:
    """Run all cases of a `question`; the answer should not call the functions `without`.

    Each case has its own time in `seconds`, if these are given. One that takes too long, or too much
    memory, costs the cases after it most of theirs, and a second one all: an endless loop costs one
    time limit.
    """
    if question in gave_up:
        return [Failure(FailureKind.STUCK)] * len(all_inputs)
    if read := data_read(answer):
        return [Failure(FailureKind.OUTSIDE, detail=read[0])] * len(all_inputs)
    slow, results = 0, list[Outcome]()
    with bounded_memory(), _alone():
        for inputs, limit in zip(all_inputs, seconds or [10.0] * len(all_inputs), strict=True):
            if slow > 1:
                results.append(results[-1])
                continue
            off = [""]
            while off != loaded(without):  # again, if it has imported one of them
                off = loaded(without)
                with judging(question, off):
                    result = outcome(answer, inputs, min(limit, AFTER_SLOW) if slow else limit)
            results.append(result)
            slow += isinstance(result, Failure) and result.kind in (
                FailureKind.SLOW,
                FailureKind.MEMORY,
            )
    return results


@contextmanager
def _alone() -> Iterator[None]:
    """Let input() and exit() be errors in a ``with``: one waits for a person, one ends Python."""
    from IPython import get_ipython

    shell: Any = get_ipython() or SimpleNamespace(ask_exit=None)
    end = Mock(side_effect=SystemExit("exit"))
    nobody = Mock(side_effect=EOFError("input() has nobody to ask"))
    with patch("builtins.input", nobody), patch.object(shell, "ask_exit", end):
        yield


def write_reply(results: Sequence[Outcome]) -> str:
    """Write the outcomes of a question's cases as text, for the judge to read."""
    return f"[{', '.join(map(_write, results))}]"


def _write(result: Outcome) -> str:
    if isinstance(result, Returned):
        return f'{{"dict": [["value", {encode(result.value)}]]}}'
    return encode({str(result.kind): [result.exception, result.detail]})


def read_reply(text: str | None, count: int) -> list[Outcome]:
    """Read a kernel's reply, whatever it is: an outcome for each of `count` cases.

    If no reply came, or one that is too large or not as ``write_reply`` writes it, all are lost.
    """
    with suppress(Exception):  # it may be anything
        results = list(map(_read, decode(text))) if text and len(text) <= LONGEST_REPLY else []
        if len(results) == count:
            return results
    return [Failure(FailureKind.LOST)] * count


def _read(one: dict[str, Any]) -> Outcome:
    """Read what stands for one outcome; anything else raises an error."""
    ((kind, content),) = one.items()
    if kind == "value":
        encode(content)  # not too large either
        return Returned(content)
    exception, detail = content
    if len("".join([exception, detail])) > LONGEST_TEXT:
        raise ValueError("reply must say briefly why there is no value")
    return Failure(FailureKind(kind), exception, detail)
