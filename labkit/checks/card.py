"""The card under a check: what this question earned, how far the tick is, and what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from labkit.checks.questions import Question, load_module

#: White stands out against both, in a light theme and in a dark one.
_COLOURS = {True: "#1e7d3c", False: "#b3261e"}

#: Lines as they are written, and no word wider than the card: a long list has no blank in it.
_WHOLE = "white-space:pre-wrap; overflow-wrap:anywhere"


@dataclass(frozen=True)
class Card:
    """What is to be shown after a check.

    Parameters
    ----------
    question : Question
        What was checked.
    passed : bool
        Whether all cases that students may see are right.
    questions : mapping
        All of the tick, by name, in its order.
    earned : mapping
        Name -> whether it passed when it was last checked in this kernel.
    links : tuple of (str, str)
        What comes after the tick: words, and where they lead.
    hint : str
        What to look at, of an answer that is not yet right.
    details : tuple of (str, str)
        What the hint is about: words such as "Look at", and what they introduce.
    """

    question: Question
    passed: bool
    questions: Mapping[str, Question]
    earned: Mapping[str, bool]
    links: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    details: tuple[tuple[str, str], ...] = ()

    @property
    def here(self) -> str:
        """What the question earned, and what the tick so far."""
        points = self.question.points
        words = "no points: for yourself"
        if points:
            words = f"{points if self.passed else 0:g} of {_points(points)}"
        if self.passed and self.question.provisional:
            words = f"its form is right; {_points(points)} when it is graded"
        done, of_all = self.total
        return f"{words} · {done:g} of {of_all:g} so far" if of_all else words

    @property
    def total(self) -> tuple[float, float]:
        """The points so far, and those of all questions that a check can judge."""
        asked = self.questions.values()
        earning = (q.points for q in asked if self.earned.get(q.name) and not q.provisional)
        return sum(earning), sum(q.points for q in asked)

    @property
    def ahead(self) -> str:
        """The next open question; at the tick's end, its total and what is open."""
        if not self.passed:
            return "still open: this question"
        if not self.at_end:
            return f"next: {self._open(self.question.name)[0]}"
        done, of_all = self.total
        end = f"the end of this tick: {done:g} of {_points(of_all)}" if of_all else "that was all"
        left = self._open()
        return f"{end}; open: {', '.join(left)}" if left else end

    @property
    def at_end(self) -> bool:
        """Tell whether there is nothing after this question."""
        return self.passed and not self._open(self.question.name)

    def _open(self, after: str = "") -> list[str]:
        """List the questions that are not yet right, of all or of those after one."""
        names = list(self.questions)
        later = names[names.index(after) + 1 :] if after else names
        return [name for name in later if not self.earned.get(name)]

    @property
    def advice(self) -> str:
        """The question's name, the hint, and a line for each detail."""
        first = f"{self.question.name}: {self.hint}" if self.hint else self.question.name
        return "\n".join([first, *(f"  {words}: {what}" for words, what in self.details)])

    def text(self) -> str:
        """Write it as text: the question and perhaps the hint, and how far one is."""
        links = [f"  {words}: {where}" for words, where in self.links]
        return "\n".join([self.advice, f"  {self.here}", f"  {self.ahead}", *links])

    def html(self) -> str:
        """Write it as HTML, in the colours of JupyterLab's theme."""
        verdict = "right" if self.passed else "not yet right"
        links = [
            f'<a href="{escape(where)}" style="color:var(--jp-content-link-color, #0b57d0)">'
            f"{escape(words)}</a>"
            for words, where in self.links
        ]
        done, of_all = self.total
        return _filled(
            "card.html",
            label=escape(f"{self.question.name}: {verdict}"),
            colour=_COLOURS[self.passed],
            sign="✓" if self.passed else "✗",
            question=escape(self.question.name),
            verdict=verdict,
            hint=_as_html(self.hint, self.details),
            here=escape(self.here),
            percent=f"{100 * done / of_all if of_all else 0:.0f}",
            ahead=" · ".join([escape(self.ahead), *links]),
        )


def links(folder: Path) -> tuple[tuple[str, str], ...]:
    """Find what to read and do after the tick in a folder; links lead from its notebook.

    ``checks.py`` may have the name of its lecture as ``LECTURE``, if that is not the tick's own.
    """
    ticks = sorted(path.parent.name for path in folder.parent.glob("tick*/checks.py"))
    found = []
    if folder.name in ticks[:-1]:
        name = ticks[ticks.index(folder.name) + 1]
        found.append((f"next tick ({name})", f"../{name}/{name}.ipynb"))
    own = folder.name.partition("-")[2]
    name = getattr(load_module(folder / "checks.py"), "LECTURE", own)
    if (folder.parents[1] / "lectures" / f"{name}.ipynb").is_file():
        found.append((f"lecture ({name})", f"../../lectures/{name}.ipynb"))
    return tuple(found)


def notice(message: str) -> str:
    """Write as HTML why a check could not judge anything."""
    return _filled("notice.html", colour=_COLOURS[False], message=_as_html(message))


def _as_html(hint: str, details: tuple[tuple[str, str], ...] = ()) -> str:
    """Write a hint and its details, each in a line of its own that may break anywhere."""
    lines = [escape(hint)] if hint else []
    lines += [f"{escape(words)}: <code>{escape(what)}</code>" for words, what in details]
    return "".join(f'<div style="{_WHOLE}">{line}</div>' for line in lines)


def _filled(template: str, **words: str) -> str:
    text = files("labkit.checks").joinpath(template).read_text(encoding="utf8").strip()
    return Template(text).substitute(words)


def _points(count: float) -> str:
    return f"{count:g} point" if count == 1 else f"{count:g} points"
