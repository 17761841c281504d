#!/usr/bin/python3
"""The page's folder, as app/platform/web/pack.py makes it: of a made-up tree, and of this one."""
import functools
import gzip
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from fontTools.ttLib import TTFont

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "app/platform/web"))
import pack  # noqa: E402

WASM = b"\0asm" + bytes(range(256)) * 40
MOST_BYTES = {"core.bin": 600_000, "fonts-en.bin": 300_000, "fonts-zh.bin": 1_300_000}


def write(root, files):
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())


MADE_UP = {
    "assets/chips.json": '{"name": {"en": "a chip", "zh": "芯片"}, "title": "从头"}',
    "assets/lessons/01-one/lesson.json": '{"steps": [{"kernel": "add/plain"}]}',
    "assets/lessons/01-one/en.md": "words ⚙",
    "assets/lessons/01-one/zh.md": "词语",
    "assets/lessons/02-two/lesson.json": '{"steps": [{"kernel": "copy/plain"}]}',
    "assets/lessons/02-two/picture.bin": b"\xff\0\xfe",
    "assets/ptx/manifest.json": "{}",
    "assets/ptx/add/plain.ptx": "add",
    "assets/ptx/copy/plain.ptx": "copy",
    "assets/sass/sm_80/add/plain.sass": "SASS of add",
    "assets/sass/sm_90/add/plain.sass": "SASS of add, later",
    "assets/sass/sm_90/copy/plain.sass": "SASS of copy",
    "assets/recordings/h100-copy.json": "{}",
    "assets/recordings/h200-copy.json": "[]",
    "assets/recordings/h200-host_timeline.json": "[1]",
    "shaders/cells.vert": "void main() {}",
    "kernels/catalog/add/plain.cu": "__global__ void plain() {}",
    "kernels/catalog/add/common.cuh": "#pragma once",
    "kernels/catalog/add/add.cpp": "// 不装",
    "kernels/catalog/zh/add/plain.txt": "内核",
    "kernels/catalog/zh/CMakeLists.txt": "",
    "docs/GLOSSARY.md": "## host · 主机\nThe CPU.\n\n处理器。\n",
    "docs/OTHER.md": "not packed",
    "po/zh_CN.po": 'msgid ""\nmsgstr ""\n"X-Language-Name: 中文\\n"\n\nmsgid "Play"\nmsgstr "播放"\n',
    "app/one.cpp": '"▶"',
    "app/platform/web/page/index.html": "<!doctype html>",
    "app/platform/web/page/page.css": "body {}",
    "app/platform/web/page/begin.js": "import { one,\n  two } from './parts.js';\nimport './last.js';\none(two);\n",
    "app/platform/web/page/parts.js": "export const two = 2;\n\nexport function one(x) {\n  return x;\n}\n",
    "app/platform/web/page/last.js": "globalThis.export = /[/'\"]/.test(`${'}'} import`);\n",
}


class Folder:
    """A packed one, read back."""

    def __init__(self, path):
        self.path = path
        self.packs = {file.name.removesuffix(".bin"): self.read(file) for file in sorted(path.glob("*.bin"))
                      if file.name != "warplens.wasm.bin"}

    @staticmethod
    def read(file):
        content = gzip.decompress(file.read_bytes())
        line, _, rest = content.partition(b"\n")
        said, files = json.loads(line), {}
        for name, size in said["files"].items():
            files[name], rest = rest[:size], rest[size:]
        assert rest == b"", f"{file.name} is longer than it says"
        return said, files

    def said(self, name):
        return self.packs[name][0]

    def files(self, name):
        return self.packs[name][1]

    def all_files(self):
        """But for fonts: (path, bytes), one for each time that it is in a pack."""
        return [each for name, (_, files) in self.packs.items() if not name.startswith("fonts-")
                for each in files.items()]

    @functools.cache
    def fonts(self, name):
        return [TTFont(io.BytesIO(content)) for content in self.files(name).values()]

    @functools.cache
    def characters(self, name):
        """That one face or another draws; the Chinese window has the English one's, too."""
        found = {chr(code) for font in self.fonts(name) for code in font.getBestCmap()}
        return found | self.characters("fonts-en") if name == "fonts-zh" else found


@functools.cache
def original(name):
    """What of a font by that name the subset must keep."""
    for file, face in [*((each, -1) for each in (*pack.LATIN_FONTS, pack.SYMBOLS)), (pack.CHINESE, pack.CHINESE_FACE)]:
        with pack.open_font(file, face) as font:
            if font["name"].getDebugName(6) == name:
                return heights_of(font)
    return None


def heights_of(font):
    return {f"{table}.{field}": getattr(font[table], field, None)
            for table, fields in {"hhea": ("ascent", "descent", "lineGap"), "head": ("unitsPerEm",),
                                  "OS/2": ("sTypoAscender", "usWinAscent", "usWinDescent", "sxHeight")}.items()
            for field in fields}


def chinese_in(text):
    return set(re.findall(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]", text))


class APacked:
    """What is true of every tree's folder."""

    def assert_drawn(self, characters, pack_name, where=None):
        lacking = set(characters) - self.folder.characters(pack_name) - {"\n"}
        self.assertEqual("".join(sorted(lacking)), "", where)

    def test_every_file_that_is_installed_is_in_one_pack_with_its_bytes(self):
        self.assertEqual(sorted(self.folder.all_files()), sorted(
            (path, file.read_bytes()) for path, file in pack.files_of(self.root).items()))

    def test_core_says_what_the_others_hold(self):
        later = {name: said["files"] for name, (said, _) in self.folder.packs.items()
                 if name not in ("core", "fonts-en")}
        self.assertEqual(self.folder.said("core")["later"], later)

    def test_the_program_is_there(self):
        self.assertEqual(gzip.decompress((self.folder.path / "warplens.wasm.bin").read_bytes()), WASM)

    def test_the_page_is_copied_and_its_script_is_one(self):
        page = self.root / "app/platform/web/page"
        for name in ("index.html", "page.css", "icon.svg"):
            if (page / name).exists():
                self.assertEqual((self.folder.path / name).read_bytes(), (page / name).read_bytes())
        script = (self.folder.path / "warplens.js").read_text(encoding="utf-8")
        self.assertNotRegex(script, r"(?m)^(import|export)\b")
        self.assertIn("'use strict'", script)

    def test_a_second_run_makes_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as again:
            self.make(pathlib.Path(again))
            ours, theirs = ({file.name: file.read_bytes() for file in pathlib.Path(folder).iterdir()}
                            for folder in (self.folder.path, again))
            self.assertEqual(list(map(len, ours.values())), [len(theirs[name]) for name in ours])
            self.assertEqual(ours, theirs)

    def test_fonts_keep_their_heights(self):
        for font in (*self.folder.fonts("fonts-en"), *self.folder.fonts("fonts-zh")):
            self.assertEqual(heights_of(font), original(font["name"].getDebugName(6)))

    def test_latin_and_symbols_are_drawn_in_english(self):
        self.assert_drawn(pack.ranges((0x20, 0x7e), (0xa0, 0xac), (0xae, 0x17f)), "fonts-en")
        self.assert_drawn("αβγλμπΣΩ←→↑↓≤≥≠×·…–—“”‘’▶◀✓─│┌┐█■●₂²", "fonts-en")

    def test_the_english_window_names_chinese(self):
        self.assert_drawn("中文", "fonts-en")


class MadeUpTree(APacked, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.root = pathlib.Path(cls.place.name) / "tree"
        write(cls.root, MADE_UP | {"program.wasm": WASM})
        cls.enterClassContext(mock.patch.object(pack, "common_characters", lambda: set("啊")))  # the others take long
        cls.make(cls.root / "out")
        cls.folder = Folder(cls.root / "out")

    @classmethod
    def make(cls, out):
        return pack.pack(cls.root, cls.root / "program.wasm", out)

    def test_packs_are_by_family_and_chip(self):
        self.assertEqual(sorted(self.folder.packs), [
            "core", "fonts-en", "fonts-zh", "ptx-copy", "recordings-copy", "recordings-host_timeline", "sass-sm_80",
            "sass-sm_90"])

    def test_what_the_first_lesson_shows_is_in_core(self):
        core = self.folder.files("core")
        for path in ("assets/ptx/add/plain.ptx", "assets/sass/sm_90/add/plain.sass",
                     "kernels/catalog/zh/add/plain.txt"):
            self.assertIn("share/warplens/" + path, core)

    def test_nothing_else_is_packed(self):
        names = {path for path, _ in self.folder.all_files()}
        for path in ("docs/OTHER.md", "kernels/catalog/add/add.cpp", "kernels/catalog/zh/CMakeLists.txt"):
            self.assertNotIn("share/warplens/" + path, names)

    def test_characters_are_in_the_font_of_who_sees_them(self):
        self.assert_drawn("⚙中文主机从头", "fonts-en")
        self.assert_drawn("芯片词语播放处理器内核", "fonts-zh")
        self.assertEqual(set("芯片词语播放处理器内核") & self.folder.characters("fonts-en"), set())

    def test_the_scripts_parts_are_in_order(self):
        self.assertEqual((self.folder.path / "warplens.js").read_text(encoding="utf-8"), """(() => {
'use strict';

const two = 2;

function one(x) {
  return x;
}

globalThis.export = /[/'\"]/.test(`${'}'} import`);

one(two);
})();
""")


class ThisTree(APacked, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.root = ROOT
        cls.table = cls.make(pathlib.Path(cls.place.name) / "out")
        cls.folder = Folder(pathlib.Path(cls.place.name) / "out")

    @classmethod
    def make(cls, out):
        wasm = pathlib.Path(cls.place.name) / "program.wasm"
        wasm.write_bytes(WASM)
        return subprocess.run([ROOT / "app/platform/web/pack.py", wasm, out], check=True, capture_output=True,
                              text=True).stdout

    def test_what_is_fetched_first_is_small(self):
        for name, most in MOST_BYTES.items():
            self.assertLess((self.folder.path / name).stat().st_size, most, name)

    def test_the_table_names_every_file(self):
        for file in self.folder.path.iterdir():
            self.assertIn(file.name, self.table)

    def test_every_chinese_character_that_is_shown_is_drawn(self):
        texts = [ROOT / "po/zh_CN.po", ROOT / "docs/GLOSSARY.md", *(ROOT / "assets").rglob("zh.md"),
                 *(ROOT / "assets").rglob("*.json"), *(ROOT / "assets").rglob("*.zh.txt"),
                 *(ROOT / "kernels/catalog/zh").rglob("*.txt")]
        self.assertGreater(len(texts), 100)
        for file in texts:
            self.assert_drawn(chinese_in(file.read_text(encoding="utf-8")), "fonts-zh", file)

    def test_every_character_of_english_texts_is_drawn(self):
        for file in (*(ROOT / "assets").rglob("en.md"), *(ROOT / "kernels/catalog").rglob("*.cu")):
            self.assert_drawn(file.read_text(encoding="utf-8"), "fonts-en", file)
        headings = re.findall(r"(?m)^## .*", (ROOT / "docs/GLOSSARY.md").read_text(encoding="utf-8"))
        self.assert_drawn("".join(headings), "fonts-en")

    def test_what_code_draws_is_drawn(self):
        of_no_font = "⏮⏭⏸"
        for folder in ("app", "viz", "kernels"):
            for file in (ROOT / folder).rglob("*.cpp"):
                if not file.stem.endswith(("_test", "_fuzz")):
                    text = file.read_text(encoding="utf-8")
                    self.assert_drawn({each for each in text if each not in of_no_font}, "fonts-zh", file)

    def test_the_program_knows_both_chinese_faces(self):
        source = (pack.pathlib.Path(pack.__file__).parents[3] / "app/settings/font_files.cpp").read_text()
        for name in (pack.CHINESE_NAME, pack.FEW_CHINESE_NAME):
            self.assertIn(f'"{name}"', source)

    def test_common_characters_are_there_to_type(self):
        self.assertEqual(len(pack.common_characters()), 3755)
        self.assert_drawn(pack.common_characters(), "fonts-zh")


class Scripts(unittest.TestCase):
    def join(self, **modules):
        with tempfile.TemporaryDirectory() as folder:
            write(pathlib.Path(folder), {f"{name}.js": text for name, text in modules.items()})
            return pack.joined_script(pathlib.Path(folder))

    def assert_refused(self, reason, **modules):
        with self.assertRaises(pack.PackError) as told:
            self.join(**modules)
        self.assertEqual(str(told.exception), reason)

    def test_an_import_that_names_no_file_is_refused(self):
        self.assert_refused("a.js: imports c.js, and there is no such file", a="import { b } from './c.js';\n")

    def test_modules_that_import_each_other_are_refused(self):
        self.assert_refused("modules import each other: a.js → b.js → a.js", a="import { b } from './b.js';\n",
                            b="import { a } from './a.js';\n")


if __name__ == "__main__":
    unittest.main()
