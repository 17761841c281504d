#!/usr/bin/env python3
"""Runs the forms of tensor_tiles.cuh in Warplens' machine, on small and odd sizes.

    tests/probes/check_forms.py build/release/warplens

Each must give what a plain loop gives, without a finding. It needs nvcc, no GPU, and takes minutes.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WARP = 32

PLAIN = """
#include <cuda_fp16.h>
__global__ void plain(const unsigned short* a, const unsigned short* b, float* c, int m, int n,
                      int k, int pitch_a, int pitch_b) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += __half2float(__ushort_as_half(a[row * pitch_a + i])) *
           __half2float(__ushort_as_half(b[i * pitch_b + col]));
  }
  c[row * n + col] = sum;
}
"""
PARAMETERS = "const unsigned short*, const unsigned short*, float*, int, int, int, int, int"


def up(a, b):
    return -(-a // b)


def launch(kernel, sizes, shape, arguments):
    grid, block, shared = shape
    return {
        "name": " ".join([kernel, f"grid={grid}", *(f"{k}={v}" for k, v in sizes.items())]),
        "kernel": kernel, "sizes": sizes,
        "grid": [str(grid)], "block": [str(block)], "shared": str(shared),
        "arguments": arguments,
        "expect": [{"kernel": "plain", "grid": ["ceil(n/16)", "ceil(m/16)"], "block": ["16", "16"],
                    "relative": 1e-5, "absolute": 1e-4}],
    }


def matrices(kind, count_a, count_b):
    return [{"name": "a", "type": kind, "count": count_a, "role": "in", "fill": "random:1"},
            {"name": "b", "type": kind, "count": count_b, "role": "in", "fill": "random:2"},
            {"name": "c", "type": "f32", "count": "m*n", "role": "out"}]


def numbers(**values):
    return [{"name": name, "type": "i32", "value": value} for name, value in values.items()]


def tensor(form, whole, m, n, k, grid=None):
    """tensor_tiles of TensorForm<form>, with rows that start on 16 bytes."""
    rows, cols, warp_rows, warp_cols, depth, stages, _, _ = form
    kernel = f"tensor_tiles<TensorForm<{', '.join(map(str, form))}>, {'true' if whole else 'false'}>"
    return launch(kernel, {"m": m, "n": n, "k": k, "pa": up(k, 8) * 8, "pb": up(n, 8) * 8},
                  (grid or up(m, rows) * up(n, cols), rows // warp_rows * (cols // warp_cols) * WARP,
                   stages * (rows + cols) * depth * 2),
                  matrices("f16", "m*pa", "k*pb") +
                  numbers(m="m", n="n", k="k", pitch_a="pa", pitch_b="pb"))


def tensor_cases():
    wide, tall = (128, 256, 64, 64, 64, 3, 1, 2), (192, 256, 96, 64, 64, 3, 1, 2)
    forms = (wide, (128, 256, 64, 64, 64, 4, 1, 4), (256, 128, 64, 64, 64, 3, 1, 2), tall,
             (192, 256, 96, 64, 32, 6, 1, 2), (128, 128, 64, 64, 64, 3, 2, 4))
    for form in forms:
        rows, cols = form[:2]
        yield tensor(form, True, rows, cols, 64)
        yield tensor(form, True, rows * 2, cols, 128, 1)
        yield tensor(form, True, rows + 72, cols + 41, 128, 2)  # tiles that overlap
        yield tensor(form, True, rows * 2 - 8, cols * 2, 64)
    for form in (wide, tall):
        for m, n, k, grid in ((130, 264, 72, 2), (1, 8, 8, 1), (200, 300, 136, 3), (195, 257, 33, 2)):
            yield tensor(form, False, m, n, k, grid)


def check(warplens, folder, cases):
    source = folder / "tensor.cu"
    kernels = sorted({case["kernel"] for case in cases})
    lines = [f'#include "{HERE / "tensor_tiles.cuh"}"', PLAIN,
             *(f"template __global__ void {kernel}({PARAMETERS});" for kernel in kernels)]
    source.write_text("\n".join(lines) + "\n")
    ptx = source.with_suffix(".ptx")
    subprocess.run(["nvcc", "-ptx", "-lineinfo", "-std=c++17", "-arch=sm_80", "-o", ptx, source],
                   check=True)
    pathlib.Path(f"{ptx}.warplens.json").write_text(
        json.dumps({"warplens_launches": 1, "launches": cases}))
    wrong = 0
    for case in cases:
        ran = subprocess.run([warplens, "check", ptx, "--launch", case["name"]],
                             capture_output=True, text=True)
        is_right = ran.returncode == 0 and "as expected" in ran.stdout
        wrong += not is_right
        print("right" if is_right else "WRONG", case["name"], flush=True)
        if not is_right:
            print(ran.stdout + ran.stderr)
    return wrong


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        wrong = check(sys.argv[1], pathlib.Path(folder), list(tensor_cases()))
    sys.exit(f"{wrong} wrong" if wrong else 0)


if __name__ == "__main__":
    main()
