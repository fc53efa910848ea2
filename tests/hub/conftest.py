from dataclasses import replace

import pytest

from labkit.hub.course import Course, read_course

pytest.importorskip("jupyterhub", reason="the extra [hub] is not installed")


@pytest.fixture
def course(tmp_path) -> Course:
    """A course of an ordinary user, or of root who tries out; nothing is started."""
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "course.toml").write_text(
        'name = "Significance"\nid = "nlp"\ninstructors = ["ines"]\n'
    )
    found = read_course(tmp_path / "course")
    (found.folder / "one-user").touch()
    for folder in (found.private, found.homes):
        folder.mkdir(mode=0o700)
    return replace(found)


@pytest.fixture
def new(tmp_path):
    """Make a course of one user, as `labkit hub init` does."""
    from labkit.hub import opening

    def make(folder=tmp_path / "new", **more):
        return opening.make_course(
            folder, **{"name": "Significance", "slug": "nlp", "one_user": True, **more}
        )

    return make
