"""What scripts/skips reads in ctest's log, and which skips it takes for expected."""
import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LOADER = importlib.machinery.SourceFileLoader("skips", str(ROOT / "scripts" / "skips"))
skips = importlib.util.module_from_spec(importlib.util.spec_from_loader("skips", LOADER))
LOADER.exec_module(skips)

LOG = """7/9 Test: kernels_run
Output:
----------------------------------------------------------
/home/one/kernels/run/compiler_test.cpp:48: Skipped
ptxas is not here

/home/one/kernels/run/compiler_test.cpp:48: Skipped
ptxas is not here

/home/one/kernels/trace/zip_test.cpp:198: Skipped


[==========] 40 tests from 3 test suites ran. (2 ms total)
[  PASSED  ] 37 tests.
[  SKIPPED ] 3 tests.
<end of output>
8/9 Test: kernels_catalog.PtxIsWhatNvccWrites
Output:
----------------------------------------------------------
-- skipped: nvcc 13.0.88 is not here
<end of output>
"""


class Here:
    """A machine without any tool but nvcc 12.4."""
    is_sanitized, has_window, has_gpu, has_nvrtc, has_gl_tests, is_emulated = False, True, False, False, True, False

    @staticmethod
    def version_of(tool):
        return "Cuda compilation tools, release 12.4, V12.4.131" if tool == "nvcc" else ""

    def has(self, tool):
        return self.version_of(tool) != ""


def run_in_a_build(log, cache="WARPLENS_SANITIZER:STRING=\nWARPLENS_WINDOW:BOOL=ON\n"):
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder)
        (build / "CMakeCache.txt").write_text(cache)
        (build / "Testing/Temporary").mkdir(parents=True)
        (build / "Testing/Temporary/LastTest.log").write_text(log)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = skips.main(folder)
    return status, out.getvalue(), err.getvalue()


class Skips(unittest.TestCase):
    def test_each_reason_is_counted_and_one_that_is_missing_is_named(self):
        self.assertEqual(skips.reasons_in(LOG), {"ptxas is not here": 2, "no reason is given": 1,
                                                 "nvcc 13.0.88 is not here": 1})

    def test_a_missing_tool_is_expected_where_it_is_missing(self):
        self.assertTrue(skips.is_expected("ptxas is not here", Here()))
        self.assertTrue(skips.is_expected("ptxas or nvdisasm is not here", Here()))
        self.assertFalse(skips.is_expected("nvcc is not here", Here()))
        self.assertFalse(skips.is_expected("neither nvcc nor NVRTC is here", Here()))

    def test_another_version_is_expected_where_that_version_is_not_here(self):
        self.assertTrue(skips.is_expected("nvcc 13.0.88 is not here", Here()))
        self.assertFalse(skips.is_expected("nvcc 12.4 is not here", Here()))

    def test_what_is_too_slow_under_a_sanitizer_runs_without_one(self):
        self.assertFalse(skips.is_expected("under a sanitizer it takes too long", Here()))

    def test_unknown_and_missing_reasons_are_expected_nowhere(self):
        self.assertFalse(skips.is_expected("another tab stands in front", Here()))
        self.assertFalse(skips.is_expected("no reason is given", Here()))

    def test_a_run_without_skips_is_good(self):
        self.assertEqual(run_in_a_build("[  PASSED  ] 37 tests.\n")[0], 0)

    def test_a_sanitized_build_may_skip_what_another_may_not(self):
        log = "a_test.cpp:1: Skipped\nunder a sanitizer it takes too long\n\n"
        status, out, err = run_in_a_build(log)
        self.assertEqual(status, 1)
        self.assertIn("1  under a sanitizer it takes too long", out)
        self.assertIn("not expected on this machine", err)
        self.assertEqual(run_in_a_build(log, "WARPLENS_SANITIZER:STRING=thread\n")[0], 0)

    def test_no_source_skips_without_a_reason_that_is_expected_somewhere(self):
        """Each reason is of a tool, a sanitizer or a build; but for what scripts/setup brings."""
        never = {"no host timeline is recorded", "the system does not name them",
                 "needs rsvg-convert (librsvg2-bin)"}
        for source in ROOT.glob("[akvt]*/**/*.cpp"):
            for reason in re.findall(r"GTEST_SKIP\(\)(?: << \"([^\"]*)\")?;", source.read_text()):
                if reason in never:
                    continue
                self.assertTrue(any(re.fullmatch(pattern, reason) for pattern in skips.EXPECTED),
                                f"{source.name}: '{reason}'")


if __name__ == "__main__":
    unittest.main()
