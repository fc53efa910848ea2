"""``labkit compare-means`` at the command line."""

import json

import pytest

from labkit.cli import main

TABLE = """\
run a b c d e f g h
F_A_1 .4 .4 .4 .4 .4 .4 .4 .4
F_A_2 .2 .2 .2 .2 .2 .2 .2 .2
F_B_3 .1 .1 .1 .1 .1 .1 .1 .1
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "some.table"
    path.write_text(TABLE)
    return path


def compare(*arguments):
    return main(["compare-means", *map(str, arguments)])


def test_significant_pairs_settings_and_counts(file, capsys):
    assert compare(0, 0.01, file) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "F_A_1 > F_A_2 0.0078 2 256 0.200",
        "F_A_1 > F_B_3 0.0078 2 256 0.300",
        "F_A_2 > F_B_3 0.0078 2 256 0.100",
    ]
    assert lines[4:7] == [
        "Target iterations: 0 (exact)",
        "significance level: 0.01",
        f"scores file: {file}",
    ]
    assert lines[-3:] == ["2 F_A_1", "1 F_A_2", "0 F_B_3"]


def test_substrings_choose_the_runs(file, capsys):
    assert compare(0, 0.01, file, "F_", "A") == 0
    out = capsys.readouterr().out
    assert "run substring 1: F_\nrun substring 2: A\nrun substring 3:\n" in out
    assert "F_B_3" not in out


def test_iterations_are_seeded(file, capsys):
    outputs = []
    for arguments in ((), ("--seed", 0), ("--seed", 1)):
        assert compare(10_000, 0.05, file, "--json", *arguments) == 0
        outputs.append(json.loads(capsys.readouterr().out))
    default, same, other = (output["pairs"] for output in outputs)
    assert default == same != other
    assert outputs[2]["settings"]["seed"] == 1


def test_verbose_shows_the_monte_carlo_error(file, capsys):
    assert compare(1_000, 0.05, file, "--verbose") == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("]")


def test_correction(file, capsys):
    assert compare(0, 0.01, file, "--adjust", "holm") == 0
    out = capsys.readouterr().out
    assert " > " not in out
    assert "correction for 3 comparisons: holm" in out
    assert compare(0, 0.05, file, "--adjust", "holm") == 0
    assert capsys.readouterr().out.splitlines()[0] == "F_A_1 > F_A_2 0.0078 2 256 0.200 0.023"


def test_latex(file, capsys):
    assert compare(0, 0.05, file, "--latex") == 0
    out = capsys.readouterr().out
    assert r"\begin{tabular}" in out and r"F\_A\_1 & F\_A\_2 & 0.0078 & 2 & 256 & 0.200 \\" in out


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (None, ("0", "0.01", "FILE"), "No such file or directory"),
        ("A 1 2\nB 1\n", ("0", "0.01", "FILE"), "must have as many fields in each line"),
        ("A 1 2\nB 1 x\n", ("0", "0.01", "FILE"), "must hold numbers only, not 'x'"),
        ("A 1 2\nA 1 2\n", ("0", "0.01", "FILE"), "must have one name a system, not two for 'A'"),
        (TABLE, ("0", "0.01", "FILE", "B_"), "at least two runs with 'B_' in their names, not 1"),
        ("A 1 2\n", ("0", "0.01", "FILE"), "table must have at least two runs, not 1"),
        (TABLE, ("0", "0", "FILE"), "alpha must be between 0 and 1, and neither of them, not 0"),
        (TABLE, ("0", "1", "FILE"), "alpha must be between 0 and 1, and neither of them, not 1"),
        (
            TABLE,
            ("0", "nan", "FILE"),
            "alpha must be between 0 and 1, and neither of them, not nan",
        ),
        (TABLE, ("0", "0.01", "FOLDER"), "Is a directory"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(tmp_path, capsys, text, arguments, message):
    file = tmp_path / "some.table"
    if text is not None:
        file.write_text(text)
    places = {"FILE": str(file), "FOLDER": str(tmp_path)}
    assert compare(*(places.get(argument, argument) for argument in arguments)) == 2
    captured = capsys.readouterr()
    assert not captured.out
    (line,) = captured.err.splitlines()
    assert line.startswith("labkit compare-means: ") and message in line


@pytest.mark.parametrize("arguments", [("many", "0.01", "x"), ("10", "small", "x"), ("10", "0.01")])
def test_wrong_usage_is_status_2(capsys, arguments):
    with pytest.raises(SystemExit) as stopped:
        compare(*arguments)
    assert stopped.value.code == 2
    assert "usage: labkit compare-means" in capsys.readouterr().err


def test_it_says_whether_it_is_one_or_two_sided(file, capsys):
    for arguments, named, probability in (((), "two", "0.0078"), (("--sides", 1), "one", "0.0039")):
        assert compare(0, 0.05, file, *arguments) == 0
        out = capsys.readouterr().out
        assert f"\ntest: {named}-sided randomization of means\n" in out
        assert out.startswith(
            f"F_A_1 > F_A_2 {probability} {round(float(probability) * 256)} 256 0.200\n"
        )
        assert compare(0, 0.05, file, "--latex", *arguments) == 0
        assert f"{named}-sided randomization test" in capsys.readouterr().out
        assert compare(0, 0.05, file, "--json", *arguments) == 0
        assert (
            json.loads(capsys.readouterr().out)["settings"]["sides"] == {"one": 1, "two": 2}[named]
        )
    with pytest.raises(SystemExit):
        compare(0, 0.05, file, "--sides", 3)
    assert "invalid choice" in capsys.readouterr().err


def test_names_with_line_ends_stay_on_their_line(tmp_path, capsys):
    path = tmp_path / "runs.csv"
    path.write_text('run,1,2,3\n"Naive\nBayes",0.9,0.8,0.7\nLR,0.1,0.2,0.3\n')
    assert compare(0, 0.3, path) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Naive Bayes > LR 0.25 2 8 0.600"
