#!/usr/bin/env python3
"""The swizzle workshop by real clicks: from Explore's button to a padding, an expression that is
typed, a map that is found and taken over; every answer on screen is what `warplens swizzle` prints.

usage: workshop_window_test.py PROGRAM
"""
import json
import subprocess
import sys
import tempfile

import app_controls as controls
from screen_checks import check, layout_problems, wait_until_sound
from window_driver import App, Display, write_settings


def printed(program, spec):
    """Also of a map that does not work, of which the command says so by its exit status."""
    return json.loads(subprocess.run([program, "swizzle", "--spec", spec, "--json"],
                                     check=False, capture_output=True, text=True).stdout)


def problems(file, program):
    state = file["state"]
    figures = state["figures"]
    if figures.get("workshop.answered") != state["swizzle"]:
        return [f"{state['swizzle']} is not answered"]
    truth = printed(program, state["swizzle"])
    wanted = {"workshop.lost": str(truth["bytes_lost"])}
    for name, side in (("workshop.writes", truth["write"]), ("workshop.reads", truth["read"])):
        wanted[name] = ("impossible" if "fault" in side else
                        f"{side['without_map']['wavefronts']}>{side['wavefronts']}")
    return [f"{name} is {figures.get(name)}, not {value}" for name, value in wanted.items()
            if figures.get(name) != value]


def expect(app, what, **figures):
    """What is on screen is what the command line prints, and readable."""
    app.wait(what, lambda s: s["figures"].get("workshop.answered") == s["swizzle"])
    wait_until_sound(app, what, lambda file: problems(file, app.program) + layout_problems(file))
    state = app.state
    for name, value in figures.items():
        shown = state["figures"].get(f"workshop.{name}")
        check(f"{what}: {name} is {value}", shown == value, shown)


def open_it(app):
    app.click("mode.explore")
    app.wait("explore mode", lambda s: s["mode"] == "explore")
    app.click("explore.workshop")
    app.wait("the workshop", lambda s: s["views"][0] == "swizzle_workshop")
    expect(app, "a tile without a map", reads="1024>1024")


def pad(app):
    app.click("workshop.map.padding")
    app.wait("padding 1", lambda s: s["swizzle"].endswith("map=padding 1"))
    expect(app, "padding", reads="1024>32", lost="128")


def type_an_expression(app):
    controls.type_map(app, "col ^ (row >> 1)")
    expect(app, "an expression that is typed", reads="1024>64", lost="0")
    app.key("ctrl+z")
    app.wait("padding again", lambda s: s["swizzle"].endswith("map=padding 1"))
    expect(app, "all that was typed is one step", lost="128")


def choose_the_accesses(app):
    app.click("workshop.element")
    app.click("workshop.element.2")
    app.wait("halves", lambda s: "element=2" in s["swizzle"])
    controls.wait_closed(app, "workshop.element.")
    app.click("workshop.write")
    app.click("workshop.write.rows.16B")
    app.wait("16 bytes a lane", lambda s: "write=rows.16B" in s["swizzle"])
    controls.wait_closed(app, "workshop.write.")


def find_and_adopt(app):
    app.click("workshop.map.none")
    app.wait("no map", lambda s: s["swizzle"].endswith("map=none"))
    app.click("workshop.find")
    found = app.wait("a map with its reason", lambda s: "workshop.found" in s["figures"])
    reason = found["figures"]["workshop.found"]
    app.click("workshop.adopt")
    state = app.wait("the map taken over", lambda s: not s["swizzle"].endswith("map=none"))
    chosen = state["swizzle"].partition("map=")[2]
    check("the reason is about the map that was taken over", reason.startswith(chosen + ": "), reason)
    expect(app, "a map that was found")


def choose_a_preset(app):
    app.click("workshop.presets")
    app.click("workshop.preset.0")
    app.wait("TMA's 128-byte swizzle", lambda s: "map=Sw<3,4,3> o smem_ptr" in s["swizzle"])
    controls.wait_closed(app, "workshop.preset.")
    expect(app, "a preset", reads="512>64")


def leave(app):
    app.click("workshop.back")
    app.wait("the kernel", lambda s: s["views"][0] != "swizzle_workshop")
    app.key("z")
    app.wait("the workshop by its key", lambda s: s["views"][0] == "swizzle_workshop")
    expect(app, "the workshop as it was left")


def main(program):
    with Display(1280, 800) as display, tempfile.TemporaryDirectory() as folder:
        write_settings(folder, lesson="swizzle", window_width=1280, window_height=800)
        with App(program, display, folder, fills_pixels=False) as app:
            for part in (open_it, pad, type_an_expression, choose_the_accesses, find_and_adopt,
                         choose_a_preset, leave):
                part(app)
            app.close()


main(*sys.argv[1:])
