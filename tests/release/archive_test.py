#!/usr/bin/env python3
"""The released archive: packed, unpacked in an awkward folder, and used there as a stranger would.

usage: archive_test.py CPACK SOURCE_FOLDER BUILD_FOLDER VERSION
"""
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

TRACE = ["trace", "transpose/tile", "--set", "rows=64", "--set", "cols=96"]
ASSETS = "share/warplens/assets"
FONTS = ["font_text", "font_mono", "font_chinese"]
OWN_LIBRARIES = ["libfmt", "libmd4c", "libstb", "libzip", "libcrypto"]
# Of the simulated driver in the build tree, so that what needs a GPU has one.
CHECK = ["check", "transpose/tile", "--size", "33"]
BENCH = ["bench", "add", "--sizes", "20", "--variants", "vector4", "--no-baselines"]



def check(what, condition, detail=""):
    if not condition:
        raise AssertionError(f"{what} {detail}")
    print("ok:", what)


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


def pack(cpack, build, folder):
    packed = run([cpack, "--config", build / "CPackConfig.cmake", "-B", folder])
    check("cpack succeeds", packed.returncode == 0, packed.stdout + packed.stderr)
    archives = list(folder.glob("*.tar.gz"))
    check("it makes one archive", len(archives) == 1, archives)
    return archives[0]


def unpack(archive, version, folder):
    with tarfile.open(archive) as tar:
        tar.extractall(folder)
    root = folder / f"warplens-{version}-linux-x86_64"
    check("the archive holds one folder, named after the version",
          [entry.name for entry in folder.iterdir()] == [root.name], list(folder.iterdir()))
    return root


class Unpacked:
    """The program as a new person runs it: no environment but a home, and not in its folder."""

    def __init__(self, root, home):
        self.root, self.home = root, home
        self.program = root / "bin/warplens"

    def run(self, *arguments, input="", **variables):
        return run([self.program, *arguments], cwd="/", input=input,
                   env={"PATH": "/usr/bin:/bin", "HOME": str(self.home), **variables})

    def output(self, *arguments):
        ran = self.run(*arguments)
        check(f"{arguments[0]} succeeds", ran.returncode == 0, ran.stderr)
        return ran.stdout

    def holds(self, path):
        return Path(path).resolve().is_relative_to(self.root.resolve())


def names_no_other_place(app, folders):
    """What a program cannot name, with no environment and run from /, it cannot open."""
    for file in app.root.rglob("*"):
        if file.is_symlink() or file.is_file():
            assert app.holds(file), f"{file} leads out of the archive"
        if file.is_file():
            content = file.read_bytes()
            for folder in folders:
                named = re.search(rb"(?<![\w.-])" + re.escape(bytes(folder)) + b"/", content)
                assert not named, f"{file} names {folder}"
    print("ok: no file names the source or build tree, or leads out of the archive")


def libraries_resolve(app):
    lines = run(["ldd", app.program], env={"PATH": "/usr/bin:/bin"}).stdout.splitlines()
    check("every library is found", lines and not any("not found" in line for line in lines), lines)
    found = dict(re.findall(r"(\S+) => (.+) \(0x", "\n".join(lines)))
    for own in OWN_LIBRARIES:
        places = [place for name, place in found.items() if name.startswith(own)]
        check(f"{own} is the archive's", places and all(map(app.holds, places)), places)
    check("the C library is the system's", not app.holds(found["libc.so.6"]))
    check("none is X11's", not any(name.startswith(("libX", "libxcb", "libglfw")) for name in found))
    check("GLFW is the archive's, too", (app.root / "lib/libglfw.so.3").is_file())


def carries_the_kernels_sources(app, source):
    ours, theirs = source / "kernels/catalog", app.root / "share/warplens/kernels/catalog"
    for what in ("*/*.cu", "zh/*/*.txt"):
        names = {file.relative_to(ours) for file in ours.glob(what)}
        check(f"every {what} of the catalogue is there, {len(names)} of them",
              names and names == {file.relative_to(theirs) for file in theirs.glob(what)})


def searches_its_own_folder_alone(app):
    """An empty element of RPATH would be the current folder."""
    sections = run(["readelf", "-d", app.program]).stdout
    check("its RPATH is its own lib", re.findall(r"R(?:UN)?PATH.*\[(.*)\]", sections)
          == ["$ORIGIN/../lib"], sections)


def without_times(text):
    return re.sub(r'( in |"seconds": )[0-9.e-]+', r"\1TIME", text)


def runs_by_itself(app, built, version, pictures):
    check("it knows its version", app.output("--version") == f"warplens {version}\n")
    report = json.loads(app.output("doctor", "--json"))
    for part in ["assets", *FONTS]:
        check(f"{part} is the archive's", app.holds(report[part]["where"]), report[part])
    for form in ([], ["--json"]):
        ours, theirs = run([built, *TRACE, *form], check=True).stdout, app.output(*TRACE, *form)
        check(f"trace {' '.join(form)} says what the build says",
              without_times(ours) == without_times(theirs) and "5952" in ours)
    images = []
    for language in ("en", "zh"):
        picture = pictures / f"{language}.png"
        app.output("screenshot", "--lesson", "bank-conflicts", "--lang", language, "-o", picture)
        images.append(picture.read_bytes())
        check("a picture is written", images[-1].startswith(b"\x89PNG") and len(images[-1]) > 20000)
    check("the languages look different", images[0] != images[1])


def tells_assistants_what_it_gives(app):
    asked = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\n'
    listed = json.loads(app.run("mcp", input=asked).stdout)["result"]["tools"]
    check("each tool for assistants has the schema of its JSON",
          len(listed) == 4 and all("outputSchema" in tool for tool in listed), listed)


class BareServer:
    """The archive where some libraries are found nowhere; hidden_libraries.cpp tells the loader so."""

    def __init__(self, app, build, hidden):
        self.app, self.build, self.hidden = app, build, hidden

    def run(self, *arguments, **variables):
        return self.app.run(*arguments, LD_AUDIT=str(self.build / "tests/release/hidden_libraries.so"),
                            HIDDEN_LIBRARIES=self.hidden, **variables)

    def output(self, *arguments, **variables):
        ran = self.run(*arguments, **variables)
        check(f"without {self.hidden}: {arguments[0]} succeeds", ran.returncode == 0, ran.stderr)
        return ran.stdout

    def refuses(self, advice, *arguments):
        ran = self.run(*arguments)
        name = arguments[0] if arguments else "the window"
        check(f"without {self.hidden}: {name} says in one line what to install",
              ran.returncode == 1 and ran.stdout == "" and ran.stderr.count("\n") == 1
              and advice in ran.stderr, (ran.returncode, ran.stderr))


def works_on_a_bare_server(app, build, folder):
    without_x11 = BareServer(app, build, "libX libxcb")
    picture = folder / "none.png"
    draw = ["screenshot", "--lesson", "padding", "-o", picture]
    check("it tells of the window", "GLFW (the window): missing; install libglfw3 and libx11-6"
          in without_x11.output("doctor"))
    check("its trace is the same", without_times(without_x11.output(*TRACE))
          == without_times(app.output(*TRACE)))
    driver = {"LD_LIBRARY_PATH": str(build / "tests/simulated_cuda")}
    check("check compares", "pass" in without_x11.output(*CHECK, **driver))
    check("bench times", "vector4" in without_x11.output(*BENCH, **driver))
    for command in (CHECK, BENCH):
        without_x11.refuses("install NVIDIA's driver", *command)
    without_x11.refuses("install libglfw3 and libx11-6")
    # Mesa's EGL needs X11's libraries itself.
    for command in (draw, ["tour", "-o", folder / "tour", "--lesson", "padding"]):
        without_x11.refuses("install lib", *command)
    check("no picture is left of it", not picture.exists())
    BareServer(app, build, "libEGL").refuses("install libegl1 and libegl-mesa0", *draw)
    BareServer(app, build, "libGL.so").refuses("libGL.so.1, which draws pictures, was not found: install libgl1,", *draw)
    BareServer(app, build, "libglfw").output(*draw)


def carries_its_licences(app):
    licences = app.root / "share/doc/warplens"
    check("the program's licence", "MIT" in (licences / "LICENSE").read_text())
    for name, words in (("fonts-inter.txt", "PERMISSION"), ("fonts-noto-cjk.txt", "SIL OPEN FONT"),
                        ("fonts-jetbrains-mono.txt", "Apache License"),
                        ("Apache-2.0", "TERMS AND CONDITIONS FOR USE, REPRODUCTION"),
                        ("fonts-dejavu-core.txt", "Bitstream Vera")):
        check(f"the licence text {name}", words in (licences / "licences" / name).read_text())


def needs_its_own_assets(app):
    """Were anything read from elsewhere, hiding the archive's assets would change nothing."""
    (app.root / ASSETS).rename(app.root / "hidden")
    ran = app.run(*TRACE)
    check("without its assets it says what is missing",
          ran.returncode == 1 and "no folder assets/" in ran.stderr, ran.stderr)


def main(cpack, source, build, version):
    with tempfile.TemporaryDirectory(prefix="warplens release ") as name:
        folder = Path(name)
        for part in ("packed", "un packed 解压", "home"):
            (folder / part).mkdir()
        archive = pack(cpack, Path(build), folder / "packed")
        app = Unpacked(unpack(archive, version, folder / "un packed 解压"), folder / "home")
        names_no_other_place(app, [Path(source), Path(build)])
        libraries_resolve(app)
        searches_its_own_folder_alone(app)
        carries_its_licences(app)
        carries_the_kernels_sources(app, Path(source))
        works_on_a_bare_server(app, Path(build), folder / "home")
        runs_by_itself(app, Path(build) / "warplens", version, folder / "home")
        tells_assistants_what_it_gives(app)
        needs_its_own_assets(app)


main(*sys.argv[1:])
