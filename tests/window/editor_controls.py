"""The small editor as a person uses it, and a lesson's copy of a kernel's file."""
import hashlib
import os

import app_controls as controls
import trace_truth as truth
from screen_checks import Truth


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def save(path, text):
    """As editors do: whole or not at all."""
    with open(path + "~", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + "~", path)


def caret(file):
    return int(file["state"]["figures"].get("editor.caret", "-1"))


def press(app, key, to):
    controls.hold(app, key, lambda f: caret(f) == to)


def put_caret(app, text, offset):
    """From line to line, then from letter to letter."""
    app.click("editor.text")
    app.wait("the editor's keyboard", lambda s: s["figures"].get("editor.active") == "1")
    app.xdotool("key", "ctrl+Home")
    app.wait_file("the text's begin", lambda f: caret(f) == 0)
    line = text.rindex("\n", 0, offset) + 1 if "\n" in text[:offset] else 0
    at = 0
    while at < line:
        at = text.index("\n", at) + 1
        press(app, "Down", at)
    for to in range(line + 1, offset + 1):
        press(app, "Right", to)


def mend_in_editor(app, path, fault, mend):
    """By Backspace over the fault and the mend typed in its place, then Ctrl + S."""
    text = read(path)
    start = text.index(fault)
    put_caret(app, text, start + len(fault))
    for to in range(start + len(fault) - 1, start - 1, -1):
        press(app, "BackSpace", to)
    app.xdotool("type", "--delay", "60", mend)
    app.wait_file("the mend typed", lambda f: caret(f) == start + len(mend))
    app.wait("it is marked as not saved", lambda s: s["figures"].get("editor.unsaved") == "1")
    app.xdotool("key", "ctrl+s")
    app.wait("it is saved", lambda s: s["figures"].get("editor.unsaved") == "0")


class CopyTruth(Truth):
    """Of a lesson's kernels, among them the copy of a file: as it is saved, and before that."""

    def __init__(self, program, folder):
        super().__init__(program)
        self.folder, self.before = folder, None

    def of_text(self, name, text, sizes):
        """Launched as is guessed, in these sizes."""
        folder = os.path.join(self.folder, hashlib.sha256(text.encode()).hexdigest())
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, os.path.basename(name))
        save(path, text)
        return truth.of_kernel(self.program, path, sizes)

    def left(self, state):
        if not state["kernel"].endswith(".cu"):
            return super().left(state)
        text = self.before if state["comparing"] else read(state["kernel"])
        return self.of_text(state["kernel"], text, state["sizes"])

    def right(self, state):
        if not state["comparing"] or not state["beside"].endswith(".cu"):
            return super().right(state)
        return self.of_text(state["beside"], read(state["beside"]), state["sizes"])
