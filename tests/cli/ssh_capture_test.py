"""warplens capture --ssh, over a real sshd of this test's own on this machine's loopback.

ssh_capture_test.py WARPLENS BUILD SOURCE
"""

import getpass
import io
import json
import os
import platform
import pathlib
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time

warplens, build, source = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
folder = pathlib.Path(tempfile.mkdtemp(prefix="ssh_capture"))
SOURCES = {"tests/captured/kernels.cu", "tests/captured/memory_kernels.cuh"}
MACHINES = {"x86_64": 62, "aarch64": 183}  # of ELF
OTHER = "x86_64" if platform.machine() == "aarch64" else "aarch64"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def make_key(name):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)


def write_program(name, line):
    script = folder / name
    script.parent.mkdir(exist_ok=True)
    script.write_text(f"#!/bin/sh\n{line}\n")
    script.chmod(0o755)


def start_sshd(port):
    if os.geteuid() == 0:
        os.makedirs("/run/sshd", exist_ok=True)
    make_key("host")
    make_key("user")
    for name in ("cache", "left"):
        (folder / name).mkdir()
    (folder / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\n"
        f"AuthorizedKeysFile {folder}/user.pub\nStrictModes no\nUsePAM no\nPermitRootLogin yes\n"
        f"PasswordAuthentication no\nSetEnv XDG_CACHE_HOME={folder}/cache TMPDIR={folder}/left "
        f"PATH={folder}/there:/usr/bin:/bin\n"
    )
    write_program("there/uname", f'cat {folder}/machine 2>/dev/null || exec {shutil.which("uname")} "$@"')
    sshd = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin")
    server = subprocess.Popen([sshd, "-D", "-e", "-f", folder / "sshd_config"], stderr=subprocess.PIPE)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return server
        except OSError:
            time.sleep(0.05)
    sys.exit(f"sshd did not start: {server.stderr.read().decode()}")


def write_client(port):
    """An ssh that reads this test's configuration, as a person's reads ~/.ssh/config."""
    (folder / "ssh_config").write_text(
        f"Host tester\n  HostName 127.0.0.1\n  Port {port}\n  User {getpass.getuser()}\n"
        f"  IdentityFile {folder}/user\n  IdentitiesOnly yes\n  StrictHostKeyChecking no\n"
        f"  UserKnownHostsFile /dev/null\n  LogLevel ERROR\n"
    )
    write_program("bin/ssh", f'exec {shutil.which("ssh")} -F {folder}/ssh_config "$@"')


def capture(host, *options):
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}")
    program = [
        "env",
        f"LD_LIBRARY_PATH={build}/tests/simulated_cuda",
        build / "simulated_program",
        source / "tests/captured/kernels.ptx",
        "scale",
        "smooth",
    ]
    words = [warplens, "capture", "--ssh", host, "-o", folder / "run.wlens", *options]
    words += ["--cupti", build / "tests/simulated_cupti/libcupti.so", "--", *program]
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120)


def expect(condition, what, run=None):
    if not condition:
        sys.exit(f"{what}\nstatus {run.returncode}\n{run.stdout}\n{run.stderr}" if run else what)


def check_capture():
    run = capture("tester", "--directory", folder)
    expect(run.returncode == 7, "the status is not the program's", run)
    expect(run.stdout == "2 parts, status 0\n", "the output is not the program's", run)
    expect("holds 2 launches" in run.stderr, "it is not said what was captured", run)
    traced = subprocess.run(
        [warplens, "trace", folder / "run.wlens", "--launch", "smooth", "--json"],
        capture_output=True, text=True, timeout=120,
    )
    expect('"result": "match"' in traced.stdout, "the replay leaves other bytes", traced)
    expect(not list((folder / "left").iterdir()), "something is left on the other machine", run)


def check_copied_once():
    (library,) = (folder / "cache" / "warplens").iterdir()
    before = library.stat().st_mtime_ns
    run = capture("tester", "-k", "scale")
    expect("holds 1 launches" in run.stderr, "the second time nothing is captured", run)
    expect(library.stat().st_mtime_ns == before, "the library was copied again", run)


def sources_of(*options):
    run = capture("tester", "-k", "scale", *options)
    expect("holds 1 launches" in run.stderr, "nothing is captured", run)
    shown = subprocess.run([warplens, "show", folder / "run.wlens", "--json"], capture_output=True, text=True,
                           timeout=120, check=True)
    return set(json.loads(shown.stdout)["sources"])


def check_sources():
    """Those of the other machine, beneath the folder there and those that are named."""
    def expect_sources(wanted, what, *options):
        found = sources_of(*options)
        expect(found & SOURCES == wanted, f"{what}: {sorted(found)}")

    expect_sources(SOURCES, "sources beneath the folder are missing", "--directory", source)
    expect_sources(set(), "--no-sources", "--directory", source, "--no-sources")
    expect_sources(set(), "sources of another folder", "--directory", folder)
    expect_sources(SOURCES, "sources beneath a root are missing", "--directory", folder, "--source-root", source)
    for name in SOURCES:
        link = folder / "project" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(source / name)
    expect_sources(set(), "a link leads out of the folder", "--directory", folder / "project")
    expect(not list((folder / "left").iterdir()), "something is left on the other machine")


def library_for(machine):
    """This build's, which says that it is for that machine."""
    data = bytearray((build / "libwarplens_injected.so").read_bytes())
    data[18:20] = MACHINES[machine].to_bytes(2, "little")
    return bytes(data)


def make_archive(machine, name="libwarplens_injected.so"):
    path = folder / f"warplens-{machine}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        entry = tarfile.TarInfo(f"warplens-1.0-linux-{machine}/lib/{name}")
        data = library_for(machine)
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return path


def copied():
    return [one.read_bytes() for one in (folder / "cache" / "warplens").iterdir()]


def expect_error(run, words, what):
    expect(run.returncode == 1 and words in run.stderr and run.stderr.count("\n") == 1, what, run)


def check_other_machine():
    here = platform.machine()
    (folder / "machine").write_text(f"Linux {OTHER}\n")
    shutil.rmtree(folder / "cache" / "warplens")
    expect_error(capture("tester"), f"tester is Linux {OTHER}, this machine Linux {here}: name Warplens' archive",
                 "a machine of another kind without an archive")
    expect_error(capture("tester", "--archive", make_archive(here)), f"holds is for Linux {here}",
                 "an archive for another machine")
    expect_error(capture("tester", "--archive", make_archive(OTHER, "other.so")), "is no archive of Warplens",
                 "an archive without the library")
    expect(not (folder / "cache" / "warplens").exists(), "something was copied all the same")
    run = capture("tester", "--archive", make_archive(OTHER))
    expect(copied() == [library_for(OTHER)], "another library than the archive's was copied", run)
    (folder / "machine").unlink()
    run = capture("tester", "--archive", make_archive(here))
    expect(run.returncode == 7 and "holds 2 launches" in run.stderr, "the archive's library does not capture", run)
    expect(sorted(copied()) == sorted(map(library_for, MACHINES)), "the archive's library was not copied", run)


def check_errors():
    run = capture("nowhere.invalid")
    expect(run.returncode == 1 and "ssh nowhere.invalid" in run.stderr, "an unknown host", run)
    run = capture("tester", "--directory", "/nowhere")
    expect(run.returncode != 0 and "nothing was captured" in run.stderr, "an unknown folder", run)
    run = capture("-oProxyCommand=true")
    expect(run.returncode == 1 and "is no host" in run.stderr, "an option as a host", run)
    expect_error(capture("tester", "--archive", source / "README.md"), "is no archive", "what is no archive")
    expect_error(capture("tester", "--archive", "/nowhere.tar.gz"), "/nowhere.tar.gz: no such file", "no archive")


port = free_port()
server = start_sshd(port)
try:
    write_client(port)
    check_capture()
    check_copied_once()
    check_sources()
    check_other_machine()
    check_errors()
finally:
    server.terminate()
    server.wait()
    shutil.rmtree(folder)
