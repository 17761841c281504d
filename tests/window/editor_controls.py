"""The small editor as a person uses it, and a lesson's copy of a kernel's file."""
import glob
import hashlib
import os
import shutil

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


def press(app, key):
    before = caret(app.read())
    app.key(key)
    app.wait_file(f"what {key} does", lambda f: caret(f) != before)
    return caret(app.read())


def put_caret(app, text, offset):
    """From line to line, then from letter to letter; `text` and `offset` in bytes, as the caret."""
    x, y, width, height = app.read()["widgets"]["editor.text"]["rect"]
    app.click_at(x + width / 2, y + height / 2)
    app.wait("the editor's keyboard", lambda s: s["figures"].get("editor.active") == "1")
    at = caret(app.read())
    while text.count(b"\n", 0, at) != text.count(b"\n", 0, offset):
        at = press(app, "Down" if at < offset else "Up")
    while at != offset:
        at = press(app, "Right" if at < offset else "Left")


def insertion(fault, spellings):
    """What is typed where, for a spelling that only adds to the fault; None where none does."""
    for spelling in spellings:
        for at in range(len(fault) + 1):
            added = len(spelling) - len(fault)
            if added > 0 and spelling[:at] + spelling[at + added:] == fault:
                return at, spelling[at:at + added]
    return None


def mend_in_editor(app, path, fault, spellings):
    """By typing what is missing, then Ctrl + S."""
    text = read(path).encode()
    at, words = insertion(fault, spellings)
    place = text.index(fault.encode()) + at
    put_caret(app, text, place)
    app.xdotool("type", "--delay", "60", words)
    app.wait_file("the mend typed", lambda f: caret(f) == place + len(words))
    app.wait("it is marked as not saved", lambda s: s["figures"].get("editor.unsaved") == "1")
    app.xdotool("key", "ctrl+s")
    app.wait("it is saved", lambda s: s["figures"].get("editor.unsaved") == "0")


class CopyTruth(Truth):
    """Of a lesson's kernels, among them the copy of a file: as it is saved, and before that."""

    def __init__(self, program, folder):
        super().__init__(program)
        self.folder, self.before = folder, None

    def of_text(self, name, text, sizes):
        """Launched as the first launch of the lesson's file says, in these sizes."""
        folder = os.path.join(self.folder, hashlib.sha256(text.encode()).hexdigest())
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, os.path.basename(name))
        save(path, text)
        launches = os.path.basename(name) + ".warplens.json"
        for given in glob.glob(os.path.join(truth.ROOT, "assets", "lessons", "*", launches)):
            for file in [given, *glob.glob(os.path.join(os.path.dirname(given), "*.bin"))]:
                shutil.copy(file, folder)
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
