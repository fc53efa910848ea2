"""What must hold of whatever is handed in: of archives, of notebooks, of the pages made of them."""

import json
import re
import time
from dataclasses import replace
from functools import cache

import nbformat
from nbconvert import HTMLExporter
from playwright.sync_api import Error

from labkit.checks.marking import Status
from labkit.instructor.grading.judging.render import make_harmless
from labkit.instructor.grading.judging.restore import restored
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import Manual, rows
from labkit.instructor.grading.marks.pages import POLICY, feedback_page, summary_page
from labkit.instructor.grading.submissions.collect import collect
from tests.fuzz.generators import AWAY, write_zip
from tests.instructor.grading.tiny import NAME, record, refused

#: Seconds of processor time that any step may take for any of these small inputs.
LIMIT = 10
#: What names a student in files' and folders' names.
PLAIN = re.compile(r"(?!\.)[\w.@+-]{1,64}")


def within_limit(function, *arguments):
    """Call a function, which must not take longer than it may."""
    start = time.process_time()
    result = function(*arguments)
    assert (used := time.process_time() - start) < LIMIT, f"{function.__name__} took {used:.0f} s"
    return result


def try_archive(members, tick, folder):
    """Take in a zip file; give the submissions, all of which can be stored and shown."""
    path = folder / "class.zip"
    write_zip(path, members)
    before = sorted(folder.rglob("*"))
    found = within_limit(collect, path, {tick.name: tick})
    assert sorted(folder.rglob("*")) == before, "taking in writes nothing"
    chosen = [(s.student, s.tick) for s in found if not s.ended]
    assert len(chosen) == len(set(chosen)), "one submission of each student is graded"
    for submission in found:
        assert submission.status in (None, Status.REFUSED, Status.REPLACED)
        assert submission.status is None or submission.reason
        assert submission.student == "" or PLAIN.fullmatch(submission.student), submission
        assert submission.student or submission.ended
        for text in (submission.file, submission.reason, submission.display):
            assert text.isprintable() and len(text) <= 400, text
        inside = folder / "feedback" / submission.student / (submission.tick or "no-tick")
        assert inside.resolve().is_relative_to((folder / "feedback").resolve())
    return found


def pages_of(found, outputs, comment, ticks):
    """Make the pages of what was taken in, with some outputs that the cells may have given."""
    records = []
    for submission in found:
        same = {"file": submission.file, "display": submission.display, "tick": submission.tick}
        if submission.ended:
            records.append(replace(refused(submission.student, submission.reason), **same))
            continue
        notebook = nbformat.from_dict(json.loads(submission.notebook))
        notebook, repairs = within_limit(restored, notebook, ticks[submission.tick].notebook())
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = [nbformat.from_dict(output) for output in outputs]
        harmless = json.loads(json.dumps(within_limit(make_harmless, notebook)))
        same |= {"notebook": harmless, "repairs": tuple(repairs), "errors": (comment,)}
        records.append(record(submission.student, **same))
    by_hand = Manual(comments={"essay": comment})
    table = rows(records, ticks, Policy(), {(r.student, NAME): by_hand for r in records})
    yield within_limit(summary_page, table)
    for row in table:
        if row.graded:
            yield within_limit(feedback_page, row)
            # Formgrader renders what the gradebook holds by nbconvert, and does not clean it.
            yield exporter().from_notebook_node(nbformat.from_dict(row.record.notebook))[0]


@cache
def exporter():
    return HTMLExporter(template_name="basic")


def without_policy(html):
    """Take away the page's own policy: what students wrote has to be harmless without it."""
    return html.replace(POLICY, "")


#: Press all there is to press, but links to other pages; and say whether a script ran. A relative link
#: has no protocol here, as the page has no address: Chromium would open `about:blank#blocked`.
PRESS = """async () => {
  const wait = () => new Promise(done => setTimeout(done, 5));
  await wait();
  for (const link of document.querySelectorAll('a, button, summary, area, [onclick]'))
    if (!/^(https?|mailto):/.test(link.getAttribute('href') ?? '') && link.protocol !== ':')
      link.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
  await wait();
  return window.HIT ?? 0;
}"""


class Watch:
    """A browser's page that sees whether a page acts: sets a variable, fetches, goes elsewhere."""

    def __init__(self, context):
        self.page = context.new_page()
        self.asked = []
        self.page.route("**/*", self._refuse)
        self.page.on("dialog", lambda dialog: self.asked.append("a dialog") or dialog.dismiss())
        self.page.on("popup", lambda popup: self.asked.append(f"a window: {popup.url}"))

    def _refuse(self, route):
        self.asked.append(route.request.url)
        route.abort()

    def show(self, html):
        """Show a page, press all there is to press, and say what it did."""
        self.asked.clear()
        try:
            self.page.set_content(html, wait_until="load")
            hit = self.page.evaluate(PRESS)
        except Error as error:
            return [f"the page went away: {error}"]
        # A picture named by half an address is asked of the page's own place, which is nowhere.
        away = [url for url in self.asked if url.startswith(("http", "a ")) or AWAY in url]
        return (["a script"] if hit else []) + away
