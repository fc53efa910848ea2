import tomllib
from datetime import date, datetime, time

from hypothesis import given, settings
from hypothesis import strategies as st

from labkit.hub.toml import written

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PLAIN = st.one_of(
    *(TEXTS, st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False)),
    *(st.dates(date(1, 1, 1)), st.datetimes(datetime(1, 1, 1)), st.times()),
)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
)


@settings(max_examples=50)
@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_what_is_written_reads_back(table):
    assert tomllib.loads(written(table)) == table


def test_times_are_not_texts():
    text = written({"a": time(9, 30), "b": {"c": [date(2026, 1, 2)]}})
    assert text == '"a" = 09:30:00\n"b" = {"c" = [2026-01-02]}\n'
