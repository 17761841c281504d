"""The app in a real window under an X server of its own, driven by xdotool.

The app writes where its widgets are and what it shows to a file (--ui-state's environment variable).
"""
import json
import os
import subprocess

from app_driver import PATIENCE, AppDriver


class Display:
    """An Xvfb on a free display number, ended with the block."""

    def __init__(self, width, height):
        self.size = f"{width}x{height}x24"

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", self.size, "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.name = ":" + number.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def write_settings(folder, **values):
    """What an earlier start would have left; returns the file."""
    name = os.path.join(folder, "warplens", "settings.json")
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, "w", encoding="utf-8") as file:
        json.dump({"step": 0, "introduction_seen": True, "window_position": [0, 0]} | values, file)
    return name


class App(AppDriver):
    """The program with its own config folder, ended with the block."""

    def __init__(self, program, display, folder, skips_introduction=True, arguments=(),
                 fills_pixels=True, cwd=None):
        """`fills_pixels`: whether somebody looks at its pixels, not only at what it says it shows."""
        self.program, self.display = program, display
        self.fills_pixels = fills_pixels or "WARPLENS_TEST_ALL" in os.environ
        self.skips_introduction = skips_introduction
        self.arguments = arguments
        self.folder, self.cwd = folder, cwd
        self.state_file = os.path.join(folder, "ui-state.json")

    def __enter__(self):
        if os.path.exists(self.state_file):
            os.remove(self.state_file)
        self.environment = dict(os.environ, DISPLAY=self.display.name, XDG_CONFIG_HOME=self.folder,
                                WARPLENS_UI_STATE=self.state_file)
        self.environment.pop("WAYLAND_DISPLAY", None)
        if not self.fills_pixels:
            self.environment["LP_NO_RAST"] = "1"  # Mesa's software renderer does all but that
        self.process = subprocess.Popen([self.program, *self.arguments], env=self.environment, cwd=self.cwd)
        self.wait_started(self.skips_introduction)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()

    def read(self):
        try:
            with open(self.state_file, encoding="utf-8") as file:
                return json.load(file)
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def why_ended(self):
        return None if self.process.poll() is None else f"the app ended with {self.process.returncode}"

    def xdotool(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True)

    def move_to(self, x, y):
        self.xdotool("mousemove", int(x), int(y))

    def press(self, button=1):
        self.xdotool("mousedown", button)

    def release(self, button=1):
        self.xdotool("mouseup", button)

    def click_twice(self):
        self.xdotool("click", "--repeat", 2, "--delay", 60, 1)

    def turn_wheel(self, down):
        self.xdotool("click", 5 if down else 4)

    def key(self, name):
        self.xdotool("key", name)

    def type(self, text, delay=None):
        self.xdotool("type", *(() if delay is None else ("--delay", delay)), text)

    def resize_window(self, width, height):
        found = subprocess.run(["xdotool", "search", "--name", "^Warplens$"], env=self.environment,
                               check=True, capture_output=True, text=True).stdout
        self.xdotool("windowsize", found.split()[0], width, height)

    def close(self):
        """Ends it as a person does, and expects a clean end."""
        self.key("ctrl+q")
        if self.process.wait(timeout=PATIENCE) != 0:
            raise AssertionError(f"the app ended with {self.process.returncode}")
