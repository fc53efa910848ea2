"""An answered notebook, and what `collect` returns for files of these names."""

import nbformat
import pytest

from labkit.instructor.grading.submissions.collect import collect
from tests.instructor.grading.tiny import NAME, answered, write, zipped


@pytest.fixture(scope="session")
def good(tick):
    return nbformat.writes(answered(tick)).encode()


@pytest.fixture
def take(tick, good, tmp_path):
    """Collect a zip file of these files, or a folder; a name alone has a good notebook."""

    def take(files, in_zip=True, ticks=(), **options):
        files = files if isinstance(files, dict) else dict.fromkeys(files, good)
        files = files.pop("all", files)
        place = tmp_path / ("all.zip" if in_zip else "here")
        for path, data in {"": zipped(files)}.items() if in_zip else files.items():
            write(place / path, data)
        return collect(place, {NAME: tick, **dict(ticks)}, **options)

    return take
