"""What keeps somebody from reading or using a page: by axe-core, and by the contrast of its texts."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

#: Of axe's four impacts those that keep people out; "moderate" and "minor" are advice.
SERIOUS = ("critical", "serious")

_AXE = Axe()
_LOAD = f"if (!window.axe) {{ {_AXE.axe_script} }}"
_RUN = "([context, options]) => axe.run(context, options)"
_CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf8")


def violations(page, *include, exclude=()):
    """Name what keeps people out of a page, or of parts of it, a line for each element.

    `exclude` holds selectors of what others draw within these parts.
    """
    page.evaluate(_LOAD)
    context = {"include": [[one] for one in include or ("html",)]}
    if exclude:
        context["exclude"] = [[one] for one in exclude]
    result = page.evaluate(_RUN, [context, {"resultTypes": ["violations"]}])
    found = sorted(
        f"{found['impact']} {found['id']}: {' '.join(map(str, node['target']))}: {node['html'][:160]}"
        for found in result["violations"]
        for node in found["nodes"]
        if found["impact"] in SERIOUS
    )
    return found + unreadable(page, *include, exclude=exclude)


def unreadable(page, *include, exclude=()):
    """Name the texts of a page, or of parts of it, that cannot be read on a dark desktop or on a light one."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {line}" for line in unreadable_now(page, *include, exclude=exclude)]
    return found


def unreadable_now(page, *include, exclude=()):
    """Name the texts that cannot be read as a page is; or say that there is no text, and nothing was measured."""
    count, found = page.evaluate(_CONTRAST, [list(include or ("html",)), list(exclude)])
    return found if count else ["no text"]
