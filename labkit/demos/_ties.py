"""Demonstration of ties: the sign test of the same outcomes with ties split and with ties dropped."""

from labkit.demos._binomial_tails import TWO, draw_tails
from labkit.demos.frame import LEVELS, TALL, Demonstration, draw, scale, show_p, whole
from labkit.significance import sign_test
from labkit.significance.sign import TIES_POLICIES


def ties_numbers(plus=1, minus=11, ties=88, alpha=0.05):
    """What splitting ties and dropping them make of the same outcomes.

    Parameters
    ----------
    plus, minus, ties : int
        Number of documents on which system 1 wins, loses and ties; not all 0.
    alpha : float
        Significance level.

    Returns
    -------
    dict
        The settings, and ``split`` and ``drop``: for each policy a dict of `n`
        (events), `k` (the rarer ones), `pvalue` (two-sided; `sign_test`) and
        `rejected` (whether p <= alpha).

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    Examples
    --------
    >>> numbers = ties_numbers(plus=1, minus=11, ties=88)
    >>> {policy: round(numbers[policy]["pvalue"], 4) for policy in ("split", "drop")}
    {'split': 0.3682, 'drop': 0.0063}
    """
    numbers = {"plus": plus, "minus": minus, "ties": ties, "alpha": alpha}
    for policy in TIES_POLICIES:
        result = sign_test(plus, minus, ties, ties_policy=policy)
        half = -(-ties // 2) if policy == "split" else 0
        numbers[policy] = {
            "n": 2 * half + plus + minus,
            "k": half + min(plus, minus),
            "pvalue": result.pvalue,
            "rejected": result.is_significant(alpha),
        }
    return numbers


def ties(**initial):
    """Show the sign test of the same outcomes with ties split and with ties dropped.

    Parameters
    ----------
    **initial
        Settings to begin with: plus, minus, ties, alpha, as in `ties_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    MLRD lecture 4, "Treatment of Ties".

    Examples
    --------
    >>> ties(ties=20)
    Demonstration(plus=1, minus=11, ties=20, alpha=0.05)
    """
    controls = {
        "plus": whole("plus", 1, 0, 100),
        "minus": whole("minus", 11, 0, 100),
        "ties": whole("ties", 88, 0, 400),
        "alpha": scale("alpha", LEVELS, 0.05),
    }
    return Demonstration(
        "ties",
        controls,
        initial,
        numbers=ties_numbers,
        say=_say_ties,
        picture=_picture_of_ties,
        caption=(
            "<p><b>What to notice.</b> Move “ties” alone. A tie that is split adds half an event to "
            "each side, and the two systems look more and more alike; dropped, ties change nothing. "
            "The lecture splits them. Dropping answers another question: which system wins where "
            "they differ? Source: MLRD lecture 4, “Treatment of Ties”.</p>"
        ),
    )


def _say_ties(numbers):
    lines = []
    for policy, name in zip(TIES_POLICIES, ("split", "dropped"), strict=True):
        case = numbers[policy]
        lines.append(
            f"<p>Ties {name}: <b>p = {show_p(case['pvalue'])}</b><br>{case['k']} of {case['n']} "
            f"events; {'significant' if case['rejected'] else 'inconclusive'}</p>"
        )
    lines.append(f"<p>Significance level: {numbers['alpha']:g}</p>")
    return "".join(lines)


def _picture_of_ties(numbers):
    names = {"split": "ties split", "drop": "ties dropped"}

    def panels(figure):
        for ax, (policy, name) in zip(figure.subplots(2), names.items(), strict=True):
            case = numbers[policy]
            ax.set_title(name, loc="left")
            ax.set_ylabel("probability")
            if case["n"] == 0:
                ax.text(0.5, 0.5, "nothing is left to test", ha="center", transform=ax.transAxes)
            else:
                draw_tails(ax, case["n"], case["k"], 0.5, TWO)
        ax.set_xlabel("events for the system that wins less often")

    each = "; ".join(
        f"{name}: {numbers[policy]['k']} of {numbers[policy]['n']} events, "
        f"p = {show_p(numbers[policy]['pvalue'])}"
        for policy, name in names.items()
    )
    alt = f"Two binomial distributions with the outcomes at least as extreme filled. {each}."
    return draw(panels, alt, size=TALL, top=0.93, bottom=0.12, hspace=0.45)
