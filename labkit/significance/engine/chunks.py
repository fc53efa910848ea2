"""Random draws in chunks of bounded memory, shared by the processors.

Every chunk has a seed of its own: the answer depends on the seed, never on how many
processors share the chunks.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from labkit.significance.engine.resampling import Drawing

Summary = TypeVar("Summary")

#: Numbers of a chunk: about a tenth of a second of work.
NUMBERS_IN_CHUNK = 2**21
#: Numbers in all from which on the progress is shown: about a second of work.
LONG = 2**26


def over_chunks(
    draw: Callable[[int, np.random.Generator], Summary],
    numbers: int,
    work: Drawing,
    what: str = "shuffling",
) -> Iterator[Summary]:
    """Yield what `draw` gives for the size and the generator of each chunk.

    The sizes add up to the draws that `work` asks for. Each draw needs so many `numbers` in
    memory; `what` is done is said in the progress bar, shown by default if it is long.

    Examples
    --------
    >>> work = Drawing(5, np.random.default_rng(1))
    >>> list(over_chunks(lambda size, rng: size, 2**20, work))
    [2, 2, 1]
    """
    size = max(1, min(work.n_resamples, NUMBERS_IN_CHUNK // max(1, numbers)))
    whole, rest = divmod(work.n_resamples, size)
    sizes = [size] * whole + [rest] * (rest > 0)
    # Every generator that numpy makes has a seed sequence that can spawn.
    seeds = work.rng.bit_generator.seed_seq.spawn(len(sizes))  # type: ignore[attr-defined]
    show = work.n_resamples * numbers > LONG if work.progress is None else work.progress
    # The jobs share the processors; a product that wants all of them would only get in their way.
    with threadpool_limits(1, "blas"):
        chunks = Parallel(n_jobs=work.n_jobs, prefer="threads", return_as="generator")(
            delayed(_chunk)(draw, size, seed) for size, seed in zip(sizes, seeds, strict=True)
        )
        yield from tqdm(chunks, total=len(sizes), desc=what, unit="chunk", disable=not show)


def _chunk(
    draw: Callable[[int, np.random.Generator], Summary], size: int, seed: np.random.SeedSequence
) -> Summary:
    return draw(size, np.random.default_rng(seed))
