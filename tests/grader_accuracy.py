"""How often the grader errs: typical answers, right and wrong, through the whole of it.

The answers are the lab's own mutants: ``tests/mutants/<tick>/<question>.py``.

    python -m tests.grader_accuracy [--tick NAME] [--unsafe]

prints how the answers of each tick were judged, and ends with status 1 if one
was misjudged.
"""

import argparse
import ast
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from labkit.checks.marking import asking, mark_answers
from labkit.grading.classroom.intake import intake
from labkit.grading.notebook.confinement import Limits
from labkit.grading.submission.cells import grade_id
from labkit.grading.submission.grade import Job, run_answers
from labkit.grading.submission.restore import restored
from labkit.grading.submission.slicing import needed_code
from labkit.grading.submission.steps import Asked
from labkit.grading.submission.tick import load_ticks

#: What a header may begin with; the last two say the same.
VERDICTS = ("right", "wrong", "wrong, hidden", "hidden")

#: One notebook answers each question many times.
LIMITS = Limits(notebook_seconds=1800)


@dataclass(frozen=True)
class Mutant:
    """A student's answer to one question: right, or wrong with a hint to expect.

    Some that are wrong only the hidden cases can tell from right ones.
    """

    tick: Path
    question: str
    key: str | None
    note: str
    code: str
    hidden: bool = False

    def __str__(self):
        return f"{self.tick.name}/{self.question}: {self.note}"


def load_mutants(path, tick):
    """Read the answers of one question's file.

    Parameters
    ----------
    path : path
        Each answer begins with ``# %% right: how it differs``, with
        ``# %% wrong: hint key - what the student believed``, or with ``# %% wrong, hidden: ...``,
        if the cases that students see accept it.
    tick : path
        The tick that they belong to.

    Returns
    -------
    list of Mutant

    Raises
    ------
    ValueError
        If a header cannot be read.
    """
    found = []
    for block in path.read_text(encoding="utf8").split("# %% ")[1:]:
        header, _, code = block.partition("\n")
        verdict, _, note = header.partition(": ")
        key, separator, belief = note.partition(" - ")
        if verdict not in VERDICTS or (verdict != "right" and not separator):
            raise ValueError(f"{tick.name}/{path.name}: cannot read the header {header!r}")
        if verdict == "right":
            key, belief = None, note
        found.append(Mutant(tick, path.stem, key, belief, code, verdict in VERDICTS[2:]))
    return found


@dataclass(frozen=True)
class Trial:
    """What the grader said of one answer.

    Attributes
    ----------
    mutant : Mutant
    share : float
        Cases that passed, of all.
    key : str or None
        Of the hint.
    earned : float
        Points, of all.
    """

    mutant: Mutant
    share: float
    key: str | None
    earned: float = 0

    @property
    def misjudged(self):
        """Whether a right answer lost something, or a wrong one lost nothing."""
        return any((got == 1) != (self.mutant.key is None) for got in (self.share, self.earned))


def grader_accuracy(source=".", tick=None, *, unsafe=False, progress=None):
    """Mark every typical answer as a submission is marked.

    The answers of a tick are handed in together, in one notebook: behind each
    solution, which the other questions build on, come the answers in its
    place, each under a name of its own.

    Parameters
    ----------
    source : path
        The lab's folder, with its tests.
    tick : str, optional
        This one only.
    unsafe : bool
        As for `classroom.grade`.
    progress : callable, optional
        Called with a tick's name before it is marked.

    Returns
    -------
    dict
        Tick -> list of Trial.

    Raises
    ------
    FileNotFoundError
        If `source` has no ticks or no ``tests/mutants``.
    """
    source = Path(source)
    if not (source / "tests" / "mutants").is_dir():
        raise FileNotFoundError(
            f"source: {source} has no tests/mutants; run this in the lab's folder"
        )
    ticks = source / "notebooks" / "ticks"
    found = {}
    for name, loaded in load_ticks(ticks, tick).items():
        if progress:
            progress(name)
        files = sorted((source / "tests" / "mutants" / name).glob("*.py"))
        mutants = [m for file in files for m in load_mutants(file, ticks / name)]
        found[name] = _trials(loaded, ticks / name, mutants, unsafe)
    return found


def _trials(tick, folder, mutants, unsafe):
    by_name = {f"{m.question}__{i}": m for i, m in enumerate(mutants)}
    original = nbformat.read(folder / f"{tick.name}.ipynb", as_version=4)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, f"mutants_{tick.name}.ipynb")
        nbformat.write(_handed_in(original, tick, by_name), path)
        (submission,) = intake(scratch, {tick.name: tick})
    job = Job("", "", tick, submission.submitted, submission.notebook, LIMITS, unsafe)
    notebook, _ = restored(nbformat.reads(job.notebook, as_version=4), tick.notebook())
    questions = {
        name: replace(tick.questions[m.question], answer=_variable(tick, name, m), points=1)
        for name, m in by_name.items()
    }
    asked = [Asked(q.name, q.answer, asking(q)) for q in questions.values()]
    ran = run_answers(notebook, asked, job, needed_code(notebook))
    report = mark_answers(notebook, questions, ran.answers)
    return [
        Trial(mutant, marked.passed / marked.cases, marked.hint and marked.hint.key, marked.points)
        for mutant, marked in zip(mutants, report.marks, strict=True)
    ]


def _variable(tick, name, mutant):
    return f"{tick.questions[mutant.question].answer}__{name.rpartition('__')[2]}"


def _handed_in(notebook, tick, by_name):
    """The instructor's notebook, with the mutants behind the solutions."""
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        if cell.cell_type != "code":
            continue
        mutants = {n: m for n, m in by_name.items() if m.question == grade_id(cell)}
        for name, mutant in mutants.items():
            answer = tick.questions[mutant.question].answer
            cells.append(
                new_code_cell(_renamed(mutant.code, answer, _variable(tick, name, mutant)))
            )
        if mutants:
            cells.append(new_code_cell(cell.source))
    notebook.cells = cells
    return notebook


def _renamed(code, old, new):
    """An answer under a name of its own, by which it calls itself, too."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == old:
            node.name = new
        elif isinstance(node, ast.Global):
            node.names = [new if name == old else name for name in node.names]
        elif isinstance(node, ast.alias) and (node.asname or node.name) == old:
            node.asname = new
    return ast.unparse(tree)


def confusion_table(trials):
    """Write how the answers of each tick were judged.

    Parameters
    ----------
    trials : dict
        Tick -> list of Trial.

    Returns
    -------
    str
    """
    width = max(map(len, [*trials, "all"]))
    lines = [
        f"{'':{width}}    right answers    |   wrong answers: points earned | some cases | of all wrong",
        f"{'':{width}}  accepted rejected |      all     some         none |  are right | hint as meant",
    ]
    everything = [trial for of_tick in trials.values() for trial in of_tick]
    for name, of_tick in [*trials.items(), ("all", everything)]:
        right = [t for t in of_tick if t.mutant.key is None]
        wrong = [t for t in of_tick if t.mutant.key is not None]
        accepted = sum(t.share == 1 for t in right)
        some_right = sum(0 < t.share < 1 for t in wrong)
        part = sum(0 < t.earned < 1 for t in wrong)
        full = sum(t.earned == 1 for t in wrong)
        meant = sum(t.key == t.mutant.key for t in wrong)
        lines.append(
            f"{name:{width}} {accepted:9} {len(right) - accepted:8} | {full:8} {part:8} "
            f"{len(wrong) - full - part:12} | {some_right:10} | {meant:6} of {len(wrong)}"
        )
    return "\n".join(lines)


def main(arguments=None):
    """Run the command, and give its exit status."""
    parser = argparse.ArgumentParser(description="Mark every typical answer, right and wrong.")
    parser.add_argument("--tick", metavar="NAME", help="this tick only (default: all)")
    parser.add_argument(
        "--source", type=Path, default=Path(), help="the lab's folder (default: this one)"
    )
    parser.add_argument("--unsafe", action="store_true", help="run the answers unconfined")
    options = parser.parse_args(arguments)
    trials = grader_accuracy(
        options.source,
        options.tick,
        unsafe=options.unsafe,
        progress=lambda name: print(f"{name} ...", file=sys.stderr, flush=True),
    )
    print(confusion_table(trials))
    misjudged = [trial.mutant for found in trials.values() for trial in found if trial.misjudged]
    for mutant in misjudged:
        print(f"misjudged: {mutant}")
    return 1 if misjudged else 0


if __name__ == "__main__":
    sys.exit(main())
