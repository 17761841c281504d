"""The app in a browser, for what tests/window does with it in a window (app_controls.py among it).

    with StaticSite(folder) as site, Browser(1280, 800) as browser, WebApp(browser, site.address) as app:
        app.click("mode.explore")

Asked by ?state, the page has warplens.state(): what the app says of its widgets, as in a window, in the pixels
that it draws; null at first.
"""
import base64
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "window"))
from app_driver import AppDriver  # noqa: E402
from browser import BrowserError  # noqa: E402

NOTCH = 100  # of a wheel, in CSS pixels
SETTINGS = "warplens:/settings/warplens/settings.json"  # of the page's local storage, in base 64


def settings_script(**values):
    """Leaves what an earlier visit would have left, once: what this one leaves is there when it loads again."""
    text = json.dumps({"step": 0, "introduction_seen": True} | values)
    name, kept = json.dumps(SETTINGS), json.dumps(base64.b64encode(text.encode()).decode())
    return (f"if (!sessionStorage.getItem({name})) localStorage.setItem({name}, {kept});"
            f"sessionStorage.setItem({name}, 'left');")


class WebApp(AppDriver):
    """A page of a browser, closed with the block."""

    def __init__(self, browser, address, skips_introduction=True, settings=None, link=""):
        """`settings`: as an earlier visit left them. `link`: what stands behind the address's #."""
        self.browser, self.skips_introduction, self.settings = browser, skips_introduction, settings
        self.address = address + "?state" + (f"#{link}" if link else "")

    def __enter__(self):
        before = None if self.settings is None else settings_script(**self.settings)
        self.page = self.browser.open(self.address, before)
        try:
            self.measure()
            self.wait_started(self.skips_introduction)
        except BaseException:
            self.page.close()
            raise
        return self

    def __exit__(self, *_):
        if self.browser.is_running():
            self.page.close()

    def measure(self):
        """How many pixels it draws for one of CSS's."""
        self.scale = self.page.evaluate("devicePixelRatio")
        self.reach = max(AppDriver.reach, self.scale)

    def reload(self):
        self.page.reload()
        self.wait_started(self.skips_introduction)

    def read(self):
        return self.page.evaluate("globalThis.warplens?.state() ?? null")

    def kept_settings(self):
        """What the page leaves for the next visit."""
        kept = self.page.evaluate(f"localStorage.getItem({json.dumps(SETTINGS)})")
        return json.loads(base64.b64decode(kept))

    def why_ended(self):
        if not self.browser.is_running() or self.page.crashed:
            return "the page crashed"
        return next((each for each in self.page.console if each.startswith("exception:")), None)

    def move_to(self, x, y):
        self.page.move(int(x) / self.scale, int(y) / self.scale)

    def press(self, button=1):
        self.page.mouse_down(button)

    def release(self, button=1):
        self.page.mouse_up(button)

    def click_twice(self):
        for count in (1, 2):
            self.page.mouse_down(count=count)
            time.sleep(0.03)
            self.page.mouse_up(count=count)
            time.sleep(0.03)

    def turn_wheel(self, down):
        self.page.wheel(0, NOTCH if down else -NOTCH)

    def key(self, name):
        self.page.key(name)

    def type(self, text, delay=None):
        self.page.type(text, (delay or 0) / 1000)

    def resize_window(self, width, height):
        self.page.resize(round(width / self.scale), round(height / self.scale))

    def xdotool(self, command, *arguments):
        """Those of xdotool's commands that tests/window gives."""
        words = [str(each) for each in arguments]
        options = {}
        while words and words[0].startswith("--"):
            options[words[0]] = int(words[1])
            del words[:2]
        if command == "mousemove":
            self.move_to(*map(float, words))
        elif command in ("mousedown", "mouseup"):
            (self.press if command == "mousedown" else self.release)(int(words[0]))
        elif command == "click" and options.get("--repeat", 1) == 2:
            self.click_twice()
        elif command == "click" and words[0] in ("4", "5"):
            self.turn_wheel(words[0] == "5")
        elif command == "click":
            self.press(int(words[0]))
            self.release(int(words[0]))
        elif command == "type":
            self.type(words[0], options.get("--delay"))
        elif command in ("key", "keydown", "keyup"):
            {"key": self.page.key, "keydown": self.page.key_down, "keyup": self.page.key_up}[command](words[0])
        else:
            raise BrowserError(f"xdotool {command} is for a window")
