#!/usr/bin/python3
"""Makes the folder of static files that is the page: the program, its files in packs, fonts, one script.

usage: pack.py WASM OUT_FOLDER

A pack is gzip of one line of JSON, {"files": {PATH: SIZE, ...}}, and the files' bytes in that order. That of
core.bin says besides what the other packs hold: {"files": ..., "later": {NAME: {PATH: SIZE, ...}, ...}}; NAME.bin
is read when the program opens one of its files, fonts-zh.bin by the Chinese window.

Needs python3-fonttools. The same sources make the same bytes.
"""
import graphlib
import gzip
import io
import json
import pathlib
import re
import shutil
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

SHARE = "share/warplens/"
FONTS = pathlib.Path("/usr/share/fonts")
LATIN_FONTS = ("opentype/inter/Inter-Regular.otf", "opentype/inter/Inter-SemiBold.otf",
               "truetype/jetbrains-mono/JetBrainsMono-Regular.ttf")
SYMBOLS = "truetype/dejavu/DejaVuSans.ttf"
CHINESE, CHINESE_FACE = "opentype/noto/NotoSansCJK-Regular.ttc", 2
# What app/settings/font_files.cpp takes first where it is there: the one that has all; the few characters of the
# English window.
CHINESE_NAME, FEW_CHINESE_NAME = "NotoSansCJKsc-Regular.otf", "NotoSansCJKsc-Few.otf"
MOST_CHINESE = 1_300_000  # bytes of fonts-zh.bin; GB 2312's common characters are in it where they fit
# Of Debian's packages that are inside: their copyright files make licences.txt, with the program's licence.
LICENSED = ("fonts-inter", "fonts-jetbrains-mono", "fonts-dejavu-core", "fonts-noto-cjk", "libimgui-dev", "libstb-dev",
            "libgif-dev", "libmd4c-dev", "libfmt-dev", "libexpected-dev", "libflatbuffers-dev", "nlohmann-json3-dev",
            "libzip-dev", "zlib1g-dev")
# Those of the C and C++ libraries, in the compiler's folder.
COMPILERS_LICENCES = ("libc/musl/COPYRIGHT", "libc/wasi/LICENSE", "libcxx/LICENSE.TXT", "libunwind/LICENSE.TXT")
FIRST_CHIP = "sm_90"  # whose SASS is shown until another is chosen


class PackError(Exception):
    """Told in one line."""


# Files of the tree, as cmake/Package.cmake installs them

def files_of(root):
    """{path in the page's file system: file}, by name."""
    found = [file for folder in ("assets", "shaders") for file in (root / folder).rglob("*")]
    catalogue = root / "kernels/catalog"
    for pattern in ("*.cu", "*.cuh", "zh/*/*.txt"):
        found += catalogue.rglob(pattern)
    found.append(root / "docs/GLOSSARY.md")
    names = {SHARE + file.relative_to(root).as_posix(): file for file in found if file.is_file()}
    return dict(sorted(names.items()))


def first_family(root):
    """Of the kernel that the first lesson starts with."""
    lessons = sorted((root / "assets/lessons").glob("*/lesson.json"))
    if not lessons:
        raise PackError(f"{root} has no lessons")
    step = json.loads(lessons[0].read_text(encoding="utf-8"))["steps"][0]
    return step["kernel"].split("/")[0]


def pack_of(path, family):
    """The name of the pack that holds a file; None: core. What is read at every start, or by the first lesson's
    first step, is in core."""
    parts = path.removeprefix(SHARE + "assets/").split("/")
    if path.startswith(SHARE + "assets/") and len(parts) > 1:
        if parts[0] == "ptx" and len(parts) > 2 and parts[1] != family:
            return "ptx-" + parts[1]
        if parts[0] == "sass" and len(parts) > 2 and parts[1:3] != [FIRST_CHIP, family]:
            return "sass-" + parts[1]
        if parts[0] == "recordings":
            return "recordings-" + parts[1].split("-", 1)[-1].removesuffix(".json")
    return None


def by_likeness(path):
    """What compresses together stands together: zh.md beside zh.md."""
    name = path.rsplit("/", 1)[-1]
    return ("zh" in path, name.rsplit(".", 1)[-1], path)


def packs_of(root):
    """{name: {path: bytes}}, core first."""
    packs, family = {}, first_family(root)
    files = files_of(root)
    for path in sorted(files, key=by_likeness):
        packs.setdefault(pack_of(path, family) or "core", {})[path] = files[path].read_bytes()
    return {"core": packs.pop("core")} | dict(sorted(packs.items()))


def sizes_of(files):
    return {path: len(content) for path, content in files.items()}


def packed(files, **said):
    """The bytes of a pack before they are compressed."""
    header = json.dumps({"files": sizes_of(files)} | said, ensure_ascii=False, separators=(",", ":"))
    return header.encode() + b"\n" + b"".join(files.values())


def compressed(content):
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=out, mtime=0) as file:
        file.write(content)
    return out.getvalue()


# Characters

def is_chinese(character):
    code = ord(character)
    return 0x2e80 <= code <= 0x9fff or 0xf900 <= code <= 0xfaff or 0xfe30 <= code <= 0xfe4f or 0xff00 <= code <= 0xffef


def ranges(*pairs):
    return {chr(code) for first, last in pairs for code in range(first, last + 1)}


# What may be typed, read from a file or written by a kernel: Latin, Greek, punctuation, super- and subscripts,
# currencies, letterlike, arrows, operators, technical, boxes, blocks, shapes, marks.
OF_BOTH = ranges((0x20, 0x7e), (0xa0, 0x17f), (0x370, 0x3ff), (0x2010, 0x2027), (0x2030, 0x205e), (0x2070, 0x209c),
                 (0x20a0, 0x20bf), (0x2100, 0x214f), (0x2190, 0x22ff), (0x2300, 0x23ff), (0x2500, 0x25ff),
                 (0x2600, 0x266f), (0x2700, 0x2775))


def texts_of(root):
    """All texts that the window may show."""
    for path, file in files_of(root).items():
        if path.startswith((SHARE + "assets/ptx/", SHARE + "assets/sass/")):
            continue
        try:
            yield file, file.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # no text
            continue
    sources = [*(root / "po").glob("*.po")]
    for folder in ("app", "kernels", "viz"):
        sources += [file for ending in ("*.cpp", "*.h") for file in (root / folder).rglob(ending)
                    if not file.stem.endswith(("_test", "_fuzz"))]
    for file in sorted(sources):
        yield file, file.read_text(encoding="utf-8")


def strings_in(value):
    """Of JSON, but for those that are in Chinese because they are for its readers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from strings_in(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name != "zh":
                yield name
                yield from strings_in(each)


def shown_in_english(file, text):
    """Of a text what the English window shows: languages' names, glossary headings with both languages' words,
    documents' titles."""
    if file.suffix == ".po":
        return "".join(re.findall(r"X-Language-Name: ([^\\]*)", text))
    if file.name == "GLOSSARY.md":
        return "".join(re.findall(r"^## .*$", text, re.M))
    if file.suffix == ".json":
        return "".join(strings_in(json.loads(text)))
    return text if file.name == "en.md" or file.suffix in (".cu", ".cuh") else ""


def characters_of(root):
    """Those of the English window, and those that the Chinese one shows too."""
    both, english, chinese = set(OF_BOTH), set(), set()
    for file, text in texts_of(root):
        characters = {character for character in text if " " <= character < "\U00010000"}
        chinese |= set(filter(is_chinese, characters))
        both |= characters - chinese
        english |= set(filter(is_chinese, shown_in_english(file, text)))
    return both | english, both | english | chinese


def common_characters():
    """Level 1 of GB 2312."""
    places = ((row, cell) for row in range(16, 56) for cell in range(1, 95))
    return set("".join(bytes([row + 0xa0, cell + 0xa0]).decode("gb2312", "ignore") for row, cell in places))


MARKS_OF_BOTH = "“”‘’…—"  # drawn by the Chinese face in the Chinese window


# Fonts

def open_font(name, face=-1):
    file = FONTS / name
    if not file.exists():
        raise PackError(f"{file} is not here: scripts/setup installs it")
    return TTFont(file, fontNumber=face, recalcTimestamp=False, lazy=True)


def characters_in(name, face=-1):
    with open_font(name, face) as font:
        return {chr(code) for code in font.getBestCmap()}


def reduced(name, characters, face=-1):
    """Bytes of a font that has those characters alone, and of the rest what ImGui draws with."""
    options = subset.Options(
        layout_features=[], name_IDs=[1, 2, 4, 6], name_languages=[0x409], glyph_names=False, hinting=False,
        desubroutinize=True, notdef_outline=True)
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "kern", "MATH", "FFTM", "VORG", "vhea", "vmtx"]
    out = io.BytesIO()
    with open_font(name, face) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=map(ord, characters))
        subsetter.subset(font)
        font.save(out, reorderTables=None)
    return out.getvalue()


def font_packs(english, all_shown):
    """Files of fonts-en and fonts-zh. app/ui/fonts.cpp draws a character by the first that has it: a Latin face,
    the Chinese one, symbols."""
    lacking = english - set.intersection(*map(characters_in, LATIN_FONTS))
    lacking_chinese = lacking - characters_in(CHINESE, CHINESE_FACE)
    files = {name: reduced(name, english) for name in LATIN_FONTS} | {SYMBOLS: reduced(SYMBOLS, lacking_chinese)}
    of_english = {SHARE + "fonts/" + name.rsplit("/", 1)[-1]: content for name, content in files.items()}
    of_english[SHARE + "fonts/" + FEW_CHINESE_NAME] = reduced(CHINESE, lacking, CHINESE_FACE)
    wide = lacking | set(filter(is_chinese, all_shown)) | set(MARKS_OF_BOTH)
    for characters in (wide | common_characters(), wide):
        of_chinese = {SHARE + "fonts/" + CHINESE_NAME: reduced(CHINESE, characters, CHINESE_FACE)}
        if len(compressed(packed(of_chinese))) <= MOST_CHINESE:
            break
    return dict(sorted(of_english.items())), of_chinese


# The script

# The page's modules import by names alone, each statement from its line's start.
IMPORT = re.compile(r"^import [^;]*?'\./([\w.]+)';\n", re.M)
EXPORT = re.compile(r"^export ", re.M)


def joined_script(folder):
    """One classic script of a folder's modules: a page opened from a disk loads no modules, and can then say so."""
    sources = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.js"))}
    imported = {name: IMPORT.findall(source) for name, source in sources.items()}
    for name, files in imported.items():
        for file in files:
            if file not in sources:
                raise PackError(f"{name}: imports {file}, and there is no such file")
    try:
        order = list(graphlib.TopologicalSorter(imported).static_order())
    except graphlib.CycleError as error:
        raise PackError(f"modules import each other: {' → '.join(reversed(error.args[1]))}") from None
    parts = [EXPORT.sub("", IMPORT.sub("", sources[name])).strip("\n") for name in order]
    return "(() => {\n'use strict';\n\n" + "\n\n".join(parts) + "\n})();\n"


# The folder

class Table:
    """Of sizes: as they are, and as they are sent where a server compresses what is not."""

    def __init__(self):
        self.rows = {}

    def add(self, name, content, sent=None):
        self.rows[name] = (len(content), len(compressed(content) if sent is None else sent))

    def row(self, name, raw, sent):
        return f"{name:<28}{raw:>12,}{sent:>12,}"

    def sum(self, name, among):
        return self.row(name, *map(sum, zip(*(self.rows[each] for each in among))))

    def text(self):
        page = [each for each in self.rows if each.startswith(("index", "page", "icon", "warplens"))]
        first = [*page, "core.bin", "fonts-en.bin"]
        recordings = [each for each in self.rows if each.startswith("recordings-")]
        lines = [f"{'':<28}{'raw':>12}{'compressed':>12}"]
        lines += [self.row(name, *sizes) for name, sizes in self.rows.items()]
        lines += ["", "before the first picture,", self.sum("  English", first),
                  self.sum("  Chinese", [*first, "fonts-zh.bin"])]
        if recordings:
            lines += ["besides, while it is shown:", self.sum("  recordings", recordings)]
        return "\n".join([*lines, self.sum("all", self.rows)])


def licences(root):
    files = [root / "LICENSE"] + [pathlib.Path("/usr/share/doc", name, "copyright") for name in LICENSED]
    compilers = root / "build/web-tools/zig/lib"
    files += [file for file in (compilers / name for name in COMPILERS_LICENCES) if file.exists()]
    return "\n\n".join(f"{file.parent.name}/{file.name}\n\n{file.read_text(encoding='utf-8', errors='replace')}"
                       for file in files if file.exists()).encode()


def pack(root, wasm, out):
    """Makes the folder; returns the table of sizes as text."""
    page = root / "app/platform/web/page"
    script = joined_script(page).encode()
    packs = packs_of(root)
    english, chinese = font_packs(*characters_of(root))
    packs["fonts-zh"] = chinese
    out.mkdir(parents=True, exist_ok=True)
    table = Table()
    for file in (page / name for name in ("index.html", "page.css", "icon.svg")):
        if file.exists():
            shutil.copyfile(file, out / file.name)
            table.add(file.name, file.read_bytes())
    (out / "warplens.js").write_bytes(script)
    table.add("warplens.js", script)

    words = licences(root)
    (out / "licences.txt").write_bytes(words)
    table.add("licences.txt", words)

    later = {name: sizes_of(files) for name, files in packs.items() if name != "core"}
    contents = {"warplens.wasm.bin": wasm.read_bytes(), "core.bin": packed(packs.pop("core"), later=later),
                "fonts-en.bin": packed(english)}
    contents |= {f"{name}.bin": packed(files) for name, files in packs.items()}
    for name, content in contents.items():
        sent = compressed(content)
        (out / name).write_bytes(sent)
        table.add(name, content, sent)
    return table.text()


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    try:
        print(pack(pathlib.Path(__file__).resolve().parents[3], *map(pathlib.Path, arguments)))
    except (PackError, OSError) as error:
        sys.exit(f"pack: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
