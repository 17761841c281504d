#!/usr/bin/env python3
"""The Debian package: packed, its fields and files read, unpacked and its program run, all without root.
scripts/deb-check installs it.

usage: deb_test.py CPACK BUILD_FOLDER VERSION ARCHITECTURE [EMULATOR...]
"""
import configparser
import re
import shutil
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

from system_needs import check, is_all_for, packages_needed, run

MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
CAPTURE_TYPE = "application/x-warplens-capture"
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
OPENED = {"libegl1", "libgl1", "libx11-6"}  # by the program or by GLFW, when they draw
PROGRAM = "usr/lib/warplens"


def pack(cpack, build, folder):
    packed = run([cpack, "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", folder])
    check("cpack succeeds", packed.returncode == 0, packed.stdout + packed.stderr)
    packages = list(folder.glob("*.deb"))
    check("it makes one package", len(packages) == 1, packages)
    return packages[0]


def fields_are_right(package, version, architecture):
    def field(name):
        return run(["dpkg-deb", "-f", package, name], check=True).stdout.strip()

    check("its file is named as Debian names packages",
          package.name == f"warplens_{version}_{architecture}.deb", package.name)
    for name, value in (("Package", "warplens"), ("Version", version), ("Architecture", architecture)):
        check(f"{name} is {value}", field(name) == value, field(name))
    lines = field("Description").splitlines()
    check("its description has one short line and more", 10 < len(lines[0]) < 80 and len(lines) > 2, lines)
    scripts = run(["dpkg-deb", "--ctrl-tarfile", package], text=False).stdout
    check("no script of ours runs when it is installed",
          not any(name in scripts for name in (b"postinst", b"preinst", b"postrm", b"prerm")))
    return set(re.findall(r"([a-z][\w.+-]*)(?: \([^)]*\))?", field("Depends")))


def owners_are_root(package):
    listed = run(["dpkg-deb", "-c", package], check=True).stdout.splitlines()
    owners = {line.split()[1] for line in listed}
    check(f"root owns all of its {len(listed)} files", owners == {"root/root"}, owners)
    check("none may be written by others",
          not [line for line in listed if line[0] != "l" and (line[5] == "w" or line[8] == "w")])


def depends_on_what_it_needs(root, depends):
    needed = packages_needed(root) | OPENED
    check(f"it depends on {', '.join(sorted(needed))} alone", depends == needed, depends)


def menu_entry_is_right(root):
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(root / "usr/share/applications/warplens.desktop", encoding="utf-8")
    fields = entry["Desktop Entry"]
    check("the menu entry starts the program with what is opened",
          fields["Exec"] == "warplens %u" and (root / "usr/bin/warplens").exists(), dict(fields))
    check("it takes captures and links",
          fields["MimeType"] == f"{CAPTURE_TYPE};x-scheme-handler/warplens;", fields["MimeType"])
    check("it has Chinese words", not fields["Comment[zh_CN]"].isascii())
    icon = root / f"usr/share/icons/hicolor/scalable/apps/{fields['Icon']}.svg"
    check("its icon is there", xml.etree.ElementTree.parse(icon).getroot().tag.endswith("svg"))
    if shutil.which("rsvg-convert"):
        drawn = run(["rsvg-convert", "-w", "48", icon], text=False)
        check("its icon can be drawn", drawn.stdout.startswith(b"\x89PNG") and len(drawn.stdout) > 300)
    if shutil.which("desktop-file-validate"):
        told = run(["desktop-file-validate", root / "usr/share/applications/warplens.desktop"])
        check("it is valid", told.returncode == 0, told.stdout)


def type_is_a_captures(root, capture):
    kind = xml.etree.ElementTree.parse(root / "usr/share/mime/packages/warplens.xml").find(MIME + "mime-type")
    check("its type is the menu entry's", kind.get("type") == CAPTURE_TYPE)
    check("*.wlens is of it", kind.find(MIME + "glob").get("pattern") == "*.wlens")
    matches = list(kind.iter(MIME + "match"))
    check("it has more magic than a zip's", len(matches) == 2)
    for match in matches:
        wanted = match.get("value").encode().decode("unicode_escape").encode("latin-1")
        at = int(match.get("offset"))
        check(f"a capture has {wanted} at {at}", capture[at:at + len(wanted)] == wanted)


def runs(root, version, home, emulator):
    def output(*arguments):
        ran = run([*emulator, root / "usr/bin/warplens", *arguments], cwd="/",
                  env={"PATH": "/usr/bin:/bin", "HOME": str(home)})
        check(f"{arguments[0]} succeeds", ran.returncode == 0, ran.stderr)
        return ran.stdout

    check("it knows its version", output("--version") == f"warplens {version}\n")
    capture = home / "t.wlens"
    check("it traces", "transpose/tile on cpu" in output("trace", "transpose/tile", "-o", capture))
    check("by its link, it finds what came with it", f"{root}/{PROGRAM}/share/warplens/assets" in output("doctor"))
    return capture.read_bytes()


def main(cpack, build, version, architecture, *emulator):
    with tempfile.TemporaryDirectory(prefix="warplens deb ") as name:
        folder = Path(name).resolve()
        for part in ("packed", "root", "home"):
            (folder / part).mkdir()
        package = pack(cpack, Path(build), folder / "packed")
        depends = fields_are_right(package, version, architecture)
        owners_are_root(package)
        root = folder / "root"
        run(["dpkg-deb", "-x", package, root], check=True)
        check("around the program there is what a desktop looks for",
              sorted(file.name for file in (root / "usr").iterdir()) == ["bin", "lib", "share"]
              and "MIT" in (root / "usr/share/doc/warplens/copyright").read_text())
        is_all_for(root, MACHINES[architecture])
        depends_on_what_it_needs(root, depends)
        menu_entry_is_right(root)
        type_is_a_captures(root, runs(root, version, folder / "home", emulator))


main(*sys.argv[1:])
