"""The tick that the tests of judging share."""

import pytest

from tests.grading.tiny import make_tick


@pytest.fixture(scope="session")
def tick(tmp_path_factory):
    return make_tick(tmp_path_factory.mktemp("ticks"))
