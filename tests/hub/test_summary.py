"""The page for instructors: who may see it, what is on it, and that nothing on it acts."""

import json
import urllib.error
import urllib.parse
import urllib.request

import pytest

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed (the extra hub)")

from labkit.hub import summary
from labkit.hub.course import Course
from tests.grading.elements import Elements
from tests.hub.class_page import EVIL, PREFIX, TICK1, TICK2, TICK4, page_of


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setattr(summary, "FRESH", -1.0)  # no look serves two
    course = Course(tmp_path_factory.mktemp("course"), "Significance & <b>sense</b>", "nlp")
    with page_of(course, patch.setenv) as served:
        yield served
    patch.undo()


@pytest.fixture
def page(served):
    """Ask for a part of the page: its status, headers and text."""

    def page(path="", token="teacher", data=None, **headers):
        headers |= {"Authorization": f"token {token}"} if token else {}
        body = urllib.parse.urlencode(data).encode() if data is not None else None
        request = urllib.request.Request(f"{served.origin}{PREFIX}{path}", body, headers)
        try:
            with OPENER.open(request, timeout=20) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    return page


def test_only_instructors_see_anything(page):
    paths = ["", "live", "marks/summary", "marks/grades.csv", f"marks/feedback/ada/{TICK1}", "x"]
    for path in paths:
        for token in ("student", "other-service"):
            status, _, text = page(path, token)
            assert status == 403 and "ada" not in text.replace("ada is not allowed", ""), path
        status, headers, text = page(path, token="nobody's")
        assert (
            status == 403 if path == "live" else "/hub/api/oauth2/authorize" in headers["Location"]
        )
        assert "ada" not in text
    assert page("release", "student", {"tick": TICK4})[0] == 403
    assert page("release", "", {"tick": TICK4})[0] == 403


def test_the_page_says_how_the_class_is_doing(page):
    status, headers, text = page()
    assert status == 200 and headers["Cache-Control"] == "no-store"
    assert "3 of 4 have signed in, 1 at work now" in " ".join(text.split())
    assert "2 to be marked · 1 with an answer to be read" in text
    for said in ("6 of 9", "refused: the file is empty", "2 d late", "handed in again", "begun"):
        assert said in text, said


def test_what_others_wrote_is_text(page, served):
    text = page()[2]
    assert "<b>sense</b>" not in text and 'onerror="' not in text and "\u202e" not in text
    assert "Once &lt;each&gt; word." in text and "&lt;img" in text
    assert {tag for tag, _ in Elements(text).found} & {"img", "b", "iframe"} == set()
    assert EVIL.startswith("<img")


def test_no_other_program_than_its_own_can_run(page):
    first, second = (page()[1]["Content-Security-Policy"] for _ in range(2))
    assert "default-src 'none'" in first and "frame-ancestors 'none'" in first
    assert "unsafe" not in first and first != second
    text = page()[2]
    assert not [
        a for _, attributes in Elements(text).found for a in attributes if a.startswith("on")
    ]
    assert "style=" not in text


def test_what_has_not_changed_is_not_sent_again(page, served, monkeypatch):
    _, headers, text = page("live")
    assert "<main" not in text and "<h1>" in text
    assert page("live", **{"If-None-Match": headers["Etag"]})[0] == 304
    monkeypatch.setattr(served, "notices", ("The exchange cannot be read: <why>",))
    status, _, text = page("live", **{"If-None-Match": headers["Etag"]})
    assert status == 200 and "The exchange cannot be read: &lt;why&gt;" in text


def test_more_users_than_jupyterhub_tells_at_once_are_all_there(page, served):
    assert len(served.hub.users) > 2 * served.hub.page_size
    assert all(f">{name}<" in page()[2] for name in ("ben", "cleo", "dora"))


def test_without_jupyterhubs_list_the_class_is_still_there(page, served, monkeypatch):
    monkeypatch.setattr(served.hub, "users", ({"unknown": "form"},))
    status, _, text = page("live")
    assert status == 200 and "have signed in" not in text and ">ben<" in text


def test_a_tick_is_released_once_and_only_one_that_there_is(page, served):
    status, headers, _ = page("release", data={"tick": TICK4})
    assert (status, served.released) == (303, [TICK4])
    assert f"{TICK4} is released" in page(headers["Location"].removeprefix(PREFIX))[2]
    assert page("release", data={"tick": "../../etc"})[0] == 404
    assert page("release", data={})[0] == 400
    assert served.released == [TICK4]


def test_a_release_that_fails_says_why(page, served, monkeypatch):
    monkeypatch.setattr(served, "fails", ValueError("the solution of <x> is in it"))
    status, _, text = page("release", data={"tick": TICK2})
    assert status == 409 and f"{TICK2} was not released: the solution of &lt;x&gt; is in it" in text


def test_tables_and_pages_of_the_marks(page, served):
    marks = served.course.marks
    assert page("marks/grades.csv")[0] == 404
    (marks / "feedback" / "ada" / TICK1).mkdir(parents=True)
    (marks / "feedback" / "ada" / TICK1 / f"{TICK1}.html").write_text("<p>7 of 9")
    (marks / "grades.csv").write_text("student\nada\n")
    (marks / "summary.html").write_text("<h1>The class")
    (marks / "secret").write_text("the key")
    wanted = {
        "student": "ada",
        "tick": TICK1,
        "file": "x",
        "submitted": "2026-11-20T12:00:00+00:00",
    }
    given = {"marks": [{"question": "q", "hint": None}], "earned": {"q": 1.0}, "waiting": []}
    rest = {"status": "ran", "points": 1.0, "out_of": 9.0, "late_days": 0}
    (marks / "grades.json").write_text(json.dumps([wanted | given | rest]))
    status, headers, text = page("marks/grades.csv")
    assert (status, text) == (200, "student\nada\n") and "attachment" in headers[
        "Content-Disposition"
    ]
    for path, content in (
        ("marks/summary", "The class"),
        (f"marks/feedback/ada/{TICK1}", "7 of 9"),
    ):
        status, headers, text = page(path)
        assert status == 200 and content in text and "sandbox" in headers["Content-Security-Policy"]
    for path in (
        "secret",
        "..%2Fcourse.toml",
        "moodle.csv",
        "grades.csv%00",
        "feedback/ben/" + TICK1,
    ):
        assert page(f"marks/{path}")[0] == 404, path
    assert page(f"marks/feedback/..%2F..%2F..%2Fetc/{TICK1}")[0] == 404
    assert page("elsewhere")[0] == 404


def test_a_platforms_table_is_filled_in(page, served, monkeypatch):
    wanted = {"tick": TICK1, "platform": "gradescope", "scale": "yes"}
    status, headers, text = page("export", data=wanted)
    assert (status, text) == (200, repr(("gradescope", TICK1, b"", True)))
    assert f'filename="gradescope-{TICK1}.zip"' in headers["Content-Disposition"]
    assert page("export", "student", data=wanted)[0] == 403
    for wrong in ({"platform": "../x"}, {"tick": "../x"}):
        assert page("export", data=wanted | wrong)[0] == 404
    monkeypatch.setattr(served, "fails", ValueError("--moodle must be <a worksheet>"))
    status, _, text = page("export", data=wanted)
    assert status == 409 and "Nothing was exported: --moodle must be &lt;a worksheet&gt;" in text


def test_the_form_needs_the_token_that_the_page_has(served):
    # As a browser would from another page: with the cookie, without the token.
    request = urllib.request.Request(
        f"{served.origin}{PREFIX}release", b"tick=tick1", {"Cookie": "service-labkit=x"}
    )
    with pytest.raises(urllib.error.HTTPError, match="403"):
        OPENER.open(request, timeout=20)


def test_a_course_file_that_cannot_be_read_leaves_what_was_read_last(course):
    """The marks go by that, too: not by what it said when the service began."""
    file, current = course.folder / "course.toml", summary.read_anew(course)
    text = file.read_text()
    file.write_text(text.replace("Significance", "Later"))
    assert current().name == "Later"
    file.write_text("name = ")
    assert current().name == "Later"
    file.unlink()
    assert current().name == "Later"
    file.write_text(text)
    assert current().name == "Significance"
