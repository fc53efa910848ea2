"""The HTML pages: feedback for each student, and the summary of a class.

Each page is one file, fetches nothing, and runs no script: its own policy
forbids it, whatever a student's output says.
"""

from collections import Counter, defaultdict
from functools import cache
from html import escape
from statistics import mean, median

import nbformat
from jinja2 import DictLoader, Environment
from nbconvert import HTMLExporter
from pygments.formatters import HtmlFormatter

from labkit.grading.submission.restore import grade_id
from labkit.grading.submission.sanitize import cleaned

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

UNCONFINED = (
    "This notebook was run without confinement (--unsafe): its code could have read and "
    "changed what its grader can, these marks included."
)

_STYLE = """
:root { --ink: #1f2933; --soft: #52606d; --line: #d9e2ec; --paper: #ffffff; --back: #f4f6f8;
  --good: #1b7a43; --part: #a35b00; --bad: #b42318; --bar: #3b6ea8; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 16px/1.5 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
.soft { color: var(--soft); } .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.card, .box, .verdict { background: var(--paper); border: 1px solid var(--line);
  border-radius: 8px; }
.card { padding: 1.25rem; margin: 1.25rem 0; overflow-x: auto; }
.total { font-size: 2.2rem; font-weight: 650; line-height: 1.1; }
.warning { border-left: 6px solid var(--bad); }
table.marks { border-collapse: collapse; width: 100%; }
.marks th { text-align: left; font-weight: 600; color: var(--soft); }
.marks th, .marks td { padding: .4rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
.marks tr:last-child td { border-bottom: 0; }
.full { color: var(--good); } .part { color: var(--part); } .none { color: var(--bad); }
.meter { background: var(--line); height: .6rem; border-radius: 4px; min-width: 6rem; }
.meter i { display: block; height: 100%; border-radius: 4px; background: var(--bar); }
.verdict { padding: .6rem 1rem; margin: .4rem 0 1.4rem; border-left-width: 6px; }
.verdict.full { border-left-color: var(--good); } .verdict.part { border-left-color: var(--part); }
.verdict.none { border-left-color: var(--bad); } .verdict p { color: var(--ink); margin: .2rem 0; }
.box { padding: .2rem 1rem; margin: .6rem 0; overflow-x: auto; }
.box pre { font: 14px/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; margin: .5rem 0;
  white-space: pre-wrap; overflow-wrap: anywhere; background: none; }
.box .highlight { background: none; } .box .output { border-top: 1px solid var(--line); }
.box .output_stderr pre, .box .output_error pre { background: #fdf0ee; padding: .4rem .6rem; }
.box .prompt { display: none; } .box img { max-width: 100%; }
.box table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0; }
.box table td, .box table th { padding: .2rem .6rem; text-align: right; }
.card > :last-child { margin-bottom: 0; } .card > :first-child { margin-top: 0; }
.bars { display: flex; align-items: flex-end; gap: 4px; height: 9rem; }
.bars div { flex: 1; text-align: center; font-size: .8rem; color: var(--soft); }
.bars i { display: block; background: var(--bar); border-radius: 4px 4px 0 0; }
"""

_PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{ policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{% block title %}{% endblock %}</title>
<style>{{ style }}{{ code_style }}</style></head>
<body><main>{% block main %}{% endblock %}</main></body></html>
"""

_FEEDBACK = """\
{% extends "page" %}
{% block title %}{{ record.tick }} · {{ record.student }}{% endblock %}
{% block main %}
<h1>{{ record.tick }}</h1>
<p class="soft">{{ record.student }} · handed in {{ submitted }} UTC</p>
{% if unconfined %}<div class="card warning">{{ unconfined }}</div>{% endif %}
<div class="card">
<div class="total">{{ row.points | number }} <span class="soft">of {{ row.out_of | number }}
points</span></div>
{% if row.penalty or row.late.days %}<p>{{ row.before | number }} points for the work, less
{{ row.penalty | number }} because it came {{ row.late.days }}
day{{ "" if row.late.days == 1 else "s" }} late (each day begun counts).</p>{% endif %}
{% if row.waiting %}<p class="part">Not final yet: {{ row.waiting | join(", ") }}
{{ "waits" if row.waiting | length == 1 else "wait" }} for a person to read.</p>{% endif %}
{% if record.status != "ran" %}<p class="none">The run ended early: {{ record.status }}.</p>{% endif %}
</div>
<div class="card"><table class="marks">
<tr><th>question</th><th class="number">points</th><th>cases passed</th><th>what to look at</th></tr>
{% for line in lines %}<tr><td>{{ line.question }}</td>
<td class="number {{ line.verdict }}">{{ line.points | number }} of {{ line.out_of | number }}</td>
<td>{{ line.passed }}</td><td>{{ line.says }}</td></tr>
{% endfor %}</table></div>
{% if record.repairs %}<div class="card"><b>Put right before the run</b><ul>
{% for repair in record.repairs %}<li>{{ repair }}</li>{% endfor %}</ul></div>{% endif %}
{% if record.errors %}<div class="card"><b>Cells that stopped with an error</b><ul>
{% for error in record.errors %}<li>{{ error }}</li>{% endfor %}</ul></div>{% endif %}
<h2>Your code and what it gave</h2>
<p class="soft">The course's own cells are run only where your code builds on them.</p>
{{ notebook }}
{% endblock %}
"""

_NOTEBOOK = """\
{%- extends 'basic/index.html.j2' -%}
{% block any_cell %}<div class="box">{{ super() }}</div>
{% if cell.metadata.verdict %}{{ cell.metadata.verdict }}{% endif %}{% endblock %}
"""

_SUMMARY = """\
{% extends "page" %}
{% block title %}The class: marks and hints{% endblock %}
{% block main %}
<h1>The class</h1>
<p class="soft">{{ graded }} graded, {{ waiting }} waiting for a person to read an answer,
{{ others | length }} file{{ "" if others | length == 1 else "s" }} not graded</p>
{% if unconfined %}<div class="card warning">{{ unconfined }}</div>{% endif %}
{% for tick in ticks %}
<h2>{{ tick.name }}</h2>
<div class="card"><b>Points</b> <span class="soft">{{ tick.text }}</span>
<div class="bars">{% for bar in tick.bars %}<div>{{ bar.count or "" }}
<i style="height: {{ bar.height }}rem"></i></div>{% endfor %}</div>
<div class="bars" style="height: auto">{% for bar in tick.bars %}<div>{{ bar.label }}</div>
{% endfor %}</div></div>
<div class="card"><table class="marks"><tr><th>question, hardest first</th>
<th class="number">points on average</th><th></th><th>commonest hint</th></tr>
{% for question in tick.questions %}<tr><td>{{ question.name }}</td>
<td class="number">{{ question.mean | number }} of {{ question.out_of | number }}</td>
<td><div class="meter"><i style="width: {{ question.percent }}%"></i></div></td>
<td>{{ question.hint }}</td></tr>{% endfor %}</table></div>
<div class="card"><table class="marks"><tr><th class="number">times</th><th>question</th>
<th>commonest hints</th></tr>
{% for hint in tick.hints %}<tr><td class="number">{{ hint.times }}</td>
<td>{{ hint.question }}</td><td>{{ hint.text }}</td></tr>{% endfor %}</table></div>
{% endfor %}
{% if others %}<h2>Not graded</h2><div class="card"><table class="marks">
<tr><th>file</th><th>student</th><th>tick</th><th>why</th></tr>
{% for record in others %}<tr><td>{{ record.file }}</td><td>{{ record.student }}</td>
<td>{{ record.tick }}</td><td>{{ record.status }}</td></tr>{% endfor %}</table></div>{% endif %}
{% if unusual %}<h2>Worth a look</h2><div class="card"><table class="marks">
<tr><th>student</th><th>tick</th><th>what</th></tr>
{% for line in unusual %}<tr><td>{{ line[0] }}</td><td>{{ line[1] }}</td><td>{{ line[2] }}</td></tr>
{% endfor %}</table></div>{% endif %}
{% endblock %}
"""


def _number(value):
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


@cache
def _templates():
    pages = {"page": _PAGE, "feedback": _FEEDBACK, "summary": _SUMMARY}
    environment = Environment(loader=DictLoader(pages), autoescape=True)
    environment.filters["number"] = _number
    environment.globals["policy"] = POLICY
    environment.globals["style"] = _STYLE
    environment.globals["code_style"] = HtmlFormatter().get_style_defs(".highlight")
    return environment


@cache
def _exporter():
    return HTMLExporter(
        raw_template=_NOTEBOOK,
        sanitize_html=True,
        exclude_anchor_links=True,
        filters={"clean_html": cleaned},
    )


def feedback_page(row):
    """Make the page that a student gets back.

    It shows the student's own cells with what they gave, the points and the
    hints. It has nothing of the hidden cases but how many passed.

    Parameters
    ----------
    row : Row

    Returns
    -------
    str
    """
    lines = [_line(question, row) for question in row.earned]
    return (
        _templates()
        .get_template("feedback")
        .render(
            row=row,
            record=row.record,
            submitted=f"{row.submitted:%d %B %Y, %H:%M}",
            unconfined="" if row.record["confined"] else UNCONFINED,
            lines=lines,
            notebook=_notebook(row, {line["question"]: line for line in lines}),
        )
    )


def _line(question, row):
    mark = next((m for m in row.record["marks"] if m["question"] == question), None)
    points = row.earned[question]
    out_of = row.points_of[question]
    says = [row.by_hand.comments.get(question, "")]
    if mark and mark["hint"] and points != out_of:
        says.append(mark["hint"]["text"])
    if points is None:
        says.append("A person reads this answer.")
    if row.record["written"].get(question) is False:
        says.append("Not answered.")
    return {
        "question": question,
        "points": points,
        "out_of": out_of,
        "verdict": _verdict(points, out_of),
        "passed": f"{mark['passed']} of {mark['cases']}" if mark else "",
        "says": " ".join(filter(None, says)),
    }


def _verdict(points, out_of):
    if points is None:
        return "part"
    return "full" if points >= out_of else "part" if points else "none"


def _notebook(row, lines):
    """The cells that a student wrote or that show a mark, and what the course's own gave."""
    notebook = nbformat.from_dict(row.record["notebook"])
    notebook.cells = [cell for cell in notebook.cells if cell.get("outputs") or _own(cell)]
    for cell in notebook.cells:
        line = lines.get((grade_id(cell) or "").removesuffix("-check"))
        show = line and cell.metadata.nbgrader.grade
        cell.metadata = {"verdict": _verdict_box(line)} if show else {}
    body, _ = _exporter().from_notebook_node(notebook)
    return _Safe(body)


def _own(cell):
    return grade_id(cell) or not cell.metadata.get("given")


def _verdict_box(line):
    head = (
        f"<b>{escape(line['question'])}: {_number(line['points'])} of {_number(line['out_of'])}</b>"
    )
    return f'<div class="verdict {line["verdict"]}">{head}<p>{escape(line["says"])}</p></div>'


class _Safe(str):
    """HTML that the exporter has cleaned."""

    def __html__(self):
        return self


def summary_page(rows, ticks):
    """Make the page about the whole class.

    Parameters
    ----------
    rows : list of Row
    ticks : dict
        Name -> Tick.

    Returns
    -------
    str
    """
    graded = [row for row in rows if row.graded]
    by_tick = defaultdict(list)
    for row in graded:
        by_tick[row.record["tick"]].append(row)
    unconfined = any(not row.record["confined"] for row in graded)
    return (
        _templates()
        .get_template("summary")
        .render(
            graded=len(graded),
            waiting=sum(bool(row.waiting) for row in graded),
            others=[row.record for row in rows if not row.graded],
            unconfined="Some notebooks were run without confinement (--unsafe)."
            if unconfined
            else "",
            ticks=[_of_tick(name, by_tick[name]) for name in sorted(by_tick)],
            unusual=[line for row in graded for line in _unusual(row)],
        )
    )


def _of_tick(name, rows):
    out_of, points = rows[0].out_of, [row.points for row in rows]
    text = f"{len(rows)} students, mean {_number(mean(points))}, median {_number(median(points))}"
    waiting = sum(bool(row.waiting) for row in rows)
    so_far = f"; {waiting} of them with answers to be read, which count nothing yet"
    questions = [_of_question(question, rows) for question in rows[0].earned]
    hints = Counter(
        (mark["question"], mark["hint"]["text"])
        for row in rows
        for mark in row.record["marks"]
        if mark["hint"]
    )
    return {
        "name": name,
        "text": f"{text}, of {_number(out_of)}{so_far if waiting else ''}",
        "bars": _bars(points, out_of),
        "questions": sorted(questions, key=lambda q: (q["mean"] is None, q["percent"])),
        "hints": [
            {"times": times, "question": question, "text": text}
            for (question, text), times in hints.most_common(10)
        ],
    }


def _of_question(question, rows):
    known = [row.earned[question] for row in rows if row.earned.get(question) is not None]
    hints = Counter(
        mark["hint"]["text"]
        for row in rows
        for mark in row.record["marks"]
        if mark["question"] == question and mark["hint"]
    )
    out_of = rows[0].points_of[question]
    average = mean(known) if known else None
    return {
        "name": question,
        "mean": average,
        "out_of": out_of,
        "percent": round(100 * average / out_of) if known and out_of else 0,
        "hint": hints.most_common(1)[0][0] if hints else "",
    }


def _bars(points, out_of, most_rem=7):
    width = max(1, -(-int(out_of) // 14))
    bins = Counter(min(int(p // width), int(out_of // width)) for p in points)
    tallest = max(bins.values())
    return [
        {
            "count": bins[b],
            "height": round(most_rem * bins[b] / tallest, 2),
            "label": str(b * width) if width == 1 else f"{b * width}+",
        }
        for b in range(int(out_of // width) + 1)
    ]


def _unusual(row):
    """What a marker may want to know of a submission, a line each."""
    record = row.record
    found = [f"the run ended early: {record['status']}"] if record["status"] != "ran" else []
    found += record["repairs"]
    if row.late.days:
        days = "1 day" if row.late.days == 1 else f"{row.late.days} days"
        found.append(f"{days} late, {_number(row.penalty)} points less")
    return [(record["student"], record["tick"], text) for text in found]
