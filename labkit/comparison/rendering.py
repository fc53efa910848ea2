"""A comparison as a page, JSON, LaTeX or plain text; all from the same record."""

import dataclasses
import json
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from jinja2 import Environment, FileSystemLoader

from labkit.arguments import as_option
from labkit.comparison.records import CORRECTION_SOURCES, REPORTED_TESTS, Comparison
from labkit.comparison.wording import (
    digits_of,
    paragraph_of,
    remarks_on,
    write_level,
    write_limits,
    write_score,
)
from labkit.text import plain, round_p, shorten

#: Of JSON: changes when a key is renamed or removed.
FORMAT = "labkit-comparison/3"
Form: TypeAlias = Literal["html", "json", "latex", "text"]
FORMS: tuple[Form, ...] = get_args(Form)
#: Of more pairs, a form lists those of the best system, or of the baseline, only.
MOST_LISTED = {"html": 300, "latex": 30, "text": 30}

_IN_LATEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
        **{"<": r"\textless{}", ">": r"\textgreater{}", "−": "$-$", "≤": r"$\leq$", "≥": r"$\geq$"},
        **{"[": "{[}", "*": "{*}"},  # behind the end of a row these would be its arguments
    }
)


def render(comparison: Comparison, form: Form = "html") -> str:
    """Write a comparison.

    Parameters
    ----------
    comparison : Comparison
        From `compare_systems`.
    form : {"html", "json", "latex", "text"}, default "html"
        A page that needs nothing else; JSON with the fields of `Comparison` by their names, its
        paragraph, and `format`; LaTeX tables (package booktabs) and the paragraph; plain text.

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
        record = {"format": FORMAT, **dataclasses.asdict(comparison)}
        record |= {"notes": remarks_on(comparison), "paragraph": paragraph_of(comparison)}
        return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=form == "html",
        finalize=escaped if form == "latex" else None,
    )
    environment.filters.update(score=write_score, interval=write_limits, level=write_level)
    environment.filters.update(p=round_p, count="{:,}".format, plain=plain, cut=shorten)
    chief = comparison.settings.baseline or comparison.systems[0].name
    few = len(comparison.pairs) <= MOST_LISTED[form]
    return environment.get_template(f"report.{form}.j2").render(
        c=comparison,
        paragraph=paragraph_of(comparison),
        remarks=remarks_on(comparison),
        digits=digits_of(comparison),
        listed=[q for q in comparison.pairs if few or chief in (q.better, q.worse)],
        next_pair=iter(comparison.pairs).__next__,
        REPORTED_TESTS=REPORTED_TESTS,
        CORRECTION_SOURCES=CORRECTION_SOURCES,
    )


def escaped(text: object) -> str:
    """Return a text so that LaTeX sets it as it is."""
    return plain(text).translate(_IN_LATEX)
