"""Files that the hub writes, from the templates beside this one."""

from jinja2 import Environment, PackageLoader, StrictUndefined

_TEMPLATES = Environment(
    loader=PackageLoader("labkit.instructor.hub"),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
)


def filled(template: str, **values: object) -> str:
    """Return a template with these values in it."""
    return _TEMPLATES.get_template(f"{template}.j2").render(**values)
