"""One request to a kernel: what comes in answer to it, and what became of it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from json import dumps
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_output, output_from_msg

from labkit.checks.plain_data import MIMETYPE

#: Seconds in which outputs may follow a reply.
GRACE = 2
#: Seconds in which a kernel is to obey an interrupt, on a busy machine too: what comes after a
#: cell that does not is not run.
OBEY = 5

LEFT_OUT = new_output("stream", name="stderr", text="[The rest of the output is left out.]\n")


class Ending(Enum):
    """What became of a request."""

    DONE = auto()
    LATE = auto()  # it had to be interrupted
    STUCK = auto()  # it did not obey the interrupt
    DIED = auto()
    MEMORY = auto()  # it took too much of it
    FLOOD = auto()  # it sent too much
    NO_TIME = auto()
    NO_KERNEL = auto()

    @property
    def loses_kernel(self) -> bool:
        """Whether the kernel is of no more use."""
        return self not in (Ending.DONE, Ending.LATE)


@dataclass
class Execution:
    """What became of a request.

    Attributes
    ----------
    ending : Ending
    outputs : list of NotebookNode
    answer : str or None
        What the kernel handed over.
    kept : int
        Characters that the outputs take.
    cut : bool
        Whether there was more output than was to be kept.
    sent : bool
        Whether it could be sent at all, and the kernel was not lost before.
    """

    ending: Ending = Ending.DONE
    outputs: list[NotebookNode] = field(default_factory=list)
    answer: str | None = None
    kept: int = 0
    cut: bool = False
    sent: bool = True


class Waiting:
    """A request that waits for its reply, and the outputs that come meanwhile.

    Parameters
    ----------
    request : str
        The id of its message.
    keep : int
        Characters of output to keep.
    """

    def __init__(self, request: str, keep: int) -> None:
        self.request = request
        self._found = Execution()
        self._keep = keep
        self._replied: float | None = None
        self._idle = self._clear = False
        self._idle_since: float | None = None

    @property
    def replied(self) -> bool:
        """Whether the reply has come."""
        return self._replied is not None

    @property
    def over(self) -> bool:
        """Whether nothing more is to come, or has come in time."""
        if self._replied is None:
            return False
        return self._idle or time.monotonic() - self._replied > GRACE

    @property
    def forgotten(self) -> bool:
        """Whether the kernel has long been idle, and no reply has come: none will.

        So it ends where IPython itself stumbles over a cell, as over an expression that is too deep.
        """
        since = self._idle_since
        return since is not None and not self.replied and time.monotonic() - since > GRACE

    def ended(self, ending: Ending) -> Execution:
        """Give what has come, which is all."""
        self._found.ending = ending
        return self._found

    def take_reply(self, message: Mapping[str, Any]) -> None:
        """Take in what came as a reply; what is of another form may raise any exception."""
        if message["msg_type"] == "execute_reply":
            self._replied = time.monotonic()
            text = message["content"]["user_expressions"]["answer"]["data"][MIMETYPE]
            self._found.answer = text if isinstance(text, str) else None

    def take_output(self, message: Mapping[str, Any]) -> None:
        """Take in what came as an output; what is of another form may raise any exception."""
        kind, content = message["msg_type"], message["content"]
        if kind == "status":
            self._idle = content["execution_state"] == "idle"
            self._idle_since = time.monotonic() if self._idle else None
        elif kind == "clear_output":
            self._clear = True
            if not content.get("wait"):
                self._begin_again()
        elif kind in ("stream", "display_data", "execute_result", "error") and not self._found.cut:
            output = output_from_msg({**message, "content": writable(content)})
            nbformat.validate(output, ref="output", version=4)
            self._begin_again()
            self._add(output)

    def _begin_again(self) -> None:
        if self._clear:
            self._clear = False
            self._found.outputs.clear()

    def _add(self, output: NotebookNode) -> None:
        found = self._found
        size, room = len(dumps(output)), self._keep - found.kept
        if size > room:
            found.cut = True
            if output.output_type == "stream":
                output.text = output.text[: max(0, room)]
                found.outputs.append(output)
            found.outputs.append(LEFT_OUT.copy())
            size = room
        elif (last := self._continued(output)) is not None:
            last.text += output.text
        else:
            found.outputs.append(output)
        found.kept += size

    def _continued(self, output: NotebookNode) -> NotebookNode | None:
        """Give the stream that an output goes on with: the last one, or one whose line it ends.

        A kernel sends a stream in pieces as its time comes, so that what one ``print`` has written
        can come in two, ``three`` before something of the other stream and its line's end behind.
        """
        if output.output_type != "stream":
            return None
        for place, last in enumerate(reversed(self._found.outputs[-2:])):
            if last.output_type != "stream":
                return None
            if last.name == output.name:
                ends_line = output.text.startswith("\n") and not last.text.endswith("\n")
                return last if place == 0 or ends_line else None
        return None


def writable(value: Any) -> Any:
    r"""Give JSON's values as they can be written to a file: without halves of characters.

    Examples
    --------
    >>> writable({"text": ["a\ud800"]})
    {'text': ['a?']}
    """
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, list):
        return [writable(item) for item in value]
    if isinstance(value, dict):
        return {writable(key): writable(item) for key, item in value.items()}
    return value
