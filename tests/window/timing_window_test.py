#!/usr/bin/env python3
"""The timing view, by real clicks: the size slider is dragged, a series toggled, a variant compared with
another, the figures kept as CSV; every value shown is the recording's.

usage: timing_window_test.py PROGRAM
"""
import csv
import os
import sys
import tempfile

import app_controls as controls
import made_up_recording as made_up
from screen_checks import check, layout_problems
from window_driver import App, Display, write_settings

UNITS = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "m": 1e-3, "µ": 1e-6, "n": 1e-9}


def number(words):
    """ "4.03 TB/s" or "12.3 µs" as a number of the unit without its prefix."""
    value, unit = words.split(" ")
    return float(value) * UNITS[unit.removesuffix("B/s").removesuffix("s")]


def shown(state, kind="value"):
    start = f"timing_view.{kind}."
    return {name.removeprefix(start): words for name, words in state["figures"].items()
            if name.startswith(start)}


def expect(app, what, recording):
    """The values on screen are those of the size on screen, and nothing overlaps or is cut."""
    app.park()
    file = app.wait_file(what, lambda f: controls.is_settled(f["state"]) and not layout_problems(f))
    state = file["state"]
    side = int(state["figures"]["timing_view.side"])
    entries = {e["name"]: e for e in recording["entries"] if e["side"] == side}
    values = shown(state)
    check(f"{what}: something is shown", values)
    for name, words in values.items():
        entry = entries.get(name)
        if entry is None:
            check(f"{name} at {side}", words == "not recorded", words)
            continue
        median = entry["seconds"]["median"]
        exact = median if words.endswith(" s") or words[-2:] in ("ms", "µs", "ns") \
            else entry["bytes"] / median
        check(f"{name} at {side}", abs(number(words) / exact - 1) < 0.006, f"{words}, not {exact}")
    return side


def drag_size(app, recording):
    seen = set()

    def note(state):
        seen.add(state["figures"]["timing_view.side"])
        return state["figures"]["timing_view.side"] == "1000"
    app.drag_until("timing_view.side", note)
    app.wait("the slider let go", lambda s: not s["held"] and not s["pending"])
    check("the slider stops at recorded sizes", seen <= {str(e["side"]) for e in recording["entries"]})
    check("its size stays", expect(app, "dragged to 1,000", recording) == 1000)
    app.click("undo")
    app.wait("one undo for the whole drag", lambda s: s["figures"]["timing_view.side"] == "16384")
    app.click("timing_view.side.less")
    app.wait("a size less", lambda s: s["figures"]["timing_view.side"] == "8192")
    expect(app, "a size less", recording)


def toggle(app, recording):
    name = "packed_xor"
    app.click("timing_view.options")
    app.click(f"timing_view.series.{name}")
    app.wait("the series hidden", lambda s: name not in shown(s))
    app.click(f"timing_view.series.{name}")
    app.wait("the series shown again", lambda s: name in shown(s))
    app.park()
    app.xdotool("click", "1")
    app.wait("the options closed", lambda s: f"timing_view.series.{name}" not in app.read()["widgets"])
    app.click("timing_view.reading.time")
    app.wait("times", lambda s: shown(s)["tile"].endswith("s") and "/" not in shown(s)["tile"])
    expect(app, "times", recording)
    app.key("v")
    app.wait("shares", lambda s: shown(s)["device_copy"] == "100%")
    check("a share is of the ceiling", shown(app.state)["tile"] == share_of(recording, "tile", app.state))
    app.key("v")
    app.wait("rates again", lambda s: "/" in shown(s)["tile"])


def share_of(recording, name, state):
    """ "47.1%": three digits, as the view writes shares."""
    side = int(state["figures"]["timing_view.side"])
    rates = {e["name"]: e["bytes"] / e["seconds"]["median"] for e in recording["entries"]
             if e["side"] == side}
    part = 100 * rates[name] / rates["device_copy"]
    return f"{part:.{max(0, 3 - len(str(int(part))))}f}%"


def missing(app, recording):
    app.key("Home")
    app.drag_until("timing_view.side", lambda s: s["figures"]["timing_view.side"] == "512")
    expect(app, "a size that one variant lacks", recording)
    check("it is said", shown(app.state)["tile"] == "not recorded")
    check("and told", "tile" in app.state["figures"]["timing_view.missing"])
    controls.set_parameter(app, "pitch", 35)
    app.wait("no timing of this pitch", lambda s: shown(s)["tile_padded"] == "not recorded")
    controls.set_parameter(app, "pitch", 33)
    app.wait("the timing again", lambda s: shown(s)["tile_padded"] != "not recorded")


def hover(app, recording):
    """The table's rows tell the exact values of their entry."""
    app.key("d")
    app.wait("the table", lambda s: s["figures"].get("timing_view.rows_seen"))
    x, y, width, height = app.read()["widgets"]["timing_view.table"]["rect"]
    app.move_to(x + width / 3, y + height / 4)
    words = app.wait("a row's values", lambda s: s["figures"].get("timing_view.hover"))
    lines = words["figures"]["timing_view.hover"].split("\n")
    name, side = lines[0].split(" · ")[0], int(words["figures"]["timing_view.side"])
    entry = next(e for e in recording["entries"] if (e["name"], e["side"]) == (name, side))
    median = number(lines[1].removeprefix("median "))
    check("the hovered median", abs(median / entry["seconds"]["median"] - 1) < 1e-4, lines)
    check("the hovered repetitions", lines[-1] == f"{entry['seconds']['repetitions']} repetitions")
    app.key("d")


def compare(app, recording):
    controls.compare_with(app, "transpose/packed_xor")
    expect(app, "two variants compared", recording)
    check("both kernels share one chart", "right.timing_view" not in app.read()["panels"])
    check("both have their values", {"tile_padded", "packed_xor"} <= set(shown(app.state)))
    app.click("compare.end")
    app.wait("one kernel", lambda s: not s["comparing"] and controls.is_settled(s))


def keep_csv(app, recording):
    app.key("ctrl+e")
    message = app.wait("the file", lambda s: s["message"].endswith(".csv"))["message"]
    with open(message[message.index("/"):], encoding="utf-8", newline="") as file:
        every = list(csv.DictReader(file))
    cited = [r for r in every if r["source"] == "cited"]
    rows = [r for r in every if r["source"] != "cited"]
    check("what documents say is there as printed", any("301.1 GB/s" in r["printed"] for r in cited))
    check("and is no number of ours", all(r["median_s"] == "" for r in cited))
    check("a row an entry", len(rows) == len(recording["entries"]), len(rows))
    medians = {(r["name"], int(r["side"])): float(r["median_s"]) for r in rows}
    check("its medians are the recording's", medians == {
        (e["name"], e["side"]): e["seconds"]["median"] for e in recording["entries"]})
    app.key("Escape")


def looks(app, recording):
    app.click("language")
    app.wait("Chinese", lambda s: s["language"] == "zh")
    app.park()
    app.wait_file("the Chinese window", lambda f: not layout_problems(f))
    app.click("language")
    app.wait("English", lambda s: s["language"] == "en")
    app.resize(1600, 1000)
    expect(app, "another size of the window", recording)


def main(program):
    with Display(1920, 1080) as display, tempfile.TemporaryDirectory() as folder, \
            tempfile.TemporaryDirectory() as settings:
        os.environ["XDG_PICTURES_DIR"] = settings
        recording = made_up.recording(program)
        recording["entries"] = [e for e in recording["entries"]
                                if (e["name"], e["side"]) != ("tile", 512)]
        copy = made_up.program_with_recording(program, folder, {"made_up.json": recording})
        write_settings(settings, mode="explore", window_width=1440, window_height=900,
                       exploring={"kernel": "transpose/tile_padded", "parameters": {},
                                  "views": ["timing_view"]})
        with App(copy, display, settings, fills_pixels=False) as app:
            app.wait("the recording", lambda s: s["figures"].get("timing_view.side") == "16384")
            expect(app, "the largest size first", recording)
            for part in (drag_size, toggle, missing, hover, compare, keep_csv, looks):
                part(app, recording)
            app.close()
        damaged(program, display)


def damaged(program, display):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as settings:
        copy = made_up.program_with_recording(program, folder, {"bad.json": "{"})
        write_settings(settings)
        with App(copy, display, settings, fills_pixels=False) as app:
            notice = app.wait("a notice", lambda s: "bad.json" in s["error"])["error"]
            check("it is one line", "\n" not in notice, notice)
            app.click("error.dismiss")
            app.wait("it is gone", lambda s: s["error"] == "")
            app.close()


main(*sys.argv[1:])
