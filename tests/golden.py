"""The golden set: what the lab computes, kept so that shorter code can be held against it.

``python -m tests.golden`` (or ``make golden``) prints each difference from `golden.json`, and
``python -m tests.golden --write`` makes that file anew. Kept are the numbers of every notebook's
stored outputs (nbval sees to it that they come out), the course's reference numbers, and what
the tests say of 200 random tables.

Exact p-values have to agree to ten digits or within 1e-11, drawn ones within five standard errors.
"""

import html
import json
import math
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from labkit import compare_all, load_scores_table, load_yeh_modifiers, metrics, significance
from labkit.demos.demonstration import KIND
from labkit.experiments import load_system_outputs
from labkit.significance import sign_test_of_scores
from labkit.significance.items import as_paired_statistics
from labkit.significance.pairs import BY_SCORES
from labkit.trecvid import compare_means

ROOT = Path(__file__).parents[1]
KEPT = Path(__file__).with_suffix(".json")
SEED, TABLES = 29, 200
KINDS = ("0/1", "four decimals", "real", "F1", "clusters")
#: p of decimals was off by 2e-10 when the set was written, by convolution; drawn p-values agree
#: within five standard errors; below 1e-11 p may be an upper bound, for the rounding error of draws.
CLOSE, ERRORS, SMALL = 2e-10, 5.0, 1e-11
#: Methods whose p-value no draw has blurred.
SHARP = ("exact", "computed", "asymptotic")

NUMBER = re.compile(r"(?:< ?)?(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?")
#: Powers of ten as people write them: 8.46 × 10⁻⁶, 10⁻³⁰⁰.
POWER = re.compile(r"(?:([\d.]+) × )?\b10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
#: In an output that is no number of the lab's: addresses, and what draws a page.
NOISE = re.compile(r"0x[0-9a-f]+|<(style|script|svg)\b.*?</\1>|</?[a-z][^>]*>", re.DOTALL)


def notebook_numbers() -> dict[str, str]:
    """Return the numbers of each cell's stored outputs, by notebook and cell."""
    numbers_of = {}
    for path in sorted(ROOT.glob("notebooks/**/*.ipynb")):
        for cell in json.loads(path.read_text("utf8"))["cells"]:
            texts = [_text_of(output) for output in cell.get("outputs", [])]
            text = POWER.sub(_as_exponent, NOISE.sub(" ", "\n".join(texts)))
            numbers = NUMBER.findall(text)
            if numbers:
                written = " ".join(each.replace(",", "").replace("< ", "<") for each in numbers)
                numbers_of[f"{path.stem}#{cell['id']}"] = written
    return numbers_of


def _as_exponent(power: re.Match[str]) -> str:
    exponent = power[2].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return f"{power[1] or 1}e{exponent}"


def _text_of(output: dict[str, Any]) -> str:
    """Return an output as text: what a demonstration reads out, or the plain one, unless it names an object."""
    if shown := output.get("metadata", {}).get(KIND):
        return "\n".join(shown["readout"])
    data = output.get("data", {"text/plain": output.get("text", "")})
    plain = "".join(data.get("text/plain", ""))
    shown = "".join(data.get("text/html", data.get("text/markdown", "")))
    return html.unescape(shown) if shown and re.fullmatch(r"<[\w.]+ object>", plain) else plain


def reference() -> dict[str, Any]:
    """Return the course's reference numbers: Yeh's, tables of 24 and 50 topics, tick 8's pairs."""
    one, two = load_yeh_modifiers()
    numbers: dict[str, Any] = {}
    for name, *systems in (
        ("recall", one, two, metrics.recall(103)),
        ("F-score", one, two, metrics.f_score(103)),
        ("precision", two, one, metrics.precision),
    ):
        for side in ("greater", "two-sided"):
            test = significance.randomization_test(*systems, alternative=side)
            numbers[f"Yeh, {name}, {side}"] = _case(test)
    trec = pd.read_csv(ROOT / "data/trec5-adhoc-ap.csv").T  # in the file, topics are rows
    tables = {"search.results.table": load_scores_table(), "trec5-adhoc-ap.csv": trec}
    for name, table in tables.items():
        pairs = compare_means(table, 0, 0.05).pairs
        numbers[name] = _summary(pairs["probability"].to_numpy(), 37)
    pairs = compare_all(load_system_outputs(ROOT / "data/systems/imdb.npz"), alternative="greater")
    return numbers | {"tick 8's systems": _summary(pairs["pvalue"].to_numpy(), 97)}


def _summary(pvalues: np.ndarray, step: int) -> dict[str, Any]:
    some = [float(f"{p:.12g}") for p in np.sort(pvalues)[::step]]
    return {"number": len(pvalues), "sum": _digits(pvalues.sum()), f"every {step}th": some}


def random_tables() -> Iterator[tuple[str, np.ndarray, dict[str, Any]]]:
    """Yield each table's name, its systems (m, n) or (m, n, 3), and options of the tests."""
    rng = np.random.default_rng(SEED)
    for number in range(TABLES):
        kind, m = KINDS[number % len(KINDS)], int(rng.integers(2, 6))
        n = round(math.exp(rng.uniform(0, math.log(5000))))
        level = rng.uniform(0.4, 0.8) + rng.normal(0, 0.04, (m, 1))  # of a system
        ease = rng.normal(0, 0.15, n)  # of an item
        options: dict[str, Any] = {}
        if kind == "F1" or (kind == "clusters" and number % 2):
            gold = rng.poisson(3, n) + 1
            correct = rng.binomial(gold, np.clip(level + ease, 0.05, 0.95))
            guessed = correct + rng.poisson(1, (m, n))
            statistics = np.stack([correct, guessed, 0 * correct + gold], -1)
            options["metric"] = metrics.f1
        elif kind in ("0/1", "clusters"):
            statistics = (rng.random((m, n)) < level + ease).astype(int)
        else:
            statistics = level + ease + rng.normal(0, 0.1, (m, n))
            statistics = statistics.round(4) if kind == "four decimals" else statistics
        if kind == "clusters":
            options["groups"] = rng.integers(0, max(2, n // 4), n)
        yield f"{number:03} {kind}, {m} systems, n = {n}", statistics, options


def cases_of(number: int, statistics: np.ndarray, options: dict[str, Any]) -> dict[str, Any]:
    """Return what each test that applies says of a table: of its first two systems, or of all."""
    two, three, n = (*statistics[:2],), (statistics[:3],), statistics.shape[1]
    draws = int(np.clip(5 * 10**6 // n, 2000, 6000))
    side = {"alternative": ("two-sided", "greater", "less")[number % 3]}
    seeded = options | {"rng": number, "n_resamples": draws}
    drawn = seeded | {"method": "monte-carlo"}
    metric, (a, b) = options.get("metric", metrics.mean), two
    score_a, score_b = metric(as_paired_statistics(a, b, metric).sum(axis=1))
    differ = score_a != score_b or (a == b).all()
    plain = statistics.ndim == 2 and "groups" not in options
    tests = [  # whether it applies, its name, function, systems and options
        (True, "randomization, drawn", significance.randomization_test, two, drawn | side),
        (True, "all pairs, bootstrap", compare_all, three, seeded | {"alternative": "greater"}),
        # Exact shuffles of many scores take a second or two.
        (n <= 1000 or number % 4 == 0, "randomization", significance.randomization_test, two, seeded | side),
        (n <= 200, "all pairs, randomization", compare_all, three, seeded | {"test": "randomization", "alternative": "greater"}),
        (differ, "bootstrap", significance.bootstrap_test, two, seeded),
        (differ, "bootstrap, drawn", significance.bootstrap_test, two, drawn),
        (n >= 20, "interval", significance.bootstrap_interval, two, seeded),
        (plain, "sign", sign_test_of_scores, two, side),
        (plain, "wilcoxon", significance.wilcoxon_test, two, side),
        (plain, "t", significance.matched_pair_t, two, side),
        (plain and (a != b).sum() >= 6, "equivalence", significance.equivalence_test, (*two, 0.05), {}),
        *((plain, f"all pairs, {test}", compare_all, three, {"test": test, "alternative": "two-sided"})
          for test in BY_SCORES),
        (plain and len(statistics) > 2, "Friedman", significance.friedman_test, (statistics,), {}),
    ]  # fmt: skip
    return {name: _tested(*test, draws) for applies, name, *test in tests if applies}


def _tested(test: Any, systems: tuple[Any, ...], how: dict[str, Any], draws: int) -> Any:
    """Return what a test says, or that it refuses."""
    try:
        result = test(*systems, **how)
    except ValueError:
        return ["refused"]
    if test is compare_all:
        return _pairs(result, draws)
    if test is significance.bootstrap_interval:
        return [*map(_digits, (result.low, result.high, result.difference)), draws]
    return _case(result)


def _case(result: Any) -> list[Any]:
    statistic = getattr(result, "statistic", getattr(result, "difference", None))
    method, draws = getattr(result, "method", "asymptotic"), getattr(result, "n_resamples", None)
    return [_digits(result.pvalue), _digits(statistic), method, draws]


def _pairs(pairs: Any, draws: int) -> dict[str, list[Any]]:
    """Return a case for each pair whose systems differ in score, and its p corrected by Holm."""
    sharp = set(pairs["method"]) <= set(SHARP)
    pairs["holm"] = significance.adjust_pvalues(pairs["pvalue"], "holm") if sharp else np.nan
    cases = {}
    for row in pairs.sort_values(["system_a", "system_b"]).itertuples():
        numbers = [_digits(row.pvalue), _digits(row.gain), row.method]
        numbers += [draws if row.method == "monte-carlo" else None]
        if row.gain > 1e-12:
            cases[f"{row.system_a} {row.system_b}"] = numbers + [_digits(row.holm)] * sharp
    return cases


def _digits(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.15g}")


def differences(old: Any, new: Any, place: str = "") -> Iterator[str]:
    """Yield a line for each place where two sets differ by more than they may."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(new.keys() - old.keys())]:
            yield from differences(old.get(key), new.get(key), f"{place}/{key}")
    elif not _agree(old, new, place):
        yield f"{place}: {old} before, {new} now"


def keep_what_agrees(old: Any, new: Any, place: str = "") -> Any:
    """Return the new set with the old numbers where they agree: last digits are those of a machine."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {k: keep_what_agrees(old.get(k), each, f"{place}/{k}") for k, each in new.items()}
    return old if _agree(old, new, place) else new


def _agree(old: Any, new: Any, place: str) -> bool:
    if isinstance(old, str) and isinstance(new, str):
        numbers = old.split(), new.split()
        return len(numbers[0]) == len(numbers[1]) and all(map(same_number, *numbers))
    if not isinstance(old, list) or not isinstance(new, list):
        return _close(old, new)
    if len(old) == 1 or len(new) == 1 or "every" in place:
        return len(old) == len(new) and all(map(_close, old, new))
    return same_interval(old, new, place) if place.endswith("/interval") else same_case(old, new)


def _close(old: Any, new: Any) -> bool:
    if isinstance(old, float | int) and isinstance(new, float | int):
        return math.isclose(old, new, rel_tol=CLOSE, abs_tol=SMALL)
    return bool(old == new)


def same_number(old: str, new: str) -> bool:
    """Tell whether two written numbers may be the same one: rounded, or told to be smaller."""
    if "<" in old + new:
        return float(old.lstrip("<")) <= float(new.lstrip("<")) or old == new
    coarser = min((len(each.partition(".")[2]) for each in (old, new)), default=0)
    if old == new or "e" in old + new:
        return math.isclose(float(old), float(new), rel_tol=0.05)
    return abs(float(old) - float(new)) <= 0.5 * 10**-coarser * (1 + 1e-9)


def same_case(old: list[Any], new: list[Any]) -> bool:
    """Tell whether two p-values agree, and the statistics with them."""
    (p, statistic, method, draws), (p_now, statistic_now, method_now, draws_now) = old[:4], new[:4]
    if not _close(statistic, statistic_now):
        return False
    if method in SHARP and method_now in SHARP:
        return method == method_now and all(map(_close, old[4:], new[4:])) and _close(p, p_now)
    rate = sum(1 / (number or 10**6) for number in (draws, draws_now))
    middle = (p + p_now) / 2
    return abs(p - p_now) <= ERRORS * math.sqrt(middle * (1 - middle) * rate) + ERRORS**2 / 2 * rate


def same_interval(old: list[Any], new: list[Any], place: str) -> bool:
    """Tell whether two drawn intervals agree: their limits within about five standard errors."""
    width, n = old[1] - old[0], int(place.split("n = ")[1].split("/")[0])
    lattice = "0/1" in place or "clusters" in place
    slack = 10 * width / math.sqrt(old[3]) + (2 / n if lattice else 1e-12)
    ends = zip(old[:2], new[:2], strict=True)
    return _close(old[2], new[2]) and all(abs(end - now) <= slack for end, now in ends)


def main(write: bool = False) -> int:
    """Write the set, or print how what is computed now differs from it; 1 if it does."""
    warnings.simplefilter("ignore")
    tables = enumerate(random_tables())
    made = {
        "notebooks": notebook_numbers(),
        "reference": reference(),
        "tables": {name: cases_of(number, *table) for number, (name, *table) in tables},
    }
    made = json.loads(json.dumps(made))
    before = json.loads(KEPT.read_text("utf8"))
    if write:
        parts = []
        for name, part in keep_what_agrees(before, made).items():
            lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in part.items())
            parts.append(f'"{name}": {{\n{lines}\n}}')
        KEPT.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf8")
        return 0
    found = list(differences(before, made))
    print("\n".join(found) or "as it was")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
