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
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tqdm import tqdm

from tests.browser.driving import BROWSERS
from tests.fuzz.generators import Member, archives, bundles, notebooks, texts
from tests.fuzz.tries import Watch, pages_of, try_archive, without_policy
from tests.grading.tiny import NAME, answered, make_tick

#: Of nbformat's form, as a kernel's messages make them.
outputs = st.lists(
    st.one_of(
        st.builds(lambda text: {"output_type": "stream", "name": "stdout", "text": text}, texts()),
        st.builds(
            lambda data: {"output_type": "display_data", "data": data, "metadata": {}}, bundles
        ),
        st.builds(
            lambda name, value, lines: {
                "output_type": "error",
                "ename": name,
                "evalue": value,
                "traceback": lines,
            },
            texts(),
            texts(),
            st.lists(texts(), max_size=2),
        ),
    ),
    max_size=2,
)


#: Examples that are tried with one browser.
SHARE = 250


@contextmanager
def watching():
    """A page of a browser; None where there is no browser."""
    found = [path for name in BROWSERS if (path := shutil.which(name))]
    if not found:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found[0], args=["--no-sandbox"])
        yield Watch(browser.new_context())
        browser.close()


def fuzz(examples, number, watch, folder):
    """Try so many examples; give what they came to: kinds -> how many."""
    counts = Counter()
    tick = make_tick(folder / "ticks")
    ticks = {NAME: tick}
    own = st.just(answered(tick)).map(_as_text)
    whole = (own | own.flatmap(notebooks)).map(
        lambda text: [Member(f"ann/{NAME}/{NAME}.ipynb", text.encode("utf8", "replace"))]
    )

    @seed(number)
    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=False,
        phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(archives | whole, outputs, texts())
    def example(members, given_outputs, comment):
        place = Path(tempfile.mkdtemp(dir=folder))
        try:
            found = try_archive(members, tick, place)
            counts["archives"] += 1
            counts["files"] += len(members)
            counts.update(str(s.status or "graded") for s in found)
            for page in pages_of(found, given_outputs, comment, ticks):
                counts["pages"] += 1
                if watch:
                    did = watch.show(without_policy(page))
                    assert not did, f"a page did: {did}"
        finally:
            shutil.rmtree(place)

    example()
    return counts


def _as_text(notebook):
    import nbformat

    return nbformat.writes(notebook)


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
    number = -(-options.n // SHARE)
    # Equally large shares, each with a browser of its own: both a browser that has shown thousands
    # of pages and hypothesis with thousands of examples in mind get slow.
    ends = [options.n * share // number for share in range(number + 1)]
    shares = [(last - first, options.seed + k) for k, (first, last) in enumerate(pairwise(ends))]
    with ProcessPoolExecutor(options.jobs) as pool:
        done = pool.map(_share, shares)
        found = list(tqdm(done, total=number, desc="fuzzing", unit="share"))
    total = sum((counts for counts, _ in found), Counter())
    print("seen in a browser" if all(watched for _, watched in found) else "NO BROWSER HERE")
    for kind, count in sorted(total.items()):
        print(f"{count:8,} {kind}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
