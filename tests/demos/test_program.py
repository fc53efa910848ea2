"""The demonstrations' programs, joined for JupyterLab and for pages."""

import json
import re
from html import unescape

from labkit.demos import program

NASTY = {"text": "</script><b title='x'>\"&amp;"}


def test_a_module_exports_and_a_script_does_not():
    module, script = program.as_module("ties"), program.as_script("ties", "binomial_tails")
    assert module.count("export ") == 1 and "export " not in script and "import " not in script
    assert 'name: "ties"' in script and 'name: "binomial_tails"' in script
    assert "</script" not in script  # it stands inside a page


def test_no_name_is_given_twice_in_one_scope():
    script = program.join(*program.NAMES)
    defined = re.findall(r"^(?:function|const|let|class) (\w+)", script, re.MULTILINE)
    assert len(defined) > 50 and sorted(set(defined)) == sorted(defined)


def test_a_place_says_what_stands_there():
    html = program.place("ties", NASTY, still="<p>Ties</p>", draws=9)
    about, inside = re.fullmatch(
        '<div [^<>]*data-demonstration="([^"<>]*)">(.*)</div>', html
    ).groups()
    assert json.loads(unescape(about)) == {"name": "ties", "settings": NASTY, "draws": 9}
    assert inside == "<p>Ties</p>"


def test_data_cannot_end_their_element():
    html = program.data_of("ties", NASTY)
    assert html.count("<") == 2 and program.data_of("ties", {}) == ""
    assert json.loads(re.search(">(.*)<", html)[1]) == NASTY
