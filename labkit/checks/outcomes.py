"""Outcomes: what becomes of each case when a student's answer is run.

A case ends in a value or in a failure of a known kind. Both cross from the kernel to the judge as
plain data, and are read there as what they are: whoever words a hint, or decides what of it is
shown, looks at the kind.
"""

import copy
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TextIO, TypeAlias

from labkit.checks.guards import gave_up, judging
from labkit.checks.limits import TimeIsUp, TimeLimit
from labkit.checks.memory import bounded_memory, memory_watch
from labkit.checks.plain_data import NotPlain, decode, encode
from labkit.checks.reading import Variable, data_read, ignores_a_parameter

#: A longer reply of a kernel is not read, and neither are longer names and messages in it.
LONGEST_REPLY = 8 * 2**20
LONGEST_TEXT = 500
#: Questions whose answers have taken too long in this kernel.
timed_out: set[str] = set()
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
    STUCK = "stuck"  # it is the course's version, or built on it
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


_TOO_LARGE = Failure(FailureKind.NOT_PLAIN, detail="too large, with those of the other cases")
#: What is not tried again and again.
_TOO_MUCH = (FailureKind.SLOW, FailureKind.MEMORY)


def outcome(answer: object, inputs: tuple[object, ...] | None, seconds: float = 10) -> Outcome:
    """Run one case: what a student's answer gives for the inputs, as plain data.

    The answer is a function, which is given a copy of `inputs` and so many seconds, or a value
    where they are None.

    Examples
    --------
    >>> outcome(max, ([1, 3, 2],))
    Returned(value=3)
    >>> failure = outcome(len, (3,))
    >>> failure.exception, failure.detail
    ('TypeError', "object of type 'int' has no len()")
    """
    if answer is ... or answer is None:
        return Failure(FailureKind.UNANSWERED)
    if inputs is None:
        return _plain(answer)
    if not callable(answer):
        return Failure(FailureKind.NOT_CALLABLE)
    given, value, failure = copy.deepcopy(inputs), None, None
    printed = _Printed(sys.stdout)
    # The limit is of the answer alone: what is interrupted does not put the output back.
    with redirect_stdout(printed), TimeLimit(seconds, memory_watch()) as limit:
        try:
            value = answer(*given)
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
    if _differ(given, inputs):
        return Failure(FailureKind.CHANGED)
    if (value is ... or value is None) and printed.anything:
        return Failure(FailureKind.PRINTED)
    return _plain(value)


def _plain(value: object) -> Outcome:
    if value is ... or value is None:
        return Failure(FailureKind.UNANSWERED)
    try:
        return Returned(decode(encode(value)))
    except NotPlain as error:
        return Failure(FailureKind.NOT_PLAIN, detail=str(error)[:LONGEST_TEXT])


def _raised(
    error: BaseException, answer: Callable[..., object], given: Sequence[object]
) -> Failure:
    if type(error) is TypeError and not _takes(answer, given):
        return Failure(FailureKind.ARGUMENTS)
    name, message = type(error).__name__[:100], ""
    with suppress(Exception):  # one of the student's own may fail at that as well
        # Half a character, as of a text cut in UTF-16, could be neither sent nor shown.
        message = str(error).encode("utf8", "backslashreplace").decode("utf8")
    return Failure(FailureKind.RAISED, name, message[: LONGEST_TEXT - len(f"{name}: ")])


def _takes(answer: Callable[..., object], given: Sequence[object]) -> bool:
    """Tell whether a function has parameters for what it is given, as far as that is known."""
    try:
        inspect.signature(answer, follow_wrapped=False).bind(*given)
    except TypeError:
        return False
    except ValueError:  # a function in C may not tell
        return True
    return True


def _differ(given: tuple[object, ...], inputs: tuple[object, ...]) -> bool:
    try:
        return bool(given != inputs)
    except Exception:  # something that cannot be compared was put in
        return True


class _Printed:
    """A stream that passes on what is printed, and remembers whether anything was."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self.anything = stream, False

    def write(self, text: str) -> int:
        self.anything = True
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def outcomes(
    answer: object,
    all_inputs: Sequence[tuple[object, ...] | None],
    without: Sequence[str] = (),
    *,
    question: str = "",
    seconds: Sequence[float] = (),
    parameters: Sequence[str] = (),
    hurry: bool = False,
) -> list[Outcome]:
    """Run all cases of a `question`; the answer should not call the functions `without`.

    Each case has its own time in `seconds`, if these are given. One that takes too long, or too much
    memory, costs the cases after it most of theirs, and a second one all: an endless loop costs one
    time limit. In a `hurry` no case gets more than after a slow one. The `parameters` are those of
    ``Question``.
    """
    read = data_read(answer) if any(inputs is not None for inputs in all_inputs) else []
    if question in gave_up:
        return [Failure(FailureKind.STUCK)] * len(all_inputs)
    if read and ignores_a_parameter(answer):
        return [Failure(FailureKind.OUTSIDE, detail=read[0].name)] * len(all_inputs)
    outside = [variable for variable in read if variable.name in parameters]
    slow, found = int(hurry), list[Outcome]()
    with bounded_memory():
        for inputs, limit in zip(all_inputs, seconds or [10.0] * len(all_inputs), strict=True):
            if slow > 1:
                found.append(found[-1])
                continue
            with judging(question, without) as judged:
                one = _case(answer, inputs, min(limit, AFTER_SLOW) if slow else limit, outside)
            found.append(Failure(FailureKind.STUCK) if judged.helped else one)
            slow += isinstance(one, Failure) and one.kind in _TOO_MUCH
    if slow:
        timed_out.add(question)
    return found


def _case(
    answer: object, inputs: tuple[object, ...] | None, seconds: float, outside: Sequence[Variable]
) -> Outcome:
    """Run one case, and again without variables of the notebook that it may read."""
    one = outcome(answer, inputs, seconds)
    if outside and isinstance(one, Returned):
        with _gone(outside):
            again = outcome(answer, inputs, seconds)
        if write_reply([again]) != write_reply([one]):
            return Failure(FailureKind.OUTSIDE, detail=outside[0].name)
    return one


@contextmanager
def _gone(variables: Sequence[Variable]) -> Iterator[None]:
    held = [namespace.pop(name) for namespace, name in variables]
    try:
        yield
    finally:
        for (namespace, name), value in zip(variables, held, strict=True):
            namespace[name] = value


def write_reply(found: Sequence[Outcome]) -> str:
    """Write the outcomes of a question's cases as text, for the judge to read.

    If one reply cannot hold all values together, the largest of them are failures in it: an answer
    that collects over the cases what each brings gets the marks of the others still.

    Examples
    --------
    >>> write_reply([Returned(3)])
    '[{"dict": [["value", 3]]}]'
    """
    written = [_write(one) for one in found]
    if sum(len(one) + 2 for one in written) > LONGEST_REPLY:
        share = LONGEST_REPLY // len(written) - 2
        written = [one if len(one) <= share else _write(_TOO_LARGE) for one in written]
    return f"[{', '.join(written)}]"


def _write(one: Outcome) -> str:
    if isinstance(one, Returned):
        with suppress(NotPlain):
            return encode({"value": one.value})
        one = _TOO_LARGE
    return encode({str(one.kind): [one.exception, one.detail]})


def read_reply(text: str | None, count: int) -> list[Outcome]:
    """Read a kernel's reply, whatever it is: an outcome for each of `count` cases.

    If no reply came, or one that is too large or not as ``write_reply`` writes it, all are lost.
    """
    if text is not None and len(text) <= LONGEST_REPLY:
        with suppress(ValueError, NotPlain):
            reply = decode(text)
            if isinstance(reply, list) and len(reply) == count:
                return [_read(one) for one in reply]
    return [Failure(FailureKind.LOST)] * count


def _read(one: object) -> Outcome:
    """Read what stands for one outcome; anything else raises a ValueError."""
    if not isinstance(one, dict) or len(one) != 1:
        raise ValueError("reply must have one entry for each case")
    ((kind, told),) = one.items()
    if kind == "value":
        encode(told)  # not too large either
        return Returned(told)
    short = isinstance(told, list) and all(
        isinstance(text, str) and len(text) <= LONGEST_TEXT for text in told
    )
    if not short or len(told) != 2 or FailureKind(kind) is FailureKind.LOST:
        raise ValueError("reply must say why there is no value")
    return Failure(FailureKind(kind), *told)
