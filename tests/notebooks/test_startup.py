"""After an error that students often meet, a notebook says what to do."""

import subprocess
import sys

from tests.ticks import ROOT

SAYS = {
    "share_right": "Have you just opened the notebook",
    "judgements = {1: POS}": 'The text is "POS".',
    "{'superb': positive}": 'The text is "positive".',
    "my_words = ...\nfor word in my_words: pass": "Three dots (...) still stand where an answer should",
    "my_words = ...\nmy_words.items()": "Three dots (...) still stand where an answer should",
    "1 + 'a'": "",
    "[].add(1)": "",
    "1 / 0": "",
}


BETWEEN = "=" * 9
FIRST = "Have you just", "Without quotes", "Three dots"


def test_what_is_missing_is_named_below_the_error():
    startup = (ROOT / "notebooks" / ".course" / "startup.py").read_text(encoding="utf8")
    cells = [f"get_ipython().run_cell({source!r})" for source in (startup, *SAYS)]
    options = ["--no-banner", "--colors=NoColor", "--HistoryManager.enabled=False"]
    code = f"; print('{BETWEEN}'); ".join(cells)
    command = [sys.executable, "-m", "IPython", *options, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    _, *shown = run.stdout.split(f"{BETWEEN}\n")
    for (source, words), text in zip(SAYS.items(), shown, strict=True):
        assert "Error" in text, source  # as Python shows it
        told = [line for line in text.splitlines() if line.startswith(FIRST)]
        assert len(told) == bool(words) and all(words in line for line in told), source
