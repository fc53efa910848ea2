"""``labkit similarity``, from the command line to the page."""

from labkit.cli import main
from labkit.instructor.grading.review import similarity
from tests.instructor.grading.review.class_of import class_of

ESSAY = """We compared six systems on two hundred reviews. None of these is better at all by the
sign test, though the linear one comes close; what differs may as well be due to chance, for the
corpus is small. To tell such systems apart takes some thousand reviews more."""


def test_the_page_is_made(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(similarity, "in_child", lambda work, *given, **limits: work(*given))
    essays = {"ann": ESSAY, "bob": f"So: {ESSAY}", "cat": "Because."}
    lab, out = class_of(tmp_path, essays, tables=False)
    command = ["similarity", str(out), "--source", str(lab)]
    assert main([*command, "--export", str(tmp_path / "for JPlag")]) == 0
    printed = capsys.readouterr().out
    assert "1 pairs that are alike; 4 not compared" in printed
    page = (out / "similarity.html").read_text()
    assert "This is no verdict" in page and "tick0-tiny: ann, bob" in page and "Texts, " in page
    assert len([*(tmp_path / "for JPlag").glob("*/*/texts.md")]) == 4
