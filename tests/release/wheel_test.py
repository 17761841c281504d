#!/usr/bin/env python3
"""The wheel: made, its record and names read, installed without a network into a fresh environment, and used there.

usage: wheel_test.py SOURCE_FOLDER BUILD_FOLDER VERSION MACHINE [EMULATOR...]
"""
import base64
import csv
import hashlib
import re
import sys
import tempfile
import zipfile
from pathlib import Path

from system_needs import NEWEST, check, has_glibc_of_releases, is_all_for, needs_no_newer_system, run

SCRIPT = """
import array, warplens, warplens.program
assert warplens.__version__ == {version!r}, warplens.__version__
assert warplens.program.find().startswith({home!r}), warplens.program.find()
traced = warplens.trace("transpose/tile", sizes={{"rows": 64, "cols": 96}})
assert traced.totals.shared_load.conflicts == 5952
print("<img" in traced.html(most=2))
"""


def make(source, build, folder):
    made = run([sys.executable, source / "scripts/wheel", build, folder])
    check("scripts/wheel makes it", made.returncode == 0, made.stderr)
    (wheel,) = folder.glob("*.whl")
    return wheel


def is_named_after_what_it_needs(wheel, version, machine, is_release):
    named = re.fullmatch(rf"warplens-{re.escape(version)}-py3-none-manylinux_(\d+)_(\d+)_{machine}\.whl", wheel.name)
    check(f"its file is {wheel.name}", named is not None)
    check("it asks for no newer glibc than the archive may",
          not is_release or tuple(map(int, named.groups())) <= NEWEST["GLIBC"])
    with zipfile.ZipFile(wheel) as opened:
        told = opened.read(f"warplens-{version}.dist-info/WHEEL").decode()
    check("its tag is its file's", f"Tag: {wheel.name[len(f'warplens-{version}-'):-len('.whl')]}\n" in told, told)


def programs_are_for(wheel, machine, folder, is_release):
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(folder)
    if is_release:
        needs_no_newer_system(folder)
    is_all_for(folder, machine)


def record_is_right(wheel, version):
    with zipfile.ZipFile(wheel) as opened:
        record = f"warplens-{version}.dist-info/RECORD"
        rows = list(csv.reader(opened.read(record).decode().splitlines()))
        check("its record names each file once", sorted(row[0] for row in rows) == sorted(opened.namelist()))
        for name, digest, size in rows:
            if name == record:
                continue
            data = opened.read(name)
            hashed = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            assert digest == f"sha256={hashed}" and int(size) == len(data), name
        check("no name leads out of it", all(".." not in name and not name.startswith("/")
                                              for name in opened.namelist()))
        for wanted in ("warplens/py.typed", "warplens/program/bin/warplens", "warplens/program/lib/libglfw.so.3",
                       "warplens/program/share/warplens/assets/chips.json",
                       "warplens/program/share/doc/warplens/LICENSE"):
            assert wanted in opened.namelist(), wanted
        print(f"ok: {len(rows)} files, {wheel.stat().st_size >> 20} MiB")


def runs_where_it_is_installed(wheel, version, folder):
    home = folder / "fresh"
    made = run([sys.executable, "-m", "venv", home])
    if made.returncode != 0 and "ensurepip" in made.stdout:
        print("skipped: python3-venv is not here")
        return
    check("an environment is made", made.returncode == 0, made.stdout + made.stderr)
    python = home / "bin/python"
    bare = {"PATH": "/usr/bin:/bin", "HOME": str(folder)}
    installed = run([python, "-m", "pip", "install", "--no-index", "--quiet", wheel], env=bare)
    check("pip installs it without a network", installed.returncode == 0, installed.stderr)
    said = run([home / "bin/warplens", "--version"], env=bare, cwd="/")
    check("its command is the program", said.stdout == f"warplens {version}\n", said.stderr)
    ran = run([python, "-c", SCRIPT.format(version=version, home=str(home))], env=bare, cwd="/")
    check("it traces and draws", ran.stdout == "True\n", ran.stdout + ran.stderr)
    removed = run([python, "-m", "pip", "uninstall", "--yes", "--quiet", "warplens"], env=bare)
    check("pip takes it away again", removed.returncode == 0 and not list(home.glob("lib/*/site-packages/warplens")),
          removed.stderr)


def main(source, build, version, machine, *emulator):
    with tempfile.TemporaryDirectory(prefix="warplens wheel ") as name:
        folder = Path(name)
        wheel = make(Path(source), Path(build), folder)
        is_release = has_glibc_of_releases()
        is_named_after_what_it_needs(wheel, version, machine, is_release)
        record_is_right(wheel, version)
        programs_are_for(wheel, machine, folder / "unpacked", is_release)
        if not emulator:
            runs_where_it_is_installed(wheel, version, folder)


main(*sys.argv[1:])
