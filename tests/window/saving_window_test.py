#!/usr/bin/env python3
"""A trace with conflicts: its worst access is one click away, and the view that shows it leaves the
window as SVG, GIF, Perfetto JSON and CSV; every file is read back.

usage: saving_window_test.py PROGRAM
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import app_controls as controls
from screen_checks import check
from window_driver import App, Display, write_settings

KERNEL = "transpose/tile"
VIEW = "bank_view"


def printed(program):
    """What the command line says of the same launch."""
    out = subprocess.run([program, "trace", KERNEL, "--worst", "--json", "--events"], check=True,
                         capture_output=True, text=True).stdout
    return json.loads(out)


def jump(app, worst):
    app.wait("the list of the worst", lambda s: "worst0" in s["figures"])
    app.click("worst0")
    state = app.wait("the dearest access", lambda s: s["event"] == worst["event"])
    check("the cursor stands at its line", state["source_line"] == worst["line"], state["source_line"])
    check("the list says why", worst["sentence"] in state["figures"]["worst0"])
    app.key("shift+x")
    state = app.wait("the next worst by key", lambda s: s["event"] != worst["event"])
    check("it costs as much, in the same line", state["source_line"] == worst["line"])


def saved(app, widget, ending):
    """The file that a button of the menu makes."""
    app.click(f"{VIEW}.save")
    app.click(widget)
    message = app.wait(ending, lambda s: s["message"].endswith(ending))["message"]
    path = message[message.index("/"):]
    app.key("Escape")
    app.wait("no message", lambda s: s["message"] == "")
    return path


def check_svg(path, size):
    root = xml.etree.ElementTree.parse(path).getroot()
    check("the SVG is as large as the view", abs(float(root.get("width")) - size[0]) <= 1 and
          abs(float(root.get("height")) - size[1]) <= 1, root.attrib)
    texts = [each for each in root.iter() if each.tag.endswith("text")]
    check("the SVG names every lane", len(texts) >= 32, len(texts))
    if shutil.which("rsvg-convert"):
        subprocess.run(["rsvg-convert", path, "-o", path + ".png"], check=True)


def check_gif(path, pictures):
    with open(path, "rb") as file:
        data = file.read()
    check("it begins and ends as a GIF", data[:6] == b"GIF89a" and data[-1:] == b";")
    check(f"it has {pictures} pictures", data.count(b"\x21\xf9\x04") == pictures,
          data.count(b"\x21\xf9\x04"))


def check_perfetto(path, events):
    with open(path, encoding="utf-8") as file:
        trace = json.load(file)["traceEvents"]
    slices = [each for each in trace if each["ph"] == "X"]
    check("Perfetto has a slice an event", len(slices) == events, len(slices))


def check_csv(path, program):
    out = subprocess.run([program, "trace", KERNEL, "--csv", "totals"], check=True,
                         capture_output=True).stdout
    with open(path, "rb") as file:
        check("the CSV is the command line's", file.read() == out)
    with open(path, newline="", encoding="utf-8") as file:
        rows = {row["class"]: row for row in csv.DictReader(file)}
    check("it counts the conflicts", int(rows["shared_load"]["conflicts"]) > 0)


def story(program, display, folder):
    traced = printed(program)
    write_settings(folder, mode="explore", exploring={"kernel": KERNEL, "views": [VIEW]},
                   window_width=1280, window_height=800)
    with App(program, display, folder) as app:
        app.wait("the kernel", lambda s: s["kernel"] == KERNEL and controls.is_settled(s))
        jump(app, traced["launches"][0]["worst"][0])
        size = app.read()["panels"][VIEW][2:]
        check_svg(saved(app, "save.svg", ".svg"), size)
        check_perfetto(saved(app, "save.perfetto", ".json"), app.state["events"])
        check_csv(saved(app, "save.totals.csv", ".csv"), program)
        before = app.state["event"]
        app.click(f"{VIEW}.save")
        app.click("save.last")
        app.key("ctrl+a")
        app.xdotool("type", "6")
        app.click("save.gif")
        message = app.wait("the GIF", lambda s: s["message"].endswith(".gif"))["message"]
        check_gif(message[message.index("/"):], 6)
        check("the cursor stands where it stood", app.state["event"] == before)
        app.close()


def main(program):
    with Display(1280, 800) as display, tempfile.TemporaryDirectory() as pictures, \
            tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_PICTURES_DIR"] = pictures
        story(program, display, folder)


main(*sys.argv[1:])
