#!/usr/bin/env python3
"""A student's hour by real clicks: from the first card along its path to a kernel of their own. At every question
that asks for a number digits are typed as they stand there, and no picture is swapped away.

usage: student_hour_test.py PROGRAM
"""
import json
import os
import shutil
import sys
import tempfile

import app_controls as controls
import trace_truth as truth
from course_window_test import Walk, load_lessons
from screen_checks import check
from window_driver import App, Display

OWN = os.path.join(truth.ROOT, "tests", "grading", "slow.ptx")


def path_of_an_hour():
    with open(os.path.join(truth.ROOT, "assets", "paths", "hour.json"), encoding="utf-8") as file:
        return [each["step"].split("/") for each in json.load(file)["steps"]]


def begin(app):
    """The first card's question, then its button."""
    app.click("intro.choice3")
    app.wait("the answer", lambda s: "32" in s["figures"].get("intro.verdict", ""))
    app.click("intro.hour")
    app.wait("the path", lambda s: s["path"] == "hour" and s["overlay"] == "none" and controls.is_settled(s))
    app.park()
    app.key("Escape")
    app.wait("no message", lambda s: s["message"] == "")


def is_number(step):
    ask = step.get("predict")
    return ask is not None and not any(name in ask for name in
                                       ("best", "order", "lanes", "cell", "lands", "choices"))


def type_digits(app, step):
    """A digit that is typed where nothing was clicked answers, and the views stay."""
    before = app.state
    app.key("7")
    state = app.wait("the digit", lambda s: s["typed"] == "7")
    check(f"{step['id']}: a digit is the answer's", state["views"] == before["views"], state["views"])
    app.key("BackSpace")
    app.wait("it is taken back", lambda s: s["typed"] == "")


def walk(app):
    lessons = {lesson["id"]: lesson for lesson in load_lessons()}
    walks = {name: Walk(app, lesson, "en") for name, lesson in lessons.items()}
    steps = path_of_an_hour()
    numbers = 0
    for at, (lesson, step_id) in enumerate(steps):
        steps_of_lesson = lessons[lesson]["steps"]
        number = next(i for i, step in enumerate(steps_of_lesson) if step["id"] == step_id)
        here = walks[lesson]
        here.has_erred = True  # rightly at once
        here.arrive(number)
        told = app.wait("its place on the path", lambda s: "lesson.path" in s["figures"])["figures"]["lesson.path"]
        check(f"{lesson}/{step_id}: step {at + 1} of {len(steps)}", f"{at + 1} of {len(steps)}" in told, told)
        if is_number(here.step):
            type_digits(app, here.step)
            numbers += 1
        here.work()
        if at + 1 < len(steps):
            app.click("lesson.next")
    check(f"{numbers} numbers were typed", numbers > 0)


def own_kernel(app, folder):
    """Pasted as a path, with the tilde that a shell would take."""
    mine = shutil.copy(OWN, os.path.join(folder, "mine.ptx"))
    app.key("ctrl+o")
    app.wait_file("the field", lambda f: f["widgets"].get("open.filter", {}).get("active"))
    app.xdotool("type", mine)
    app.wait_file("the path as a row", lambda f: "open.typed" in f["widgets"])
    app.key("Return")
    state = app.wait("the own kernel", lambda s: s["kernel"] == mine and controls.is_settled(s)
                     and s["overlay"] == "none")
    check("its accesses are there", state["events"] > 0, state["events"])


def main(program):
    with Display(1280, 800) as display, tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        os.makedirs(os.path.join(folder, "warplens"))
        with open(os.path.join(folder, "warplens", "settings.json"), "w", encoding="utf-8") as file:
            json.dump({"window_width": 1280, "window_height": 800, "window_position": [0, 0]}, file)
        with App(program, display, folder, skips_introduction=False, fills_pixels=False, cwd=folder) as app:
            begin(app)
            walk(app)
            own_kernel(app, folder)
            app.close()


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
