"""A page of the browser: what a person does in it, and what it says."""
import base64
import json
import re
import struct
import time
import zlib
from pathlib import Path

from devtools import PATIENCE, BrowserError

MODIFIERS = {"alt": ("Alt", "AltLeft", 18, 1), "ctrl": ("Control", "ControlLeft", 17, 2),
             "super": ("Meta", "MetaLeft", 91, 4), "shift": ("Shift", "ShiftLeft", 16, 8)}
CONTROL, ALT, SHIFT = 2, 1, 8

# xdotool's name: (key, code, Windows's virtual key), as DevTools wants them.
NAMED_KEYS = {
    "Return": ("Enter", "Enter", 13), "KP_Enter": ("Enter", "NumpadEnter", 13), "Escape": ("Escape", "Escape", 27),
    "Tab": ("Tab", "Tab", 9), "BackSpace": ("Backspace", "Backspace", 8), "Delete": ("Delete", "Delete", 46),
    "Insert": ("Insert", "Insert", 45), "Left": ("ArrowLeft", "ArrowLeft", 37), "Up": ("ArrowUp", "ArrowUp", 38),
    "Right": ("ArrowRight", "ArrowRight", 39), "Down": ("ArrowDown", "ArrowDown", 40), "Home": ("Home", "Home", 36),
    "End": ("End", "End", 35), "Prior": ("PageUp", "PageUp", 33), "Next": ("PageDown", "PageDown", 34),
    "Page_Up": ("PageUp", "PageUp", 33), "Page_Down": ("PageDown", "PageDown", 34),
    "Menu": ("ContextMenu", "ContextMenu", 93)} | {f"F{n}": (f"F{n}", f"F{n}", 111 + n) for n in range(1, 13)}
CHARACTER_NAMES = {"space": " ", "plus": "+", "minus": "-", "comma": ",", "period": ".", "slash": "/", "equal": "=",
                   "question": "?", "semicolon": ";", "colon": ":", "less": "<", "greater": ">", "underscore": "_",
                   "bracketleft": "[", "bracketright": "]", "backslash": "\\", "apostrophe": "'", "grave": "`",
                   "asterisk": "*", "numbersign": "#", "percent": "%", "exclam": "!"}
# Keys of an American keyboard: what each writes alone and with Shift, its code, its virtual key.
WRITING_KEYS = [(letter, letter.upper(), f"Key{letter.upper()}", ord(letter.upper()))
                for letter in "abcdefghijklmnopqrstuvwxyz"]
WRITING_KEYS += [(digit, above, f"Digit{digit}", ord(digit)) for digit, above in zip("1234567890", "!@#$%^&*()")]
WRITING_KEYS += [
    (" ", " ", "Space", 32), ("-", "_", "Minus", 189), ("=", "+", "Equal", 187), ("[", "{", "BracketLeft", 219),
    ("]", "}", "BracketRight", 221), ("\\", "|", "Backslash", 220), (";", ":", "Semicolon", 186),
    ("'", '"', "Quote", 222), ("`", "~", "Backquote", 192), (",", "<", "Comma", 188), (".", ">", "Period", 190),
    ("/", "?", "Slash", 191)]


class Page:
    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session
        self.console = []    # "kind: text" of each message and exception
        self.requests = []   # every URL that was asked for
        self.crashed = False
        self.loads = 0       # how often it was loaded
        self.at, self.buttons, self.modifiers, self.touched = (0, 0), 0, 0, {}
        self.begun, self.complete = {}, {}  # downloads: by their number in the browser, and their files by name
        self.to_choose = []

    def call(self, method, **parameters):
        return self.browser.pipe.call(method, self.session, **parameters)

    def prepare(self):
        for domain in ("Page", "Runtime", "Network", "Log", "Inspector"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        if self.browser.mobile:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.resize(*self.browser.size)

    def heard(self, method, told):
        """In the pipe's thread."""
        if method == "Runtime.consoleAPICalled":
            words = [str(each.get("value", each.get("description", each["type"]))) for each in told["args"]]
            self.console.append(f"{told['type']}: {' '.join(words)}")
        elif method == "Runtime.exceptionThrown":
            self.console.append(f"exception: {text_of_exception(told['exceptionDetails'])}")
        elif method == "Log.entryAdded":
            entry = told["entry"]
            self.console.append(f"{entry['level']}: {entry['text']} {entry.get('url', '')}".rstrip())
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Inspector.targetCrashed":
            self.crashed = True
        elif method == "Page.loadEventFired":
            self.loads += 1
        elif method == "Page.fileChooserOpened" and self.to_choose:
            self.browser.pipe.post("DOM.setFileInputFiles", self.session, files=self.to_choose,
                                   backendNodeId=told["backendNodeId"])
        elif method == "Browser.downloadWillBegin":
            self.begun[told["guid"]] = told["suggestedFilename"]
        elif method == "Browser.downloadProgress" and told["state"] == "completed" and told["guid"] in self.begun:
            name = self.begun[told["guid"]]
            self.complete[name] = Path(told.get("filePath") or self.browser.download_folder / name)

    # Where it is

    def go(self, url):
        loads = self.loads
        told = self.call("Page.navigate", url=url)
        if "errorText" in told:
            raise BrowserError(f"{url}: {told['errorText']}")
        if "loaderId" in told:  # else it stays within the document
            self.wait_for(f"{url} loaded", lambda: self.loads > loads)

    def reload(self):
        loads = self.loads
        self.call("Page.reload", ignoreCache=True)
        self.wait_for("the page loaded again", lambda: self.loads > loads)

    def resize(self, width, height, scale=None):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale or self.browser.scale, mobile=self.browser.mobile)

    def close(self):
        self.browser.pipe.call("Target.closeTarget", targetId=self.target)
        self.browser.pages.pop(self.session, None)

    # What it says

    def evaluate(self, script):
        """The value of a JavaScript expression, or of what its promise becomes, by way of JSON."""
        told = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in told:
            raise BrowserError(f"{script}: {text_of_exception(told['exceptionDetails'])}")
        return told["result"].get("value")

    def wait_for(self, what, condition, patience=PATIENCE):
        """Until condition() is true; returns that."""
        end = time.monotonic() + patience
        while True:
            if found := condition():
                return found
            if self.crashed or not self.browser.is_running():
                raise BrowserError(f"the page crashed before {what}")
            if time.monotonic() > end:
                raise BrowserError(f"waited in vain for {what}; console: {self.console}")
            time.sleep(0.01)

    def wait_until(self, script, patience=PATIENCE):
        """Until a JavaScript expression is true; returns its value."""
        return self.wait_for(script, lambda: self.evaluate(script), patience)

    def screenshot(self, path=None, clip=None):
        """A PNG, as bytes and in a file; of (x, y, width, height) alone."""
        of = {}
        if clip is not None:
            of["clip"] = dict(zip(("x", "y", "width", "height"), clip), scale=1)
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png", **of)["data"])
        if path is not None:
            Path(path).write_bytes(data)
        return data

    def pixel(self, x, y):
        """Red, green and blue."""
        data, at, body = self.screenshot(clip=(x, y, 1, 1)), 8, b""
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at:at + 8])
            body += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
            at += size + 12
        return tuple(zlib.decompress(body)[1:4])  # of the first pixel all filters are the same

    # The mouse: button 1 is the left one, 2 the middle one, 3 the right one

    def mouse(self, kind, button="none", **more):
        x, y = self.at
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=self.buttons,
                  modifiers=self.modifiers, **more)

    def move(self, x, y):
        self.at = (x, y)
        held = next((name for bit, name in ((1, "left"), (2, "right"), (4, "middle")) if self.buttons & bit), "none")
        self.mouse("mouseMoved", held)

    def mouse_down(self, button=1, count=1):
        name, bit = {1: ("left", 1), 2: ("middle", 4), 3: ("right", 2)}[button]
        self.buttons |= bit
        self.mouse("mousePressed", name, clickCount=count)

    def mouse_up(self, button=1, count=1):
        name, bit = {1: ("left", 1), 2: ("middle", 4), 3: ("right", 2)}[button]
        self.buttons &= ~bit
        self.mouse("mouseReleased", name, clickCount=count)

    def click(self, x, y, button=1):
        self.move(x, y)
        self.mouse_down(button)
        self.mouse_up(button)

    def wheel(self, dx, dy):
        """In CSS pixels, to the right and down."""
        self.mouse("mouseWheel", deltaX=dx, deltaY=dy)

    # Fingers

    def touch_down(self, x, y, finger=0):
        self.touched[finger] = (x, y)
        self.send_touches("touchStart")

    def touch_move(self, x, y, finger=0):
        self.touched[finger] = (x, y)
        self.send_touches("touchMove")

    def touch_up(self, finger=0):
        del self.touched[finger]
        self.send_touches("touchEnd")

    def send_touches(self, kind):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in self.touched.items()]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points, modifiers=self.modifiers)

    def touch(self, x, y):
        """A tap."""
        self.touch_down(x, y)
        self.touch_up()

    # Keys

    def key_down(self, name):
        if name in MODIFIERS:
            key, code, number, bit = MODIFIERS[name]
            self.modifiers |= bit
            self.send_key("rawKeyDown", key, code, number)
            return
        key, code, number, text = self.key_of(name)
        if text and not self.modifiers & (CONTROL | ALT):
            self.send_key("keyDown", key, code, number, text=text)
        else:
            self.send_key("rawKeyDown", key, code, number)

    def key_up(self, name):
        if name in MODIFIERS:
            key, code, number, bit = MODIFIERS[name]
            self.modifiers &= ~bit
        else:
            key, code, number, _ = self.key_of(name)
        self.send_key("keyUp", key, code, number)

    def key_of(self, name):
        """Key, code, virtual key, and what it writes, with the modifiers that are held."""
        if name in NAMED_KEYS:
            return *NAMED_KEYS[name], "\r" if name in ("Return", "KP_Enter") else ""
        character = CHARACTER_NAMES.get(name, name)
        for plain, shifted, code, number in WRITING_KEYS:
            if character in (plain, shifted):
                written = shifted if self.modifiers & SHIFT else character
                return written, code, number, written
        raise BrowserError(f"no key is called {name}")

    def send_key(self, kind, key, code, number, **more):
        location = 1 if code.endswith("Left") and code[:-4] in ("Alt", "Control", "Shift", "Meta") else 0
        self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number,
                  modifiers=self.modifiers, location=location, isKeypad=code.startswith("Numpad"), **more)

    def key(self, combination):
        """As xdotool's `key`: ctrl+shift+s, Right, a."""
        *held, name = re.split(r"\+(?=.)", combination)
        for each in held:
            self.key_down(each)
        self.key_down(name)
        self.key_up(name)
        for each in reversed(held):
            self.key_up(each)

    def type(self, text, delay=0):
        """By keys; what no key writes as an input method would. `delay`: seconds between them."""
        for character in text:
            found = next((shifted != character or plain == character for plain, shifted, *_ in WRITING_KEYS
                          if character in (plain, shifted)), None)
            if character == "\n":
                self.key("Return")
            elif found is None:
                self.insert_text(character)
            else:
                self.key(character if found else f"shift+{character}")
            time.sleep(delay)

    def insert_text(self, text):
        """As an input method does: what is composed, then taken."""
        self.call("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))
        self.call("Input.insertText", text=text)

    # Files and the clipboard

    def drop_files(self, paths, x, y):
        data = {"items": [], "files": [str(Path(path).resolve()) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data, modifiers=self.modifiers)

    def choose_files(self, *paths):
        """What is chosen whenever the page asks for files from now on."""
        self.to_choose = [str(Path(path).resolve()) for path in paths]
        self.call("Page.setInterceptFileChooserDialog", enabled=True)

    @property
    def downloads(self):
        """{name: file} of those that are complete."""
        return dict(self.complete)

    def wait_download(self, name):
        return self.wait_for(f"the download of {name}", lambda: self.complete.get(name))

    def allow_clipboard(self):
        """The page may read and write it without asking."""
        self.browser.pipe.call("Browser.grantPermissions",
                               permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])

    @property
    def clipboard(self):
        self.allow_clipboard()
        return self.evaluate("navigator.clipboard.readText()")

    @clipboard.setter
    def clipboard(self, text):
        self.allow_clipboard()
        self.evaluate(f"navigator.clipboard.writeText({json.dumps(text)})")


def text_of_exception(details):
    return details.get("exception", {}).get("description") or details["text"]
