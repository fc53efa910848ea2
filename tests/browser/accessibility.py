"""What axe-core finds on a page that would keep somebody from reading or using it."""

from axe_playwright_python.sync_playwright import Axe

#: Of axe's four impacts those that keep people out; "moderate" and "minor" are advice.
SERIOUS = ("critical", "serious")

_AXE = Axe()
_LOAD = f"if (!window.axe) {{ {_AXE.axe_script} }}"
_RUN = "([context, options]) => axe.run(context, options)"


def violations(page, *include, exclude=()):
    """Name what is critical or serious on a page, or in parts of it, a line for each element.

    `exclude` holds selectors of what others draw within these parts.
    """
    page.evaluate(_LOAD)
    context = {"include": [[one] for one in include or ("html",)]}
    if exclude:
        context["exclude"] = [[one] for one in exclude]
    result = page.evaluate(_RUN, [context, {"resultTypes": ["violations"]}])
    return sorted(
        f"{found['impact']} {found['id']}: {' '.join(map(str, node['target']))}: {node['html'][:160]}"
        for found in result["violations"]
        for node in found["nodes"]
        if found["impact"] in SERIOUS
    )
