#!/usr/bin/env python3
"""Runs the forms of gemm_rows.cuh and tensor_tiles.cuh in Warplens' machine, on small and odd sizes.

    tests/probes/check_forms.py build/release/warplens [gemm|tensor]

Each must give what a plain loop gives, without a finding. It needs nvcc, no GPU, and takes minutes.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WARP = 32

PLAIN_GEMM = """
__global__ void plain(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}
"""
PLAIN_TENSOR = """
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
GEMM = "const float*, const float*, float*, int, int, int"
TENSOR = "const unsigned short*, const unsigned short*, float*, int, int, int, int, int"


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


def gemm(form, whole, thin, m, n, k):
    """gemm_rows of RowsForm<form>."""
    rows, cols, warp_rows, warp_cols, steps, stages, _, slices = form[:8]
    form = form if len(form) == 11 else (*form, 2)
    warps = rows // warp_rows * (cols // warp_cols) * slices
    tiled_m, tiled_n = (m // rows * rows, n // cols * cols) if thin else (m, n)
    grid = up(tiled_m, rows) * up(tiled_n, cols)
    grid += up(m, warps * 8) if tiled_n < n else 0
    grid += up(tiled_n, 32) if tiled_m < m else 0
    kernel = f"gemm_rows<RowsForm<{', '.join(map(str, form))}>, {whole}, {thin}>".replace("True", "true")
    return launch(kernel.replace("False", "false"), {"m": m, "n": n, "k": k},
                  (grid, warps * WARP, stages * steps * (rows + cols) * 4),
                  matrices("f32", "m*k", "k*n") + numbers(m="m", n="n", k="k"))


def tensor(form, whole, m, n, k, grid=None):
    """tensor_tiles of TensorForm<form>, with rows that start on 16 bytes."""
    rows, cols, warp_rows, warp_cols, depth, stages, _, _ = form
    kernel = f"tensor_tiles<TensorForm<{', '.join(map(str, form))}>, {'true' if whole else 'false'}>"
    return launch(kernel, {"m": m, "n": n, "k": k, "pa": up(k, 8) * 8, "pb": up(n, 8) * 8},
                  (grid or up(m, rows) * up(n, cols), rows // warp_rows * (cols // warp_cols) * WARP,
                   stages * (rows + cols) * depth * 2),
                  matrices("f16", "m*pa", "k*pb") +
                  numbers(m="m", n="n", k="k", pitch_a="pa", pitch_b="pb"))


def gemm_cases():
    square = (128, 128, 64, 64, 16, 3, 2, 1, 4, 4)
    for k in (4, 16, 52, 100):
        yield gemm(square, True, False, 256, 128, k)
        yield gemm((*square, 1), True, False, 128, 256, k)
    yield gemm((128, 256, 64, 64, 16, 3, 1, 1, 4, 4), True, False, 128, 512, 36)
    yield gemm((128, 256, 64, 64, 32, 3, 1, 1, 4, 4), True, False, 128, 256, 68)
    for k in (8, 64, 100):
        yield gemm((128, 128, 64, 64, 32, 3, 2, 1, 4, 4), True, False, 128, 128, k)
        yield gemm((128, 128, 64, 64, 32, 4, 1, 2, 4, 4), True, False, 128, 128, k)
    slices = ((64, 128, 32, 64, 32, 3, 1, 2, 4, 4), (64, 128, 64, 64, 32, 4, 1, 4, 4, 4))
    for form in (*slices, (64, 128, 32, 64, 16, 3, 3, 1, 4, 4), square):
        for m, n, k in ((64, 128, 64), (65, 132, 100), (30, 60, 4), (200, 260, 68)):
            yield gemm(form, False, False, m, n, k)
    for form in slices:
        yield gemm(form, True, False, 64, 256, 132)
    small_odd = (64, 128, 32, 64, 16, 3, 3, 1, 1, 1)
    for m, n, k in ((65, 131, 101), (1, 1, 1), (63, 127, 33)):
        yield gemm(small_odd, False, False, m, n, k)
    for m, n, k in ((65, 129, 37), (66, 130, 19)):
        yield gemm(small_odd, True, True, m, n, k)
    for m, n, k in ((129, 129, 33), (256, 257, 17), (257, 256, 50), (130, 131, 97)):
        yield gemm((128, 128, 64, 64, 16, 3, 2, 1, 1, 1, 1), True, True, m, n, k)
    for m, n, k in ((129, 257, 33), (128, 258, 19), (131, 256, 40)):
        yield gemm((128, 256, 64, 64, 16, 3, 1, 1, 1, 1, 1), True, True, m, n, k)


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


def check(warplens, folder, name, header, plain, parameters, cases):
    source = folder / f"{name}.cu"
    kernels = sorted({case["kernel"] for case in cases})
    lines = [f'#include "{HERE / header}"', plain,
             *(f"template __global__ void {kernel}({parameters});" for kernel in kernels)]
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
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    chosen = sys.argv[2:] or ["gemm", "tensor"]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if "gemm" in chosen:
            wrong += check(sys.argv[1], folder, "gemm", "gemm_rows.cuh", PLAIN_GEMM, GEMM,
                           list(gemm_cases()))
        if "tensor" in chosen:
            wrong += check(sys.argv[1], folder, "tensor", "tensor_tiles.cuh", PLAIN_TENSOR, TENSOR,
                           list(tensor_cases()))
    sys.exit(f"{wrong} wrong" if wrong else 0)


if __name__ == "__main__":
    main()
