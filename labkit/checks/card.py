"""The card under a check: what this question earned, how far the tick is, and what comes next."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template

from labkit.checks.plan import Planned, read_plan
from labkit.checks.questions import Question

#: Verdict -> its colour, against which white stands out in a light theme and in a dark one, and sign.
VERDICTS = {
    "right": ("#1e7d3c", "✓"),
    "please look": ("#8a5300", "✓"),
    "noted": ("#0b57d0", "•"),
    "not yet counted": ("#8a5300", "!"),
    "not yet right": ("#8a5300", "✗"),
    "course's answer in use": ("#0b57d0", "◐"),
    "not begun": ("#5f6368", "○"),
    "not checked": ("#5f6368", "○"),
}

#: Lines as they are written, and no word wider than the card: a long list has no blank in it.
_LINE = '<div style="white-space:pre-wrap; overflow-wrap:anywhere">{}</div>'
_BAR = (
    '<div aria-hidden="true" style="height:5px; margin:4px 0; border-radius:3px; '
    'background:var(--jp-layout-color2, #eeeeee)"><div style="width:{:.0%}; height:5px; '
    'border-radius:3px; background:var(--jp-success-color1, #1e7d3c)"></div></div>'
)


@dataclass(frozen=True)
class Card:
    """What is to be shown after a check.

    `questions` are all of the tick, in its order, and `earned` the points of those that were right when
    last checked; those of the `starred` ones are counted apart. `links` come after the tick: words, and
    where they lead. `left` says at its end what is open. `details` say what the hint is about: words such as "expected", and what they introduce.
    """

    question: Question
    verdict: str
    questions: Mapping[str, Question]
    earned: Mapping[str, float]
    links: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    details: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()
    starred: Collection[str] = ()

    @property
    def here(self) -> str:
        """The points of the question, and those of the tick so far, in words."""
        points, name = self.question.points, self.question.name
        words = "no points, just for practice"
        if points:
            words = f"{self.earned.get(name, 0):g} of {count_points(points)}"
        if name in self.earned and self.question.provisional:
            words = f"only its form is checked here; graded, it earns {count_points(points)} if it is right"
        return f"{words} · {self._score('so far')}" if self.total[1] else words

    @property
    def total(self) -> tuple[float, float]:
        """The points so far, and those of all questions that are marked by a program, but for stars."""
        core = [name for name in self.questions if name not in self.starred]
        return (
            sum(self.earned.get(name, 0) for name in core),
            sum(self.questions[name].points for name in core),
        )

    def _score(self, unit: str) -> str:
        out_of = {name: question.points for name, question in self.questions.items()}
        return score(self.earned, out_of, self.starred, unit)

    @property
    def ahead(self) -> str:
        """The next open question; at the tick's end, its total and what is open."""
        if self.question.name not in self.earned:
            return "still open: this question"
        if not self.at_end:
            return f"next: {self._open(self.question.name)[0]}"
        end = f"the end of this tick: {self._score('points')}" if self.total[1] else "all done here"
        for question in self.questions.values():
            if question.provisional and question.name in self.earned:
                end += f"; {question.points:g} more if {question.name} is right"
        for words, left in (
            ("open", self._open()),
            ("for those who want more", self._open(stars=True)),
        ):
            end += f"; {words}: {', '.join(left)}" if left else ""
        return end

    @property
    def at_end(self) -> bool:
        """Tell whether there is nothing after this question but what has a star."""
        return self.question.name in self.earned and not self._open(self.question.name)

    def _open(self, after: str = "", stars: bool = False) -> list[str]:
        """List the questions that are not yet right, of all or from one on, with a star or without."""
        names = list(self.questions)
        later = names[names.index(after) :] if after else names
        return [n for n in later if n not in self.earned and (n in self.starred) is stars]

    def text(self) -> str:
        """Write it as text: the question and perhaps the hint, and how far one is."""
        first = f"{self.question.name}: {self.hint}" if self.hint else self.question.name
        details, links = (map(": ".join, each) for each in (self.details, self.links))
        more = [*details, self.here, self.ahead, *self.left, *links]
        return "\n  ".join([f"{VERDICTS[self.verdict][1]} {first}", *more])

    def html(self) -> str:
        """Write it as HTML, in the colours of JupyterLab's theme."""
        links = [
            f'<a href="{escape(where)}" style="color:var(--jp-content-link-color, #0b57d0)">'
            f"{escape(words)}</a>"
            for words, where in self.links
        ]
        done, of_all = self.total
        return _page(
            self.question.name,
            self.verdict,
            _LINE.format(escape(self.hint)) if self.hint else "",
            *(
                _LINE.format(f"{escape(words)}: <code>{escape(what)}</code>")
                for words, what in self.details
            ),
            f"<div>{escape(self.here)}</div>",
            _BAR.format(done / of_all) if done else "",
            f"<div>{' · '.join([escape(self.ahead), *links])}</div>",
            *(_LINE.format(escape(line)) for line in self.left),
        )


def links(folder: Path) -> tuple[tuple[str, str], ...]:
    """Find what to read and do after the tick in a folder; links lead from its notebook."""
    try:
        plan, ticks = read_plan(folder.parent), [*read_plan(folder / "ticks")]
    except ValueError:  # a file of the student's own copy: the check was about an answer
        return ()
    found = []
    for name in [name for name in ticks if (folder / "ticks" / name).is_dir()][:1]:  # of start-here
        found.append((f"first tick ({name})", f"ticks/{name}/{name}.ipynb"))
    there = [name for name in plan if (folder.parent / name).is_dir()]
    if folder.name in there[:-1]:
        name = there[there.index(folder.name) + 1]
        found.append((f"next tick ({name})", f"../{name}/{name}.ipynb"))
    name = plan.get(folder.name, Planned()).lecture
    if (folder.parents[1] / "lectures" / f"{name}.ipynb").is_file():
        found.append((f"lecture ({name})", f"../../lectures/{name}.ipynb"))
    return tuple(found)


def notice(message: str) -> str:
    """Write as HTML why a check could not judge anything."""
    return _page("check", "not checked", _LINE.format(escape(message)))


def _page(name: str, verdict: str, *lines: str) -> str:
    text = Path(__file__).with_name("card.html").read_text(encoding="utf8").strip()
    colour, sign = VERDICTS[verdict]
    return Template(text).substitute(
        name=escape(name), verdict=verdict, lines="".join(lines), colour=colour, sign=sign
    )


def score(
    earned: Mapping[str, float],
    out_of: Mapping[str, float],
    starred: Collection[str],
    unit: str = "",
) -> str:
    """Write the points of some questions in words: "8 of 9 points, and 0 of 1 for the ★"."""
    parts = []
    for names in ({*out_of} - {*starred}, {*out_of} & {*starred}):
        of_all = sum(out_of[name] for name in names)
        count = count_points(of_all) if unit == "points" else f"{of_all:g} {unit}".strip()
        parts.append(f"{sum(earned.get(name, 0) for name in names):g} of {count}")
        unit = "for the ★"
    return ", and ".join(parts if {*out_of} & {*starred} else parts[:1])


def count_points(count: float) -> str:
    """Write a number of points in words."""
    return f"{count:g} point" if count == 1 else f"{count:g} points"
