#!/usr/bin/env python3
"""One's own kernel, by real clicks: a file never seen is opened, corrected, edited on disk and seen
before | after; what does not compile is shown at its line; the launch is kept beside the file.

usage: own_window_test.py PROGRAM

From PTX, which needs no compiler; where nvcc is, from CUDA as well.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import app_controls as controls
from editor_controls import read, save
from screen_checks import check, layout_problems, wait_until_sound
from window_driver import App, Display, write_settings

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "own")
CONFLICTS = "shared_load.conflicts"
# What nvcc makes of a pitch of 33 floats instead of 32.
PADDED = (("tile[4096]", "tile[4224]"),
          ("shl.b32 \t%r14, %r5, 5;", "mul.lo.s32 \t%r14, %r5, 33;"),
          ("shl.b32 \t%r19, %r2, 5;", "mul.lo.s32 \t%r19, %r2, 33;"))


def replaced(text, pairs):
    for before, after in pairs:
        check(f"{before!r} is there to be changed", before in text)
        text = text.replace(before, after)
    return text


def shows(app, path):
    return app.wait(f"{os.path.basename(path)} on the stage",
                    lambda s: s["kernel"] == path and controls.is_settled(s) and s["events"] > 0)


def fits(app, what):
    """The form scrolls: what is cut at its edges is there for the wheel. A message lies over others."""
    may_be = ("widget own.", "widgets error ", "widgets error.")
    wait_until_sound(app, what, lambda file: [each for each in layout_problems(file)
                                              if not each.startswith(may_be)])


def opened(app, path):
    """A file never seen, in two clicks."""
    app.click("open")
    app.wait_file("the folder's files", lambda f: "open." + os.path.basename(path) in f["widgets"])
    app.click("open." + os.path.basename(path))
    state = shows(app, path)
    check("nothing is wrong with it", state["error"] == "", state["error"])
    fits(app, "an own kernel with its form")


def corrected(app):
    before = app.state
    controls.type_into(app, "own.size.rows", "9x")
    app.wait("what is wrong with it", lambda s: "9x" in s["figures"].get("own.size.rows.error", ""))
    controls.leave_field(app, "own.size.rows")
    check("nothing has run", app.state["events"] == before["events"])
    controls.type_into(app, "own.size.rows", "96")
    controls.leave_field(app, "own.size.rows")
    app.wait("a run with it", lambda s: s["events"] > before["events"] and controls.is_settled(s))
    controls.type_into(app, "own.count.in", "rows*columns+64")
    controls.leave_field(app, "own.count.in")
    app.wait("the buffer's size taken",
             lambda s: s["figures"].get("own.count.in") == "rows*columns+64"
             and controls.is_settled(s))
    after = app.state["events"]
    app.key("ctrl+z")
    app.key("ctrl+z")
    app.wait("both undone", lambda s: s["events"] == before["events"] and controls.is_settled(s))
    app.key("ctrl+y")
    app.key("ctrl+y")
    app.wait("done again", lambda s: s["events"] == after and controls.is_settled(s))


def kept(app, program, path):
    check("nothing is kept yet", not os.path.exists(path + ".warplens.json"))
    unsaved = app.state["figures"]["own.state"]
    app.click("own.save")
    app.wait("it says that it is kept", lambda s: s["figures"].get("own.state") != unsaved)
    with open(path + ".warplens.json", encoding="utf-8") as file:
        launch = json.load(file)["launches"][0]
    check("the correction is kept", launch["sizes"]["rows"] == 96, launch)
    subprocess.run([program, "trace", path], check=True, stdout=subprocess.DEVNULL)


def conflicts(state, side=""):
    return int(state["figures"].get(f"{side}{CONFLICTS}", "-1").replace(",", ""))


def padded(app, path, pairs):
    check("its column read conflicts", conflicts(app.state) > 0)
    save(path, replaced(read(path), pairs))
    state = app.wait("before | after", lambda s: s["comparing"] and controls.is_settled(s)
                     and conflicts(s, "right.") >= 0)
    check("before there were conflicts", conflicts(state) > 0)
    check("now there are none", conflicts(state, "right.") == 0)
    app.park()
    fits(app, "before | after")


def broken(app, path, line, wrong, said):
    right = read(path)
    at = right.index(line)
    save(path, right[:at] + wrong + right[at:])
    number = right[:at].count("\n") + 1
    state = app.wait("the error at its line",
                     lambda s: s["figures"].get("errors.line", "").startswith(f"{number}: "))
    check("it is the line", wrong.strip() in state["figures"]["errors.line"])
    check("it says what is wrong", said in state["figures"]["errors.message"],
          state["figures"]["errors.message"])
    check("what it was is still on screen", state["events"] > 0)
    fits(app, "a compile error")
    app.click("error1")
    save(path, right + "\n// mended\n")
    app.wait("it runs again", lambda s: s["error"] == "" and s["comparing"]
             and "errors.line" not in s["figures"] and controls.is_settled(s))


def another_kernel(app):
    app.key("b")
    app.wait("one kernel", lambda s: not s["comparing"] and controls.is_settled(s))
    app.click("control.entry")
    app.click("entry.scale")
    app.wait("the file's other kernel", lambda s: "scale(" in s["figures"].get("control.entry", "")
             and controls.is_settled(s))
    fits(app, "another kernel of the file")


def by_keys(app, path):
    app.key("ctrl+o")
    app.wait_file("recent files", lambda f: "open.recent1" in f["widgets"])
    app.xdotool("type", os.path.basename(path)[:4])
    app.wait("the filter", lambda s: s["search"] == os.path.basename(path)[:4])
    app.key("Return")
    app.wait("it is opened", lambda s: s["overlay"] == "none" and s["kernel"] == path
             and controls.is_settled(s))


def story(program, display, name, pairs, mistake):
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as sources:
        for each in ("column_read.ptx", "column_read.cu"):
            if each.startswith(os.path.splitext(name)[0]):
                shutil.copy(os.path.join(HERE, each), sources)
        path = os.path.join(os.path.realpath(sources), name)
        write_settings(folder, lesson="bank-conflicts", window_width=1280, window_height=800)
        with App(program, display, folder, fills_pixels=False, cwd=sources) as app:
            opened(app, path)
            corrected(app)
            kept(app, program, path)
            padded(app, path, pairs)
            broken(app, path, *mistake)
            another_kernel(app)
            by_keys(app, path)
            app.close()


def main(program):
    with Display(1280, 800) as display:
        story(program, display, "column_read.ptx", PADDED,
              ("\tbar.sync", "\tmov.u32 \t%r999, %r2;\n", "%r999"))
        if shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc"):
            story(program, display, "column_read.cu", (("kPitch = 32", "kPitch = 33"),),
                  ("  __syncthreads", "  tile[0] = nothing;\n", "nothing"))


main(os.path.abspath(sys.argv[1]))
