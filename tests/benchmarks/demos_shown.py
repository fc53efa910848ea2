"""How long the page of a lecture takes to show a demonstration's answer, in Chromium.

From the key or the click on a control to the frame in which the last of picture and readout is
drawn anew: the way to the kernel, its work, the way back and the drawing. At the sizes of a
projector and of an old one.
"""

import statistics
import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

from tests.browser.driving import running_lecture

SIZES = (1920, 1080), (1024, 768)
#: Milliseconds without another change after which an answer is whole.
QUIET = 150
#: Milliseconds from a move to an answer, after which there is none: a control at its end.
PATIENCE = 3000

#: Times of keys and clicks are the browser's own, as are those of frames.
CLOCK = f"""() => {{
  let asked, shown, wanted;
  const now = () => requestAnimationFrame(() => {{
    const channel = new MessageChannel(); // answered when the frame has been drawn
    channel.port1.onmessage = () => {{ if (asked !== undefined) shown = performance.now(); }};
    channel.port2.postMessage(0);
  }});
  for (const kind of ['keydown', 'pointerdown', 'change'])
    addEventListener(kind, event => {{ if (wanted && event.isTrusted) asked ??= event.timeStamp; }}, true);
  for (const part of document.querySelectorAll('.labkit-picture, .labkit-readout'))
    new MutationObserver(now).observe(part, {{childList: true, subtree: true, characterData: true}});
  window.clock = {{
    start() {{ asked = shown = undefined; wanted = true; }},
    async stop() {{
      const until = performance.now() + {PATIENCE};
      const quiet = () => shown !== undefined && performance.now() - shown > {QUIET};
      while (!quiet() && performance.now() < until) await new Promise(done => setTimeout(done, 10));
      wanted = false;
      return shown === undefined ? null : shown - asked;
    }},
  }};
}}"""

#: Of a demonstration on the slide that is shown, the controls that are there to be used.
CONTROLS = """demo => [...demo.querySelectorAll('[role=slider], button, input[type=checkbox], input[role=spinbutton]')]
  .filter(node => node.checkVisibility() && !node.disabled && node.closest('.labkit-panel'))
  .forEach((node, place) => { node.dataset.timed = place; })"""


def lecture(names):
    """A notebook with a slide for each demonstration."""
    cells = [nbformat.v4.new_code_cell("from labkit import demos")]
    cells.insert(0, nbformat.v4.new_markdown_cell("# Demonstrations"))
    for name in names:
        cells.append(nbformat.v4.new_markdown_cell(f"## {name}"))
        cells.append(nbformat.v4.new_code_cell(f"demos.{name}()"))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def moves(control):
    """Ways to use a control, one after the other."""
    if control.get_attribute("role") == "slider":
        keys = ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight")
    elif control.get_attribute("role") == "spinbutton":
        keys = ("ArrowUp", "ArrowUp", "ArrowDown")
    else:
        yield from [control.click] * 2
        return
    control.focus()
    for key in keys:
        yield lambda key=key: control.page.keyboard.press(key)


def answers(page, name):
    """Milliseconds of each answer of a demonstration, one control after the other."""
    demo = page.locator(f".labkit-demo-{name}")
    demo.evaluate(CONTROLS)
    for place in range(demo.locator("[data-timed]").count()):
        control = demo.locator(f"[data-timed='{place}']")
        if control.count() != 1 or not control.is_visible() or control.is_disabled():
            continue  # gone since another one was moved
        if control.inner_text() in ("Play", "Pause", "Reset"):
            continue
        for move in moves(control):
            page.evaluate("clock.start()")
            move()
            took = page.evaluate("clock.stop()")
            if took is not None:
                yield took
        demo.get_by_role("button", name="Reset", exact=True).click()
        page.wait_for_timeout(QUIET)


def measured(names, chromium):
    """For each demonstration, the milliseconds of its answers at each size."""
    found = {name: {} for name in names}
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch, "lecture")
        folder.mkdir()
        nbformat.write(lecture(names), folder / "demonstrations.ipynb")
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--no-first-run"]
        )
        with running_lecture(folder, folder / "demonstrations.ipynb") as (url, _):
            page = browser.new_page()
            page.goto(url)
            page.locator("#lecture[data-lecture=ready]").wait_for(timeout=300_000)
            page.wait_for_function(
                f"document.querySelectorAll('.labkit-demo .labkit-picture').length >= {len(names)}",
                timeout=120_000,
            )
            page.evaluate(CLOCK)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                for place, name in enumerate(names):
                    page.evaluate("number => { location.hash = number; }", place + 2)
                    page.wait_for_timeout(1000)  # until its sizes are found
                    found[name][width, height] = list(answers(page, name))
        browser.close()
    return found


def table(found):
    """The lines of a table, and the demonstrations that are too slow for a goal in seconds."""
    sizes = [f"{width} x {height}" for width, height in SIZES]
    heads = [f"{size}: {what}" for size in sizes for what in ("answers", "median", "slowest")]
    yield f"| demonstration | {' | '.join(heads)} |"
    yield f"|{' --- |' * (len(heads) + 1)}"
    for name, times in found.items():
        cells = []
        for size in SIZES:
            took = times[size]
            cells += [str(len(took)), f"{statistics.median(took):.0f} ms", f"{max(took):.0f} ms"]
        yield f"| {' | '.join([name, *cells])} |"


def too_slow(found, goal):
    """Name the demonstrations whose median is above the goal, in seconds, at one of the sizes."""
    return [
        name
        for name, times in found.items()
        if any(statistics.median(took) > 1000 * goal for took in times.values())
    ]
