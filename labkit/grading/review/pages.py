"""The pages for people who mark. Like those of `results.pages`, they fetch nothing and run nothing."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from nbformat import NotebookNode

from labkit.grading.results.pages import POLICY
from labkit.grading.results.pages import TEMPLATES as SHARED
from labkit.grading.review.judgements import Judged, Measured
from labkit.grading.review.requests import Requests
from labkit.grading.review.rubric import Question
from labkit.grading.review.sharing import Unmarked
from labkit.grading.submission.sanitize import rendered, text_of, visible

if TYPE_CHECKING:
    from labkit.grading.review.similarity import Similarities  # which imports matplotlib

TEMPLATES = Path(__file__).with_name("templates")

#: Characters of an answer that are shown.
SHOWN = 6_000

#: Pairs that are shown side by side.
MOST_PAIRS = 150


@cache
def templates() -> Environment:
    """Give the templates of these pages.

    Returns
    -------
    Environment
        It escapes whatever is put into them.
    """
    environment = Environment(loader=FileSystemLoader([TEMPLATES, SHARED]), autoescape=True)
    environment.filters |= {"number": number, "visible": visible, "cell": _cell}
    environment.globals["policy"] = POLICY
    environment.globals["code_style"] = Markup((TEMPLATES / "review.css").read_text("utf8"))
    return environment


def number(value: float | None) -> str:
    """Write points.

    Parameters
    ----------
    value : float or None
        How many.

    Returns
    -------
    str
        At most two decimals.

    Examples
    --------
    >>> number(1.50), number(None)
    ('1.5', '–')
    """
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def similarity_page(found: "Similarities", displays: Mapping[str, str] | None = None) -> str:
    """Make the page with the submissions that are alike, side by side; of a student the name to show."""
    rare = [pair for pair in found.pairs if not pair.common]
    common = found.pairs[len(rare) :]
    template = templates().get_template("similarity.html.j2")
    return template.render(
        found=found, rare=rare, common=common, most=MOST_PAIRS, displays=displays or {}
    )


def _code(text: str) -> Markup:
    more = len(text) - SHOWN
    note = f"\n… ({more:,} more characters)" if more > 0 else ""
    return Markup("<pre>{}{}</pre>").format(visible(text[:SHOWN]), note)


def _cell(cell: NotebookNode | None) -> Markup:
    """Show an answer: code as it was typed, a text as it was meant."""
    if cell is None:
        return Markup('<p class="soft">There is no such answer.</p>')
    if cell.cell_type == "code":
        return _code(text_of(cell))
    # Rendered when it was graded; what was not, is now. Either way it is cleaned here.
    return Markup(rendered(cell.source))


def requests_page(found: Requests) -> str:
    """Make the page with what students object to, each beside the answer, the mark and the hint.

    Parameters
    ----------
    found : Requests
        Those of a class.

    Returns
    -------
    str
        The content of an HTML file.
    """
    return templates().get_template("requests.html.j2").render(found=found)


def answers_page(
    tick: str, marker: str, answers: Sequence[Unmarked], rubric: Mapping[str, Question]
) -> str:
    """Make the page with the answers that one marker reads: no name, in the order of the ids.

    Parameters
    ----------
    tick, marker : str
        Their names.
    answers : sequence of Unmarked
        Those that were dealt to the marker.
    rubric : dict
        Question -> Question.

    Returns
    -------
    str
        The content of an HTML file.
    """
    parts = [(rubric[name], [a for a in answers if a.question == name]) for name in rubric]
    template = templates().get_template("answers.html.j2")
    return template.render(tick=tick, marker=marker, parts=[each for each in parts if each[1]])


def agreement_page(
    tick: str, found: Sequence[Judged], measured: Sequence[Measured], rubric: Mapping[str, Question]
) -> str:
    """Make the page that says how far markers agree, and shows the answers on which they do not.

    Parameters
    ----------
    tick : str
        The tick's name.
    found : sequence of Judged
        All answers.
    measured : sequence of Measured
        The agreement by item.
    rubric : dict
        Question -> Question.

    Returns
    -------
    str
        The content of an HTML file, without students' names.
    """
    template = templates().get_template("agreement.html.j2")
    differ = [each for each in found if each.differs]
    return template.render(tick=tick, differ=differ, measured=measured, rubric=rubric)
