#!/usr/bin/python3
"""How quick the page is, beside the program of this machine: what docs/PERFORMANCE.md says of it.

usage: rates.py PROGRAM PAGE
"""
import re
import subprocess
import sys
import time

from browser import Browser, StaticSite
from web_app import WebApp

STEPS = [("coalescing", 1), ("bank-conflicts", 2), ("swizzle", 4), ("reduction", 2), ("stencil", 2)]
KERNEL = {"mode": "explore", "exploring": {"kernel": "transpose/tile", "views": ["bank_view"]}}
# Runs of the machine: what is set, and what is set anew for each so that it runs again.
RUNS = [("gemm/register_tile", {"n": 512, "k": 512}, "m", (512, 448, 384, 320)),
        ("transpose/tile_padded", {"cols": 1024}, "rows", (2048, 2016, 1984, 1952)),
        ("reduce/shuffle", {}, "n", (8388608, 8387584, 8386560, 8385536))]
UNTIL_ANALYSED = 4  # seconds, in which what is found out about the run before has the thread
# In the page, where no message to the browser is counted: from the press until what `is_done` wants is drawn.
TIMED_PRESS = """(async () => {
  const surface = document.getElementById('window'), [x, y, width, height] = warplens.state().widgets['%(widget)s'].rect;
  const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, pointerType: 'mouse', bubbles: true };
  surface.setPointerCapture = () => {};
  const frame = () => new Promise(requestAnimationFrame);
  surface.dispatchEvent(new PointerEvent('pointermove', at));
  for (let i = 0; i < 8; ++i) await frame();
  surface.dispatchEvent(new PointerEvent('pointerdown', { ...at, buttons: 1 }));
  for (let i = 0; i < 3; ++i) await frame();
  const start = performance.now();
  surface.dispatchEvent(new PointerEvent('pointerup', at));
  const isDone = (state) => state.up_to_date && !state.busy && %(is_done)s;
  while (!isDone(warplens.state().state) && performance.now() - start < 10000) {
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  return performance.now() - start;
})()"""


def press(app, widget, is_done):
    app.wait("an end of work", lambda s: s["up_to_date"] and not s["busy"])
    time.sleep(0.5)
    return app.page.evaluate(TIMED_PRESS % {"widget": widget, "is_done": is_done})


def first_picture(site):
    with Browser(1280, 800) as browser:
        page = browser.open("about:blank")
        begin = time.monotonic()
        page.go(site.address + "?state")
        page.wait_until("globalThis.warplens?.state() != null")
        return time.monotonic() - begin


def toggles(app):
    """Of padding, to and fro."""
    kernels = ("transpose/tile_padded", "transpose/tile")
    return [press(app, f"idea.0.{kernel}", f"state.kernel === '{kernel}'") for _ in range(5) for kernel in kernels]


def lesson_traces(site, browser):
    for lesson, step in STEPS:
        with WebApp(browser, site.address, settings={"lesson": lesson, "step": step - 1}) as app:
            yield lesson, press(app, "lesson.next", f"state.step === {step + 1} && state.events > 0")


def link_to(kernel, values):
    return f"warplens:1?kernel={kernel}" + "".join(f"&kernel.{name}={value}" for name, value in values.items())


def rates_in_page(site, browser, kernel, runs):
    """Million lane instructions a second, by the wall clock: the window draws meanwhile."""
    with WebApp(browser, site.address, settings={}, link=link_to(kernel, runs[0])) as app:
        app.page.allow_clipboard()
        for values in runs:
            app.page.clipboard = link_to(kernel, values)
            app.key("ctrl+v")
            ran = app.wait(kernel, lambda s, values=values: values.items() <= s["parameters"].items()
                           and s["up_to_date"] and not s["busy"])["ran"]
            time.sleep(UNTIL_ANALYSED)
            yield ran["lane_instructions"] / ran["seconds"] / 1e6


def rate_here(program, kernel, values):
    given = [word for name, value in values.items() for word in ("--set", f"{name}={value}")]
    command = ["taskset", "-c", "0", program, "trace", kernel, *given]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    count, seconds = re.search(r"lane instructions: (\d+) in ([\d.]+) s", said).groups()
    return int(count) / float(seconds) / 1e6


def main(program, folder):
    with StaticSite(folder) as site:
        print("first picture, s:       ", *(f"{first_picture(site):.1f}" for _ in range(3)))
        with Browser(1280, 800) as browser:
            print("a lesson's next step, ms:", *(f"{name} {taken:.0f}" for name, taken in lesson_traces(site, browser)))
            with WebApp(browser, site.address, settings=KERNEL) as app:
                print("padding on or off, ms:  ", *(f"{taken:.0f}" for taken in toggles(app)))
            print("million lane instructions a second, the best of the page's and of the program's on one core:")
            for kernel, values, name, sizes in RUNS:
                runs = [values | {name: size} for size in sizes]
                there, here = max(rates_in_page(site, browser, kernel, runs)), max(
                    rate_here(program, kernel, run) for run in runs)
                print(f"  {kernel}: {there:.0f}, {here:.0f}: {there / here:.2f} of it")


if __name__ == "__main__":
    main(*sys.argv[1:])
