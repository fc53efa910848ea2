"""What a command needs, and what it does without an option, is as its help says: students' commands, too."""

import pytest

from labkit.cli import _parser, main


def test_commands_ask_for_what_they_need_and_tell_what_they_do_without_the_rest():
    parsers, found, needed = [_parser()], [], []
    while parsers:
        for action in parsers.pop()._actions:
            if isinstance(action.choices, dict):
                parsers += action.choices.values()
                assert action.required
            elif type(action.default) in (int, float) and action.const is None:
                found.append((action.dest, f"(default: {action.default})" in action.help))
            needed += [action.dest] * (action.required and bool(action.option_strings))
    assert len(found) > 9 and all(told for _, told in found), found
    assert sorted(needed) == ["items", "key", "marker", "out", "out", "student", *["tick"] * 6]


WHICH = ["export marks", "export marks --moodle a --canvas b", "regrade marks --waive --points 1"]


@pytest.mark.parametrize("words", ["rubric", "data", "hub", *WHICH])
def test_a_verb_is_asked_for_and_one_of_what_excludes_each_other(words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith(f"usage: labkit {words.split()[0]} ")
