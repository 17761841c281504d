"""The app in a real window under an X server of its own, driven by xdotool.

The app writes where its widgets are and what it shows to a file (--ui-state's environment variable);
every step here waits for that file to say so, never for a time.
"""
import json
import os
import subprocess
import time

PATIENCE = float(os.environ.get("WARPLENS_PATIENCE", 120))  # a loaded machine is slow, never wrong


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


class App:
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
        state = self.wait("the first result", lambda s: s["up_to_date"])
        if state["overlay"] == "introduction" and self.skips_introduction:
            self.click("intro.skip")
            self.wait("the introduction's end", lambda s: s["overlay"] == "none")
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

    @property
    def state(self):
        return self.read()["state"]

    def wait_file(self, what, condition, patience=PATIENCE):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the app ended with {self.process.returncode}")
            file = self.read()
            if file and condition(file):
                return file
            time.sleep(0.01)
        file = self.read() or {"widgets": {}, "state": None}
        under = [name for name, each in file["widgets"].items() if each["hovered"] or each["active"]]
        raise AssertionError(f"waited in vain for {what}; under the pointer: {under}; "
                             f"state: {file['state']}")

    def double_click(self, what, condition):
        """Where the pointer is. Frames on a busy machine may be too far apart for it: then again."""
        for patience in (3, 6, 12):
            self.xdotool("click", "--repeat", 2, "--delay", 60, 1)
            try:
                return self.wait_file(what, condition, patience)
            except AssertionError:
                if self.process.poll() is not None:
                    raise
        return self.wait_file(what, condition)

    def wait(self, what, condition):
        return self.wait_file(what, lambda file: condition(file["state"]))["state"]

    def xdotool(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True)

    def move_to(self, x, y):
        self.xdotool("mousemove", int(x), int(y))

    def park(self):
        """Puts the pointer where it hovers nothing."""
        self.move_to(2, 2)
        self.wait("the pointer", lambda s: s["pointer"] == [2, 2])

    def hover(self, name):
        """Moves to a widget, and after it where the layout moves it, until it is hovered."""
        middle = None

        def is_hovered(file):
            nonlocal middle
            x, y, width, height = file["widgets"].get(name, {}).get("rect", (0, 0, 0, 0))
            if width <= 0 or height <= 0:
                return False
            if middle != (now := (x + width / 2, y + height / 2)):
                middle = now
                self.move_to(*middle)
                return False
            return file["widgets"][name]["hovered"]
        self.wait_file(f"{name} hovered", is_hovered)

    def click(self, name):
        """Moves to a widget, waits until it is hovered, then clicks."""
        self.hover(name)
        self.xdotool("mousedown", 1)
        self.wait_file(f"{name} pressed", lambda f: f["widgets"].get(name, {}).get("active", True))
        time.sleep(0.05)  # no person lets go within the frame
        self.xdotool("mouseup", 1)
        self.wait(f"{name} let go", lambda s: not s["held"])

    def click_at(self, x, y):
        """Where no widget has a name."""
        self.move_to(x, y)
        self.wait("the pointer there", lambda s: s["pointer"] == [int(x), int(y)])
        self.xdotool("mousedown", 1)
        self.wait("the button held", lambda s: s["held"])
        self.xdotool("mouseup", 1)
        self.wait("the button let go", lambda s: not s["held"])

    def drag_until(self, name, condition, steps=80):
        """Drags a slider from its left end to the right until the state is as wanted."""
        file = self.wait_file(f"widget {name}", lambda f: name in f["widgets"])
        x, y, width, height = file["widgets"][name]["rect"]
        self.xdotool("mousemove", int(x + 9), int(y + height / 2))
        self.wait_file(f"{name} hovered",
                       lambda f: f["widgets"].get(name, {}).get("hovered", False))
        self.xdotool("mousedown", 1)
        self.wait_file(f"{name} grabbed",
                       lambda f: f["widgets"].get(name, {}).get("active", False))
        try:
            for step in range(steps + 1):
                pointer = int(x + 9 + (width - 18) * step / steps)
                self.xdotool("mousemove", pointer, int(y + height / 2))
                self.wait("the pointer", lambda s: abs(s["pointer"][0] - pointer) < 1.5)
                state = self.wait("the slider's result", lambda s: s["up_to_date"])
                if condition(state):
                    return state
        finally:
            self.xdotool("mouseup", 1)
        raise AssertionError(f"{name} never reached what was wanted; state: {self.state}")

    def reveal(self, kernel, among):
        """Turns the wheel over a list of kernels, called `among`…, until one is in sight."""
        def items(file):
            return {each: widget["rect"] for each, widget in file["widgets"].items()
                    if each.startswith(among) and "/" in each}
        file, name = self.wait_file(f"the list of {among}", items), among + kernel
        down, up = 5, 4
        for wheel in (down, up):
            while name not in file["widgets"]:
                seen = items(file)
                self.hover(list(seen)[len(seen) // 2])
                self.xdotool("click", wheel)
                try:
                    file = self.wait_file("the list to turn", lambda f: items(f) != seen, 1)
                except AssertionError:  # at its end
                    break
        self.wait_file(f"{kernel} in the list of {among}", lambda f: name in f["widgets"])

    def resize(self, width, height):
        found = subprocess.run(["xdotool", "search", "--name", "^Warplens$"], env=self.environment,
                               check=True, capture_output=True, text=True).stdout
        self.xdotool("windowsize", found.split()[0], width, height)
        self.wait_file(f"{width}×{height}", lambda f: f["size"] == [width, height])

    def key(self, name):
        self.xdotool("key", name)
        if name == "ctrl+a":
            time.sleep(0.2)  # ImGui takes letters before keys of the same frame, and no person is as fast

    def close(self):
        """Ends it as a person does, and expects a clean end."""
        self.key("ctrl+q")
        if self.process.wait(timeout=PATIENCE) != 0:
            raise AssertionError(f"the app ended with {self.process.returncode}")
