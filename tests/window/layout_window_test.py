#!/usr/bin/env python3
"""The window's parts by real mouse and keys: borders that are dragged and remembered, and presenting.

usage: layout_window_test.py PROGRAM
"""
import sys
import tempfile
import time

from window_driver import App, Display, write_settings

SIZE = (1280, 800)
HERO = "bank_view"


def check(what, condition, detail=""):
    if not condition:
        raise AssertionError(f"{what} {detail}")
    print("ok:", what)


def hero(app):
    return app.read()["panels"][HERO]


def middle(app, widget):
    x, y, width, height = app.wait_file(widget, lambda f: widget in f["widgets"])["widgets"][widget]["rect"]
    return x + width / 2, y + height / 2


def drag(app, x, y, to_x, to_y):
    app.xdotool("mousedown", 1)
    app.wait("the button held", lambda s: s["held"])
    for part in (0.5, 1):
        at = [int(x + (to_x - x) * part), int(y + (to_y - y) * part)]
        app.move_to(*at)
        app.wait("the pointer", lambda s, at=at: s["pointer"] == at)
    app.xdotool("mouseup", 1)
    app.wait("the button let go", lambda s: not s["held"])


def place(app, border, axis):
    """Where a border's middle stands, in pixels."""
    return middle(app, border)[axis]


def drag_border(app, border, axis, by):
    app.hover(border)
    at = middle(app, border)
    to = [each + (by if i == axis else 0) for i, each in enumerate(at)]
    drag(app, *at, *to)
    app.wait_file(f"{border} under the pointer", lambda f: abs(place(app, border, axis) - to[axis]) < 2)
    app.park()
    return place(app, border, axis)


DRAGGED = {"lesson": [("border.card", 0, 60)],
           "explore": [("border.card", 0, -30), ("border.drawer", 0, -80), ("border.row", 1, -40),
                       ("border.timeline", 1, -30)]}


def in_mode(app, mode):
    if app.state["mode"] != mode:
        app.key("e")
    app.wait(mode, lambda s: s["mode"] == mode and s["up_to_date"])


def places(app, mode):
    return [place(app, border, axis) for border, axis, _ in DRAGGED[mode]]


def drag_borders(app, mode):
    in_mode(app, mode)
    for border, axis, by in DRAGGED[mode]:
        drag_border(app, border, axis, by)
    return places(app, mode)


def check_remembered(app, mode, wanted):
    in_mode(app, mode)
    app.wait_file(f"the borders of {mode}", lambda f: places(app, mode) == wanted)
    print("ok: borders stand where they were dragged, after a restart, in", mode)


def put_back(app, mode):
    in_mode(app, mode)
    for border, axis, by in DRAGGED[mode]:
        left = place(app, border, axis)
        app.hover(border)
        app.double_click(f"{border} where it was",
                         lambda f, at=left: (place(app, border, axis) - at) * by < 0)
        app.park()
        time.sleep(0.4)  # the next is no third click
    print("ok: a double-click puts a border back, in", mode)


def present(app):
    app.park()
    window = hero(app)
    app.key("F5")
    app.wait("presenting", lambda s: s["presentation"])
    file = app.wait_file("the hero alone", lambda f: f["panels"][HERO][2] > 0.95 * SIZE[0])
    check("the hero fills the screen", file["panels"][HERO][3] > 0.75 * SIZE[1], file["panels"][HERO])
    event = app.state["event"]
    app.key("Right")
    app.wait("an arrow steps on", lambda s: s["event"] != event)
    app.key("Left")
    app.wait("and back", lambda s: s["event"] == event)
    app.key("d")
    app.wait("the pen", lambda s: s["figures"].get("present.lines") == "0")
    for line in ("1", "2"):
        app.move_to(400, 300)
        app.wait("the pointer", lambda s: s["pointer"] == [400, 300])
        drag(app, 400, 300, 600, 420 + 40 * int(line))
        app.wait("a line drawn", lambda s, line=line: s["figures"].get("present.lines") == line)
    check("the mouse draws, and turns nothing else", app.state["event"] == event)
    app.key("c")
    app.wait("no line", lambda s: s["figures"].get("present.lines") == "0")
    app.key("Escape")
    app.wait("the window again", lambda s: not s["presentation"])
    app.wait_file("the hero as it was", lambda f: f["panels"][HERO] == window)
    check("presenting is left as it was entered", True)


def main(program):
    with Display(*SIZE) as display, tempfile.TemporaryDirectory() as folder:
        write_settings(folder, lesson="bank-conflicts", step=4, window_width=SIZE[0],
                       window_height=SIZE[1])
        with App(program, display, folder, fills_pixels=False) as app:
            left = {mode: drag_borders(app, mode) for mode in DRAGGED}
            app.process.kill()  # a border is kept as soon as it is let go
            app.process.wait()
        with App(program, display, folder, fills_pixels=False) as app:
            for mode in DRAGGED:
                check_remembered(app, mode, left[mode])
                put_back(app, mode)
            in_mode(app, "lesson")
            present(app)


main(sys.argv[1])
