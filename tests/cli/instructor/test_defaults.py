"""What a command does without an option is what its help says: students' commands, too."""

from labkit.cli.main import _parser


def test_defaults_are_those_that_help_tells():
    parsers, found = [_parser(True)], []
    while parsers:
        for action in parsers.pop()._actions:
            parsers += action.choices.values() if isinstance(action.choices, dict) else []
            if type(action.default) in (int, float) and action.const is None:
                found.append((action.dest, f"(default: {action.default})" in action.help))
    assert len(found) > 9 and all(told for _, told in found), found
