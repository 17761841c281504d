#!/usr/bin/env python3
"""What drives the page in a browser, on a page of its own that notes what it hears."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import browser as driver  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parent / "data"


class OnAPage(unittest.TestCase):
    options = {}

    @classmethod
    def setUpClass(cls):
        cls.site = cls.enterClassContext(driver.StaticSite(FOLDER))
        cls.browser = cls.enterClassContext(driver.Browser(640, 480, **cls.options))

    def setUp(self):
        self.page = self.browser.open(self.site.address)
        self.addCleanup(self.page.close)

    def heard(self):
        return self.page.evaluate("take()")

    def wait_heard(self, kind):
        """What was heard up to the first of that kind."""
        self.page.wait_until(f"heard.some(([kind]) => kind === '{kind}')")
        return self.heard()


class ABrowser(OnAPage):
    def test_expressions_have_values_and_promises_are_waited_for(self):
        self.assertEqual(self.page.evaluate("({ a: [1, 'x', null] })"), {"a": [1, "x", None]})
        self.assertEqual(self.page.evaluate("new Promise((done) => setTimeout(() => done(7), 20))"), 7)
        self.assertIsNone(self.page.evaluate("undefined"))
        with self.assertRaisesRegex(driver.BrowserError, "no such thing"):
            self.page.evaluate("(() => { throw new Error('no such thing'); })()")

    def test_it_reads_english_at_the_size_that_was_asked_for(self):
        self.assertEqual(self.page.evaluate("navigator.languages[0]"), "en-US")
        self.assertEqual(self.page.evaluate("[innerWidth, innerHeight, devicePixelRatio]"), [640, 480, 1])
        self.page.resize(500, 300, scale=2)
        self.page.wait_until("innerWidth === 500 && innerHeight === 300 && devicePixelRatio === 2")

    def test_the_mouse_moves_presses_and_turns_its_wheel(self):
        self.page.move(30, 40)
        self.page.mouse_down()
        self.page.move(50, 60)
        self.page.mouse_up()
        self.page.wheel(0, 100)
        self.assertEqual(self.wait_heard("wheel"), [
            ["pointermove", 30, 40, -1, 0, "mouse"], ["pointerdown", 30, 40, 0, 1, "mouse"],
            ["pointermove", 50, 60, -1, 1, "mouse"], ["pointerup", 50, 60, 0, 0, "mouse"], ["wheel", 0, 100]])
        self.page.click(20, 20, button=3)
        self.assertIn(["pointerdown", 20, 20, 2, 2, "mouse"], self.wait_heard("contextmenu"))
        for count in (1, 2):
            self.page.mouse_down(count=count)
            self.page.mouse_up(count=count)
        self.wait_heard("dblclick")

    def test_keys_are_called_as_xdotool_calls_them(self):
        for name, told in {"a": ("a", "KeyA", ""), "Right": ("ArrowRight", "ArrowRight", ""),
                           "Prior": ("PageUp", "PageUp", ""), "ctrl+s": ("s", "KeyS", "ctrl"),
                           "shift+F5": ("F5", "F5", "shift"), "question": ("?", "Slash", ""),
                           "Return": ("Enter", "Enter", ""), "space": (" ", "Space", "")}.items():
            if name == "shift+F5":
                self.page.evaluate("addEventListener('keydown', (event) => event.preventDefault()), 0")
            self.page.key(name)
            heard = self.page.wait_for(name, self.heard)
            down = [each for each in heard if each[0] == "keydown" and each[2] not in ("ControlLeft", "ShiftLeft")]
            self.assertEqual(down, [["keydown", *told]], name)
        with self.assertRaisesRegex(driver.BrowserError, "no key is called NoKey"):
            self.page.key("NoKey")

    def test_what_is_typed_and_composed_is_in_the_field(self):
        self.page.click(50, 220)
        self.page.type("Ab 1+2=3; é")
        self.page.insert_text("中文")
        self.assertEqual(self.page.evaluate("document.getElementById('text').value"), "Ab 1+2=3; é中文")
        self.assertIn(["compositionend", "中文"], self.heard())
        self.page.key("ctrl+a")
        self.page.key("BackSpace")
        self.assertEqual(self.page.evaluate("document.getElementById('text').value"), "")

    def test_webgl_is_drawn_and_seen(self):
        for x, y in ((5, 5), (195, 95)):
            self.assertEqual(self.page.pixel(x, y), (51, 102, 153))
        self.assertEqual(self.page.pixel(300, 50), (255, 255, 255))
        with tempfile.TemporaryDirectory() as folder:
            self.page.screenshot(f"{folder}/seen.png")
            self.assertEqual(pathlib.Path(folder, "seen.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_files_are_dropped_and_chosen(self):
        with tempfile.TemporaryDirectory() as folder:
            names = ["one.cu", "two.cu"]
            for name in names:
                pathlib.Path(folder, name).write_text(f"// {name}")
            paths = [f"{folder}/{name}" for name in names]
            self.page.drop_files(paths, 100, 50)
            told = [["drop", name, f"// {name}"] for name in names]
            self.page.wait_until("heard.length === 2")
            self.assertEqual(self.heard(), told)
            self.page.choose_files(*paths)
            self.page.evaluate("document.getElementById('choose').click(), 0")
            self.page.wait_until("heard.length === 2")
            self.assertEqual(self.heard(), [["chosen", *each[1:]] for each in told])

    def test_a_download_lands_in_a_folder(self):
        self.assertEqual(self.page.downloads, {})
        self.page.evaluate("document.getElementById('save').click(), 0")
        self.assertEqual(self.page.wait_download("saved.txt").read_text(), "saved")

    def test_the_clipboard_is_read_written_and_pasted(self):
        self.page.clipboard = "copied 拷贝"
        self.assertEqual(self.page.clipboard, "copied 拷贝")
        self.page.click(50, 220)
        self.page.key("ctrl+v")
        self.assertIn(["paste", "copied 拷贝"], self.wait_heard("paste"))
        self.page.key("ctrl+a")
        self.page.type("typed")
        self.page.key("ctrl+a")
        self.page.key("ctrl+c")
        self.page.wait_for("the copy", lambda: self.page.clipboard == "typed")

    def test_messages_exceptions_and_missing_files_are_told(self):
        self.assertEqual(self.page.console, [])
        self.page.evaluate("console.warn('careful', 1)")
        self.page.evaluate("setTimeout(() => { throw new Error('thrown'); }), 0")
        self.page.evaluate("fetch('no-such-file')")
        self.page.wait_for("three messages", lambda: len(self.page.console) >= 3)
        said = "\n".join(self.page.console)
        for part in ("warning: careful 1", "exception: Error: thrown", "404"):
            self.assertIn(part, said)

    def test_every_request_is_told(self):
        self.page.evaluate("fetch('http://nowhere.invalid/x').catch(() => 0)")
        self.assertEqual([url for url in self.page.requests if url.startswith("http")], [
            self.site.address, self.site.address + "page.js", "http://nowhere.invalid/x"])

    def test_a_page_is_loaded_again(self):
        self.page.evaluate("globalThis.kept = true; localStorage.setItem('kept', 'yes')")
        self.page.reload()
        self.assertEqual(self.page.evaluate("[globalThis.kept, localStorage.getItem('kept')]"), [None, "yes"])

    def test_a_server_says_what_files_are(self):
        for name, kind in {"": "text/html; charset=utf-8", "page.js": "text/javascript; charset=utf-8"}.items():
            self.assertEqual(self.page.evaluate(
                f"fetch('{name}').then((answer) => [answer.headers.get('content-type'), "
                "answer.headers.get('cache-control')])"), [kind, "no-store"])

    def test_a_wait_in_vain_says_what_for(self):
        with self.assertRaisesRegex(driver.BrowserError, "waited in vain for 1 > 2"):
            self.page.wait_until("1 > 2", patience=0.1)


class ChineseOnAPhone(OnAPage):
    options = {"language": "zh", "mobile": True, "scale": 3}

    def test_it_reads_chinese_has_a_dense_screen_and_takes_taps(self):
        self.assertEqual(self.page.evaluate("[navigator.languages[0], devicePixelRatio, navigator.maxTouchPoints]"),
                         ["zh-CN", 3, 5])
        self.assertTrue(self.page.evaluate("matchMedia('(pointer: coarse)').matches"))
        self.page.evaluate("document.head.insertAdjacentHTML('beforeend', "
                           "'<meta name=viewport content=\"width=device-width\">')")
        self.page.wait_until("innerWidth === 640")
        self.page.touch(30, 40)
        self.assertIn(["pointerdown", 30, 40, 0, 1, "touch"], self.wait_heard("pointerup"))


if __name__ == "__main__":
    unittest.main()
