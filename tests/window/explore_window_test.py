#!/usr/bin/env python3
"""Exploring freely, by real clicks: kernels, sizes, views, two kernels side by side, undo and redo, a
capture, pictures; every figure is the trace's, nothing overlaps or is cut.

usage: explore_window_test.py PROGRAM
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

import app_controls as controls
import trace_truth as truth
from screen_checks import Truth, check, layout_problems, wait_until_sound
from window_driver import App, Display, write_settings


def expect(app, what, capture=None):
    """What is on screen is right and readable, as soon as it stands still."""
    oracle = Truth(app.program, capture)
    wait_until_sound(app, what,
                     lambda file: oracle.problems(file, hidden=False) + layout_problems(file))


def pick(app, kernel):
    """From the list of kernels at the left."""
    app.reveal(kernel, "explore.")
    app.click(f"explore.{kernel}")
    app.wait(kernel, lambda s: s["kernel"] == kernel and controls.is_settled(s))
    expect(app, f"{kernel} from the list")


def families(app):
    app.click("mode.explore")
    app.wait("explore mode", lambda s: s["mode"] == "explore")
    expect(app, "exploring begins with what the lesson showed")
    pick(app, "access/pattern")
    controls.set_parameter(app, "space", 1)
    controls.set_parameter(app, "stride", 4)
    expect(app, "shared accesses 4 apart")
    pick(app, "transpose/tile_padded")
    controls.set_parameter(app, "rows", 100)
    controls.set_parameter(app, "tile", 16)
    expect(app, "other sizes")


def views(app):
    before = app.state["views"]
    for view in ("sector_strip", "swizzle_map"):
        app.click(f"view.{view}")
        app.wait(f"{view} toggled", lambda s, view=view: (view in s["views"]) != (view in before))
        expect(app, f"{view} toggled")
    app.click("view.punch_card.large")
    app.wait("the punch card large", lambda s: s["views"][0] == "punch_card")
    expect(app, "the punch card large")
    app.key("3")
    app.wait("the bank view large", lambda s: s["views"][0] == "bank_view")
    expect(app, "the bank view large")


def undo_and_redo(app):
    pitch = app.state["parameters"]["pitch"]
    controls.drag(app, "control.pitch", 17 if pitch != 17 else 18,
                  lambda s: controls.parameters_of(s, "")["pitch"])
    dragged = app.wait("the drag's result", controls.is_settled)["parameters"]["pitch"]
    check("the slider has moved", dragged != pitch)
    app.click("undo")
    app.wait("one undo for the whole drag", lambda s: s["parameters"]["pitch"] == pitch
             and controls.is_settled(s))
    expect(app, "undone")
    app.click("redo")
    app.wait("redo", lambda s: s["parameters"]["pitch"] == dragged and controls.is_settled(s))
    expect(app, "done again")


def expect_pair(app, what, left, right):
    app.wait(what, lambda s: (s["kernel"], s["beside"]) == (left, right) and controls.is_settled(s))
    expect(app, what)


def wait_comparing(app, comparing):
    app.wait("two kernels" if comparing else "one kernel",
             lambda s: s["comparing"] == comparing and controls.is_settled(s))


def side_by_side(app):
    controls.choose_kernel(app, "transpose/packed_padded")
    controls.compare_with(app, "transpose/packed_xor")
    app.key("shift+Right")
    expect(app, "padding against XOR")
    app.click("compare.swap")
    expect_pair(app, "XOR against padding", "transpose/packed_xor", "transpose/packed_padded")
    app.click("compare.end")
    wait_comparing(app, False)
    expect(app, "XOR alone")
    controls.choose_kernel(app, "transpose/tile")
    app.click("compare.previous")
    expect_pair(app, "before beside after", "transpose/packed_xor", "transpose/tile")
    app.key("ctrl+z")
    wait_comparing(app, False)
    app.key("ctrl+y")
    wait_comparing(app, True)
    app.key("b")
    wait_comparing(app, False)


def check_png(path, width, height):
    with open(path, "rb") as file:
        data = file.read()
    check(f"{os.path.basename(path)} begins as a PNG", data[:8] == b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        stored, = struct.unpack(">I", data[at + 8 + size:at + 12 + size])
        check(f"its {kind.decode()} is whole", zlib.crc32(kind + body) == stored)
        chunks[kind] = chunks.get(kind, b"") + body
        at += 12 + size
    shown = struct.unpack(">II", chunks[b"IHDR"][:8])
    check(f"it has the view's size {width}×{height}",
          abs(shown[0] - width) <= 1 and abs(shown[1] - height) <= 1, shown)
    depth = len(zlib.decompress(chunks[b"IDAT"])) / shown[1] - 1
    check("it holds all its pixels", depth in (3 * shown[0], 4 * shown[0]), depth)


def picture(app):
    """By the menu in a view's header."""
    _, _, width, height = app.read()["panels"]["bank_view"]
    app.click("bank_view.save")
    app.click("save.png1")
    message = app.wait("the picture", lambda s: "/" in s["message"])["message"]
    check_png(message[message.index("/"):], width, height)
    app.key("Escape")


def looks(app):
    for theme in ("dark", "light"):
        app.click("theme")
        app.wait(theme, lambda s, theme=theme: s["theme"] == theme)
        expect(app, f"the {theme} theme")
    app.click("language")
    app.wait("Chinese", lambda s: s["language"] == "zh")
    expect(app, "exploring in Chinese")
    app.key("e")
    app.wait("the lesson again", lambda s: s["mode"] == "lesson" and controls.is_settled(s))
    expect(app, "back in the lesson")


def exploring(program, display):
    with tempfile.TemporaryDirectory() as folder:
        write_settings(folder, lesson="bank-conflicts", window_width=1280, window_height=800)
        with App(program, display, folder, fills_pixels=False) as app:
            for part in (families, views, undo_and_redo, side_by_side, picture, looks):
                part(app)
            app.close()


def capture(program, display):
    """What `trace -o` keeps is shown as `show` prints it; it is opened as a desktop opens a file."""
    with tempfile.TemporaryDirectory() as folder:
        kept = os.path.join(folder, "kept one.wlens")
        subprocess.run([program, "trace", "transpose/tile_padded", "--set=pitch=34", "-o", kept],
                       check=True, stdout=subprocess.DEVNULL)
        printed = truth.of_capture(program, kept)
        write_settings(folder, window_width=1280, window_height=800)
        with App(program, display, folder, arguments=(pathlib.Path(kept).as_uri(),), fills_pixels=False) as app:
            app.wait("the capture", lambda s: s["mode"] == "explore" and s["figures"].get("status"))
            expect(app, "the capture's first event", printed)
            app.key("shift+Right")
            app.wait("a conflict", lambda s: s["figures"].get("event.conflicts") == "1")
            expect(app, "the capture's first conflict", printed)
            app.resize(1920, 1080)
            expect(app, "the capture in a large window", printed)
            app.close()


def link(program, display):
    """A link that was clicked elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        with App(program, display, folder, arguments=("warplens:1?lesson=padding&step=2",),
                 fills_pixels=False) as app:
            app.wait("the link's step", lambda s: (s["lesson"], s["step"]) == ("padding", 2))
            app.close()


def main(program):
    with Display(1920, 1080) as display, tempfile.TemporaryDirectory() as pictures:
        os.environ["XDG_PICTURES_DIR"] = pictures
        exploring(program, display)
        capture(program, display)
        link(program, display)


main(*sys.argv[1:])
