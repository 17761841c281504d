#!/usr/bin/env python3
"""Where kernels are traced, by real clicks: a driver that is of no use disables the GPU and says why; on
the simulated driver the trace comes from its device, is remembered, and goes back.

usage: backend_window_test.py PROGRAM FOLDER with simulated_cuda/ and ancient_cuda/
"""
import os
import sys
import tempfile

import app_controls as controls
from screen_checks import check, layout_problems
from window_driver import App, Display, write_settings

DEVICE = "Simulated device"
WHAT_TO_DO = {"en": "install a driver", "zh": "安装"}


def explore(settings, **values):
    write_settings(settings, mode="explore", lesson="bank-conflicts", window_width=1440, window_height=900,
                   exploring={"kernel": "transpose/tile_padded", "parameters": {},
                              "views": ["bank_view"]}, **values)


def traced_on(app, device):
    return app.wait(f"a trace of {device}",
                    lambda s: s["traced_on"] == device and controls.is_settled(s))


def fits(app, what):
    app.park()
    app.wait_file(what, lambda f: not layout_problems(f))


def disabled(app):
    for language in ("en", "zh"):
        app.hover("backend.gpu")
        why = app.wait("why there is no GPU", lambda s: s["figures"].get("backend.why_not"))
        words = why["figures"]["backend.why_not"]
        check(f"it says what to do ({language})", WHAT_TO_DO[language] in words, words)
        check("it is one line", "\n" not in words, words)
        app.xdotool("click", 1)
        app.wait("the click over", lambda s: not s["held"] and not s["pending"])
        check("a click changes nothing", app.state["backend"] == "cpu")
        app.key("ctrl+g")
        message = app.wait("the key's message", lambda s, language=language: WHAT_TO_DO[language] in s["message"])
        check("nor does the key", message["backend"] == "cpu")
        app.key("Escape")
        app.click("language")
        app.wait("the other language", lambda s, now=language: s["language"] != now)


def switch(app):
    figures = traced_on(app, "cpu")["figures"]
    app.click("backend.gpu")
    state = traced_on(app, DEVICE)
    check("the band says so", DEVICE in state["figures"]["status"], state["figures"]["status"])
    for name in ("global_load.sectors_per_request", "shared_load.wavefronts"):
        check(f"{name} is the same", state["figures"][name] == figures[name])
    check("why nothing was counted is said", state["figures"].get("counters.note"))
    fits(app, "the window with a GPU's trace")
    app.click("undo")
    traced_on(app, "cpu")
    app.key("ctrl+g")
    traced_on(app, DEVICE)
    controls.compare_with(app, "transpose/packed_xor")
    state = traced_on(app, DEVICE)
    check("the other side too", DEVICE in state["figures"]["right.status"])
    fits(app, "two GPU traces")
    app.click("compare.end")
    app.wait("one kernel", lambda s: not s["comparing"] and controls.is_settled(s))


def remembered(app):
    traced_on(app, DEVICE)
    app.click("mode.lesson")
    app.wait("the lesson", lambda s: s["mode"] == "lesson")
    traced_on(app, DEVICE)
    app.click("backend.cpu")
    traced_on(app, "cpu")


def main(program, drivers):
    with Display(1920, 1080) as display, tempfile.TemporaryDirectory() as settings:
        explore(settings, backend="gpu")
        os.environ["LD_LIBRARY_PATH"] = os.path.join(drivers, "ancient_cuda")
        with App(program, display, settings) as app:
            traced_on(app, "cpu")
            disabled(app)
            app.close()
        explore(settings)
        os.environ["LD_LIBRARY_PATH"] = os.path.join(drivers, "simulated_cuda")
        with App(program, display, settings) as app:
            switch(app)
            app.close()
        with App(program, display, settings) as app:
            remembered(app)
            app.close()


main(*sys.argv[1:])
