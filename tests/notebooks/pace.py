"""Count what is spoken in a planned minute of each lecture: ``python -m tests.notebooks.pace`` prints it.

More than 120 words a minute, of a slide's notes and its own, cannot be spoken calmly. Tables and pictures
are not counted, nor is what a demonstration takes.
"""

import re

from tests.notebooks.sentences import length, prose, sentences
from tests.notebooks.test_lectures import LECTURES, is_notes, slides


def spoken(cells):
    """Count the words of some cells that are read aloud, each formula as one."""
    return sum(length(sentence) for text in prose(cells) for sentence in sentences(text))


def row(slide):
    """Return a slide's words, those of its notes, its minutes and its heading."""
    (notes,) = filter(is_notes, slide)
    minutes = int(re.search(r"\((\d+) min\)", notes.source)[1])
    heading = slide[0].source.splitlines()[0].lstrip("# ")
    return spoken(slide) - spoken([notes]), spoken([notes]), minutes, heading


if __name__ == "__main__":
    for name in LECTURES:
        print(f"\n{name}\n words: slide + notes, minutes, words a minute")
        rows = [row(slide) for slide in slides(name)]
        total = [sum(each) for each in list(zip(*rows, strict=True))[:3]]
        for own, said, minutes, heading in [*rows, (*total, "All")]:
            pace = (own + said) / minutes
            print(f"{own:6,} + {said:5,} {minutes:4} {pace:5.0f} {'!' * (pace > 120):1} {heading}")
