"""What scripts/planted-check understands of what compute-sanitizer says."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "planted-check"
LOADER = importlib.machinery.SourceFileLoader("planted_check", str(SCRIPT))
planted_check = importlib.util.module_from_spec(importlib.util.spec_from_loader("planted_check", LOADER))
LOADER.exec_module(planted_check)

SOURCE = pathlib.Path("kernels.cu")
MEMCHECK = """========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 8 bytes
=========     at T1 last_of<long long>(const T1 *, int)+0x90 in kernels.cu:255
=========     by thread (63,0,0) in block (1,0,0)
=========     Access to 0x7f6b5a800100 is out of bounds
=========         Device Frame: helper_past_end+0x40 in kernels.cu:261
=========
========= Invalid __global__ read of size 8 bytes
=========     at T1 last_of<long long>(const T1 *, int)+0x90 in kernels.cu:255
=========     by thread (62,0,0) in block (1,0,0)
=========         Device Frame: helper_past_end+0x40 in kernels.cu:261
=========
========= Program hit CUDA_ERROR_LAUNCH_FAILED (error 719) due to "unspecified launch failure" on CUDA API call to cuCtxSynchronize.
=========
planted_launch: cuCtxSynchronize: CUDA_ERROR_LAUNCH_FAILED
========= Target application returned an error
========= ERROR SUMMARY: 3 errors
"""
RACECHECK = """========= COMPUTE-SANITIZER
========= Warning: Race reported between Write access at cp_async(void *, const void *)+0xe0 in helpers.h:190
=========     and Read access at copy+0x130 in kernels.cu:15 [256 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)
"""
SILENT = "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n"


class WhatTheToolsSay(unittest.TestCase):
    def test_the_same_error_of_several_threads_is_one(self):
        errors = planted_check.errors_of(MEMCHECK, SOURCE)
        self.assertEqual(errors, [{"kind": "Invalid __global__ read of size 8 bytes",
                                   "lines": [255, 261], "count": 2,
                                   "block": [1, 0, 0], "thread": [63, 0, 0]}])

    def test_what_cuda_reports_is_no_finding(self):
        self.assertEqual(planted_check.stops_of(MEMCHECK), ["CUDA_ERROR_LAUNCH_FAILED"])

    def test_a_race_has_the_lines_of_both_ends_in_the_kernels_own_source(self):
        errors = planted_check.errors_of(RACECHECK, SOURCE)
        self.assertEqual(errors, [{"kind": "Warning: Race reported between Write access",
                                   "lines": [15], "count": 1}])

    def test_silence_is_no_error(self):
        self.assertEqual(planted_check.errors_of(SILENT, SOURCE), [])


if __name__ == "__main__":
    unittest.main()
