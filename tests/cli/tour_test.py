"""Makes a tour of one lesson and holds it to what it promises.

usage: tour_test.py WARPLENS LANGUAGE

Every picture is there, is a WebP of its stated size and is no copy of another; every link resolves;
the page is well-formed, complete in itself, and its figures are those of `warplens trace --json`.
"""
import html.parser
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import urllib.parse

LESSON = "bank-conflicts"
MOST_BYTES = 520_000
VOID = {"meta", "img", "br", "link", "input", "hr"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.images, self.tables = [], [], [], [], []
        self.columns = []
        self.language, self.steps, self.kind, self.cell = None, 0, None, None
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "html":
            self.language = attributes["lang"]
        if tag == "a":
            self.links.append(attributes["href"])
        if tag == "img":
            self.images.append(attributes)
        if tag == "section":
            self.steps += 1
        if tag == "table" and "data-kernel" in attributes:
            self.tables.append((attributes, {}))
            self.columns = []
        if tag == "th" and "data-figure" in attributes:
            self.columns.append(attributes["data-figure"])
        if tag == "tr":
            self.kind, self.row = attributes.get("data-kind"), iter(self.columns)
        if tag == "td" and self.kind:
            self.cell = f"{self.kind}.{next(self.row)}"

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()
        if tag == "td":
            self.cell = None

    def handle_data(self, data):
        if self.cell:
            self.tables[-1][1][self.cell] = data


def tour(program, *arguments):
    return subprocess.run([program, "tour", *arguments], capture_output=True, text=True, timeout=280)


def refused(outcome, *words):
    assert outcome.returncode == 1, outcome
    assert outcome.stderr.count("\n") == 1 and all(w in outcome.stderr for w in words), outcome.stderr


def webp_size(path):
    data = path.read_bytes()
    whole = data[:4] == b"RIFF" and struct.unpack("<I", data[4:8])[0] + 8 == len(data)
    assert whole and data[8:16] == b"WEBPVP8L", f"{path} is no whole lossless WebP"
    bits = struct.unpack("<I", data[21:25])[0]
    return (bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1


def check_links(folder, pages):
    for name, page in pages.items():
        for link in page.links:
            assert not urllib.parse.urlparse(link).scheme and not link.startswith("/"), link
            file, _, place = urllib.parse.unquote(link).partition("#")
            assert (folder / file).exists(), f"{link} is missing"
            to = pages.get(file or name)
            assert not place or place in to.ids, f"{link} of {name} leads nowhere"
        assert len(page.ids) == len(set(page.ids)), f"an id stands twice in {name}"


def check_files(folder, page):
    documents = Page((folder / "documents.html").read_text(encoding="utf-8"))
    check_links(folder, {"index.html": page, "documents.html": documents})
    assert any(link.startswith("index.html#") for link in documents.links), "no item leads to a step"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    used = {image["src"] for image in page.images}
    files -= {"index.html", "documents.html"}
    assert files == used, "pictures that nothing shows, or the other way round"
    assert len({(folder / file).read_bytes() for file in used}) == len(used), "equal pictures"
    for image in page.images:
        is_part = "style" in image  # laid over the picture before it, which has the words
        assert is_part != bool(image["alt"].strip()), f"{image['src']} has no words, or too many"
        assert webp_size(folder / image["src"]) == (int(image["width"]), int(image["height"]))
    for file in used:
        webp_size(folder / file)


def check_figures(program, page):
    traced = {}
    assert page.tables
    for attributes, figures in page.tables:
        settings = attributes["data-parameters"].split()
        command = [program, "trace", attributes["data-kernel"], "--json"]
        command += [part for setting in settings for part in ("--set", setting)]
        key = " ".join(command)
        if key not in traced:
            traced[key] = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        trace = traced[key]["launches"][int(attributes["data-launch"])]
        compared = 0
        for name, shown in figures.items():
            kind, figure = name.split(".")
            totals = trace["totals"][kind]
            if figure in totals:
                assert int(shown.replace(",", "")) == totals[figure], (key, name, shown, totals)
                compared += 1
        assert compared >= 2, f"{key}: no figures"
        moved = {kind for kind, totals in trace["totals"].items() if totals["requests"]}
        assert moved == {name.split(".")[0] for name in figures}, (key, moved, figures)


def main(program, language):
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        refused(tour(program, "-o", str(place / "x"), "--lesson", "no-such"), "no-such")
        assert not (place / "x").exists()
        mine = place / "mine"
        mine.mkdir()
        (mine / "notes.txt").write_text("mine")
        refused(tour(program, "-o", str(mine), "--lesson", LESSON), "mine", "-o")
        assert os.listdir(mine) == ["notes.txt"]

        folder = place / "a tour"
        made = tour(program, "-o", str(folder), "--lesson", LESSON, "--lang", language)
        assert made.returncode == 0, made.stderr
        assert str(folder / "index.html") in made.stdout
        text = (folder / "index.html").read_text(encoding="utf-8")
        page = Page(text)
        assert page.language == {"en": "en", "zh": "zh-CN"}[language]
        steps = len(re.findall("step [0-9]+ of", made.stderr))
        assert page.steps == steps > 0, (page.steps, steps)
        assert not re.search(r"https?:|//[a-z]|url\(|@import", text), "reaches outside its folder"
        check_files(folder, page)
        pictures = sum(path.stat().st_size for path in folder.rglob("*.webp"))
        assert pictures < MOST_BYTES, f"{pictures} bytes: the lessons are to stay under 10 MB"
        check_figures(program, page)

        (folder / "pictures" / "old.png").write_bytes(b"left from an earlier tour")
        again = tour(program, "-o", str(folder), "--lesson", LESSON, "--lang", language)
        assert again.returncode == 0, again.stderr
        assert (folder / "index.html").read_text(encoding="utf-8") == text
        assert not (folder / "pictures" / "old.png").exists()


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2])
