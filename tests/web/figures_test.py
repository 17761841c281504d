#!/usr/bin/python3
"""Every step of every lesson says in the browser what it says in the window, in each language.

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
PATIENCE = 15  # seconds, for what is computed beside
# Of what the app says: where a person is, what runs, and every figure on screen.
TOLD = ("lesson", "step", "step_id", "kernel", "parameters", "beside", "right_parameters", "event", "right_event",
        "events", "launch", "launches", "order", "choices", "lanes", "source_line", "expected", "views", "figures",
        "error")


def places():
    """(lesson, step) in the order of the course."""
    files = (ROOT / "assets/lessons").glob("*/lesson.json")
    lessons = sorted((json.loads(file.read_text(encoding="utf-8")) for file in files), key=lambda each: each["number"])
    return [(lesson["id"], number) for lesson in lessons for number in range(1, len(lesson["steps"]) + 1)]


# Which of NVIDIA's tools are here, and where files of one's own lie, is another in a browser.
OF_THE_MACHINE = ("status", "editor.file")


def told(state):
    now = {name: state[name] for name in TOLD}
    figures = {name: words for name, words in now["figures"].items() if name not in OF_THE_MACHINE}
    kernel = Path(now["kernel"]).name if now["kernel"].startswith("/") else now["kernel"]
    return now | {"figures": figures, "kernel": kernel}


def settings_of(language):
    lesson, _ = places()[0]
    return {"language": language, "lesson": lesson, "window_width": SIZE[0], "window_height": SIZE[1]}


def go_to(app, lesson, step):
    """From the step before."""
    state = app.state
    if (state["lesson"], state["step"]) != (lesson, step):
        app.key("Next")
    app.wait(f"{lesson}, step {step}", lambda s: (s["lesson"], s["step"]) == (lesson, step) and is_settled(s))


def differences(here, there):
    if isinstance(here, dict) and isinstance(there, dict):
        return [f"{name}.{each}" if each else name for name in sorted({*here, *there})
                if here.get(name) != there.get(name) for each in differences(here.get(name), there.get(name))]
    return [f" {here!r} in the browser, {there!r} in the window"]


def agreed(window, page):
    """What both say, once it is the same; charts are computed beside. Else what differs."""
    end = time.monotonic() + PATIENCE
    while (of_window := told(window.state)) != (of_page := told(page.state)) and time.monotonic() < end:
        time.sleep(0.05)
    return of_window, [] if of_window == of_page else differences(of_page, of_window)


def walk(window, page):
    """Returns how many figures were compared, and what differs."""
    compared, wrong = 0, []
    window.park()
    page.park()
    for lesson, step in places():
        go_to(window, lesson, step)
        go_to(page, lesson, step)
        said, differ = agreed(window, page)
        compared += len(said["figures"])
        if differ:
            wrong.append(f"{lesson}/{said['step_id']}: " + "; ".join(differ[:4]))
    return compared, wrong + page.page.console


def main(program, folder, *languages):
    failures = []
    for language in languages:
        settings = settings_of(language)
        with Display(*SIZE) as display, tempfile.TemporaryDirectory() as config, StaticSite(folder) as site, \
                Browser(*SIZE) as browser:
            write_settings(config, **settings)
            with App(program, display, config, fills_pixels=False) as window, \
                    WebApp(browser, site.address, settings=settings) as page:
                compared, wrong = walk(window, page)
        print(f"{language}: {len(places())} steps, {compared} figures")
        assert compared > 10 * len(places())
        failures += wrong
    print("\n".join(failures))
    sys.exit(bool(failures))


if __name__ == "__main__":
    main(*sys.argv[1:])
