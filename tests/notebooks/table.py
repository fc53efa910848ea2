"""Count what each tick asks: ``python -m tests.notebooks.table`` writes it into the students' README."""

import re
from operator import sub
from statistics import fmean

from labkit.checks.questions import load_questions
from tests.ticks import ROOT, TICKS, nbgrader, notebook

README = ROOT / "notebooks" / "README.md"
MARKS = "<!-- begin: what each tick asks -->", "<!-- end: what each tick asks -->"
HEAD = (
    *("tick", "hours", "questions", "points", "words to read", "of a sentence: mean, longest"),
    *("lines of given code", "cases you see", "hidden cases"),
)
CHECK = re.compile(r'^check\("([\w-]+)"', re.MULTILINE)
#: What stands in a sentence for one word; and what is none: boxes, tables, headings, tags, sources.
ONE_WORD = re.compile(r"\$\$.*?\$\$|\$[^$]+\$|`[^`]+`", re.DOTALL)
NO_SENTENCE = re.compile(
    r"^```.*?^```|^\|.*?$|^#+ .*?$|^ {4}.*?$|<[^>]+>|\*\*Sources?\.\*\*.*?(?=\n\s*\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
#: Where a sentence ends: not after a common short form.
END = re.compile(
    r"(?<!\bcf\.)(?<!\bal\.)(?<!\bp\.)(?:(?<=[.!?])|(?<=[.!?][\"”)]))\s+(?=[\"“(]*[A-Z0-9−])"
)
BLOCK = re.compile(r"\n\s*\n|\n\s*(?:[-*>]|\d+\.) |\A\s*(?:[-*>]|\d+\.) |\s(?=\([a-e]\)\s)")


def parts(tick):
    """Return the cells of a tick's core and of its starred parts, as students see them."""
    core, starred, level = [], [], 0
    for cell in notebook(tick).cells:
        heading = re.match(r"(#+) (.*)", cell.source) if cell.cell_type == "markdown" else None
        if heading and (not level or len(heading[1]) <= level):
            level = len(heading[1]) if "★" in heading[2] else 0
        (starred if level else core).append(cell)
    return core, starred


def prose(cells):
    """Return the Markdown of some cells that students read: what they write themselves is none."""
    texts = [cell for cell in cells if cell.cell_type == "markdown"]
    return [cell.source for cell in texts if not nbgrader(cell).get("solution")]


def words(cells):
    """Count the words of some cells' Markdown."""
    return sum(len(text.split()) for text in prose(cells))


def given(cells):
    """Count the lines of code that are there: neither an answer nor a check, nor blank."""
    code = [c.source for c in cells if c.cell_type == "code" and not nbgrader(c).get("solution")]
    lines = [line for source in code if not CHECK.search(source) for line in source.splitlines()]
    return sum(bool(line.strip()) for line in lines)


def sentences(text):
    """Return the sentences of a Markdown text; a formula or a piece of code is one word of them."""
    text = ONE_WORD.sub("Code", NO_SENTENCE.sub("\n\n", text))
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    blocks = (re.sub(r"[*_]+", "", block) for block in BLOCK.split(text))
    found = [" ".join(sentence.split()) for block in blocks for sentence in END.split(block)]
    return [sentence for sentence in found if re.search(r"\w", sentence)]


def length(sentence):
    """Count the words of a sentence."""
    return sum(bool(re.search(r"\w", word)) for word in sentence.split())


def row(tick):
    """Return a tick's row of the table, each number that of its core, and of its starred parts."""
    core, starred = both = parts(tick)
    asked = [[name for cell in cells for name in CHECK.findall(cell.source)] for cells in both]
    visible, every = (
        [sum(len(questions[name].cases) for name in names) for names in asked]
        for questions in (load_questions(tick), load_questions(tick, hidden=True))
    )
    found = [length(sentence) for text in prose(core + starred) for sentence in sentences(text)]
    return (
        core[0].source.splitlines()[0].lstrip("# ").removeprefix("Tick "),
        re.search(r"about ([\w ]+?) hours?\b", core[0].source)[1],
        added(map(len, asked)),
        added(sum(nbgrader(cell).get("points", 0) for cell in cells) for cells in both),
        added(map(words, both)),
        f"{fmean(found):.0f}, {max(found)}",
        added(map(given, both)),
        added(visible),
        added(map(sub, every, visible)),
    )


def added(numbers):
    """Write a number of the core, and what the starred parts add."""
    return " + ".join(f"{n:,}" for i, n in enumerate(numbers) if n or not i)


def written(text):
    """Return the README's text with the table of today, in Markdown."""
    lines = [f"| {' | '.join(line)} |" for line in (HEAD, ["---"] * len(HEAD), *map(row, TICKS))]
    before, _, rest = text.partition(MARKS[0])
    return "\n".join([before + MARKS[0], *lines, MARKS[1] + rest.partition(MARKS[1])[2]])


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf8")), encoding="utf8")
