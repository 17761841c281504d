#!/usr/bin/env python3
"""What makes the app pleasant, by real keys and clicks: introduction, help, glossary, lesson list,
presentation size, pictures.

usage: comfort_window_test.py PROGRAM [FOLDER for the pictures]
"""
import os
import struct
import sys
import tempfile
import zlib

from window_driver import App, Display


def check(what, condition, detail=""):
    if not condition:
        raise AssertionError(f"{what} {detail}")
    print("ok:", what)


def overlay(app, name):
    return app.wait(f"overlay {name}", lambda s: s["overlay"] == name)


def picture(app, key):
    """Presses a picture's key; returns its file and its size in pixels."""
    before = app.state["message"]
    app.key(key)
    message = app.wait("the picture", lambda s: s["message"] not in ("", before))["message"]
    path = message[message.index("/"):]
    with open(path, "rb") as file:
        head = file.read(24)
    check(f"{os.path.basename(path)} is a PNG", head[:8] == b"\x89PNG\r\n\x1a\n")
    return path, struct.unpack(">II", head[16:24])


def first_rows(path, rows):
    """The bytes of a picture's first rows (8 bits a channel, RGBA), unfiltered."""
    with open(path, "rb") as file:
        data = file.read()
    width, body, at = struct.unpack(">I", data[16:20])[0], b"", 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    lines, stride, pixels, above = zlib.decompress(body), width * 4 + 1, [], bytes(width * 4)
    for row in range(rows):
        kind, line = lines[row * stride], bytearray(lines[row * stride + 1:(row + 1) * stride])
        for i, value in enumerate(line):
            left, up = line[i - 4] if i > 3 else 0, above[i]
            corner = above[i - 4] if i > 3 else 0
            paeth = min((left, up, corner), key=lambda near, l=left, u=up, c=corner:
                        (abs(l + u - c - near), (near != l), (near != u)))
            line[i] = (value + (0, left, up, (left + up) // 2, paeth)[kind]) % 256
        pixels += line
        above = bytes(line)
    return pixels


def introduction(app):
    overlay(app, "introduction")
    for card in range(1, 6):
        picture(app, "ctrl+shift+s")
        app.key("Right")
        app.wait(f"card {card + 1}", lambda s, card=card: s["card"] == card)
    app.key("Left")
    app.wait("card 5 again", lambda s: s["card"] == 4)
    app.hover("play")
    app.xdotool("mousedown", 1)
    app.wait("the button held", lambda s: s["held"])
    app.xdotool("mouseup", 1)
    state = app.wait("the button let go", lambda s: not s["held"])
    check("what the cards point at takes no clicks", not state["playing"])
    app.click("intro.next")
    app.wait("card 6", lambda s: s["card"] == 5)
    app.key("Return")
    overlay(app, "none")


def help_and_glossary(app):
    app.key("F1")
    overlay(app, "keys")
    picture(app, "ctrl+shift+s")
    app.click("help.glossary")
    overlay(app, "glossary")
    state = app.wait("the terms", lambda s: "glossary.found" in s["figures"])
    everything = int(state["figures"]["glossary.found"])
    app.wait_file("the field", lambda f: f["widgets"].get("glossary.search", {}).get("active"))
    app.xdotool("type", "swizzle")
    app.wait("few terms", lambda s: 0 < int(s["figures"]["glossary.found"]) < everything)
    picture(app, "ctrl+shift+s")
    app.key("Escape")
    overlay(app, "none")


def hover_help(app):
    figures = app.wait("a term", lambda s: any(f.startswith("term.") for f in s["figures"]))["figures"]
    term = sorted(f for f in figures if f.startswith("term."))[0]
    app.xdotool("mousemove", *figures[term].split())
    app.wait("its explanation", lambda s: s["figures"].get("help.term") == term[len("term."):])
    app.xdotool("mousemove", "2", "2")
    app.wait("the pointer elsewhere", lambda s: "help.term" not in s["figures"])


def lesson_list(app):
    app.key("ctrl+f")
    overlay(app, "lessons")
    picture(app, "ctrl+shift+s")
    app.wait_file("the field", lambda f: f["widgets"].get("lessons.search", {}).get("active"))
    app.xdotool("type", "punch")
    app.wait("what is typed", lambda s: s["search"] == "punch")
    picture(app, "ctrl+shift+s")
    app.key("Return")
    state = overlay(app, "none")
    check("the hit's step is shown", app.wait("its step", lambda s: s["step"] != 1)["step"] > 1,
          state)
    app.click("lessons")
    overlay(app, "lessons")
    app.key("Escape")
    overlay(app, "none")


def presentation(app, size):
    app.key("F5")
    app.wait("the presentation size", lambda s: s["presentation"])
    file = app.wait_file("the tabs", lambda f: f["state"]["up_to_date"] and f["state"]["presentation"])
    check("nothing is cut in presentation size", file["cut_texts"] in ({}, None), file["cut_texts"])
    for key in ("F1", "ctrl+f"):
        app.key(key)
        app.wait("an overlay", lambda s: s["overlay"] != "none")
        picture(app, "ctrl+shift+s")
        app.key("Escape")
        overlay(app, "none")
    path, pixels = picture(app, "ctrl+shift+s")
    check("a picture of the window has its size", pixels == size, pixels)
    title_bar = first_rows(path, 45)
    check("the larger window is drawn: dark letters on a light ground",
          sum(title_bar) / len(title_bar) > 200 and min(title_bar) < 90)
    app.key("F5")
    app.wait("the usual size", lambda s: not s["presentation"])


def pictures(app):
    panels = app.read()["panels"]
    large = max((panels[name] for name in ("bank_view", "punch_card", "sector_strip", "swizzle_map") if name in panels),
                key=lambda rect: rect[2] * rect[3])
    path, pixels = picture(app, "ctrl+s")
    check("a picture of the large view has its size",
          all(abs(a - b) <= 1 for a, b in zip(pixels, large[2:])), (pixels, large))
    again, _ = picture(app, "ctrl+s")
    check("nothing is overwritten", path != again and os.path.exists(path))
    app.key("ctrl+c")
    app.wait("figures copied", lambda s: "clipboard" in s["message"] or "剪贴板" in s["message"])
    app.key("Escape")
    app.wait("no message", lambda s: s["message"] == "")


def main(program, pictures_folder):
    os.environ["XDG_PICTURES_DIR"] = pictures_folder
    size = (1280, 800)
    with Display(*size) as display, tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "warplens"))
        with open(os.path.join(folder, "warplens", "settings.json"), "w", encoding="utf-8") as file:
            file.write('{"lesson": "bank-conflicts", "window_width": 1280, "window_height": 800, "window_position": [0, 0]}')
        with App(program, display, folder, skips_introduction=False) as app:
            introduction(app)
            hover_help(app)
            help_and_glossary(app)
            lesson_list(app)
            pictures(app)
            presentation(app, size)
            app.key("l")
            app.wait("Chinese", lambda s: s["language"] == "zh")
            app.key("i")
            introduction(app)
            hover_help(app)
            help_and_glossary(app)
            lesson_list(app)
            presentation(app, size)
            app.key("F5")
            app.wait("the presentation size", lambda s: s["presentation"])
            app.close()
        with App(program, display, folder, skips_introduction=False) as app:
            state = app.state
            check("no introduction the second time, and nothing is presented that nobody asked for",
                  (state["overlay"], state["presentation"]) == ("none", False), state)


if len(sys.argv) > 2:
    main(sys.argv[1], sys.argv[2])
else:
    with tempfile.TemporaryDirectory() as temporary:
        main(sys.argv[1], temporary)
