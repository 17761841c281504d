"""The picture of a trace in a page."""
import base64
import html.parser
import re

import numpy
import pytest

import warplens
from conftest import HEAD, SCALE, shared_kernel
from warplens import picture


class Parts(html.parser.HTMLParser):
    """Tags that are opened and closed, and what they name."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ("img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def named(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


def turned(language="en", kernel=shared_kernel(32)):
    return warplens.trace(kernel, 1, [numpy.zeros(32, numpy.uint32)], block=64, language=language)


def test_a_page_has_a_picture_for_each_event_and_a_slider():
    traced = turned()
    parts = Parts(traced._repr_html_())
    assert parts.open == []
    shown = [event for event in traced.events if traced.sites[event.site].space != "none"]
    assert len(parts.named("img")) == len(shown) and len(shown) > 3
    assert parts.named("input")[0]["max"] == str(len(shown) - 1)
    assert "wavefronts: 32 (1 at best)" in parts.text and "turn.cu:3" in parts.text


def test_pictures_lie_in_the_page_itself():
    parts = Parts(turned().html())
    for image in parts.named("img"):
        kind, data = image["src"].split(",", 1)
        assert kind == "data:image/svg+xml;base64"
        svg = base64.b64decode(data).decode()
        assert svg.startswith("<?xml") and "<script" not in svg
    assert parts.named("script") == [] and parts.named("link") == []
    assert not re.search(r"(src|href)=\"(?!data:)", turned().html())


def test_the_picture_shows_the_event_that_it_is_of():
    traced = turned()
    for event in traced.events:
        site = traced.sites[event.site]
        if site.space == "shared":
            count = event.wavefronts
            assert f"{count} wavefront" in re.sub("<[^>]*>", "", traced.svg(event.number))
        elif site.space == "global":
            assert f"{event.sectors} sector" in re.sub("<[^>]*>", "", traced.svg(event.number))


def test_executed_accesses_are_those_that_are_listed():
    traced = warplens.trace("gemm/register_tile")
    some = [event for event in picture.chosen(traced.events, traced.sites, 40)
            if traced.sites[event.site].width == 16 and event.wavefronts is not None][-3:]
    drawn = picture.svgs(traced, {event.number: "bank_view" for event in some}, 1)
    for event in some:
        text = " ".join(re.sub("<[^>]*>", " ", drawn[event.number]).split())
        assert sum(map(int, re.findall(r"(\d+) wavefronts? ", text))) == event.wavefronts
        assert f"warp {event.warp} · shared {traced.sites[event.site].kind}" in text


def test_the_slider_begins_where_most_could_be_saved():
    page = Parts(warplens.trace("transpose/tile", sizes={"rows": 64, "cols": 96}).html(most=6))
    begins = int(page.named("input")[0]["value"])
    assert "wavefronts: 32 (1 at best)" in page.named("img")[begins]["alt"]


def test_both_languages_are_spoken():
    page = Parts(turned("zh").html())
    assert "网格 1，线程块 64" in page.text and "wavefront：32 个（最少 1 个）" in page.text
    assert "线程块 (0, 0, 0)" in page.text


def test_findings_stand_above_the_picture():
    page = Parts(turned(kernel=shared_kernel(1, "")).html())
    assert "with nothing in between to order them" in page.text


def test_of_many_events_some_of_each_line_are_shown():
    x = numpy.zeros(1024, numpy.float32)
    traced = warplens.trace(SCALE, 4, [x, x, 1024, 1.0], block=256)
    some = picture.chosen(traced.events, traced.sites, 6)
    sites = [event.site for event in some]
    assert len(some) == 6 and len(set(sites)) == 2 and sites.count(sites[0]) == 3
    assert [event.number for event in some] == sorted(event.number for event in some)
    page = traced.html(most=6)
    assert len(Parts(page).named("img")) == 6 and "6 of 64 accesses are shown" in page


def test_a_page_is_bounded(monkeypatch):
    x = numpy.zeros(64, numpy.float32)
    monkeypatch.setattr(picture, "_MOST_BYTES", 100_000)
    page = warplens.trace(SCALE, 1, [x, x, 64, 1.0], block=64).html()
    assert len(page) < 120_000 and 0 < len(Parts(page).named("img")) < 4


def test_a_kernel_without_accesses_has_none():
    nothing = HEAD + ".visible .entry nothing()\n{\n ret;\n}\n"
    traced = warplens.trace(nothing, 1, [], block=32)
    assert "no access of global or shared memory was recorded" in traced.html()
    with pytest.raises(warplens.Error, match="no access"):
        traced.svg()


def test_where_no_picture_can_be_drawn_the_page_says_why(monkeypatch, tmp_path):
    traced = turned()
    traced.events
    refusing = tmp_path / "warplens"
    refusing.write_text("#!/bin/sh\necho 'warplens: libEGL.so.1 was not found' >&2\nexit 1\n")
    refusing.chmod(0o755)
    monkeypatch.setenv("WARPLENS", str(refusing))
    page = Parts(traced.html())
    assert "no picture: libEGL.so.1 was not found" in page.text and "turn" in page.text


def test_names_are_only_text():
    kernel = SCALE.replace("scale.cu", "<b>&.cu")
    x = numpy.zeros(64, numpy.float32)
    page = warplens.trace(kernel, 1, [x, x, 64, 1.0], block=64).html(most=1)
    assert "<b>&.cu" not in page and "&lt;b&gt;&amp;.cu" in page
