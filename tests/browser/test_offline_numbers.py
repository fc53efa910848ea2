"""The numbers of the demonstrations without a server are labkit's, and their chances are fair."""

import random
from statistics import NormalDist

import pytest
from scipy import stats

from labkit import demos
from labkit.demos.still import as_lines
from labkit.demos.words import render, show_score
from labkit.grading.release.offline import NAMES, PROGRAMS, program
from labkit.text import write_p
from labkit.trecvid import load_scores_table
from tests.ticks import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.long]

#: Those that draw resamples.
DRAWN = "shuffling", "sign_flips", "bootstrap"

FUNCTIONS = {
    "shuffling": "shufflingNumbers(s)",
    "sign_flips": "signFlipsNumbers(s, SCORES)",
    "bootstrap": "bootstrapNumbers(s)",
    "ties": "tiesNumbers(s)",
    "binomial_tails": "binomialTailsNumbers(s)",
}


@pytest.fixture(scope="module")
def programs(browser):
    """A page with the programs, but not what draws them."""
    page = browser.new_page()
    page.add_script_tag(content=program(ROOT, PROGRAMS[:-1]))
    yield page
    page.close()


def computed(programs, name, settings):
    """What the page's function gives for many settings, without its arrays."""
    plain = "({law, values, ...rest}) => rest"
    return programs.evaluate(
        f"(all) => all.map((s) => ({plain})({FUNCTIONS[name]}))", [dict(s) for s in settings]
    )


def settings_of(name, rng):
    """Settings as a reader may choose them, each kind of corner among them."""
    if name == "binomial_tails":
        n = rng.choice([1, 2, 20, rng.randint(1, 60), rng.randint(1, 2000), 2000])
        k = rng.choice([0, n, n // 2, rng.randint(0, n)])
        q = rng.choice([0.5, 0.01, 0.99, round(rng.uniform(0.01, 0.99), 2)])
        tails = rng.choice(["two tails", "one tail"])
        return {"n": n, "k": k, "q": q, "tails": tails, "alpha": rng.choice([0.001, 0.05, 0.031])}
    if name == "ties":
        counts = [rng.choice([0, 1, rng.randint(0, 100)]) for _ in range(2)]
        ties = rng.choice([0, 1, rng.randint(0, 400), 400]) or (0 if sum(counts) else 1)
        return {"plus": counts[0], "minus": counts[1], "ties": ties, "alpha": 0.05}
    if name == "bootstrap":
        n = rng.choice([rng.randint(5, 30), rng.randint(5, 200), 200])
        plus = rng.choice([0, n, rng.randint(0, n)])
        minus = rng.choice([0, min(plus, n - plus), rng.randint(0, min(plus, n - plus))])
        return {"n": n, "plus": plus, "minus": minus, "resamples": 0, "shifted": False, "seed": 1}
    if name == "sign_flips":
        run_a, run_b = rng.sample(list(load_scores_table().index), 2)
        return {"run_a": run_a, "run_b": run_b, "shuffles": 0, "seed": 1}
    counts = [rng.choice([0, 1, rng.randint(0, 50), rng.randint(0, 200)]) for _ in range(6)]
    gold = max(1, sum(counts[:3])) + rng.choice([0, rng.randint(0, 100)])
    names = [f"{kind}_{by}" for kind in ("correct", "spurious") for by in ("both", "1", "2")]
    metric = rng.choice(["F-score", "recall", "precision"])
    return {"metric": metric, **dict(zip(names, counts, strict=True)), "gold": gold} | {
        "shuffles": 0,
        "seed": 1,
    }


@pytest.mark.parametrize("name", NAMES)
def test_exact_numbers_are_labkits_over_many_random_settings(programs, name):
    rng = random.Random(name)
    many = [settings_of(name, rng) for _ in range(100 if name != "sign_flips" else 40)]
    defaults = {"look": 0} if name in DRAWN else {}
    found = computed(programs, name, [{**settings, **defaults} for settings in many])
    ours = getattr(demos, f"{name}_numbers")
    if name == "shuffling":
        assert any(each["printed"] is None for each in found)
    for settings, numbers in zip(many, found, strict=True):
        expected = ours(**settings)
        compared = [key for key in expected if key in numbers]
        assert "pvalue" in compared or "split" in compared
        for key in compared:
            told = numbers[key]
            if isinstance(told, dict):
                assert told == pytest.approx(expected[key], rel=1e-9, abs=1e-300), (settings, key)
            elif isinstance(told, float | int) and not isinstance(told, bool):
                assert told == pytest.approx(expected[key], rel=1e-9, abs=1e-12), (settings, key)
            elif not isinstance(told, list):
                assert told == expected[key], (settings, key)


def test_the_papers_own_counts_are_known(programs):
    ours = demos.shuffling_numbers()
    settings = {key: value for key, value in ours.items() if isinstance(value, int | str)}
    (found,) = computed(programs, "shuffling", [{**settings, "look": 0}])
    assert found["printed"] == ours["printed"] == 14794
    assert found["pvalue"] == pytest.approx(ours["pvalue"], rel=1e-9)


def test_the_smallest_p_values_are_right_too(programs):
    settings = [
        {"n": 2000, "k": k, "q": 0.5, "tails": "two tails", "alpha": 0.05}
        for k in range(0, 900, 50)
    ]
    for each, found in zip(settings, computed(programs, "binomial_tails", settings), strict=True):
        p = demos.binomial_tails_numbers(**each)["pvalue"]
        assert found["pvalue"] == pytest.approx(p, rel=1e-9, abs=1e-300)


def test_numbers_are_written_as_labkit_writes_them(programs):
    rng = random.Random(5)
    values = [10 ** rng.uniform(-12, 4) for _ in range(300)] + [
        1,
        0.05,
        0.0001,
        0.00009999,
        999.6,
        0.9996,
    ]
    written = programs.evaluate("(all) => all.map((p) => general(p, 3))", values)
    assert written == [f"{value:.3g}" for value in values]
    assert programs.evaluate("[equation(0), equation(0, 10000), equation(0.03516)]") == [
        "p < 1e-300",
        f"p {write_p(0, 10_000)}",
        f"p = {write_p(0.03516)}",
    ]
    scores = [rng.uniform(-1, 1) for _ in range(200)] + [
        0.145,
        0.705,
        -0.125,
        1.005,
        -0.004,
        0,
        27.31,
    ]
    for signed in ("false", "true"):
        told = programs.evaluate(f"(all) => all.map((each) => score(each, {signed}))", scores)
        assert told == [show_score(each, signed=signed == "true") for each in scores]
    typed = ["1,000", "0,05", "5 %", " 12 ", "0.5", "1,234,567", "\u22123", "x", ""]
    read = programs.evaluate("(all) => all.map((t) => String(typedNumber(t)))", typed)
    assert read == ["1000", "0.05", "0.05", "12", "0.5", "1234567", "-3", "NaN", "NaN"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("drawn", [0, 50, 200])
def test_readouts_say_it_in_the_words_of_the_demonstrations(programs, name, drawn):
    words = "".join(part.title() for part in name.split("_"))
    code = f"""({{drawn, exact}}) => {{
        const demonstration = DEMONSTRATIONS.find((each) => each.name === '{name}');
        const s = Object.fromEntries(demonstration.controls.map((each) => [each.name, each.value]));
        Object.assign(s, {{shuffles: drawn, resamples: drawn, exact}});
        const {{law, ...found}} = demonstration.numbers(s);
        return [demonstration.readout({{...found, law}}, s), found, demonstration.title];
    }}"""
    for exact in (False, True):
        readout, found, title = programs.evaluate(code, {"drawn": drawn, "exact": exact})
        told = {**found, "enough": drawn >= 100, "exact": exact}
        ours = render(f"readouts/{name}.html", **{**getattr(demos, f"{name}_numbers")(), **told})
        assert as_lines(readout) == as_lines(ours)
        assert title.replace(" ", "").lower() == words.lower()


def test_settings_begin_where_those_of_the_demonstrations_do(programs):
    begun = programs.evaluate(
        "DEMONSTRATIONS.map((d) => [d.name, Object.fromEntries(d.controls.map((c) => [c.name, c.value]))])"
    )
    for name, settings in begun:
        ours = getattr(demos, name)().settings
        assert settings == {key: value for key, value in ours.items() if key in settings}


# --- the generator


def test_draws_are_uniform_and_tosses_fair(programs):
    """Chi-squared over many seeds: its p-values must themselves be spread as those of chance are."""
    pvalues = []
    for n in (2, 7, 20, 30):
        counts = programs.evaluate(
            """(n) => Array.from({length: 40}, (_, seed) => {
                const words = randomWords(seed), counts = new Array(n).fill(0);
                for (let i = 0; i < 3000; i += 1) counts[drawBelow(words, n)] += 1;
                return counts;
            })""",
            n,
        )
        pvalues += [stats.chisquare(each).pvalue for each in counts]
    assert stats.kstest(pvalues, "uniform").pvalue > 1e-3
    # Patterns of ten tosses, of one seed and of the first ten of many seeds.
    for code in (
        "(() => { const t = randomTosses(7); return () => t(); })()",
        "(() => { let seed = 0, left = 0, t; return () => { if (!left) { t = randomTosses(seed++); left = 10; } left -= 1; return t(); }; })()",
    ):
        patterns = programs.evaluate(
            f"""() => {{ const toss = {code}, counts = new Array(1024).fill(0);
                for (let i = 0; i < 40000; i += 1) {{
                    let pattern = 0;
                    for (let j = 0; j < 10; j += 1) pattern = 2 * pattern + toss();
                    counts[pattern] += 1;
                }} return counts; }}"""
        )
        assert stats.chisquare(patterns).pvalue > 1e-3


@pytest.mark.parametrize("name", DRAWN)
def test_sampled_p_values_gather_around_the_exact_one(programs, name):
    counter = "resamples" if name == "bootstrap" else "shuffles"
    first = {
        "shuffling": {"metric": "F-score", "correct_both": 19, "correct_1": 28, "correct_2": 6}
        | {"spurious_both": 5, "spurious_1": 43, "spurious_2": 20, "gold": 103},
        "sign_flips": {"run_a": "F_A_1_NB04_4", "run_b": "F_C_1_LEX03_3"},
        "bootstrap": {"n": 20, "plus": 6, "minus": 3, "shifted": False},
    }[name]
    runs = [{**first, "look": 0, counter: 1000, "seed": seed} for seed in range(30)]
    found = computed(programs, name, runs)
    exact = found[0]["pvalue"]
    extremes = [each["extreme"] for each in found]
    spread = (1000 * exact * (1 - exact)) ** 0.5
    assert stats.chi2.sf(sum(((e - 1000 * exact) / spread) ** 2 for e in extremes), 30) > 1e-3
    total = (sum(extremes) - 30_000 * exact) / (spread * 30**0.5)
    assert abs(total) < NormalDist().inv_cdf(1 - 5e-4)
    for each, extreme in zip(found, extremes, strict=True):
        added = 0 if name == "bootstrap" else 1
        assert each["sampled"] == (extreme + added) / (1000 + added)
    # The first so many of a seed are always the same, and one can be looked at again.
    few, again, looked = computed(
        programs, name, [{**runs[3], counter: 500}, runs[3], {**runs[3], "look": 500}]
    )
    shown = {"shuffling": "to_1", "sign_flips": "flipped", "bootstrap": "drawn"}[name]
    assert few[shown] == looked[shown] != again[shown]
