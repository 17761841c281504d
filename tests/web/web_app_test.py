#!/usr/bin/env python3
"""The app's driver in a browser, on a page that stands for the app."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
import browser as driver  # noqa: E402
from web_app import WebApp  # noqa: E402
import app_controls as controls  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parent / "data"


class AnApp(unittest.TestCase):
    scale = 1

    @classmethod
    def setUpClass(cls):
        cls.site = cls.enterClassContext(driver.StaticSite(FOLDER))
        cls.browser = cls.enterClassContext(driver.Browser(640, 480, scale=cls.scale))

    def start(self, skips_introduction=True, **settings):
        return self.enterContext(WebApp(self.browser, self.site.address + "app.html", skips_introduction, settings))

    def test_it_starts_where_an_earlier_visit_left_it(self):
        app = self.start(lesson="padding")
        self.assertEqual((app.state["lesson"], app.state["overlay"]), ("padding", "none"))
        self.assertEqual(app.page.console, [])

    def test_the_introduction_is_skipped_but_for_who_wants_it(self):
        self.assertEqual(self.start(introduction_seen=False).state["overlay"], "none")
        app = self.start(introduction_seen=False, skips_introduction=False)
        self.assertEqual(app.state["overlay"], "introduction")

    def test_a_second_visit_has_what_the_first_one_left(self):
        app = self.start(lesson="padding")
        name = app.page.evaluate("Object.keys(localStorage)[0]")
        app.page.evaluate(f"localStorage.setItem('{name}', btoa('{{\"lesson\": \"swizzle\"}}'))")
        app.reload()
        self.assertEqual(app.state["lesson"], "swizzle")

    def test_widgets_are_clicked_wherever_they_are(self):
        app = self.start()
        app.click("button")
        self.assertEqual(app.state["clicks"], 1)
        app.resize(900, 700)
        app.click("button")
        self.assertEqual(app.state["clicks"], 2)
        app.park()
        self.assertFalse(app.read()["widgets"]["button"]["hovered"])
        x, y, width, height = app.read()["widgets"]["button"]["rect"]
        app.click_at(x + width / 2, y + height / 2)
        self.assertEqual(app.state["clicks"], 3)

    def test_a_slider_is_dragged(self):
        app = self.start()
        self.assertGreaterEqual(app.drag_until("slider", lambda s: s["value"] >= 40)["value"], 40)
        self.assertFalse(app.state["held"])

    def test_a_list_is_turned_until_what_is_wanted_is_seen(self):
        app = self.start()
        for kernel in ("add/k7", "add/k0"):
            app.reveal(kernel, "list.")
            app.click(f"list.{kernel}")
            self.assertEqual(app.state["kernel"], kernel)

    def test_fields_are_typed_into(self):
        app = self.start()
        controls.type_into(app, "field", "33+1")
        app.key("ctrl+a")
        app.xdotool("type", "--delay", "5", "Ab")
        app.wait("it typed anew", lambda s: s["figures"]["field"] == "Ab")

    def test_xdotools_words_are_understood(self):
        app = self.start()
        app.hover("button")
        app.xdotool("click", 1)
        app.wait("a click", lambda s: s["clicks"] == 1)
        app.double_click("a double click", lambda f: f["state"]["doubled"] == 1)
        app.xdotool("mousemove", "7", "9")
        app.wait("the pointer", lambda s: app.is_at(s, 7, 9))
        app.xdotool("mousedown", 1)
        app.wait("the button held", lambda s: s["held"])
        app.xdotool("mouseup", 1)
        app.wait("the button let go", lambda s: not s["held"])
        app.xdotool("keydown", "Next")
        app.xdotool("keyup", "Next")
        app.xdotool("key", "F1")
        app.wait("keys", lambda s: s["keys"][-2:] == ["PageDown", "F1"])
        with self.assertRaisesRegex(driver.BrowserError, "xdotool windowsize"):
            app.xdotool("windowsize", 1, 2, 3)

    def test_an_exception_of_the_page_ends_a_wait(self):
        app = self.start()
        app.key("alt+x")
        with self.assertRaisesRegex(AssertionError, "exception: Error: broken"):
            app.wait("nothing", lambda s: False)


class ADenseScreen(AnApp):
    scale = 2


if __name__ == "__main__":
    unittest.main()
