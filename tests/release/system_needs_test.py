#!/usr/bin/env python3
"""What is released runs on Ubuntu 22.04's glibc and libstdc++, as far as versions of symbols tell, and is for its machine.

usage: system_needs_test.py CMAKE BUILD_FOLDER MACHINE
"""
import sys
import tempfile
from pathlib import Path

from system_needs import check, has_glibc_of_releases, is_all_for, needs_no_newer_system, run


def main(cmake, build, machine):
    if not has_glibc_of_releases():
        return
    with tempfile.TemporaryDirectory(prefix="warplens needs ") as name:
        installed = run([cmake, "--install", build, "--component", "program", "--prefix", name])
        check("it is installed", installed.returncode == 0, installed.stderr)
        needs_no_newer_system(Path(name))
        is_all_for(Path(name), machine)


main(*sys.argv[1:])
