"""The sentences of a notebook, and how long they are."""

import re

from tests.ticks import nbgrader

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


def prose(cells):
    """Return the Markdown of some cells that students read: what they write themselves is none."""
    texts = [cell for cell in cells if cell.cell_type == "markdown"]
    return [cell.source for cell in texts if not nbgrader(cell).get("solution")]


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
