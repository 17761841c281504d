#!/usr/bin/env python3
"""Prints how long the app takes from the start of its process to its first frame in a window.

The app writes its state file once a frame has been handed to the X server (an Xvfb of 1440×900).
usage: first_frame.py PROGRAM [STARTS]
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

from window_driver import Display


def first_frame(program, display):
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state.json")
        environment = dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=folder,
                           WARPLENS_UI_STATE=state)
        environment.pop("WAYLAND_DISPLAY", None)
        started = time.monotonic()
        app = subprocess.Popen([program], env=environment)
        while not os.path.exists(state):
            if app.poll() is not None:
                raise SystemExit(f"the app ended with {app.returncode}")
            time.sleep(0.001)
        seconds = time.monotonic() - started
        app.kill()
        used = os.wait4(app.pid, 0)[2]
        return seconds, used.ru_utime + used.ru_stime


def main(program, starts="5"):
    with Display(1440, 900) as display:
        runs = [first_frame(program, display) for _ in range(int(starts))]
    seconds, busy = zip(*runs)
    print(f"first frame after {statistics.median(seconds) * 1000:.0f} ms "
          f"(median of {len(seconds)}, {min(seconds) * 1000:.0f}–{max(seconds) * 1000:.0f} ms), "
          f"{statistics.median(busy) * 1000:.0f} ms of processor time")


main(*sys.argv[1:])
