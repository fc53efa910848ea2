"""Hand in what hypothesis makes: ``python -m tests.fuzz``, or ``make fuzz``.

Thousands of generated zip files, notebooks and names go through intake and
into pages, which a browser shows. Each has to become rows; nothing may raise,
leave its folder, act in the browser or take too long (see `tries`).
"""

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import nbformat
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from playwright.sync_api import sync_playwright
from tqdm import tqdm

from tests.browser.driving import BROWSERS
from tests.fuzz.generators import Member, archives, notebooks, of_kernels, texts
from tests.fuzz.tries import Watch, pages_of, try_archive, without_policy
from tests.instructor.grading.tiny import NAME, answered, make_tick

#: Examples that are tried with one browser.
SHARE = 250


@contextmanager
def watching():
    """A page of a browser; None where there is no browser."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield Watch(browser.new_context())
        browser.close()


def fuzz(examples, number, watch, folder):
    """Try so many examples; give what they came to: kinds -> how many."""
    counts, tick = Counter(), make_tick(folder / "ticks")
    own = st.just(nbformat.writes(answered(tick)))
    whole = (own | own.flatmap(notebooks)).map(
        lambda text: [Member(f"ann/{NAME}/{NAME}.ipynb", text.encode("utf8", "replace"))]
    )

    @seed(number)
    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=False,
        phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(archives | whole, st.lists(of_kernels, max_size=2), texts())
    def example(members, outputs, comment):
        with tempfile.TemporaryDirectory(dir=folder) as place:
            found = try_archive(members, tick, Path(place))
        counts.update(archives=1, files=len(members))
        counts.update(str(s.status or "graded") for s in found)
        for page in pages_of(found, outputs, comment, {NAME: tick}):
            counts["pages"] += 1
            did = watch and watch.show(without_policy(page))
            assert not did, f"a page did: {did}"

    example()
    return counts


def _share(arguments):
    """Do one process's share."""
    examples, number = arguments
    with tempfile.TemporaryDirectory() as folder, watching() as watch:
        return fuzz(examples, number, watch, Path(folder)), watch is not None


def main(arguments=None):
    """Print what the examples came to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=20_000, help="how many examples (20,000)")
    parser.add_argument("--seed", type=int, default=1, help="of what is made (1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    options = parser.parse_args(arguments)
    # Shares with a browser of their own: both a browser that has shown thousands of pages and
    # hypothesis with thousands of examples in mind get slow.
    starts = range(0, options.n, SHARE)
    shares = [(min(SHARE, options.n - n), options.seed + k) for k, n in enumerate(starts)]
    with ProcessPoolExecutor(options.jobs) as pool:
        found = list(
            tqdm(pool.map(_share, shares), total=len(shares), desc="fuzzing", unit="share")
        )
    print("seen in a browser" if all(watched for _, watched in found) else "NO BROWSER HERE")
    for kind, count in sorted(sum((counts for counts, _ in found), Counter()).items()):
        print(f"{count:8,} {kind}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
