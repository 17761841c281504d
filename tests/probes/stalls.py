#!/usr/bin/env python3
"""Why warps wait, as Nsight Compute samples it: rows of tests/data/h200-stalls.tsv.

    tests/probes/stalls.py build/release/warplens /path/to/ncu KEPT > rows.tsv

`warplens bench` launches kernels of the catalogue under ncu, which samples one timed launch of each
(clocks and caches are left as they are). A row: kernel, side, reason, share of all samples. KEPT is
a folder for ncu's reports.
"""

import csv
import pathlib
import re
import subprocess
import sys
import time

# Family, side, kernels; what matters most comes first.
RUNS = [
    ("transpose", 4096, "coalesced_read coalesced_write tile tile_padded packed_vector wide_tile whole_sectors"),
    ("gemm", 512, "row_loop row_shared pitched chessboard double_sum outer_register outer_shared register_tile "
                  "double_buffer async_copy vector_reads warp_tiles"),
    ("add", 4096, "matrix_2d grid_stride vector4 one_vector"),
    ("window", 4096, "blur_direct blur_tile blur_wide_tile blur_rolling"),
    ("reduce", 4096, "one_launch"),
    ("tensor_gemm", 512, "one_tile shared ldmatrix warp_tiles stages"),
    ("invert", 4096, "pixel coarsened_contiguous vector16"),
    ("transpose", 1024, "coalesced_read tile tile_padded wide_tile"),
    ("pipeline", 4096, "registers one_stage stages"),
    ("shared", 256, "strided wide"),
    ("copy", 4096, "element vector"),
]
SECONDS = 85  # nothing new is begun after that
TIMED_LAUNCH = 3  # after the one that is checked and one to warm up
METRICS = ("group:smsp__pcsamp_warp_stall_reasons,gpu__time_duration.sum,smsp__inst_executed.sum,"
           "sm__warps_active.avg.per_cycle_active,smsp__cycles_elapsed.max")
SAMPLED = re.compile(r"^smsp__pcsamp_warps_issue_stalled_(\w+)$")


def sampled(warplens, ncu, kept, family, side, kernels):
    report = kept / f"{family}-{side}"
    with open(f"{report}.log", "w") as log:
        subprocess.run(
            [ncu, "-f", "-o", report, "--metrics", METRICS, "--cache-control", "none", "--clock-control",
             "none", "--warp-sampling-interval", "0" if side < 4096 else "1", "--kernel-name-base", "mangled",
             "--kernel-id", f":::{TIMED_LAUNCH}", warplens, "bench", family, "--sizes", str(side),
             "--variants", kernels.replace(" ", ","), "--no-baselines"],
            stdout=log, stderr=log, timeout=30, check=False)
    with open(f"{report}.csv", "w") as rows:
        subprocess.run([ncu, "--import", f"{report}.ncu-rep", "--page", "raw", "--csv", "--print-kernel-base",
                        "mangled", "--print-units", "base"], stdout=rows, check=False)
    with open(f"{report}.csv") as rows:
        lines = list(csv.DictReader(rows))
    return [line for line in lines if line.get("ID", "").isdigit()]


def entries(assets, family, kernel):
    text = (assets / "ptx" / family / f"{kernel}.ptx").read_text()
    return set(re.findall(r"\.entry (\w+)", text))


def number(text):
    try:
        return float((text or "0").replace(",", ""))
    except ValueError:
        return 0.0


def rows_of(line, kernel, side):
    samples = {}
    for name, value in line.items():
        found = SAMPLED.match(name or "")
        if found and not found[1].endswith("_not_issued"):
            samples[found[1]] = number(value)
    everything = sum(samples.values())
    for reason, count in samples.items():
        if count > 0:
            yield f"{kernel}\t{side}\t{reason}\t{count / everything:.4f}"


def main():
    warplens, ncu, kept = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    assets = pathlib.Path(warplens).resolve().parent.parent / "assets"
    kept.mkdir(exist_ok=True)
    began = time.time()
    print("kernel\tside\treason\tshare")
    for family, side, kernels in RUNS:
        if time.time() - began > SECONDS:
            print(f"no time for {family} {side}", file=sys.stderr)
            continue
        lines = sampled(warplens, ncu, kept, family, side, kernels)
        print(f"{family} {side}: {len(lines)} launches, {time.time() - began:.0f} s", file=sys.stderr,
              flush=True)
        for kernel in kernels.split():
            mine = [line for line in lines if line["Kernel Name"] in entries(assets, family, kernel)]
            for row in rows_of(mine[0], f"{family}/{kernel}", side) if mine else []:
                print(row, flush=True)


main()
