#!/usr/bin/python3
"""Every step of every lesson says in the browser what it says in the window, and so do both languages.

usage: figures_test.py PROGRAM PAGE LANGUAGE...
"""
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "window"))
from app_controls import is_settled  # noqa: E402
from browser import Browser, StaticSite  # noqa: E402
from web_app import WebApp  # noqa: E402
from window_driver import App, Display, write_settings  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
# Of what the app says: where a person is, what runs, and every figure on screen.
TOLD = ("lesson", "step", "step_id", "kernel", "parameters", "beside", "right_parameters", "event", "right_event",
        "events", "launch", "launches", "order", "choices", "lanes", "source_line", "expected", "views", "figures",
        "error")


def places():
    """(lesson, step) in the order of the course."""
    files = (ROOT / "assets/lessons").glob("*/lesson.json")
    lessons = sorted((json.loads(file.read_text(encoding="utf-8")) for file in files), key=lambda each: each["number"])
    return [(lesson["id"], number) for lesson in lessons for number in range(1, len(lesson["steps"]) + 1)]


def told(state):
    return {name: state[name] for name in TOLD}


def go_to(app, lesson, step):
    """From the step before."""
    state = app.state
    if (state["lesson"], state["step"]) != (lesson, step):
        app.key("Next")
    app.wait(f"{lesson}, step {step}", lambda s: (s["lesson"], s["step"]) == (lesson, step) and is_settled(s))


def steady(app):
    """What the app says once it says the same for a moment: recordings are read beside."""
    before = None
    while (now := told(app.wait("an end of work", is_settled))) != before:
        before = now
        time.sleep(0.2)
    return now


def settings_of(language):
    lesson, _ = places()[0]
    return {"language": language, "lesson": lesson, "window_width": SIZE[0], "window_height": SIZE[1]}


def walk_window(program, language, display):
    with tempfile.TemporaryDirectory() as folder:
        write_settings(folder, **settings_of(language))
        with App(program, display, folder, fills_pixels=False) as app:
            app.park()
            for lesson, step in places():
                go_to(app, lesson, step)
                yield steady(app)


def differences(here, there):
    if isinstance(here, dict) and isinstance(there, dict):
        return [f"{name}.{each}" if each else name for name in sorted({*here, *there})
                if here.get(name) != there.get(name) for each in differences(here.get(name), there.get(name))]
    return [f" {here!r} in the browser, {there!r} in the window"]


def walk_page(page, language, expected):
    wrong = []
    with StaticSite(page) as site, Browser(*SIZE) as browser:
        with WebApp(browser, site.address, settings=settings_of(language)) as app:
            app.park()
            for of_window in expected:
                go_to(app, of_window["lesson"], of_window["step"])
                of_page = steady(app)
                if of_page != of_window:
                    wrong.append(f"{of_window['lesson']}/{of_window['step_id']} ({language}): "
                                 + "; ".join(differences(of_page, of_window)[:4]))
            unexpected = app.page.console
    return wrong + unexpected


def main(program, page, *languages):
    wrong = []
    for language in languages:
        with Display(*SIZE) as display:
            expected = list(walk_window(program, language, display))
        assert len(expected) == len(places()) and any(each["figures"] for each in expected)
        begin = time.monotonic()
        wrong += walk_page(page, language, expected)
        print(f"{language}: {len(expected)} steps, {sum(len(each['figures']) for each in expected)} figures, "
              f"in the browser in {time.monotonic() - begin:.0f} s")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
