"""The pages for people who mark. Like those that students get, they fetch nothing and run nothing."""

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup
from nbformat import NotebookNode

from labkit.instructor.grading.judging.clean_html import rendered, visible
from labkit.instructor.grading.marks.pages import POLICY


def render_page(template: str, **values: object) -> str:
    """Return a page as HTML, in which whatever is put into the template is escaped."""
    return _ENVIRONMENT.get_template(f"{template}.html.j2").render(values)


def _write_number(value: float | None) -> str:
    return "–" if value is None else f"{round(value, 2):g}"


def _show(cell: NotebookNode) -> Markup:
    """Return an answer as harmless HTML: code as its record has it, a text rendered and cleaned."""
    return Markup(cell.metadata.html if cell.cell_type == "code" else rendered(cell.source))


_TEMPLATES = ChoiceLoader(
    [PackageLoader(__package__), PackageLoader("labkit.instructor.grading.marks")]
)
_ENVIRONMENT = Environment(loader=_TEMPLATES, autoescape=True)
_ENVIRONMENT.filters |= {"number": _write_number, "visible": visible, "cell": _show}
_ENVIRONMENT.globals["policy"] = POLICY
