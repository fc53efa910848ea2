"""The words of the demonstrations: numbers as text, and the templates that they are put into."""

from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined


def show_p(p: float) -> str:
    """Give a p-value in three digits."""
    return f"{p:.3g}" if p >= 1e-4 or p == 0 else f"{p:.2e}"


def signed(value: float, digits: int) -> str:
    """Give a difference with its sign, a true minus among them."""
    return f"{value:+.{digits}f}".replace("-", "−")


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
_TEMPLATES.filters.update(p=show_p, signed=signed)
