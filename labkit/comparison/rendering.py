"""A comparison as a page, JSON, LaTeX or plain text; all from the same record."""

import dataclasses
import functools
import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from labkit.arguments import as_option
from labkit.comparison import figures, views
from labkit.comparison.latex import escaped, pairs_table, scores_table
from labkit.comparison.path import TESTS, WHAT
from labkit.comparison.records import Comparison
from labkit.text import plain, round_p, shorten

#: The templates, and the page's style sheet.
TEMPLATES = Path(__file__).with_name("templates")
#: What a browser may do with a page: show it, with pictures and styles that are in it.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
#: What a page of ours says of its maker: such a file may be replaced.
GENERATOR = "labkit compare"
#: Of JSON: changes when a key is renamed or removed.
FORMAT = "labkit-comparison/1"
FORMS = ("html", "json", "latex", "text")


def render(comparison: Comparison, form: str = "html") -> str:
    """Write a comparison.

    Parameters
    ----------
    comparison : Comparison
        From `compare_systems`.
    form : {"html", "json", "latex", "text"}, optional
        A page that needs nothing else; JSON, whose first key is `format`, then the fields of
        `Comparison` by their names, numbers in full; LaTeX tables (package booktabs) and the
        paragraph, to be input; text for a terminal.

    Returns
    -------
    str
        The whole file.

    See Also
    --------
    compare_systems : What is written.

    Examples
    --------
    >>> from labkit.comparison import compare_systems
    >>> found = compare_systems({"a": [1, 1, 1, 0], "b": [0, 1, 0, 0]}, higher_is_better=True)
    >>> json.loads(render(found, "json"))["systems"][0]["name"]
    'a'
    """
    as_option(form, "form", FORMS)
    if form == "json":
        return as_json(comparison)
    name = {"html": "report.html.j2", "latex": "report.tex.j2", "text": "report.txt.j2"}[form]
    told = {"c": comparison, "digits": comparison.digits, **views.views_of(comparison, form)}
    if form == "latex":
        told |= {"scores": scores_table(comparison), "pairs": pairs_table(comparison)}
    return _templates(form).get_template(name).render(told)


def as_json(comparison: Comparison) -> str:
    """Write the record; keys are names of fields, numbers have all their digits."""
    told = {"format": FORMAT, **dataclasses.asdict(comparison)}
    return json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


@functools.cache
def _templates(form: str) -> Environment:
    """Make what fills in the templates of a form; in a page and in LaTeX a text is escaped."""
    latex: dict[str, Any] = {
        **{"block_start_string": r"\BLOCK{", "block_end_string": "}"},
        **{"variable_start_string": r"\VAR{", "variable_end_string": "}"},
        **{"comment_start_string": r"\NOTE{", "comment_end_string": "}"},
    }
    how: dict[str, Any] = {"html": {"autoescape": True}, "latex": latex}.get(form, {})
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), trim_blocks=True, lstrip_blocks=True, **how
    )
    made.filters |= {
        "score": figures.score,
        "size": figures.size,
        "p": round_p,
        "p_equals": figures.p_equals,
        "count": figures.count,
        "about": figures.about,
        "plain": plain,
        "cut": shorten,
        "latex": escaped,
    }
    made.globals |= {"policy": POLICY, "generator": GENERATOR, "TESTS": TESTS, "WHAT": WHAT}
    return made
