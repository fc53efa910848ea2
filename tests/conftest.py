"""Settings and fixtures that several test files share."""

import os

import matplotlib
import nbval.kernel
import pytest
from hypothesis import settings

# No time limit for one example: on a busy machine it would fail at random.
settings.register_profile("lab", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("lab")

# Figures are drawn, and no window opens. Not by the environment: the kernels
# that run the notebooks would inherit it, and show no figure.
matplotlib.use("agg")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """One file's tests share a process, and so do all of the browser's: servers, and the browser."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return (
                "browser" if nodeid.startswith("tests/browser/") else super()._split_scope(nodeid)
            )

    return Together(config, log)


@pytest.hookimpl(tryfirst=True)  # before the marks are looked at
def pytest_collection_modifyitems(items):
    """Leave the cells of the lectures to `make test-slow`, as they take a sixth of all the time.

    What is long is slow, too.
    """
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker("slow")
        if item.path.suffix == ".ipynb" and item.path.parent.name == "lectures":
            item.add_marker("slow")


start_kernel = nbval.kernel.start_new_kernel


def start_kernel_again(*arguments, **options):
    """Kernels that are started at the same moment may choose one port: then one of them dies."""
    try:
        return start_kernel(*arguments, **options)
    except RuntimeError:
        return start_kernel(*arguments, **options)


nbval.kernel.start_new_kernel = start_kernel_again

# Submissions are to be graded, not tested.
collect_ignore = ["submissions"]


@pytest.fixture(scope="session")
def sandbox():
    """Skip a test where students' code cannot be confined, or fail where it must be possible."""
    from labkit.grading.notebook.sandbox import available

    reason = available()
    if reason and os.environ.get("LABKIT_REQUIRE_SANDBOX"):
        pytest.fail(f"{reason} LABKIT_REQUIRE_SANDBOX is set.")
    if reason:
        pytest.skip(reason)
