#!/usr/bin/python3
"""What a person does with the page: the first start, own files, the workshop, links, what is saved, the next visit.

usage: page_test.py PROGRAM PAGE
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "window"))
import app_controls as controls  # noqa: E402
from browser import Browser, StaticSite  # noqa: E402
from web_app import WebApp  # noqa: E402

PTX = TESTS / "window/own/column_read.ptx"
KERNEL, VIEW = "transpose/tile", "bank_view"
EXPLORING = {"mode": "explore", "exploring": {"kernel": KERNEL, "views": [VIEW]}}
LONG_LOOP = """.version 7.8
.target sm_80
.address_size 64
.visible .entry spin(.param .u64 out)
{
  .reg .pred %p<2>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, 0;
again:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, 2000000000;
  @%p1 bra again;
  st.global.u32 [%rd2], %r1;
  ret;
}
"""


class APage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = cls.enterClassContext(StaticSite(PAGE))
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))

    def setUp(self):
        self.browser = self.enterContext(Browser(1600, 1000))

    def open(self, **options):
        app = self.enterContext(WebApp(self.browser, self.site.address, **options))
        self.addCleanup(self.assert_quiet, app)
        return app

    def assert_quiet(self, app):
        self.assertEqual(app.page.console, [])
        others = [url for url in app.page.requests if not url.startswith((self.site.address, "blob:", "data:"))]
        self.assertEqual(others, [])

    def drop(self, app, path):
        app.page.drop_files([str(path)], 640, 300)

    def write(self, name, content):
        file = self.folder / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def message(self, app, *words):
        def has_it(state):
            told = state["message"] + state["error"] + json.dumps(state["figures"])
            return all(word in told for word in words)
        app.wait(f"a message with {words}", has_it)

    def test_the_first_start_introduces_and_the_next_does_not(self):
        app = self.open(skips_introduction=False)
        self.assertEqual((app.state["overlay"], app.state["lesson"]), ("introduction", "host-and-device"))
        app.click("intro.skip")
        app.wait("the lesson", lambda s: s["overlay"] == "none")
        app.click("language")
        app.wait("Chinese", lambda s: s["language"] == "zh" and controls.is_settled(s))
        app.click("lesson.next")
        app.wait("the next step", lambda s: s["step"] == 2 and controls.is_settled(s))
        app.reload()
        state = app.state
        self.assertEqual((state["overlay"], state["language"], state["step"]), ("none", "zh", 2))

    def test_a_person_who_reads_chinese_starts_in_it(self):
        with Browser(1280, 800, language="zh") as browser, WebApp(browser, self.site.address) as app:
            self.assertEqual(app.state["language"], "zh")

    def test_ones_own_ptx_is_dropped_and_its_launch_corrected(self):
        app = self.open(settings={})
        self.drop(app, PTX)
        state = app.wait("it on the stage", lambda s: s["kernel"].endswith(PTX.name) and controls.is_settled(s)
                         and s["events"] > 0)
        self.assertEqual(state["error"], "")
        controls.type_into(app, "own.size.arg2", "96")
        controls.leave_field(app, "own.size.arg2")
        app.wait("a run with it", lambda s: s["events"] > state["events"] and controls.is_settled(s))
        app.click("own.save")
        kept = json.loads(app.page.wait_download(PTX.name + ".warplens.json").read_text())
        self.assertEqual(kept["launches"][0]["sizes"]["arg2"], 96)

    def test_ones_own_ptx_is_pasted(self):
        app = self.open(settings={})
        app.page.allow_clipboard()
        app.page.clipboard = PTX.read_text()
        app.key("ctrl+v")
        app.wait("it on the stage", lambda s: s["kernel"].endswith(".ptx") and controls.is_settled(s) and s["events"] > 0)

    def test_a_cu_says_where_its_ptx_comes_from(self):
        app = self.open(settings={})
        self.drop(app, self.write("mine.cu", "__global__ void k(float* out) { out[threadIdx.x] = 1; }\n"))
        self.message(app, "mine.cu", "godbolt.org")

    def test_a_file_is_chosen_from_the_persons_computer(self):
        app = self.open(settings={})
        app.page.choose_files(str(PTX))
        app.click("open")
        app.wait("the list", lambda s: s["overlay"] == "open")
        app.click("open.pick")
        app.wait("it on the stage", lambda s: s["kernel"].endswith(PTX.name) and controls.is_settled(s))

    def test_a_capture_is_opened_and_a_damaged_one_refused(self):
        whole = self.folder / "whole.wlens"
        subprocess.run([PROGRAM, "trace", KERNEL, "-o", str(whole)], check=True, stdout=subprocess.DEVNULL)
        app = self.open(settings={})
        for name, content in (("empty.wlens", b""), ("half.wlens", whole.read_bytes()[:4000]),
                              ("none.wlens", b"PK\x03\x04 nothing")):
            self.drop(app, self.write(name, content))
            self.message(app, name)
        self.drop(app, whole)
        app.wait("it on the stage", lambda s: s["kernel"].endswith("whole.wlens") and s["events"] > 0
                 and controls.is_settled(s))

    def test_hostile_ptx_ends_in_a_message(self):
        app = self.open(settings={})
        huge = (".version 7.8\n.target sm_80\n.address_size 64\n"
                ".visible .entry k()\n{ .shared .align 4 .b8 s[4000000000]; ret; }\n")
        for name, content, told in (("noise.ptx", bytes(range(256)) * 40, "noise.ptx"),
                                    ("deep.ptx", "{" * 100000, "deep.ptx"), ("huge.ptx", huge, "4000000000 bytes")):
            self.drop(app, self.write(name, content))
            app.wait(f"why {name} is none", lambda s, told=told: told in s["error"])
        self.drop(app, PTX)
        app.wait("the page lives", lambda s: s["kernel"].endswith(PTX.name) and controls.is_settled(s))

    def test_a_long_run_is_cancelled(self):
        app = self.open(settings={})
        self.drop(app, self.write("spin.ptx", LONG_LOOP))
        app.wait("it runs", lambda s: s["busy"])
        app.move_to(600, 500)
        app.wait("the page follows meanwhile", lambda s: s["pointer"] == [600, 500] and s["busy"])
        app.key("Escape")
        app.wait("its end", lambda s: not s["busy"])

    def test_the_workshop(self):
        app = self.open(settings={})
        app.click("mode.explore")
        app.click("explore.workshop")
        app.wait("the workshop", lambda s: s["views"][0] == "swizzle_workshop")
        app.click("workshop.map.padding")
        app.wait("padding 1", lambda s: s["swizzle"].endswith("map=padding 1")
                 and s["figures"].get("workshop.lost") == "128")
        controls.type_map(app, "col ^ row")
        app.wait("its reads", lambda s: s["figures"].get("workshop.lost") == "0")

    def test_a_link_is_an_address_that_shows_the_same(self):
        app = self.open(settings=EXPLORING)
        app.page.allow_clipboard()
        app.wait("the kernel", lambda s: s["kernel"] == KERNEL and controls.is_settled(s))
        before = app.state["event"]
        app.key("Right")
        event = app.wait("the next event", lambda s: s["event"] > before)["event"]
        app.click(f"{VIEW}.save")
        app.click("save.link")
        app.wait("it is copied", lambda s: s["message"] != "")
        address = app.page.clipboard
        self.assertTrue(address.startswith(self.site.address + "#warplens:1?"), address)
        with WebApp(self.browser, self.site.address, settings={}, link=address.partition("#")[2]) as other:
            other.wait("the same", lambda s: (s["kernel"], s["event"], s["views"][0]) == (KERNEL, event, VIEW))

    def test_what_is_saved_is_downloaded(self):
        app = self.open(settings=EXPLORING)
        app.wait("the kernel", lambda s: s["kernel"] == KERNEL and controls.is_settled(s))
        csv = subprocess.run([PROGRAM, "trace", KERNEL, "--csv", "totals"], check=True, capture_output=True).stdout
        for widget, ending, begins in (("save.png1", ".png", b"\x89PNG"), ("save.svg", ".svg", b"<?xml"),
                                       ("save.totals.csv", ".csv", csv), ("save.perfetto", ".json", b"{"),
                                       ("save.capture", ".wlens", b"PK")):
            app.click(f"{VIEW}.save")
            app.click(widget)
            message = app.wait(ending, lambda s, ending=ending: s["message"].endswith(ending))["message"]
            content = app.page.wait_download(message.rpartition("/")[2]).read_bytes()
            self.assertTrue(content.startswith(begins), (widget, content[:60]))
            app.key("Escape")
            app.wait("no message", lambda s: s["message"] == "")
        app.click(f"{VIEW}.save")
        app.click("save.last")
        app.key("ctrl+a")
        app.type("6")
        app.click("save.gif")
        message = app.wait("the GIF", lambda s: s["message"].endswith(".gif"))["message"]
        gif = app.page.wait_download(message.rpartition("/")[2]).read_bytes()
        self.assertEqual((gif[:6], gif.count(b"\x21\xf9\x04")), (b"GIF89a", 6))

    def test_chinese_is_typed_by_an_input_method(self):
        app = self.open(settings={"mode": "explore"})
        app.click("open")
        app.wait("the list", lambda s: s["overlay"] == "open")
        app.page.insert_text("转置")
        app.wait("what was typed", lambda s: s["search"] == "转置")

    def test_an_answer_is_kept(self):
        app = self.open(settings={"lesson": "bank-conflicts"})
        app.wait("a lesson", controls.is_settled)
        while not (state := app.state)["can_check"] and "lesson.option1" not in app.read()["widgets"]:
            app.click("lesson.next")
            app.wait("the next step", lambda s, state=state: s["step"] > state["step"] and controls.is_settled(s))
        app.click("lesson.option1")
        app.click("lesson.check")
        state = app.wait("an answer", lambda s: s["answer"] is not None)
        app.reload()
        kept = [(each["lesson"], each["step"]) for each in app.kept_settings()["answers"]]
        self.assertEqual(kept, [(state["lesson"], state["step_id"])])

    def paste(self, app, link):
        app.page.allow_clipboard()
        app.page.clipboard = link
        app.key("ctrl+v")

    def test_it_needs_no_network_once_it_is_loaded(self):
        app = self.open(settings={})
        packs = {file.name for file in Path(PAGE).glob("*.bin")}
        app.page.wait_for("the last pack", lambda: packs <= {url.rpartition("/")[2] for url in app.page.evaluate(
            "performance.getEntriesByType('resource').filter((each) => each.responseEnd > 0).map((each) => each.name)")})
        app.page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1,
                      uploadThroughput=-1)
        self.paste(app, "warplens:1?lesson=stencil&step=2")
        app.wait("a kernel", lambda s: s["lesson"] == "stencil" and s["events"] > 0 and controls.is_settled(s))
        app.click("language")
        app.wait("Chinese", lambda s: s["language"] == "zh" and controls.is_settled(s))

    def test_a_pack_that_cannot_be_fetched_is_told_and_fetched_later(self):
        with WebApp(self.browser, self.site.address, settings={}) as app:
            app.page.call("Network.setBlockedURLs", urls=["*ptx-window.bin"])
            self.paste(app, "warplens:1?lesson=stencil&step=2")
            app.wait("what is missing", lambda s: "cannot be read" in s["error"])
            app.page.call("Network.setBlockedURLs", urls=[])
            self.paste(app, "warplens:1?lesson=padding&step=2")
            app.wait("another lesson", lambda s: s["lesson"] == "padding" and controls.is_settled(s))
            self.paste(app, "warplens:1?lesson=stencil&step=2")
            app.wait("a kernel", lambda s: s["lesson"] == "stencil" and s["events"] > 0 and controls.is_settled(s))

    def test_a_finger_taps_and_scrolls(self):
        with Browser(390, 844, mobile=True, scale=2) as browser, WebApp(browser, self.site.address) as app:
            state = app.state
            x, y, width, height = app.read()["widgets"]["lesson.next"]["rect"]
            app.page.touch((x + width / 2) / app.scale, (y + height / 2) / app.scale)
            app.wait("the next step", lambda s: s["step"] == state["step"] + 1)


if __name__ == "__main__":
    PROGRAM, PAGE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
