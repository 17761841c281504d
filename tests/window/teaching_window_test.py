#!/usr/bin/env python3
"""A teacher's things by real clicks: a lesson from outside the tree is answered and its answer
written for a spreadsheet; a broken save is told and the next one mends it; a class votes and the
trace reveals.

usage: teaching_window_test.py PROGRAM
"""
import csv
import glob
import os
import shutil
import sys
import tempfile

import app_controls as controls
import trace_truth as truth
from screen_checks import check, layout_problems, wait_until_sound
from window_driver import App, Display, write_settings

LESSON = os.path.join(truth.ROOT, "tests", "lessons", "every-other")


def save(path, text):
    """As editors do: whole or not at all."""
    with open(path + "~", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + "~", path)


def answer(app):
    app.wait("the own kernel", lambda s: s["lesson"] == "every-other" and controls.is_settled(s))
    app.click("lesson.option2")
    app.wait("the option", lambda s: s["can_check"])
    app.click("lesson.check")
    state = app.wait("the answer", lambda s: s["answer"] is not None)
    check("the answer is what the trace says", state["answer"] == state["expected"] == 8, state)


def break_and_mend(app, lesson):
    path = os.path.join(lesson, "lesson.json")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    save(path, text.replace('"minutes": 10,', '"minutes" 10,'))
    state = app.wait("what is wrong", lambda s: "lesson.json:4: this is not JSON" in s["error"])
    check("the lesson stays", state["step_id"] == "own-file" and state["answer"] == 8, state)
    save(path, text.replace('"minutes": 10,', '"minutes": 12,'))
    app.wait("the lesson read again", lambda s: s["error"] == "" and s["step_id"] == "own-file")


def export(app, folder):
    app.click("lessons")
    app.click("answers.export")
    app.wait_file("the name to be typed", lambda f: f["widgets"].get("answers.name", {}).get("active"))
    app.xdotool("type", "Ada")
    app.key("Return")
    app.wait("where the answers are", lambda s: "warplens-answers-Ada.csv" in s["message"])
    with open(glob.glob(os.path.join(folder, "*.csv"))[0], encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    check("one answer is written", len(rows) == 1, rows)
    told = {name: rows[0][name] for name in ("name", "lesson", "step", "kind", "value", "right_value",
                                             "right", "attempt", "lesson_title")}
    check("it is the student's", told == {
        "name": "Ada", "lesson": "every-other", "step": "own-file", "kind": "question", "value": "8",
        "right_value": "8", "right": "1", "attempt": "1", "lesson_title": "90 Every other element"}, told)
    app.click("lessons.close")
    app.wait("the contents closed", lambda s: s["overlay"] == "none")


def vote(app):
    def counted(option, votes):
        app.wait(f"{votes} for option {option}",
                 lambda s: s["figures"].get(f"quiz.votes{option}") == str(votes))
    app.key("F5")
    app.wait("Present", lambda s: s["presentation"])
    app.key("q")
    app.wait("the question open again", lambda s: s["answer"] is None and controls.is_settled(s))
    app.key("7")
    counted(1, 7)
    app.key("Down")
    app.key("2")
    app.key("1")
    counted(2, 21)
    app.click("quiz.more3")
    counted(3, 1)
    wait_until_sound(app, "the votes", layout_problems)
    app.click("quiz.reveal")
    state = app.wait("the answer", lambda s: "quiz.right" in s["figures"])
    check("the trace has answered", state["expected"] == 8, state)
    check("a reason stands at each option", "quiz.reason" in state["figures"], state["figures"])
    app.wait("the trace played", lambda s: s["moving"] or s["step_done"])
    wait_until_sound(app, "the revealed answer", layout_problems)
    app.key("Escape")
    app.wait("the quiz closed", lambda s: "quiz.right" not in s["figures"])


def main(program):
    with Display(1920, 1080) as display, tempfile.TemporaryDirectory() as folder:
        lesson = os.path.join(folder, "lessons", "every-other")
        shutil.copytree(LESSON, lesson)
        write_settings(folder, lesson="every-other", window_width=1920, window_height=1080,
                       save_folder=folder)
        arguments = ["--lessons", os.path.dirname(lesson)]
        with App(program, display, folder, arguments=arguments, fills_pixels=False) as app:
            answer(app)
            break_and_mend(app, lesson)
            export(app, folder)
            vote(app)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
