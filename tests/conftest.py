"""Settings and fixtures that several test files share."""

import gc
import os
import re
from importlib.util import find_spec

import matplotlib
import nbval.kernel
import pytest
from hypothesis import settings

# No time limit for one example: on a busy machine it would fail at random.
settings.register_profile("lab", deadline=None, max_examples=60, derandomize=True)
# Each night others, and more of them: HYPOTHESIS_PROFILE=nightly, as in `make test-long`.
settings.register_profile("nightly", deadline=None, max_examples=500, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "lab"))

# Thousands of tests are kept in memory: to look through them all for garbage again and again takes time.
gc.set_threshold(100_000)

# Figures are drawn, and no window opens. Not by the environment: the kernels
# that run the notebooks would inherit it, and show no figure.
matplotlib.use("agg")

if os.environ.get("LABKIT_REQUIRE_HUB") and find_spec("jupyterhub") is None:
    raise RuntimeError("JupyterHub is not installed (the extra hub), and LABKIT_REQUIRE_HUB is set")

#: Tests of pages that need no server, for a browser of their own.
PAGES = (
    "compare_report.py", "decks.py", "demo_laws.py", "demo_modules.py", "demo_readouts.py", "handouts.py", "pages.py",
    "review.py", "site.py",
)  # fmt: skip
#: Tests in the browser that have a hub of their own; and those that wait most of their time.
OF_A_HUB = "tests/browser/test_hub.py", "tests/browser/test_openid.py"
ALONE = ("tests/attacks/test_attacks.py",)
# Submissions are to be graded, not tested.
collect_ignore = ["submissions"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """One file's tests share a process, and so do those that share a server, or pages of files."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = super()._split_scope(nodeid)
            if file in ALONE:
                return nodeid
            if not file.startswith("tests/browser/") or file in OF_A_HUB:
                return file
            return "pages" if file.removeprefix("tests/browser/test_") in PAGES else "browser"

    return Together(config, log)


def pytest_ignore_collect(collection_path, config):
    """Import no file in which nothing will run: each process would import it."""
    quick = config.option.markexpr == "not slow"
    if not quick and config.option.markexpr != "slow and not long":
        return None
    if collection_path.suffix == ".ipynb":
        return takes_long(collection_path) == quick or None
    if re.match(r"test_.*\.py", collection_path.name):
        text = collection_path.read_text(encoding="utf8")
        all_slow = re.search(r"^pytestmark = .*\bmark\.slow\b", text, re.MULTILINE)
        return (bool(all_slow) if quick else "mark.slow" not in text) or None
    return None


def takes_long(path):
    """Tell whether a notebook takes long: the lectures do."""
    return path.suffix == ".ipynb" and path.parent.name == "lectures"


@pytest.hookimpl(tryfirst=True)  # before the marks are looked at
def pytest_collection_modifyitems(items):
    """Mark as slow what is long, and the cells of the notebooks that take long."""
    for notebook in {item.parent for item in items if hasattr(item.parent, "skip_compare")}:
        # A browser has drawn them when the notebook was stored; no kernel does.
        notebook.skip_compare += ("image/svg+xml",)
    for item in items:
        if item.get_closest_marker("long") or takes_long(item.path):
            item.add_marker("slow")
    items.sort(key=lambda item: "hub" not in str(item.path))  # what takes longest begins first


start_kernel = nbval.kernel.start_new_kernel


def start_kernel_again(*arguments, **options):
    """Kernels that are started at the same moment may choose one port: then one of them dies."""
    try:
        return start_kernel(*arguments, **options)
    except RuntimeError:
        return start_kernel(*arguments, **options)


nbval.kernel.start_new_kernel = start_kernel_again


@pytest.fixture(scope="session")
def sandbox():
    """Skip a test where students' code cannot be confined, or fail where it must be possible."""
    from labkit.instructor.grading.sandbox.bubblewrap import available

    reason = available()
    if reason and os.environ.get("LABKIT_REQUIRE_SANDBOX"):
        pytest.fail(f"{reason} LABKIT_REQUIRE_SANDBOX is set.")
    if reason:
        pytest.skip(reason)
