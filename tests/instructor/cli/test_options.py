"""What a command needs, and what it does without an option, is as its help says: students' commands, too."""

import re
from pathlib import Path

import pytest

from labkit.cli import _parser, main
from tests.instructor.grading.tiny import make_tick
from tests.ticks import ROOT


def test_commands_ask_for_what_they_need_and_tell_what_they_do_without_the_rest():
    parsers, found, needed = [_parser()], [], []
    while parsers:
        parser = parsers.pop()
        for action in parser._actions:
            if isinstance(action.choices, dict):
                parsers += action.choices.values()
                assert action.required or parser.get_default("run")
            elif type(action.default) in (int, float) and action.const is None:
                found.append((action.dest, f"(default: {action.default})" in action.help))
            needed += [action.dest] * (action.required and bool(action.option_strings))
    assert len(found) > 9 and all(told for _, told in found), found
    assert sorted(needed) == ["items", "key", "marker", "out", "out", "student", *["tick"] * 6]


WHICH = ["export marks", "export marks --moodle a --canvas b", "regrade marks --waive --points 1"]


@pytest.mark.parametrize("words", ["data", "hub", *WHICH])
def test_a_verb_is_asked_for_and_one_of_what_excludes_each_other(words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith(f"usage: labkit {words.split()[0]} ")


def test_the_lab_is_found_from_any_folder_and_that_one_stands_in_comes_first(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    # A student's pack is no lab: it has no hidden cases.
    (tmp_path / "notebooks" / "ticks" / ".course" / "tick1").mkdir(parents=True)
    assert main(["handouts", "out", "--no-pdf", "--lecture", "comparing-runs"]) == 0
    assert (tmp_path / "out" / "comparing-runs.html").is_file()
    parse = _parser().parse_args
    assert parse(["grade", "marks", "--out", "out"]).source == ROOT
    for words in (["release", "out"], ["new-tick", "x"], ["handouts", "out"]):
        assert parse(words).source == ROOT
        capsys.readouterr()
        assert main([*words, "--source", "nowhere"]) == 2
        # What a refusal says is an option that there is.
        option = re.search(r"not nowhere.* with (--\w+) FOLDER$", capsys.readouterr().err)[1]
        assert parse([*words, option, str(ROOT)]).source == ROOT
    make_tick(tmp_path / "notebooks" / "ticks")
    assert _parser().parse_args(["release", "out"]).source == Path()
