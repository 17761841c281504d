#!/usr/bin/env python3
"""Plane and space by real clicks: from Explore's button to a handle that is dragged, a matrix that
is typed, a motion that is played, a space that is turned; every figure on screen is what fractions
say.

usage: motion_window_test.py PROGRAM
"""
import sys
import tempfile

import motion_controls as motion
import motion_truth as truth
from screen_checks import check, layout_problems, wait_until_sound
from window_driver import App, Display, write_settings


def expect(app, what, **figures):
    wait_until_sound(app, what, lambda file: truth.problems(file["state"]) + layout_problems(file))
    for name, value in figures.items():
        shown = app.state["figures"].get(f"plane.{name}")
        check(f"{what}: {name} is {value}", shown == value, shown)


def open_it(app):
    app.click("mode.explore")
    app.wait("explore mode", lambda s: s["mode"] == "explore")
    app.click("explore.plane")
    app.wait("the plane", lambda s: s["views"][0] == "plane")
    expect(app, "the plane")


def move_columns(app):
    motion.type_part(app, "A", "1 0; 0 1")
    motion.type_part(app, "v", "2 1")
    motion.drag_columns(app, "0 -1; 1 0")
    expect(app, "a quarter turn", determinant="1", image="-1 2")
    app.key("ctrl+z")
    motion.wait_for(app, "A", "1 -1; 0 0")
    expect(app, "one column back", determinant="0")
    app.key("ctrl+y")
    motion.wait_for(app, "A", "0 -1; 1 0")
    motion.drag_vector(app, "-1 1")
    expect(app, "a vector of one's own", image="-1 -1")


def move_by_keys(app):
    app.key("Tab")
    app.key("Tab")  # from v on to î, to ĵ
    app.key("Up")
    motion.wait_for(app, "A", "0 -1; 1 1/4")
    app.key("shift+Right")
    motion.wait_for(app, "A", "0 -19/20; 1 1/4")
    expect(app, "a column moved by keys")


def play(app):
    app.key("space")
    app.wait("the motion on its way", lambda s: 0.1 < s["phase"] < 0.9)
    app.wait("its end", lambda s: s["phase"] == 1)


def multiply(app):
    app.click("motion.product")
    motion.type_part(app, "A", "2 1; 0 1")
    motion.type_part(app, "B", "1/2 0; 0 -1")
    expect(app, "a product", product="1 1/2; 0 -1")
    app.click("motion.A")
    app.key("ctrl+a")
    app.xdotool("type", "1 2 x")
    app.wait("what is wrong", lambda s: "motion.error" in s["figures"])
    app.key("Escape")


def turn(app):
    app.click("motion.space")
    app.wait("the space", lambda s: s["views"][0] == "space")
    expect(app, "the space")
    motion.type_part(app, "p", "1 0 2")
    motion.turn_space(app)
    expect(app, "the space turned")
    app.click("motion.swap")
    motion.wait_for(app, "q", "1 0 2")
    expect(app, "the other order")


def main(program):
    with Display(1280, 800) as display, tempfile.TemporaryDirectory() as folder:
        write_settings(folder, lesson="swizzle", window_width=1280, window_height=800)
        with App(program, display, folder, fills_pixels=False) as app:
            for part in (open_it, move_columns, move_by_keys, play, multiply, turn):
                part(app)
            kept = app.state["motion"]
            app.close()
        with App(program, display, folder, fills_pixels=False) as app:
            app.wait("the space as it was left", lambda s: s["motion"] == kept)


main(*sys.argv[1:])
