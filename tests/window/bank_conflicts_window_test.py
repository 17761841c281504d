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
    """What the command line's totals say about the kernel that is on screen."""
    return trace_of(program, state)["totals"]


def trace_of(program, state, *options):
    settings = [f"--set={name}={value}" for name, value in state["parameters"].items()]
    output = subprocess.run([program, "trace", state["kernel"], *settings, *options, "--json"], check=True,
                            capture_output=True, text=True).stdout
    return json.loads(output)


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
    app.wait_file("the list to be closed",
                  lambda f: not any(name.startswith("variant.") for name in f["widgets"]))
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


def check_highlights(state, event):
    """The lanes and the shared words on screen are the trace's."""
    lanes = [lane for lane in range(32) if event["mask"] >> lane & 1]
    check(f"event {state['event']}: its lanes are lit", state["lanes"] == lanes, state["lanes"])
    words = {lane["window_offset"] // 4 for lane in event.get("lanes", [])
             if "window_offset" in lane}
    marked = {int(word.split("@")[0]) for word in state["figures"]["bank_view.words"].split()}
    check(f"event {state['event']}: its words are marked", marked == words, marked ^ words)


def playback(app):
    app.click("lesson.dot1")
    before = app.wait("step 1", lambda s: s["step"] == 1 and s["up_to_date"])["event"]
    events = trace_of(app.program, app.state, "--events")["events"]
    seen = {}
    app.click("play")
    app.wait("playing", lambda s: s["playing"])
    for _ in range(8):
        state = app.wait("another event", lambda s: s["event"] not in seen)
        seen[state["event"]] = state
    for event, state in seen.items():
        check_highlights(state, events[event])
    check("highlights change while it plays",
          len({s["figures"].get("bank_view.words", "") for s in seen.values()}) >= 3, seen.keys())
    check("the cursor has moved", app.state["event"] > before)
    app.key("space")
    paused = app.wait("the pause", lambda s: not s["playing"])["event"]
    app.key("Right")
    app.wait("a step on", lambda s: s["event"] == paused + 1)
    app.key("Left")
    app.wait("a step back", lambda s: s["event"] == paused)
    app.key("shift+Right")
    app.wait("the next conflict", lambda s: s["figures"].get("event.conflicts") == "31")


def pitch_slider(app):
    """Dragging the pitch changes the n-way on screen to what the trace says of that pitch."""
    app.click("lesson.dot6")
    app.wait("the pitch step", lambda s: s["step_id"] == "pitch" and s["up_to_date"])
    check("pitch 32 is 32-way", app.state["figures"]["event.max_way"] == "32")
    state = app.drag_until("control.pitch", lambda s: s["parameters"]["pitch"] == 36)
    loads = traced(app.program, state)["shared_load"]
    ways = loads["wavefronts"] // loads["requests"]  # every read of this kernel is alike
    check(f"pitch 36 is {ways}-way on screen and in the trace",
          (state["figures"]["event.max_way"], ways) == (str(ways), 4), state["figures"])
    check_figures(app, "pitch 36")
    app.key("ctrl+z")
    app.wait("one undo for the whole drag",
             lambda s: s["parameters"]["pitch"] == 32 and s["up_to_date"])


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
            pitch_slider(app)
            prediction(app)
            preferences(app)
        with App(program, display, folder) as app:
            state = app.state
            check("language, theme and step survive a restart",
                  (state["language"], state["theme"], state["step"]) == ("zh", "dark", 4), state)


main(sys.argv[1])
