#!/usr/bin/env python3
"""scripts/release in a repository of its own, with programs in the place of cmake, ctest and cpack.

usage: release_test.py
"""
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n- Later.\n\n## [1.2.3] - 2026-01-02\n\n- What it brings.\n\n## [1.2.2]\n\n- Older.\n"
CPACK = """#!/bin/sh
case "$*" in
  *'-G TGZ'*release*) touch build/packages/warplens-1.2.3-linux-x86_64.tar.gz ;;
  *'-G DEB'*release*) touch build/packages/warplens_1.2.3_amd64.deb ;;
  *'-G TGZ'*aarch64*) touch build/packages/warplens-1.2.3-linux-aarch64.tar.gz ;;
  *'-G DEB'*aarch64*) touch build/packages/warplens_1.2.3_arm64.deb ;;
esac
"""
NOTHING = "#!/bin/sh\n"
WHEEL = """#!/bin/sh
touch "$2/warplens-1.2.3-py3-none-manylinux_2_35_$(basename "$1" | sed s/release/x86_64/).whl"
"""
LIBC = "#!/bin/sh\necho glibc 2.${LIBC:-36}\n"
PAGE = "#!/bin/sh\nmkdir -p build/web && echo page >build/web/index.html\n"
PACKAGES = ["warplens-1.2.3-linux-aarch64.tar.gz", "warplens-1.2.3-linux-x86_64.tar.gz",
            "warplens-1.2.3-py3-none-manylinux_2_35_aarch64.whl", "warplens-1.2.3-py3-none-manylinux_2_35_x86_64.whl",
            "warplens-1.2.3-web.tar.gz", "warplens_1.2.3_amd64.deb", "warplens_1.2.3_arm64.deb"]


def check(what, condition, detail=""):
    if not condition:
        raise AssertionError(f"{what} {detail}")
    print("ok:", what)


class Repository:
    def __init__(self, folder):
        self.folder = folder
        self.write("CMakeLists.txt", "project(warplens VERSION 1.2.3 LANGUAGES CXX)\n")
        self.write("CHANGELOG.md", CHANGELOG)
        self.write(".gitignore", "/build/\n")
        (folder / "scripts").mkdir()
        shutil.copy(ROOT / "scripts/release", folder / "scripts")
        for name, text in (("scripts/setup", NOTHING), ("scripts/web", PAGE), ("scripts/wheel", WHEEL), ("build/bin/cmake", NOTHING),
                           ("build/bin/ctest", NOTHING), ("build/bin/getconf", LIBC), ("build/bin/cpack", CPACK)):
            self.write(name, text)
            (folder / name).chmod(0o755)
        self.git("init", "-q")
        self.commit()

    def write(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *arguments], cwd=self.folder, check=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "all")

    def release(self, *arguments, **environment):
        path = f"{self.folder}/build/bin:{os.environ['PATH']}"
        return subprocess.run([self.folder / "scripts/release", *arguments], cwd="/", capture_output=True, text=True,
                              env={**os.environ, "PATH": path, **environment}, timeout=60)

    def refuses(self, why, words):
        ran = self.release()
        check(f"it refuses {why} in one line", ran.returncode == 1 and words in ran.stderr
              and ran.stderr.count("\n") == 1 and ran.stdout == "", (ran.returncode, ran.stdout, ran.stderr))
        check("and makes nothing", not (self.folder / "build/dist").exists())


def makes_all(repository):
    ran = repository.release()
    check("it succeeds", ran.returncode == 0, ran.stdout + ran.stderr)
    dist = repository.folder / "build/dist"
    names = sorted(file.name for file in dist.iterdir())
    check("all of it is there", names == sorted([*PACKAGES, "VERSION", "CHANGES.md", "SHA256SUMS"]), names)
    check("the version", (dist / "VERSION").read_text() == "1.2.3\n")
    check("its changes alone", (dist / "CHANGES.md").read_text()
          == "## [1.2.3] - 2026-01-02\n\n- What it brings.\n", (dist / "CHANGES.md").read_text())
    sums = dict(reversed(line.split("  ")) for line in (dist / "SHA256SUMS").read_text().splitlines())
    check("the sums of all others are right",
          sums == {name: hashlib.sha256((dist / name).read_bytes()).hexdigest()
                   for name in names if name != "SHA256SUMS"}, sums)
    with tarfile.open(dist / "warplens-1.2.3-web.tar.gz") as tar:
        check("the page's folder is named after the version",
              tar.getnames() == ["warplens-1.2.3-web", "warplens-1.2.3-web/index.html"], tar.getnames())


def makes_parts(repository):
    ran = repository.release("x86_64")
    names = {file.name for file in (repository.folder / "build/dist").iterdir()}
    check("one part alone, and nothing of an earlier one", ran.returncode == 0 and names
          == {PACKAGES[1], PACKAGES[3], PACKAGES[5], "VERSION", "CHANGES.md", "SHA256SUMS"}, names)
    ran = repository.release("x86_64", LIBC="41")
    check("programs of another glibc are not made", ran.returncode == 1
          and ran.stderr.startswith("release: make programs for others on Debian 12"), ran.stderr)
    ran = repository.release("windows")
    check("a part that is none is told of", ran.returncode == 2 and ran.stderr.startswith("usage: "), ran.stderr)


def main():
    with tempfile.TemporaryDirectory() as name:
        repository = Repository(Path(name).resolve())
        repository.write("new.txt", "not committed")
        repository.refuses("what is not committed", "release: commit what is changed first: new.txt")
        repository.commit()
        repository.write("CHANGELOG.md", CHANGELOG.replace("[1.2.3]", "[1.2.30]"))
        repository.commit()
        repository.refuses("a version without changes", "release: CHANGELOG.md has no part '## [1.2.3]'")
        repository.write("CHANGELOG.md", CHANGELOG)
        repository.commit()
        makes_all(repository)
        makes_parts(repository)


main()
