"""warplens capture --ssh, over a real sshd of this test's own on this machine's loopback.

ssh_capture_test.py WARPLENS BUILD SOURCE
"""

import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

warplens, build, source = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
folder = pathlib.Path(tempfile.mkdtemp(prefix="ssh_capture"))


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def make_key(name):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)


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
        f"PasswordAuthentication no\nSetEnv XDG_CACHE_HOME={folder}/cache TMPDIR={folder}/left\n"
    )
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
    script = folder / "bin" / "ssh"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {folder}/ssh_config "$@"\n')
    script.chmod(0o755)


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


def expect(condition, what, run):
    if not condition:
        sys.exit(f"{what}\nstatus {run.returncode}\n{run.stdout}\n{run.stderr}")


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


def check_errors():
    run = capture("nowhere.invalid")
    expect(run.returncode == 1 and "ssh nowhere.invalid" in run.stderr, "an unknown host", run)
    run = capture("tester", "--directory", "/nowhere")
    expect(run.returncode != 0 and "nothing was captured" in run.stderr, "an unknown folder", run)
    run = capture("-oProxyCommand=true")
    expect(run.returncode == 1 and "is no host" in run.stderr, "an option as a host", run)
    run = capture("tester", "--archive", source / "README.md")
    expect(run.returncode == 1 and "is no archive" in run.stderr, "what is no archive", run)


port = free_port()
server = start_sshd(port)
try:
    write_client(port)
    check_capture()
    check_copied_once()
    check_errors()
finally:
    server.terminate()
    server.wait()
    shutil.rmtree(folder)
