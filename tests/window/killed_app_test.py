#!/usr/bin/env python3
"""What the app remembers outlives a kill at any moment, a damaged file and a folder without room.

usage: killed_app_test.py PROGRAM
"""
import json
import sys
import tempfile
from pathlib import Path

import app_controls as controls
from window_driver import App, Display

LESSON, PREDICTION, PREDICTION_ID = "bank-conflicts", 2, "column-read"  # 0-based


def check(what, condition, detail=""):
    if not condition:
        raise AssertionError(f"{what} {detail}")
    print("ok:", what)


class Settings:
    def __init__(self, folder):
        self.folder = folder
        self.file = Path(folder) / "warplens/settings.json"

    def write(self, text):
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(text, encoding="utf-8")

    def read(self):
        return json.loads(self.file.read_text(encoding="utf-8"))


def kill(app):
    app.process.kill()
    app.process.wait()


def starts_as_left(program, display, folder):
    """Each change is on disk as soon as it shows, so the app is killed right then, four times."""
    settings = Settings(folder)
    settings.write(json.dumps({"lesson": LESSON, "step": PREDICTION, "introduction_seen": True}))
    with App(program, display, folder) as app:
        check("it opens where the settings say",
              (app.state["lesson"], app.state["step"]) == (LESSON, PREDICTION + 1), app.state)
        controls.answer(app, {"figure": "wavefronts"}, 1, by_key=False)
        app.wait("the step to be done", lambda s: s["step_done"])
        kill(app)
    check("a done step is kept", settings.read()["completed"] == {LESSON: [PREDICTION_ID]},
          settings.read())

    with App(program, display, folder) as app:
        app.key("Next")
        app.wait("the next step", lambda s: s["step"] == PREDICTION + 2)
        kill(app)
    with App(program, display, folder) as app:
        check("the step is kept", app.state["step"] == PREDICTION + 2, app.state)
        app.click("language")
        app.wait("Chinese", lambda s: s["language"] == "zh")
        kill(app)
    with App(program, display, folder) as app:
        check("the language is kept", app.state["language"] == "zh", app.state)
        app.key("t")
        app.wait("the dark theme", lambda s: s["theme"] == "dark")
        kill(app)
    with App(program, display, folder) as app:
        left = {"lesson": LESSON, "step": PREDICTION + 2, "language": "zh", "theme": "dark"}
        check("all of it is kept", left.items() <= app.state.items(), app.state)
        kill(app)
    check("progress is still there", PREDICTION_ID in settings.read()["completed"][LESSON],
          settings.read())
    check("nothing else is left behind",
          [file.name for file in settings.file.parent.iterdir()] == ["settings.json"])


def keeps_a_damaged_file(program, display, folder):
    settings = Settings(folder)
    damaged = '{"language": "zh", "completed": {"bank-conf'
    settings.write(damaged)
    with App(program, display, folder) as app:
        check("it starts and says where the damaged file is",
              "settings.json.damaged" in app.state["error"], app.state["error"])
        app.key("Escape")  # a first start introduces itself
        app.key("t")
        app.wait("the dark theme", lambda s: s["theme"] == "dark")
        kill(app)
    aside = settings.file.with_name("settings.json.damaged")
    check("the damaged file is as it was", aside.read_text(encoding="utf-8") == damaged)
    check("settings are kept anew", settings.read()["theme"] == "dark")


def says_that_nothing_is_kept(program, display, folder):
    Settings(folder).file.parent.write_text("no folder can be made here")
    with App(program, display, folder) as app:
        check("it starts and says that progress is not kept",
              "Progress is not kept" in app.state["error"], app.state["error"])
        app.key("Escape")
        app.key("Next")
        app.wait("the next step", lambda s: s["step"] == 2)
        app.close()


def main(program):
    with Display(1280, 800) as display:
        for part in (starts_as_left, keeps_a_damaged_file, says_that_nothing_is_kept):
            with tempfile.TemporaryDirectory() as folder:
                part(program, display, folder)


main(sys.argv[1])
