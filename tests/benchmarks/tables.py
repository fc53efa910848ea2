"""How what was measured is written."""


def duration(seconds: float) -> str:
    """Return seconds in a unit that leaves one to three digits before the point."""
    for unit, size in [("h", 3600), ("min", 60), ("s", 1), ("ms", 1e-3)]:
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def as_markdown(header: list[str], body: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = [header, ["---"] * len(header), *body]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def judged(goal: str, reached: bool) -> str:
    """Return a goal, and whether it was reached."""
    return f"{goal}: {'reached' if reached else 'missed'}" if goal else "none"
