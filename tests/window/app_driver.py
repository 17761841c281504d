"""What a person does to the app, whatever it runs in: finds widgets, clicks, drags, types.

The app says where its widgets are and what it shows; every step here waits for it to say so, never for a time.
A subclass is the app in a window (window_driver.py) or in a browser (tests/web/web_app.py).
"""
import os
import time

PATIENCE = float(os.environ.get("WARPLENS_PATIENCE", 120))  # a loaded machine is slow, never wrong


class AppDriver:
    # A subclass's. Places are pixels of the window, as in what the app says.

    def read(self):
        """What the app says; None where it says nothing yet."""
        raise NotImplementedError

    def why_ended(self):
        """Why it runs no longer; None while it does."""
        raise NotImplementedError

    def move_to(self, x, y):
        raise NotImplementedError

    def press(self, button=1):
        raise NotImplementedError

    def release(self, button=1):
        raise NotImplementedError

    def click_twice(self):
        """Where the pointer is, as fast as a double-click."""
        raise NotImplementedError

    def turn_wheel(self, down):
        """By a notch, towards the person or away."""
        raise NotImplementedError

    def key(self, name):
        """As xdotool names them: ctrl+a, Return."""
        raise NotImplementedError

    def type(self, text, delay=None):
        """By keys; `delay`: milliseconds between them."""
        raise NotImplementedError

    def resize_window(self, width, height):
        raise NotImplementedError

    reach = 0.5  # pixels by which a pointer may miss

    # Waiting

    @property
    def state(self):
        return self.read()["state"]

    def wait_file(self, what, condition, patience=PATIENCE):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if (why := self.why_ended()) is not None:
                raise AssertionError(why)
            file = self.read()
            if file and condition(file):
                return file
            time.sleep(0.01)
        file = self.read() or {"widgets": {}, "state": None}
        under = [name for name, each in file["widgets"].items() if each["hovered"] or each["active"]]
        raise AssertionError(f"waited in vain for {what}; under the pointer: {under}; "
                             f"state: {file['state']}")

    def wait(self, what, condition):
        return self.wait_file(what, lambda file: condition(file["state"]))["state"]

    def wait_started(self, skips_introduction):
        state = self.wait("the first result", lambda s: s["up_to_date"])
        if state["overlay"] == "introduction" and skips_introduction:
            self.click("intro.skip")
            self.wait("the introduction's end", lambda s: s["overlay"] == "none")

    # The pointer

    def is_at(self, state, x, y):
        return all(abs(is_there - wanted) <= self.reach for is_there, wanted in zip(state["pointer"], (x, y)))

    def double_click(self, what, condition):
        """Where the pointer is. Frames on a busy machine may be too far apart for it: then again."""
        for patience in (3, 6, 12):
            self.click_twice()
            try:
                return self.wait_file(what, condition, patience)
            except AssertionError:
                if self.why_ended() is not None:
                    raise
        return self.wait_file(what, condition)

    def park(self):
        """Puts the pointer where it hovers nothing."""
        self.move_to(2, 2)
        self.wait("the pointer", lambda s: self.is_at(s, 2, 2))

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
        self.press()
        self.wait_file(f"{name} pressed", lambda f: f["widgets"].get(name, {}).get("active", True))
        time.sleep(0.05)  # no person lets go within the frame
        self.release()
        self.wait(f"{name} let go", lambda s: not s["held"])

    def click_at(self, x, y):
        """Where no widget has a name."""
        self.move_to(x, y)
        self.wait("the pointer there", lambda s: self.is_at(s, int(x), int(y)))
        self.press()
        self.wait("the button held", lambda s: s["held"])
        self.release()
        self.wait("the button let go", lambda s: not s["held"])

    def drag_until(self, name, condition, steps=80):
        """Drags a slider from its left end to the right until the state is as wanted."""
        file = self.wait_file(f"widget {name}", lambda f: name in f["widgets"])
        x, y, width, height = file["widgets"][name]["rect"]
        self.move_to(x + 9, y + height / 2)
        self.wait_file(f"{name} hovered",
                       lambda f: f["widgets"].get(name, {}).get("hovered", False))
        self.press()
        self.wait_file(f"{name} grabbed",
                       lambda f: f["widgets"].get(name, {}).get("active", False))
        try:
            for step in range(steps + 1):
                pointer = int(x + 9 + (width - 18) * step / steps)
                self.move_to(pointer, y + height / 2)
                self.wait("the pointer", lambda s: abs(s["pointer"][0] - pointer) < 1.5)
                state = self.wait("the slider's result", lambda s: s["up_to_date"])
                if condition(state):
                    return state
        finally:
            self.release()
        raise AssertionError(f"{name} never reached what was wanted; state: {self.state}")

    def reveal(self, kernel, among):
        """Turns the wheel over a list of kernels, called `among`…, until one is in sight."""
        def items(file):
            return {each: widget["rect"] for each, widget in file["widgets"].items()
                    if each.startswith(among) and "/" in each}
        file, name = self.wait_file(f"the list of {among}", items), among + kernel
        for down in (True, False):
            while name not in file["widgets"]:
                seen = items(file)
                self.hover(list(seen)[len(seen) // 2])
                self.turn_wheel(down)
                try:
                    file = self.wait_file("the list to turn", lambda f: items(f) != seen, 1)
                except AssertionError:  # at its end
                    break
        self.wait_file(f"{kernel} in the list of {among}", lambda f: name in f["widgets"])

    def resize(self, width, height):
        self.resize_window(width, height)
        self.wait_file(f"{width}×{height}", lambda f: f["size"] == [width, height])
