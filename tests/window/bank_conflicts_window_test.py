#!/usr/bin/env python3
"""The window end to end: toggles, playback, language, and settings that outlive the app.

The figures on screen are compared with those that `warplens trace --json` prints.
usage: bank_conflicts_window_test.py PROGRAM
"""
import json
import subprocess
import sys
import tempfile
import time

from window_driver import App, Display


def check(what, condition, detail=""):
    if not condition:
        raise AssertionError(f"{what} {detail}")
    print("ok:", what)


def traced(program, state):
    """What the command line says about the kernel that is on screen."""
    settings = [f"--set={name}={value}" for name, value in state["parameters"].items()]
    output = subprocess.run([program, "trace", state["kernel"], *settings, "--json"], check=True,
                            capture_output=True, text=True).stdout
    return json.loads(output)["totals"]


def number(text):
    return int(text.replace(",", ""))


def check_figures(app, what):
    state = app.state
    totals, figures = traced(app.program, state), state["figures"]
    for kind in ("shared_load", "shared_store"):
        for figure in ("wavefronts", "conflicts"):
            shown, truth = number(figures[f"{kind}.{figure}"]), totals[kind][figure]
            check(f"{what}: {kind} {figure} is {truth} on screen and in the trace", shown == truth,
                  f"shown {shown}")
    return totals


def choose(app, kernel):
    app.click("control.variant")
    started = time.monotonic()
    app.click(f"variant.{kernel}")
    state = app.wait(kernel, lambda s: s["kernel"] == kernel and s["up_to_date"])
    print(f"   {kernel} shown {time.monotonic() - started:.3f} s after the pointer set off")
    return state


def toggles(app):
    # Step 8 stands on the 32-way column read.
    app.click("lesson.dot8")
    state = app.wait("the stage", lambda s: s["step"] == 8 and s["up_to_date"])
    check("the column read takes 32 wavefronts", state["figures"]["event.wavefronts"] == "32")
    check("the plain tile conflicts", check_figures(app, "tile")["shared_load"]["conflicts"] > 0)

    state = choose(app, "transpose/tile_padded")
    check("the pitch is 33", state["parameters"]["pitch"] == 33)
    check("padding removes it", check_figures(app, "padded")["shared_load"]["conflicts"] == 0)
    check("one wavefront under the cursor", app.state["figures"]["event.wavefronts"] == "1")

    state = choose(app, "transpose/packed_xor")
    check("XOR removes it", check_figures(app, "xor")["shared_load"]["conflicts"] == 0)
    check("the step is done", app.state["step_done"])

    choose(app, "transpose/tile")
    check_figures(app, "back to the tile")
    app.key("ctrl+z")
    app.wait("undo", lambda s: s["kernel"] == "transpose/packed_xor" and s["up_to_date"])
    app.key("ctrl+y")
    app.wait("redo", lambda s: s["kernel"] == "transpose/tile" and s["up_to_date"])


def playback(app):
    before = app.state["event"]
    seen = set()
    app.click("play")
    app.wait("playing", lambda s: s["playing"])
    deadline = time.monotonic() + 30
    while len(seen) < 4 and time.monotonic() < deadline:
        seen.add(app.state["figures"].get("bank_view.words", ""))
        time.sleep(0.02)
    check("the highlighted lanes change while it plays", len(seen) >= 4, f"only {seen}")
    check("the cursor has moved", app.state["event"] > before)
    app.key("space")
    paused = app.wait("the pause", lambda s: not s["playing"])["event"]
    app.key("Right")
    app.wait("a step on", lambda s: s["event"] == paused + 1)
    app.key("Left")
    app.wait("a step back", lambda s: s["event"] == paused)
    app.key("shift+Right")
    app.wait("the next conflict", lambda s: s["figures"].get("event.conflicts") == "31")


def prediction(app):
    app.click("lesson.dot3")
    app.wait("step 3", lambda s: s["step_id"] == "column-read" and s["up_to_date"])
    check("costs are hidden before the answer", "event.wavefronts" not in app.state["figures"])
    app.click("lesson.check")
    state = app.wait("the answer", lambda s: s["answer"] is not None)
    state = app.wait("the event", lambda s: s["figures"].get("event.wavefronts") == "32")
    check("a wrong answer completes the step too", state["step_done"])


def preferences(app):
    app.click("language")
    app.wait("Chinese", lambda s: s["language"] == "zh")
    app.key("t")
    app.wait("the dark theme", lambda s: s["theme"] == "dark")
    app.key("Next")
    app.wait("the next step", lambda s: s["step"] == 4)
    app.close()


def main(program):
    with Display(1280, 800) as display, tempfile.TemporaryDirectory() as folder:
        with App(program, display, folder) as app:
            check("it starts in English at step 1",
                  (app.state["language"], app.state["step"]) == ("en", 1))
            toggles(app)
            playback(app)
            prediction(app)
            preferences(app)
        with App(program, display, folder) as app:
            state = app.state
            check("language, theme and step survive a restart",
                  (state["language"], state["theme"], state["step"]) == ("zh", "dark", 4), state)


main(sys.argv[1])
