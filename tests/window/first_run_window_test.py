#!/usr/bin/env python3
"""From a fresh home, by real clicks: a question is answered, a 32-way conflict vanishes in at most three, padding and XOR are
compared in time at two sizes in at most five.

usage: first_run_window_test.py PROGRAM [FOLDER for pictures]
"""
import os
import sys
import tempfile

import app_controls as controls
from screen_checks import check, layout_problems
from window_driver import App, Display


class Clicks:
    """The app as a person without a keyboard uses it, and how often they have pressed."""

    def __init__(self, app):
        self.app, self.count = app, 0

    def click(self, name):
        self.count += 1
        self.app.click(name)


def picture(app, what):
    """For a look at it, where pictures are kept."""
    if "XDG_PICTURES_DIR" not in os.environ:
        return
    before = app.state["message"]
    app.key("ctrl+shift+s")
    app.wait(f"a picture of {what}", lambda s: s["message"] not in ("", before))


def expect_readable(app, what):
    """Without the message that lies over it."""
    app.park()
    app.key("Escape")
    app.wait("no message", lambda s: s["message"] == "")
    app.wait_file(f"{what} to be readable", lambda f: not layout_problems(f))


def see_a_conflict_vanish(app):
    hand = Clicks(app)
    hand.click("intro.choice3")
    app.wait("the answer", lambda s: "32" in s["figures"].get("intro.verdict", ""))
    hand.click("intro.conflict")
    before = app.wait("the conflict", lambda s: s["kernel"] == "transpose/tile"
                      and controls.is_settled(s) and s["overlay"] == "none"
                      and "32 wavefronts" in s["figures"].get("caption.cost", ""))
    check("the banks are what is seen", before["views"][0] == "bank_view", before["views"])
    picture(app, "the conflict")
    hand.click(controls.idea_button(app, "transpose/tile_padded", ""))
    after = app.wait("no conflict", lambda s: s["kernel"] == "transpose/tile_padded"
                     and controls.is_settled(s) and "1 wavefront " in s["figures"].get("caption.cost", ""))
    check("it is the same access, on the same picture", after["views"] == before["views"])
    expect_readable(app, "the kernel without its conflict")
    picture(app, "no conflict")
    check(f"a conflict vanishes in {hand.count} clicks", hand.count <= 3)


def times_on_screen(state):
    values = {name: state["figures"].get(f"timing_view.value.{name}")
              for name in ("tile_padded", "tile_xor")}
    return values if all(value and value[0].isdigit() for value in values.values()) else None


def compare_times(app):
    hand = Clicks(app)
    hand.click("intro.choice1")
    hand.click("intro.times")
    first = app.wait("both times", lambda s: s["kernel"] == "transpose/tile_padded"
                     and s["beside"] == "transpose/tile_xor" and controls.is_settled(s)
                     and s["views"][0] == "timing_view" and times_on_screen(s))
    expect_readable(app, "the times")
    picture(app, "the times")
    side = first["figures"]["timing_view.side"]
    hand.click("timing_view.side.less")
    second = app.wait("another size", lambda s: s["figures"]["timing_view.side"] != side)
    if not times_on_screen(second):  # a size at which the ladder alone was timed
        between = second["figures"]["timing_view.side"]
        hand.click("timing_view.side.less")
        second = app.wait("both times at another size", lambda s: times_on_screen(s)
                          and s["figures"]["timing_view.side"] not in (side, between))
    check("they differ from size to size", times_on_screen(first) != times_on_screen(second))
    check(f"two sizes are compared in {hand.count} clicks", hand.count <= 5)


def main(program, pictures=None):
    if pictures:
        os.environ["XDG_PICTURES_DIR"] = pictures
    else:
        os.environ.pop("XDG_PICTURES_DIR", None)
    with Display(1920, 1080) as display:
        for look in (see_a_conflict_vanish, compare_times):
            with tempfile.TemporaryDirectory() as folder:
                with App(program, display, folder, skips_introduction=False,
                         fills_pixels=bool(pictures)) as app:
                    app.wait("the introduction", lambda s: s["overlay"] == "introduction")
                    picture(app, "the introduction") if look is see_a_conflict_vanish else None
                    look(app)
                    app.close()
    print("ok: the first run")


main(*sys.argv[1:])
