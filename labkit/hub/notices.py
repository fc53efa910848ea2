"""What a student is told of a version that does not count."""

from datetime import datetime
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from labkit.grading.results.pages import POLICY
from labkit.grading.submission.sanitize import visible
from labkit.hub.versions import HandedIn

TEMPLATES = Path(__file__).with_name("templates")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )


def notice(version: HandedIn, counts: HandedIn | None, due: datetime | None) -> str:
    """Make the page that a student gets back for a version that does not count.

    Parameters
    ----------
    version : HandedIn
        The version.
    counts : HandedIn or None
        The one that does, if there is any. This same one, if the grader has not taken it for a
        reason that lies elsewhere: its student is not on the roster, for instance.
    due : datetime or None
        The student's deadline, in UTC.

    Returns
    -------
    str
        The content of an HTML file.
    """
    template = _environment().get_template("notice.html.j2")
    return template.render(policy=POLICY, version=version, counts=counts, due=due)


def with_left_out(page: str, version: HandedIn) -> str:
    """Say on a page which of a version's files were not taken.

    Parameters
    ----------
    page : str
        HTML with a ``main``.
    version : HandedIn
        The version that it is about.

    Returns
    -------
    str
        The same page, where all were taken.
    """
    if not version.left_out:
        return page
    return _with(page, "left_out.html.j2", files=version.left_out)


def with_marked(page: str, version: HandedIn, marked: str) -> str:
    """Say on a page which of a version's notebooks it is about, where there are several.

    Parameters
    ----------
    page : str
        HTML with a ``main``.
    version : HandedIn
        The version that it is about.
    marked : str
        The name of the notebook that was marked, without its ending.

    Returns
    -------
    str
        The same page, where there is no other.
    """
    others = [name for name in version.notebooks if name != marked]
    return _with(page, "marked.html.j2", marked=marked, others=others) if others else page


def _with(page: str, template: str, **values: object) -> str:
    begin, end, rest = page.rpartition("</main>")
    told = _environment().get_template(template).render(values)
    return f"{begin}{told}{end}{rest}"
