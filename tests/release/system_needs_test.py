#!/usr/bin/env python3
"""What is released runs on Ubuntu 22.04's glibc and libstdc++, as far as versions of symbols tell.

usage: system_needs_test.py CMAKE BUILD_FOLDER
"""
import os
import sys
import tempfile
from pathlib import Path

from system_needs import check, needs_no_newer_system, run


def main(cmake, build):
    if os.confstr("CS_GNU_LIBC_VERSION") != "glibc 2.36":
        print("skipped: Debian 12's glibc is not here, with which releases are built")
        return
    with tempfile.TemporaryDirectory(prefix="warplens needs ") as name:
        installed = run([cmake, "--install", build, "--component", "program", "--prefix", name])
        check("it is installed", installed.returncode == 0, installed.stderr)
        needs_no_newer_system(Path(name))


main(*sys.argv[1:])
