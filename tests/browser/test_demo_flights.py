"""How one more draw is seen to become a dot of its histogram: its row flies there, and nothing waits for it."""

import pytest
from playwright.sync_api import expect

from tests.browser.modules import HALL, PHONE, write_page
from tests.demos.oracles import readout

#: Demonstration, and what it counts.
COUNTED = {
    "bootstrap": "resamples",
    "error_types": "experiments",
    "shuffling": "shuffles",
    "sign_flips": "shuffles",
}

#: Click +1; tell what it says at once, where its rows begin and end to fly, and what is left when they have landed.
ONE_MORE = """async (demo) => {
  const boxes = (kind) => Array.from(demo.querySelectorAll(kind), (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, x + width, y + height];
  });
  [...demo.querySelectorAll("button")].find((each) => each.textContent === "+1").click();
  demo.querySelector(".fell").scrollIntoView({ block: "center" });
  const flights = demo.getAnimations({ subtree: true }), found = { drawn: boxes(".drawn"), fell: boxes(".fell") };
  found.lines = Array.from(demo.querySelectorAll(".labkit-readout p"), (line) => line.textContent);
  flights.forEach((flight) => flight.pause());
  found.begin = boxes(".flying");
  found.heard = demo.querySelectorAll(".flying:not([aria-hidden=true])").length;
  const land = flights.map((flight) => new Promise((done) => flight.addEventListener("finish", done)));
  for (const flight of flights) flight.currentTime = flight.effect.getComputedTiming().endTime - 0.1;
  await new Promise(requestAnimationFrame);
  found.end = boxes(".flying");
  const hit = found.end.map(([x, y, right, bottom]) => document.elementFromPoint((x + right) / 2, (y + bottom) / 2));
  found.caught = hit.filter((each) => each.closest(".flying")).length;
  for (const flight of flights) flight.finish();
  await Promise.all(land);
  found.left = boxes(".flying");
  return found;
}"""


def presses(page, name, words):
    page.locator(f".labkit-demo-{name}").get_by_role("button", name=words).click()


@pytest.mark.parametrize("screen", [HALL, PHONE], ids=["hall", "phone"])
@pytest.mark.parametrize("name", COUNTED)
def test_a_row_flies_to_where_it_fell_and_is_gone(opened, name, screen):
    page = opened(*COUNTED, screen=screen)
    presses(page, name, "Set all controls back")
    for draws in (1, 2):
        found = page.locator(f".labkit-demo-{name}").evaluate(ONE_MORE)
        assert found["lines"] == readout(name, **{COUNTED[name]: draws})
        assert len(found["drawn"]) == len(found["fell"]) > 0
        for seen, expected in (("begin", "drawn"), ("end", "fell")):
            for box, other in zip(found[seen], found[expected], strict=True):
                assert box == pytest.approx(other, abs=1), seen
        assert (found["heard"], found["caught"], found["left"]) == (0, 0, [])


@pytest.mark.parametrize("name", COUNTED)
def test_nothing_flies_for_ten_at_once_or_where_motion_is_unwanted(opened, name):
    page = opened(*COUNTED)
    demo = page.locator(f".labkit-demo-{name}")
    presses(page, name, "Set all controls back")
    presses(page, name, "10 more")
    assert demo.locator(".fell").count() and demo.locator(".flying").count() == 0
    page.emulate_media(reduced_motion="reduce")
    presses(page, name, f"1 more {COUNTED[name]}")
    assert demo.locator(".flying").count() == 0
    page.emulate_media(reduced_motion="no-preference")
    presses(page, name, f"1 more {COUNTED[name]}")
    expect(demo.locator(".flying")).to_have_count(0)  # by itself, when it has landed


@pytest.mark.parametrize("name", COUNTED)
def test_a_second_click_ends_a_flight(opened, name):
    page = opened(*COUNTED)
    flying = page.locator(f".labkit-demo-{name}").evaluate("""(demo) => {
      const one = [...demo.querySelectorAll("button")].find((each) => each.textContent === "+1");
      for (let click = 0; click < 10; click += 1) one.click();
      return demo.querySelectorAll(".flying").length - demo.querySelectorAll(".drawn").length;
    }""")
    assert flying == 0
    expect(page.locator(".flying")).to_have_count(0)


def test_play_waits_for_no_flight(browser):
    """By a clock of the test's own: one draw every 150 ms, each of which flies; from 20 on ten, which do not."""
    page = browser.new_page()
    page.clock.install()
    page.set_content(write_page("shuffling"))
    flying, sofar = page.locator(".flying"), page.get_by_label("shuffles", exact=True)
    expect(page.locator(".labkit-picture svg")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    presses(page, "shuffling", "Play")
    page.clock.run_for(150)
    for draws in range(2, 8):
        page.clock.run_for(150)
        assert page.evaluate(
            "document.getAnimations().map((each) => each.effect.getTiming().duration)"
        ) == [150]
        expect(sofar).to_have_value(str(draws))
    page.clock.run_for(150 * 15)
    expect(sofar).to_have_value("40")
    assert flying.count() == 0
    page.close()
