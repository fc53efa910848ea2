"""Compare systems by settings and a title that are given one by one."""

from labkit.comparison import About, Settings, compare_systems


def compared(outputs, metric=None, **how):
    """Call `compare_systems` with the fields of its records among the other arguments."""
    for name, record in (("settings", Settings), ("about", About)):
        fields = record.__dataclass_fields__.keys() & how.keys()
        how[name] = record(**{field: how.pop(field) for field in fields})
    return compare_systems(outputs, metric, **how)
