"""``labkit compare`` at the command line."""

import json
import shlex

import pytest

from labkit.cli import main
from tests.ticks import ROOT

GOLD = ["POS", "NEG"] * 10


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "gold.txt").write_text("\n".join(GOLD))
    folder = tmp_path / "predictions"
    folder.mkdir()
    (folder / "north.txt").write_text("\n".join(GOLD[:16] + ["POS"] * 4))
    (folder / "south.txt").write_text("\n".join(["POS"] * 20))
    return folder


def compare(*words):
    return main(["compare", *map(str, words)])


def run(folder, *words):
    return compare(folder, "--gold", folder.parent / "gold.txt", *words)


def test_a_page_from_a_folder(folder, tmp_path, capsys):
    out = tmp_path / "report.html"
    assert run(folder, "--metric", "f1", "--positive", "POS", "--out", out, "--resamples", 200) == 0
    assert "<h1>Comparison of systems</h1>" in out.read_text("utf8")
    shown = capsys.readouterr()
    assert shown.out == "" and str(out) in shown.err


def test_text_is_printed_if_nothing_else_is_asked_for(folder, capsys):
    assert run(folder) == 0
    out = capsys.readouterr().out
    assert "accuracy, n = 20" in out and "We compared 2 systems" in out
    assert "labkit compare " in out.splitlines()[-1]


def test_all_forms_together(folder, tmp_path, capsys):
    files = [tmp_path / f"r.{end}" for end in ("html", "json", "tex", "txt")]
    flags = zip(("--out", "--json", "--latex", "--text"), files, strict=True)
    assert run(folder, *(word for pair in flags for word in pair)) == 0
    assert all(file.stat().st_size for file in files)
    assert run(folder, "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(files[1].read_text("utf8"))


def test_the_command_of_a_report_gives_it_again(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flags = ("--metric", "f1", "--alpha", "0.01", "--seed", "7", "--title", "It's a title; $HOME")
    words = (
        "predictions",
        "--gold",
        "gold.txt",
        *flags,
        "--resamples",
        "300",
        "--missing",
        "wrong",
    )
    assert compare(*words, "--json", "--jobs", "2") == 0
    first = capsys.readouterr().out
    command = json.loads(first)["command"]
    assert command.startswith("labkit compare predictions --gold gold.txt")
    assert main([*shlex.split(command)[1:], "--json"]) == 0
    assert capsys.readouterr().out == first


def test_a_table_of_scores(capsys):
    table = ROOT / "data/search.results.table"
    assert compare(table, "--higher-is-better", "--baseline", "F_C_1_LEX01_1", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == 24 and len(found["pairs"]) == 20 and found["measure"]["name"] == "mean"


def test_losses(tmp_path, capsys):
    (tmp_path / "l.csv").write_text("system,1,2,3\nA,3,4,5\nB,1,1,1\n")
    assert compare(tmp_path / "l.csv", "--lower-is-better") == 0
    assert "  1  B  1.0" in capsys.readouterr().out


def test_groups(folder, tmp_path, capsys):
    (tmp_path / "g.txt").write_text("\n".join(str(i // 4) for i in range(20)))
    assert run(folder, "--groups", tmp_path / "g.txt", "--json") == 0
    assert json.loads(capsys.readouterr().out)["n_groups"] == 5


def test_a_text_is_checked(folder, tmp_path, capsys):
    paper = tmp_path / "paper.txt"
    paper.write_text(
        "The difference between north and south is significant. South outperforms north."
    )
    assert run(folder, "--check", paper) == 1
    found = capsys.readouterr().out
    assert "South outperforms north" in found and "The scores say the opposite" in found
    paper.write_text("We looked at north and south.")
    assert run(folder, "--check", paper) == 0
    assert "No claim was found" in capsys.readouterr().out


def test_a_report_passes_its_own_check(folder, tmp_path, capsys):
    assert run(folder, "--json", tmp_path / "r.json") == 0
    paper = tmp_path / "paper.txt"
    paper.write_text(json.loads((tmp_path / "r.json").read_text("utf8"))["paragraph"])
    assert run(folder, "--check", paper) == 0


def test_a_report_is_replaced_and_nothing_else(folder, tmp_path, capsys):
    out = tmp_path / "r.html"
    assert run(folder, "--out", out) == 0
    assert run(folder, "--out", out) == 0
    out.write_text("my thesis")
    assert run(folder, "--out", out) == 2
    assert out.read_text() == "my thesis"
    assert f"labkit compare: {out} must be a report, or a new file\n" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["out", "json", "latex", "text"])
def test_each_form_replaces_its_own(folder, tmp_path, form):
    file = tmp_path / "r.html"
    assert run(folder, f"--{form}", file) == 0
    assert run(folder, f"--{form}", file) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--json", "{tmp}"), "Is a directory: "),
        (("--out", "{tmp}/r.tex"), "out must be a page, such as report.html, not "),
        (("--out", "{tmp}/none/r.html"), "must be an existing folder, for r.html"),
        (("--out", "{tmp}/predictions/r.html"), "must be outside of"),
        (("--gold", "{tmp}/none.txt"), "No such file"),
        (("--groups", "{tmp}/none.txt"), "No such file"),
        (("--check", "{tmp}/none.txt"), "No such file"),
        (("--metric", "rouge"), "metric must be one of"),
        (
            ("--metric", "f1", "--positive", "MAYBE"),
            "positive must be one of NEG, POS, not 'MAYBE'",
        ),
        (("--baseline", "west"), "baseline must be the name of a system, not 'west'"),
        (("--alpha", "2"), "alpha must be between 0 and 1"),
        (("--resamples", "0"), "n_resamples must be a whole number"),
        (("--seed", "-1"), "seed must be a whole number"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(folder, tmp_path, capsys, words, message):
    assert run(folder, *(word.format(tmp=tmp_path) for word in words)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("labkit compare: ") and message in line


def test_what_is_not_there(tmp_path, capsys):
    assert compare(tmp_path / "none") == 2
    assert "No such file" in capsys.readouterr().err


def test_latex_is_not_read_as_plain_text(folder, tmp_path, capsys):
    (tmp_path / "paper.tex").write_text("$p < 0.05$")
    assert run(folder, "--check", tmp_path / "paper.tex") == 2
    assert "not LaTeX: detex" in capsys.readouterr().err


@pytest.mark.slow
def test_the_examples_of_the_readme_and_its_guide(tmp_path, monkeypatch, capsys):
    guide = (ROOT / "docs/compare.md").read_text("utf8")
    (tmp_path / "data").symlink_to(ROOT / "data")
    (tmp_path / "paper.txt").write_text("dune/run-3 outperforms cedar/run-3.")
    monkeypatch.chdir(tmp_path)
    lines = [line.split(None, 1)[1] for line in guide.splitlines() if "bin/labkit compare " in line]
    assert f".venv/bin/labkit {lines[0]}\n" in (ROOT / "README.md").read_text("utf8")
    assert [main(shlex.split(line)) for line in lines] == [0, 1]
    assert "<h1>" in (tmp_path / "report.html").read_text("utf8")
    assert "dune/run-3 outperforms cedar/run-3" in capsys.readouterr().out


def test_a_spreadsheet_is_to_be_saved_as_csv(tmp_path, capsys):
    (tmp_path / "scores.xlsx").write_bytes(b"PK")
    assert compare(tmp_path / "scores.xlsx") == 2
    assert "in pandas, read_excel" in capsys.readouterr().err


def test_one_group_is_one(folder, tmp_path, capsys):
    (tmp_path / "g.txt").write_text("a\n" * 20)
    assert run(folder, "--groups", tmp_path / "g.txt") == 0
    out = capsys.readouterr().out
    assert "n = 20 in 1 group, higher is better\n" in out and "in 1 group by accuracy" in " ".join(
        out.split()
    )
