"""Sphinx's settings for the site of the lab: nothing is fetched, neither by the build nor by a page."""

import re
import typing

import latex2mathml.converter
from docutils import nodes

import labkit

project = "labkit"
copyright = "the lab's authors"
release = version = getattr(labkit, "__version__", "0")

extensions = ["sphinx.ext.autodoc", "numpydoc", "myst_nb"]
exclude_patterns = ["**/.ipynb_checkpoints"]
html_theme_path = ["."]
html_theme = "theme"

#: Alabaster's colours on a light screen, and in their place on a dark one.
COLOURS = {
    "anchor_hover_bg": ("#eaeaea", "#30363d"),
    "base_bg": ("#fff", "#16191d"),
    "base_text": ("#000", "#e6edf3"),
    "body_text": ("#3e4349", "#d5dbe1"),
    "code_bg": ("#ecf0f3", "#262c33"),
    "code_hover": ("#eee", "#30363d"),
    "code_text": ("#222", "#e6edf3"),
    "footer_text": ("#555", "#aab2ba"),
    "gray_1": ("#444", "#c6cdd5"),
    "gray_2": ("#eee", "#262c33"),
    "highlight_bg": ("#faf3e8", "#1f242b"),
    "link": ("#004b6b", "#79c0ff"),
    "link_hover": ("#6d4100", "#ffa657"),
    "pink_1": ("#fcc", "#4a1f22"),
    "sidebar_list": ("#000", "#e6edf3"),
    "sidebar_text": ("#555", "#aab2ba"),
    "table_border": ("#888", "#666e77"),
    "xref_bg": ("#fbfbfb", "#1b1f24"),
    "xref_border": ("#fff", "#16191d"),
}
html_theme_options = {
    **{name: f"light-dark({light}, {dark})" for name, (light, dark) in COLOURS.items()},
    "description": "A teaching lab on sentiment classification and statistical significance",
    "fixed_sidebar": True,
    "page_width": "1100px",
    "font_family": "system-ui, sans-serif",
    "head_font_family": "system-ui, sans-serif",
    "code_font_size": "0.8em",
}
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_use_index = False
html_copy_source = False
html_show_sourcelink = False
html_sidebars = {"**": ["about.html", "searchfield.html", "navigation.html"]}

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # numpydoc's parameters say it in words
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

# The notebooks are shown as they were committed; widgets stay where there is a kernel.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header"]


def _inline_math(self, node):
    """Write a formula as MathML, which browsers draw without a script."""
    self.body.append(latex2mathml.converter.convert(node.astext()))
    raise nodes.SkipNode


def _displayed_math(self, node):
    """Write a formula of its own line as MathML."""
    text = re.sub(r"\\label\{[^}]*\}", "", node.astext())
    self.body.append(
        f'<div class="math" tabindex="0">{latex2mathml.converter.convert(text, display="block")}</div>'
    )
    raise nodes.SkipNode


def _skip(app, what, name, obj, skip, options):
    """Leave out what scikit-learn writes into its estimators, and names of types."""
    requests = name.startswith("set_") and name.endswith("_request")
    return True if requests or typing.get_origin(obj) else None


def _escape_bars(app, what, name, obj, options, lines):
    """Keep the bars of absolute values: to Sphinx, |S| would be the name of something else."""
    example = False
    for number, line in enumerate(lines):
        example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
        if not example:
            words = line.split("``")  # every second part is a literal
            words[::2] = [part.replace("|", r"\|") for part in words[::2]]
            lines[number] = "``".join(words)


def setup(app):
    """Register what draws formulas, what is left out, and what is escaped before numpydoc reads it."""
    app.connect("autodoc-skip-member", _skip)
    app.connect("autodoc-process-docstring", _escape_bars, priority=1)
    app.add_html_math_renderer("mathml", (_inline_math, None), (_displayed_math, None))


html_math_renderer = "mathml"
