"""The pages for people who mark. Like those that students get, they fetch nothing and run nothing."""

from pathlib import Path

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.marks.pages import templates


def write_page(path: Path, **values: object) -> None:
    """Write a page, of the template by its name."""
    pages = templates(Path(__file__).with_name("templates"))
    write_whole(path, pages.get_template(f"{path.stem}.html.j2").render(values))
