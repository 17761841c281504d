"""The package without any other, by every Python of this machine from 3.9 on."""
import glob
import os
import subprocess
import sys
from pathlib import Path

import pytest

import warplens
from conftest import SCALE

SCRIPT = """
import array, sys
import warplens
x, y = array.array("f", range(100)), array.array("f", bytes(400))
t = warplens.trace(open("scale.ptx").read(), 1, [x, y, 100, 2.0], block=128)
assert y[99] == 198 and t.totals.global_load.sectors == 13 and len(t.events[1].lanes) == 32
try:
    warplens.trace("/nowhere.ptx", language="zh")
except warplens.Error as error:
    assert "/nowhere.ptx" in str(error)
assert not {"numpy", "pandas", "IPython"} & set(sys.modules)
print("ok")
"""


def pythons():
    """One of each version; where there are none beside, this one."""
    found = {"this": sys.executable}
    for path in sorted(glob.glob("/usr/bin/python3.[0-9]*") + glob.glob(
            os.path.expanduser("~/.pyenv/versions/3.*/bin/python3.[0-9]*"))):
        minor = Path(path).name.partition("python3.")[2]
        if minor.isdigit() and int(minor) >= 9:
            found[f"3.{minor}"] = path
    return found


@pytest.mark.parametrize("python", pythons().values(), ids=pythons().keys())
def test_it_runs_by(python, tmp_path):
    (tmp_path / "scale.ptx").write_text(SCALE)
    (tmp_path / "script.py").write_text(SCRIPT)
    folder = str(Path(warplens.__file__).parent.parent)
    ran = subprocess.run([python, "script.py"], cwd=tmp_path, capture_output=True, text=True,
                         env={**os.environ, "PYTHONPATH": folder})
    assert ran.stdout == "ok\n", ran.stderr
