"""``labkit compare`` at the command line."""

import argparse
import json
import re
import shlex
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from labkit.cli import main
from labkit.cli.compare import add_options
from tests.ticks import ROOT

GOLD = ["POS", "NEG"] * 10
FORMS = ("out", "json", "latex", "text")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of predictions, in the folder in which we are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.txt").write_text("\n".join(GOLD))
    (tmp_path / "predictions").mkdir()
    for name, labels in (("north", GOLD[:16] + ["POS"] * 4), ("south", ["POS"] * 20)):
        (tmp_path / "predictions" / f"{name}.txt").write_text("\n".join(labels))
    return tmp_path


def compare(*words):
    return main(["compare", *map(str, words)])


def options():
    parser = argparse.ArgumentParser()
    add_options(parser)
    return parser


def run(*words):
    return compare("predictions", "--gold", "gold.txt", *words)


def test_text_is_printed_if_nothing_else_is_asked_for(folder, capsys):
    assert run() == 0
    out = capsys.readouterr().out
    assert "accuracy, n = 20" in out and "We compared 2 systems" in out
    assert out.splitlines()[-1] == "labkit compare predictions --gold gold.txt"


def test_all_forms_are_written_together_and_each_replaces_its_own(folder, capsys):
    words = [word for form in FORMS for word in (f"--{form}", f"{form}.html")]
    for _ in range(2):
        assert run(*words) == 0
        out, err = capsys.readouterr()
        assert (out, sorted(err.split())) == ("", sorted(f"{form}.html" for form in FORMS))
    assert "<h1>Comparison of systems</h1>" in (folder / "out.html").read_text("utf8")
    for form in FORMS[1:]:
        assert run(f"--{form}") == 0
        printed, written = capsys.readouterr().out, (folder / f"{form}.html").read_text("utf8")
        assert printed == written.removesuffix("\n") + "\n"
    (folder / "mine.html").write_text("my thesis")
    assert run("--out", "mine.html") == 2
    assert capsys.readouterr().err == "labkit compare: mine.html must be a report, or a new file\n"
    assert (folder / "mine.html").read_text() == "my thesis"


def test_the_command_of_a_report_gives_it_again(folder, capsys):
    flags = [
        "--metric",
        "f1",
        "--alpha",
        "0.01",
        "--seed",
        "7",
        "--resamples",
        "300",
        "--missing",
        "wrong",
    ]
    title = ("--title", "It's a title; $HOME")
    assert run("--json", "--jobs", "2", *flags, *title) == 0
    first = capsys.readouterr().out
    command = json.loads(first)["command"]
    assert command.startswith("labkit compare predictions --gold gold.txt --metric f1 --missing wr")
    assert "jobs" not in command and "json" not in command
    assert main([*shlex.split(command)[1:], "--json"]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("flag", "best"), [("--lower-is-better", "B"), ("--higher-is-better", "A")]
)
def test_of_scores_one_says_which_are_better(folder, capsys, flag, best):
    (folder / "l.csv").write_text("system,1,2,3\nA,3,4,5\nB,1,1,1\nC,2,2,2\n")
    assert compare("l.csv", flag, "--baseline", "C", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == 3 and found["systems"][0]["name"] == best and len(found["pairs"]) == 2
    assert found["command"] == f"labkit compare l.csv {flag} --baseline C"


@pytest.mark.parametrize(("size", "said"), [(4, "in 5 groups"), (20, "in 1 group")])
def test_items_may_come_in_groups(folder, capsys, size, said):
    (folder / "g.txt").write_text("\n".join(str(i // size) for i in range(20)))
    assert run("--groups", "g.txt") == 0
    out = capsys.readouterr().out
    assert f"n = 20 {said}, higher is better\n" in out
    assert f"{said} by accuracy" in " ".join(out.split())


def test_a_text_is_checked(folder, capsys):
    (folder / "paper.txt").write_text(
        "The difference between north and south is significant. South outperforms north."
    )
    assert run("--check", "paper.txt") == 1
    found = capsys.readouterr().out
    assert "South outperforms north" in found and "The scores say the opposite" in found
    (folder / "paper.txt").write_text("We looked at north and south.")
    assert run("--check", "paper.txt") == 0
    nothing = "No claim was found that the comparison does not support.\n"
    assert capsys.readouterr().out == nothing


TESTS = next(action.choices for action in options()._actions if action.dest == "test")
#: Data -> what to type, and the tests whose p may be reported.
DATA = {
    "answers": ("predictions --gold gold.txt", {*TESTS}),
    "scores": ("scores.csv --metric ndcg", {*TESTS} - {"sign"}),
    "counts": ("counts --metric f1", {*TESTS} - {"sign", "matched-t"}),
    "groups": ("scores.csv --metric ndcg --groups g.txt", {*TESTS} - {"sign", "matched-t"}),
}


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("data", DATA)
def test_each_test_works_or_is_refused_with_what_to_type(folder, capsys, data, test):
    (folder / "scores.csv").write_text("item,A,B\n1,.3,.1\n2,.4,.5\n3,.8,.1\n4,.2,.1\n")
    (folder / "g.txt").write_text("x\nx\ny\ny\n")
    (folder / "counts").mkdir()
    for name, rows in (("A", "1,1,1\n0,1,1\n1,1,1\n"), ("B", "0,1,1\n0,1,1\n1,1,1\n")):
        (folder / f"counts/{name}.csv").write_text("correct,guessed,gold\n" + rows)
    typed, deciding = DATA[data]
    status = compare(*typed.split(), "--json", "--test", test)
    out, err = capsys.readouterr()
    if test in deciding:
        assert status == 0 and json.loads(out)["settings"]["test"] == test
    else:
        (line,) = err.splitlines()
        offered = line.partition(", not ")[0]
        assert status == 2 and {*re.findall("'(.+?)'", offered)} == deciding


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--json .", "Is a directory: "),
        ("--out r.tex", "out must be a page, such as report.html, not r.tex: --json, --latex and"),
        ("--out none/r.html", "none must be an existing folder, for r.html"),
        ("--out predictions/r.html", "predictions/r.html must be outside of predictions: it would"),
        ("--gold none.txt", "No such file"),
        ("--groups none.txt", "No such file"),
        ("--check none.txt", "No such file"),
        ("--check paper.tex", "a plain text, not LaTeX: detex paper.tex > paper.txt"),
        ("--metric rouge", "metric must be one of"),
        ("--metric f1 --positive MAYBE", "positive must be one of NEG, POS, not 'MAYBE'"),
        ("--baseline west", "baseline must be the name of a system, not 'west'"),
        ("--alpha 2", "alpha must be between 0 and 1"),
        ("--resamples 0", "n_resamples must be a whole number"),
        ("--seed -1", "seed must be a whole number"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(folder, capsys, words, message):
    assert run(*words.split()) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("labkit compare: ") and message in line


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems count in other units")
def test_five_systems_on_100_000_items_fit_into_a_gigabyte(tmp_path):
    """3.9 GB once; 0.26 GB now."""
    scores = np.random.default_rng(1).random((100_000, 5))
    pd.DataFrame(scores).add_prefix("s").to_csv(tmp_path / "t.csv", index_label="item")
    command = [
        "compare",
        str(tmp_path / "t.csv"),
        "--metric",
        "map",
        "--resamples",
        "4097",
        "--json",
    ]
    run = f"""import sys, resource
from labkit.cli import main
from labkit.cli.compare import add_options
main({command})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"""
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True)
    assert len(json.loads(done.stdout)["pairs"]) == 10
    assert int(done.stderr.split()[-1]) < 1_000_000


@pytest.mark.slow
def test_the_examples_of_the_readme_and_its_guide(tmp_path, monkeypatch, capsys):
    guide = (ROOT / "docs/compare.md").read_text("utf8")
    (tmp_path / "data").symlink_to(ROOT / "data")
    (tmp_path / "paper.txt").write_text("dune/run-3 outperforms cedar/run-3.")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    for name, scores in (("large", [1, 1, 0, 1]), ("small", [0, 1, 0, 0])):
        log = pd.DataFrame(
            {"id": [1, 1, 2, 2], "category": "x", "epoch": [1, 2] * 2, "acc": scores}
        )
        log.to_csv(f"models/{name}.csv", index=False)
    lines = [line.split(None, 1)[1] for line in guide.splitlines() if "bin/labkit compare" in line]
    assert f".venv/bin/labkit {lines[0]}\n" in (ROOT / "README.md").read_text("utf8")
    assert [main(shlex.split(line)) for line in lines] == [0, 1, 0, 0]
    assert "<h1>" in (tmp_path / "report.html").read_text("utf8")
    out = capsys.readouterr().out
    assert "dune/run-3 outperforms cedar/run-3" in out and "correction for 210 comparisons" in out
