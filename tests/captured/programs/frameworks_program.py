"""Triton, PyTorch and CuPy kernels in one program."""

import sys

import torch
import triton
import triton.language as tl


@triton.jit
def add(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, mask=i < n) * 2, mask=i < n)


@triton.jit
def softmax(x, y, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    values = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row * columns + i, values / tl.sum(values, axis=0), mask=i < columns)


@triton.jit
def matmul(a, b, c, N: tl.constexpr):
    rows, columns = tl.program_id(0) * 32 + tl.arange(0, 32), tl.program_id(1) * 32 + tl.arange(0, 32)
    total = tl.zeros((32, 32), dtype=tl.float32)
    for k in range(0, N, 32):
        inner = k + tl.arange(0, 32)
        total += tl.dot(tl.load(a + rows[:, None] * N + inner[None, :]), tl.load(b + inner[:, None] * N + columns[None, :]))
    tl.store(c + rows[:, None] * N + columns[None, :], total)


x = torch.arange(1000, device="cuda", dtype=torch.float32)
y = torch.empty_like(x)
add[(4,)](x, y, 1000, BLOCK=256)
m = torch.rand(64, 100, device="cuda")
s = torch.empty_like(m)
softmax[(64,)](m, s, 100, BLOCK=128)
a = torch.rand(64, 64, device="cuda", dtype=torch.float16)
c = torch.empty(64, 64, device="cuda")
matmul[(2, 2)](a, a, c, N=64)
print(y.sum().item(), torch.allclose(s.sum(1), torch.ones(64, device="cuda")), (a @ a).shape)
if "cupy" in sys.argv:
    import cupy

    scale = cupy.RawKernel('extern "C" __global__ void scale(float* a) { a[threadIdx.x] *= 3; }', "scale")
    z = cupy.ones(32, dtype="f")
    scale((1,), (32,), (z,))
    w = cupy.arange(100, dtype="f") * 2 + 1
    print(z.sum(), w.sum())
