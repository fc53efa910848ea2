"""The tables of attacks in ``README.md``; ``python -m tests.attacks.table`` writes them anew."""

import re

from tests.attacks.as_others import OTHERS
from tests.attacks.attacks import ATTACKS, HERE, HONEST
from tests.attacks.handed_in import GRADED, REFUSED

README = HERE / "README.md"
HEAD = "| What it tries | Ends as | Points |"


def cell_rows():
    return [f"| {a.name} | {a.about} | {a.status} | {a.points} |" for a in ATTACKS.values()]


def file_rows():
    rows = [f"| {name} | {write.__doc__} | graded | {HONEST} |" for name, write in GRADED.items()]
    rows += [f"| {name} | {write.__doc__} | refused | 0 |" for name, write in REFUSED.items()]
    points = {"graded": HONEST, "refused": 0}
    return rows + [f"| {n} | {a.about} | {a.ends} | {points[a.ends]} |" for n, a in OTHERS.items()]


def renewed(text):
    """Give the README's text with the tables as they have to be."""
    for noun, rows in (("Attack", cell_rows()), ("File", file_rows())):
        table = "\n".join([f"| {noun} {HEAD}", "|---|---|---|---|", *rows])
        text = re.sub(rf"^\| {noun} \|.*(?:\n\|.*)*", lambda _: table, text, flags=re.MULTILINE)  # noqa: B023
    return text


if __name__ == "__main__":
    README.write_text(renewed(README.read_text(encoding="utf8")), encoding="utf8")
