#!/usr/bin/env python3
"""Kills the program with SIGKILL while it writes over a good earlier file, again and again.

usage: killed_writer_test.py WARPLENS BUILD KIND TRIES    KIND: dump, capture, recording, tour, settings

After each kill the earlier file or the new one is there, whole: it holds what an undisturbed run
wrote, or the program reads it. What the killed run had begun is never taken for either. Kills come by
turns at any moment of the run, soon after its first file has appeared, and about its end; then TRIES
times within a write, which what the killed run leaves behind proves: the file that it had begun, and
not yet given its name. The next writer removes that.
"""
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LESSON = "padding"


class Writer:
    """What is written, in two versions by turns, so that old and new can be told apart."""

    def __init__(self, program, build, folder):
        self.program, self.build, self.folder = program, pathlib.Path(build), folder
        self.environment = dict(os.environ)

    def run(self, *arguments):
        return subprocess.run([self.program, *map(str, arguments)], env=self.environment,
                              capture_output=True, text=True, timeout=280)

    def write_whole(self, version):
        written = self.run(*self.command(version))
        assert written.returncode == 0, written.stderr

    def prepare(self):
        """Both versions whole, the second of them in place."""
        self.whole = []
        for version in (0, 1):
            self.write_whole(version)
            self.whole.append(self.content())

    def version_there(self):
        """Which version is there; fails when it is neither."""
        content = self.content()
        assert content in self.whole, "neither the whole old one nor the whole new one"
        return self.whole.index(content)

    def start(self, version):
        return subprocess.Popen([self.program, *map(str, self.command(version))],
                                env=self.environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    def stop_others(self):
        """What start() started besides."""

    def watched(self):
        """Where what is begun appears."""
        return self.folder

    def finish(self):
        """After the last try: what was left does not stand in the way of the next run."""
        self.write_whole(0)
        assert self.version_there() == 0

    def renew(self):
        """Before each try: what killed runs had begun goes, as a person would see to it."""
        for path in self.folder.iterdir():
            if ".tmp" in path.name:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


class Dump(Writer):
    def command(self, version):
        data = ["iota", "random:7"][version]
        return ["trace", SOURCE / "tests/cli/data/turn.ptx", "--grid", 1, "--block", "32,32",
                "--arg", f"in:in:f32[2097152]={data}", "--arg", "out:out:f32[1024]",
                "--dump", f"in={self.folder / 'dump'}"]

    def content(self):
        return (self.folder / "dump").read_bytes()


class Capture(Writer):
    def command(self, version):
        return ["trace", "add/linear_1d", "--set", f"n={[200000, 300000][version]}",
                "-o", self.folder / "t.wlens"]

    def content(self):
        shown = self.run("show", self.folder / "t.wlens", "--json")
        assert shown.returncode == 0, shown.stderr
        [figures] = json.loads(shown.stdout)["launches"]
        return {key: figures[key] for key in figures.keys() - {"seconds", "recorded"}}


class Recording(Writer):
    """Timings on the simulated driver, added to a recording of an earlier day."""

    SIZES = (20, 30)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.environment["LD_LIBRARY_PATH"] = str(self.build / "tests/simulated_cuda")
        self.file = self.folder / "add.json"
        earlier = json.loads((SOURCE / "assets/recordings/h200-add.json").read_text())
        self.earlier = {self.key(entry) for entry in earlier["entries"]}
        earlier["device"]["name"] = "Simulated device"
        self.good = json.dumps(earlier)

    @staticmethod
    def key(entry):
        return entry["name"], json.dumps(entry["parameters"]), entry["side"]

    def command(self, version):
        return ["bench", "add", "--sizes", self.SIZES[version], "--variants", "vector4",
                "--no-baselines", "--record", self.file]

    def prepare(self):
        self.renew()

    def renew(self):
        super().renew()
        self.file.write_text(self.good)

    def version_there(self):
        """How many sizes were added to what was there."""
        there = {self.key(entry) for entry in json.loads(self.file.read_text())["entries"]}
        assert self.earlier <= there, "earlier entries are lost"
        added = there - self.earlier
        assert all(side in self.SIZES for _, _, side in added), added
        return len(added)

    def finish(self):
        self.renew()
        self.write_whole(0)
        assert self.version_there() == 1


class Tour(Writer):
    def command(self, version):
        return ["tour", "-o", self.folder / "tour", "--lesson", LESSON, "--size", "900x600",
                "--theme", ["light", "dark"][version]]

    def content(self):
        """The page, and every picture that it shows."""
        place = self.folder / "tour"
        page = (place / "index.html").read_text(encoding="utf-8")
        shown = sorted(set(re.findall(r'(?:src|href)="(pictures/[^"]+)"', page)))
        assert shown, "a page without pictures"
        return page, [(name, (place / name).read_bytes()) for name in shown]

    def watched(self):
        return self.folder / "tour/pictures"

    def finish(self):
        super().finish()
        shown = {name for name, _ in self.content()[1]}
        there = {f"pictures/{path.name}" for path in (self.folder / "tour/pictures").iterdir()}
        assert there == shown, there ^ shown

    def renew(self):
        pass  # the next whole tour removes what is left


class Settings(Writer):
    """The window, whose every change of the theme is kept at once."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        sys.path.insert(0, str(SOURCE / "tests/window"))
        import window_driver
        self.driver = window_driver
        self.display = window_driver.Display(800, 600).__enter__()
        self.place = self.folder / "warplens"

    def prepare(self):
        self.progress = {f"step-{i}" for i in range(2000)}
        self.driver.write_settings(self.folder, completed={LESSON: sorted(self.progress)},
                                   lesson=LESSON, theme="light", window_width=800,
                                   window_height=600)

    def read(self):
        settings = json.loads((self.place / "settings.json").read_text(encoding="utf-8"))
        assert self.progress <= set(settings["completed"][LESSON]), "progress is lost"
        assert settings["introduction_seen"] and settings["lesson"] == LESSON, settings
        return settings

    def version_there(self):
        assert not (self.place / "settings.json.damaged").exists(), "the app could not read them"
        return ["light", "dark"].index(self.read()["theme"])

    def start(self, version):
        self.app = self.driver.App(self.program, self.display, str(self.folder)).__enter__()
        assert not self.app.state["error"], self.app.state["error"]
        self.keys = subprocess.Popen(["xdotool", "key", "--delay", "4", *["t"] * 400],
                                     env=self.app.environment, stderr=subprocess.DEVNULL)
        return self.app.process

    def stop_others(self):
        self.keys.kill()
        self.keys.wait()

    def watched(self):
        return self.place

    def renew(self):
        for path in self.place.glob("*.tmp"):
            path.unlink()

    def finish(self):
        with self.driver.App(self.program, self.display, str(self.folder)) as app:
            assert not app.state["error"], app.state["error"]
        self.version_there()
        self.display.__exit__()


KINDS = {"dump": Dump, "capture": Capture, "recording": Recording, "tour": Tour,
         "settings": Settings}


def duration(writer):
    """Seconds of a whole run, of which the settings' writer is given no more than two."""
    if isinstance(writer, Settings):
        return 1.0
    begin = time.monotonic()
    writer.write_whole(0)
    return time.monotonic() - begin


def files_in(folder):
    """Names with their times, so that a file written anew is told from the one before."""
    found = set()
    for entry in os.scandir(folder):
        try:
            found.add((entry.name, entry.stat().st_mtime_ns))
        except FileNotFoundError:
            pass  # renamed meanwhile
    return found


def wait_for_something_new(process, folder, before):
    """True: something has appeared in the folder. False: the process has ended without."""
    while process.poll() is None:
        if files_in(folder) - before:
            return True
    return False


def moment(turn, process, writer, before, longest):
    """Seconds from now until the kill."""
    if turn == 1 and wait_for_something_new(process, writer.watched(), before):
        return random.uniform(0, longest / 8)
    return random.uniform(0.9 if turn == 2 else 0, 1.05) * longest


def kill_at_random(writer, version, longest, turn):
    """What came of the run: "killed", "killed after its first file" or "ended"."""
    before = files_in(writer.watched())
    process = writer.start(version)
    try:
        process.wait(timeout=moment(turn, process, writer, before, longest))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    writer.stop_others()
    if process.returncode == 0:
        return "ended"
    assert process.returncode == -9, (process.returncode, process.stderr and process.stderr.read())
    return "killed after its first file" if files_in(writer.watched()) - before else "killed"


def begun_in(folder):
    """What a writer has begun and not finished."""
    return {entry.name for entry in os.scandir(folder) if entry.name.endswith(".tmp")}


def kill_within_write(writer, version):
    """Whether the kill fell into a write: what it had begun is left behind."""
    before = begun_in(writer.watched())
    process = writer.start(version)
    while process.poll() is None and not begun_in(writer.watched()) - before:
        pass
    process.kill()
    process.wait()
    writer.stop_others()
    return bool(begun_in(writer.watched()) - before)


def kill_within_writes(writer, tries):
    """Kills until so many have been proved to fall into a write."""
    proved = started = 0
    while proved < tries:
        assert started < 20 * tries + 20, f"only {proved} of {started} kills fell into a write"
        started += 1
        there = writer.version_there()
        proved += kill_within_write(writer, 1 - there % 2)
        writer.version_there()
    return started


def main(program, build, kind, tries):
    tally = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        writer = KINDS[kind](program, build, pathlib.Path(folder))
        writer.prepare()
        longest = duration(writer)
        for number in range(tries):
            writer.renew()
            there = writer.version_there()
            tally[kill_at_random(writer, 1 - there % 2, longest, number % 3)] += 1
            tally["old" if writer.version_there() == there else "new"] += 1
        started = kill_within_writes(writer, tries)
        writer.finish()
        assert not begun_in(writer.watched()), "what killed runs had begun is still there"
    tally["within a write"] = f"{tries} of {started}"
    print(f"{kind}: {tries} tries, nothing lost: {dict(tally)}")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
