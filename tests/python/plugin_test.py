"""Assertions, as functions and as pytest's fixtures."""
import os
import subprocess
import sys

import numpy
import pytest

import warplens.testing
from conftest import SCALE, shared_kernel

OUT = [numpy.zeros(32, numpy.uint32)]


def test_what_holds_gives_the_trace(assert_no_conflicts, assert_coalesced, assert_no_findings, assert_figures):
    assert assert_no_conflicts(shared_kernel(1), 1, OUT, block=32).totals.shared_load.conflicts == 0
    assert_coalesced(shared_kernel(32), 1, OUT, block=32)
    assert_no_findings(shared_kernel(1), 1, OUT, block=32)
    assert_figures(shared_kernel(1), 1, OUT, block=32, max={"shared_load.n_way": 1})


def test_conflicts_fail_with_their_line():
    with pytest.raises(AssertionError, match=r"turn.cu:3.*32"):
        warplens.testing.assert_no_conflicts(shared_kernel(32), 1, OUT, block=32)


def test_findings_and_figures_fail_with_what_they_are():
    with pytest.raises(AssertionError, match="race"):
        warplens.testing.assert_no_findings(shared_kernel(1, ""), 1, OUT, block=64)
    with pytest.raises(AssertionError, match="shared_store.conflicts is 31, to be at most 3"):
        warplens.testing.assert_figures(shared_kernel(32), 1, OUT, block=32, max={"shared_store.conflicts": 3})


def test_a_failing_test_shows_the_line_and_no_insides(tmp_path):
    (tmp_path / "turn.ptx").write_text(shared_kernel(32))
    (tmp_path / "scale.ptx").write_text(SCALE)
    (tmp_path / "test_kernels.py").write_text(
        "def test_turn(assert_no_conflicts):\n"
        "    assert_no_conflicts('turn.ptx', 1, [bytearray(128)], block=32)\n")
    plugin = [] if "WARPLENS_PACKAGE" in os.environ else ["-p", "warplens.pytest_plugin"]
    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin],
                         cwd=tmp_path, capture_output=True, text=True,
                         env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert ran.returncode == 1 and "AssertionError: conflicts: turn.cu:3 has" in ran.stdout, ran.stdout
    assert "testing.py" not in ran.stdout, ran.stdout
