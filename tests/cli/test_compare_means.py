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
def compare(tmp_path, monkeypatch, capsys):
    """Compare the runs of some.table, and give what is printed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.table").write_text(TABLE)

    def run(words):
        assert main(["compare-means", *words.split()]) == 0
        return capsys.readouterr().out

    return run


def test_significant_pairs_settings_and_counts_of_the_chosen_runs(compare):
    lines = compare("0 0.01 some.table").splitlines()
    assert lines[:7] == [
        "F_A_1 > F_A_2 0.0078 2 256 0.200",
        "F_A_1 > F_B_3 0.0078 2 256 0.300",
        "F_A_2 > F_B_3 0.0078 2 256 0.100",
        *("", "Target iterations: 0 (exact)", "significance level: 0.01"),
        "scores file: some.table",
    ]
    assert lines[-3:] == ["2 F_A_1", "1 F_A_2", "0 F_B_3"]
    out = compare("0 0.01 some.table F_ A")
    assert "run substring 1: F_\nrun substring 2: A\nrun substring 3:\n" in out
    assert "F_B_3" not in out


def test_iterations_are_seeded_and_their_error_is_shown(compare):
    seeds = ("", "--seed 0", "--seed 1")
    default, same, other = (compare(f"10000 0.05 some.table --json {seed}") for seed in seeds)
    assert default == same and json.loads(other)["settings"]["seed"] == 1
    assert json.loads(default)["pairs"] != json.loads(other)["pairs"]
    assert compare("1000 0.05 some.table --verbose").splitlines()[0].endswith("]")


def test_correction(compare):
    out = compare("0 0.01 some.table --adjust holm")
    assert " > " not in out and "correction for 3 comparisons: holm" in out
    first = compare("0 0.05 some.table --adjust holm").splitlines()[0]
    assert first == "F_A_1 > F_A_2 0.0078 2 256 0.200 0.023"


@pytest.mark.parametrize(
    ("words", "sides", "named", "found"),
    [("", 2, "two", ("0.0078", "2")), ("--sides 1", 1, "one", ("0.0039", "1"))],
)
def test_each_form_says_whether_it_is_one_or_two_sided(compare, words, sides, named, found):
    command = f"0 0.05 some.table {words}"
    text, latex, data = (compare(f"{command} {form}") for form in ("", "--latex", "--json"))
    assert f"\ntest: {named}-sided randomization of means\n" in text
    assert text.startswith(f"F_A_1 > F_A_2 {' '.join(found)} 256 0.200\n")
    assert f"{named}-sided randomization test" in latex and r"\begin{tabular}" in latex
    assert rf"F\_A\_1 & F\_A\_2 & {' & '.join(found)} & 256 & 0.200 \\" in latex
    assert json.loads(data)["settings"]["sides"] == sides


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("0 0.01 none", "No such file or directory"),
        ("0 0.01 .", "Is a directory"),
        ("0 0.01 some.table B_", "at least two runs with 'B_' in their names, not 1"),
        ("0 1 some.table", "alpha must be between 0 and 1, and neither of them, not 1"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(compare, capsys, words, message):
    assert main(["compare-means", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("labkit compare-means: ")
    assert message in err and err.count("\n") == 1
