#!/usr/bin/env python3
"""A class of 90 minutes by a remote's keys alone, in a real window: full screen, blank, questions put and revealed,
the path to its end; the speaker's view in a second window.

usage: present_window_test.py PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile

import app_controls as controls
import trace_truth as truth
from screen_checks import check, layout_problems, wait_until_sound
from window_driver import App, Display, write_settings

SCREEN, WINDOW = (1920, 1080), (1280, 800)
MOST_PRESSES = 8 + 2  # a step's accesses, a question put and revealed


def path_of_a_class():
    with open(os.path.join(truth.ROOT, "assets", "paths", "class.json"), encoding="utf-8") as file:
        return [each["step"] for each in json.load(file)["steps"]]


def place(state):
    return f"{state['lesson']}/{state['step_id']}"


def moment(state):
    """What a press of the remote changes."""
    return (place(state), state["event"], state["answer"], "quiz.guesses" in state["figures"] or
            "quiz.votes1" in state["figures"] or state["quiz"])


def begin(app):
    app.key("F5")
    app.wait_file("the whole screen", lambda f: f["state"]["presentation"] and tuple(f["size"]) == SCREEN
                  and "present_title" in f["panels"])
    app.park()


def blank(app):
    before = app.wait("a picture", lambda s: controls.is_settled(s) and not s["moving"])
    for key in ("b", "period"):
        app.key(key)
        app.wait_file("a black screen", lambda f: "present.blank" in f["panels"])
        app.key("Next")
        file = app.wait_file("the picture again", lambda f: "present.blank" not in f["panels"])
        check(f"{key} blanks, the next key brings the picture back and does no more",
              file["state"]["event"] == before["event"] and place(file["state"]) == place(before))


def press(app):
    before = moment(app.state)
    app.key("Next")
    return app.wait("the remote's key", lambda s: moment(s) != before and controls.is_settled(s) and not s["moving"])


def walk(app):
    steps = path_of_a_class()
    presses = 0
    for here, following in zip(steps, steps[1:] + [None]):
        state = app.wait(here, lambda s, here=here: place(s) == here and controls.is_settled(s) and not s["moving"])
        if following is None:
            break
        asked = 0
        while place(state) == here and asked < MOST_PRESSES:
            state = press(app)
            asked += 1
        check(f"{here}: {asked} presses lead to {following}", place(state) == following, place(state))
        presses += asked
    check(f"a class is {presses} presses", presses <= 180)


def step_by_step(app):
    app.key("shift+Prior")
    steps = path_of_a_class()
    app.wait("the step before", lambda s: place(s) == steps[-2] and controls.is_settled(s))
    app.xdotool("keydown", "Next")
    app.wait("a long press goes on by a step", lambda s: place(s) == steps[-1])
    app.xdotool("keyup", "Next")


def windows(app):
    found = subprocess.run(["xdotool", "search", "--name", "Warplens"], env=app.environment,
                           capture_output=True, text=True, check=False).stdout
    return found.split()


def speaker(app):
    before = len(windows(app))
    app.key("shift+F5")
    steps = path_of_a_class()
    file = app.wait_file("the speaker's view", lambda f: "speaker" in f)
    check("it is a window of its own", len(windows(app)) == before + 1, windows(app))
    told = file["speaker"]
    check("it has the step, and the class's minutes", "speaker.title" in told and "90" in told["speaker.time"], told)
    app.key("shift+Prior")
    app.wait_file("the step before, and what comes next", lambda f: place(f["state"]) == steps[-2]
                  and "speaker.next" in f.get("speaker", {}))
    app.key("shift+F5")
    app.wait_file("no second window", lambda f: "speaker" not in f)


def controls_and_code(app):
    """The pitch stands on the screen with its value; the code stands beside the picture."""
    app.key("ctrl+f")
    app.wait_file("the field", lambda f: f["widgets"].get("lessons.search", {}).get("active"))
    app.xdotool("type", "7.6")
    app.wait("what is typed", lambda s: s["search"] == "7.6")
    app.key("Return")
    app.wait("step 6 of lesson 7", lambda s: place(s) == "bank-conflicts/pitch" and controls.is_settled(s))
    before = app.wait("its pitch", lambda s: "present.value.pitch" in s["figures"])["figures"]["present.value.pitch"]
    app.key("Tab")
    app.key("Up")
    after = app.wait("another pitch", lambda s: s["figures"].get("present.value.pitch") not in (None, before)
                     and controls.is_settled(s))
    check("the value on the screen is the kernel's",
          after["figures"]["present.value.pitch"].split()[-1] == str(after["parameters"]["pitch"]), after["figures"])
    app.key("s")
    app.wait_file("the code beside it", lambda f: "source" in f["panels"])
    wait_until_sound(app, "the code beside the picture", layout_problems)
    app.key("s")
    app.wait_file("the picture alone", lambda f: "source" not in f["panels"])


def leave(app):
    app.key("F5")
    app.wait_file("the window as it was", lambda f: not f["state"]["presentation"] and tuple(f["size"]) == WINDOW)


def main(program):
    with Display(*SCREEN) as display, tempfile.TemporaryDirectory() as folder:
        write_settings(folder, window_width=WINDOW[0], window_height=WINDOW[1])
        with App(program, display, folder, arguments=["--path", "class"], fills_pixels=False) as app:
            first = path_of_a_class()[0]
            app.wait(first, lambda s: place(s) == first and controls.is_settled(s))
            begin(app)
            blank(app)
            walk(app)
            step_by_step(app)
            speaker(app)
            controls_and_code(app)
            leave(app)
            app.close()


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
