"""The demonstrations' modules in a browser: their functions alone, and all of them in a page."""

from labkit.demos import program
from labkit.demos.data import data_for

PHONE, HALL, OLD_HALL = (390, 844), (1920, 1080), (1024, 768)

#: Random settings of a demonstration within the limits of its controls, each corner among them.
_CHOOSE = """
([name, many, data]) => {
  const demonstration = defined(name), words = randomWords(7);
  const random = () => words() / 2 ** 32, pick = (all) => all[Math.floor(random() * all.length)];
  const wanted = (control) => {
    if (control.kind === "toggle") return random() < 0.5;
    if (control.kind === "level") return pick([0.001, 0.031, 0.05, 0.5]);
    if (control.kind === "choice" || control.kind === "word") return pick([...optionsOf(control, data), control.value]);
    const { low, high } = control, share = pick([0, 0, 1, random(), random() ** 3, random() ** 3]);
    return onScale(control, low + share * (Math.min(high, control.kind === "counter" ? 1000 : high) - low));
  };
  return Array.from({ length: many }, () => {
    const chosen = Object.fromEntries(demonstration.controls.map((control) => [control.name, wanted(control)]));
    return within(demonstration, chosen, data).settings;
  });
}
"""

#: What a demonstration finds and reads out of settings, or why it does not: its plain numbers, and lines.
_SHOW = """
([name, given, data]) => {
  const demonstration = defined(name);
  const plain = (value) => value === null || typeof value !== "object" ? value
    : Array.isArray(value) || ArrayBuffer.isView(value) ? undefined
    : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)])
      .filter(([, each]) => each !== undefined));
  try {
    const refused = refusalOf(demonstration, given, data);
    if (refused) throw Error(refused);
    const { settings } = within(demonstration, given, data), found = demonstration.numbers(settings, data);
    return [plain(found), demonstration.readout(found, settings).map((line) => line.replaceAll("**", ""))];
  } catch (error) {
    return [null, [error.message]];
  }
}
"""


def choose(page, name, many):
    """So many random settings of a demonstration."""
    return page.evaluate(_CHOOSE, [name, many, data_for(name, {})])


def show(page, name, settings):
    """What a module finds of settings, None where it refuses them, and the lines of its readout."""
    return page.evaluate(_SHOW, [name, settings, data_for(name, settings)])


def write_page(*names, deck=False, **settings):
    """A page with demonstrations in their places, below each other; in a deck, each is as high as a slide."""
    places, data = [], []
    for name in names:
        places.append(f"<main>{program.place(name, settings)}</main>")
        data.append(program.data_of(name, data_for(name, settings)))
    body = "\n".join([*places, *data])
    size = "body { margin: 0.5em; font: 16px sans-serif; }"
    if deck:
        body = body.replace('class="labkit-demo"', 'class="labkit-demo labkit-fill"')
        size = (
            "body { margin: 0; font: 2.5vh sans-serif; } main { height: 88vh; margin: 10vh 2vh 0; }"
        )
    return (
        '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Demonstrations</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>:root {{ color-scheme: light dark; background: light-dark(#fff, #111); }} {size}{program.style()}</style></head>"
        f"<body>{body}<script>{program.as_script(*names)}</script></body></html>"
    )
