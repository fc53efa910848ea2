"""The words of the demonstrations: numbers as text, and the templates that they are put into."""

from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined

from labkit.report.digits import WHOLE_PERCENT, rounded
from labkit.text import equation, write_p

#: From here on a float has few digits after the point, and nobody reads those before it.
_LARGE = 1e12


def p_equation(p: float, n_resamples: int | None = None) -> str:
    """Return what p is: "p = 0.0352", or "p < 1e-300"."""
    return equation("p", write_p(p, n_resamples))


def show_share(share: float) -> str:
    """Give a share as a percentage with one digit: 0 and 100 are what is never and always.

    Examples
    --------
    >>> [show_share(share).split() for share in (0.0328, 0.0001, 0.99996, 0)]
    [['3.3', '%'], ['<', '0.1', '%'], ['>', '99.9', '%'], ['0', '%']]
    """
    if share in (0, 1):
        return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"
    percent = f"{100 * share:.1f}"
    return {"0.0": "< 0.1", "100.0": "> 99.9"}.get(percent, percent) + "\N{NO-BREAK SPACE}%"


def show_score(score: float, digits: int = WHOLE_PERCENT, *, signed: bool = False) -> str:
    """Give a score, or a difference of two: in whole per cents, as the lectures say it should be.

    Examples
    --------
    >>> show_score(0.4747), show_score(-0.0819, signed=True), show_score(-0.004, signed=True)
    ('0.47', '−0.08', '0.00')
    """
    if abs(score) >= _LARGE:
        return f"{score:{'+' if signed else ''}.3g}".replace("-", "−")
    text = rounded(score, digits, signed=signed)
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", "−")


def read(name: str) -> str:
    """Read a file of this folder: a template, or the style sheet."""
    return files("labkit.demos").joinpath(*name.split("/")).read_text(encoding="utf8")


def render(name: str, **values: object) -> str:
    """Give a template's HTML with these values in it, escaped."""
    return _TEMPLATES.get_template(name).render(values)


_TEMPLATES = Environment(
    loader=FunctionLoader(lambda name: read(f"templates/{name}")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters.update(p=write_p, equation=p_equation, share=show_share, score=show_score)
