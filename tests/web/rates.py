#!/usr/bin/python3
"""How quick the page is, beside the program of this machine: what docs/PERFORMANCE.md says of it.

usage: rates.py PROGRAM PAGE
"""
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from browser import Browser, StaticSite
from web_app import WebApp

STEPS = [("coalescing", 1), ("bank-conflicts", 2), ("swizzle", 4), ("reduction", 2), ("stencil", 2)]
KERNEL = {"mode": "explore", "exploring": {"kernel": "transpose/tile", "views": ["bank_view"]}}
ITERATIONS = (1_000_000, 5_000_000)
OF_AN_ITERATION = 4 * 32  # lane instructions of a warp; each warp makes one access at its end
PTX = """.version 7.8
.target sm_80
.address_size 64
.visible .entry loop(.param .u64 out)
{{
  .reg .pred %p<2>;
  .reg .f32 %f<2>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, 0;
  mov.u32 %r2, %tid.x;
  cvt.rn.f32.u32 %f1, %r2;
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd2, %rd3;
again:
  fma.rn.f32 %f1, %f1, 0f3F000000, 0f3F800000;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, {iterations};
  @%p1 bra again;
  st.global.f32 [%rd4], %f1;
  ret;
}}
"""
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
  while (!isDone(warplens.state().state) && performance.now() - start < 10000) await frame();
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
    ideas = {name.rpartition(".")[2]: name for name in app.read()["widgets"] if ".idea." in "." + name}
    padded, plain = ideas["tile_padded"], ideas["tile"]
    return [press(app, widget, f"state.kernel === 'transpose/{name}'") for _ in range(3)
            for widget, name in ((padded, "tile_padded"), (plain, "tile"))]


def lesson_traces(site, browser):
    for lesson, step in STEPS:
        with WebApp(browser, site.address, settings={"lesson": lesson, "step": step - 1}) as app:
            yield lesson, press(app, "lesson.next", f"state.step === {step + 1} && state.events > 0")


def seconds_in_page(app, file):
    begin = time.monotonic()
    app.page.drop_files([str(file)], 640, 300)
    app.wait(file.name, lambda s: s["kernel"].endswith(file.name) and s["up_to_date"] and not s["busy"])
    return time.monotonic() - begin


def seconds_here(program, file):
    begin = time.monotonic()
    subprocess.run(["taskset", "-c", "0", program, "trace", file], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def rate(seconds_of):
    """Million lane instructions a second and warp, with every access costed: of the longer run, less the shorter's time."""
    with tempfile.TemporaryDirectory() as folder:
        taken = []
        for iterations in ITERATIONS:
            file = Path(folder, f"loop{iterations}.ptx")
            file.write_text(PTX.format(iterations=iterations))
            taken.append(min(seconds_of(file) for _ in range(2)))
    return (ITERATIONS[1] - ITERATIONS[0]) * OF_AN_ITERATION / (taken[1] - taken[0]) / 1e6


def main(program, folder):
    with StaticSite(folder) as site:
        print("first picture, s:       ", *(f"{first_picture(site):.1f}" for _ in range(3)))
        with Browser(1280, 800) as browser:
            print("a lesson's next step, ms:", *(f"{name} {taken:.0f}" for name, taken in lesson_traces(site, browser)))
            with WebApp(browser, site.address, settings=KERNEL) as app:
                print("padding on or off, ms:  ", *(f"{taken:.0f}" for taken in toggles(app)))
                there, warps = rate(lambda file: seconds_in_page(app, file)), app.state["events"]
    there, here = there * warps, rate(lambda file: seconds_here(program, file)) * warps
    print(f"a loop, million lane instructions a second: page {there:.0f}, program on one core {here:.0f}, "
          f"{there / here:.2f} of it")


if __name__ == "__main__":
    main(*sys.argv[1:])
