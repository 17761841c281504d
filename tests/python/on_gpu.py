#!/usr/bin/env python3
"""On a machine with an NVIDIA GPU, by hand: kernels whose arrays lie on it are run there by their own framework, and
traced; what the trace leaves is compared with what the GPU left. Ends in "pass" or "fail"; where nothing could be checked that is a "fail", too.

    PYTHONPATH=app/python WARPLENS=build/release/warplens python3 tests/python/on_gpu.py

What is not installed is skipped, and said.
"""
import ctypes
import importlib
import sys
import traceback

import warplens

CHECKS = []


def check(*needed):
    """A check that needs these packages."""
    def add(function):
        CHECKS.append((function, needed))
        return function
    return add


def version_of(name):
    try:
        return str(importlib.import_module(name).__version__)
    except Exception as error:  # of whatever kind: it cannot be used here
        return f"not here ({type(error).__name__}: {str(error)[:80]})"


# Triton wants its functions in a file.
try:
    import triton
    import triton.language as tl

    @triton.jit
    def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
        offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = offsets < n
        tl.store(out + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)

    @triton.jit
    def softmax_kernel(out, x, out_stride, x_stride, columns, scale, BLOCK: tl.constexpr):
        row = tl.program_id(0)
        offsets = tl.arange(0, BLOCK)
        mask = offsets < columns
        value = tl.load(x + row * x_stride + offsets, mask=mask, other=-float("inf")).to(tl.float32) * scale
        value = tl.exp(value - tl.max(value, axis=0))
        tl.store(out + row * out_stride + offsets, value / tl.sum(value, axis=0), mask=mask)

    @triton.jit
    def matmul_kernel(a, b, c, M, N, K, am, ak, bk, bn, cm, cn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
        rows = tl.program_id(0) * BM + tl.arange(0, BM)
        columns = tl.program_id(1) * BN + tl.arange(0, BN)
        inner = tl.arange(0, BK)
        total = tl.zeros((BM, BN), dtype=tl.float32)
        for k in range(0, K, BK):
            left = tl.load(a + rows[:, None] * am + (k + inner)[None, :] * ak,
                           mask=(rows[:, None] < M) & ((k + inner)[None, :] < K), other=0.0)
            right = tl.load(b + (k + inner)[:, None] * bk + columns[None, :] * bn,
                            mask=((k + inner)[:, None] < K) & (columns[None, :] < N), other=0.0)
            total = tl.dot(left, right, total)
        tl.store(c + rows[:, None] * cm + columns[None, :] * cn, total.to(c.dtype.element_ty),
                 mask=(rows[:, None] < M) & (columns[None, :] < N))
except ImportError:
    triton = None

PTX = """\
.version 7.8
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 p0, .param .u64 p1, .param .u32 p2, .param .f32 p3)
{
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .f32 %f<4>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [p0]; ld.param.u64 %rd2, [p1]; ld.param.u32 %r1, [p2]; ld.param.f32 %f1, [p3];
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra DONE;
  mul.wide.s32 %rd3, %r5, 4;
  add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  mul.f32 %f3, %f2, %f1;
  st.global.f32 [%rd5], %f3;
DONE:
  ret;
}
"""

CUDA = r"""
extern "C" __global__ void scale(const float* x, float* y, int n, float f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * f;
}
extern "C" __global__ void count(const int* keys, unsigned long long* bins, long long n, double* last) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(bins + (keys[i] & 15), 1ull);
  if (i == n - 1) *last = 1.5 * n;
}
"""


def launch_ptx(ptx, name, grid, block, values):
    """By the driver, in the context that torch made."""
    driver = ctypes.CDLL("libcuda.so.1")
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    assert driver.cuModuleLoadData(ctypes.byref(module), ptx.encode()) == 0
    assert driver.cuModuleGetFunction(ctypes.byref(function), module, name.encode()) == 0
    pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])
    assert driver.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, None, pointers, None) == 0
    assert driver.cuCtxSynchronize() == 0


def add_on(torch, dtype, n=1000):
    x = torch.arange(n, device="cuda").to(dtype)
    y = torch.ones(n, device="cuda", dtype=dtype)
    theirs, ours = torch.zeros_like(x), torch.zeros_like(x)
    def grid(meta):
        return (triton.cdiv(n, meta["BLOCK"]),)
    add_kernel[grid](x, y, theirs, n, BLOCK=256)
    t = warplens.trace(add_kernel, grid, [x, y, ours, n], meta={"BLOCK": 256})
    torch.cuda.synchronize()
    assert not ours.any(), "an array on the GPU was changed unasked"
    assert t.outputs["out"].device.type == "cpu" and torch.equal(t.outputs["out"], theirs.cpu()), dtype
    warplens.trace(add_kernel, grid, [x, y, ours, n], meta={"BLOCK": 256}, write_back=True)
    assert ours.is_cuda and torch.equal(ours, theirs), dtype
    assert t.findings == () and t.totals.global_load.requests > 0
    return t


@check("torch", "triton")
def triton_adds_torch_tensors():
    import torch
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.int64, torch.uint8):
        add_on(torch, dtype)
    return repr(add_on(torch, torch.float32))


@check("torch", "triton")
def triton_softmax_of_rows_with_a_stride():
    import torch
    whole = torch.randn(6, 200, device="cuda", dtype=torch.bfloat16, requires_grad=True)
    x = whole[:, 8:108]
    theirs, ours = (torch.zeros(6, 128, device="cuda") for _ in range(2))
    words = (x.stride(0), 100, 0.5)
    softmax_kernel[(6,)](theirs, x, theirs.stride(0), *words, BLOCK=128)
    t = warplens.trace(softmax_kernel, 6, [ours, x, ours.stride(0), *words], meta={"BLOCK": 128}, write_back=True)
    assert torch.allclose(ours, theirs, rtol=1e-5, atol=1e-7), (ours - theirs).abs().max()
    return f"{t!r}, furthest {float((ours - theirs).abs().max()):.2g}"


@check("torch", "triton")
def triton_multiplies_a_transposed_matrix():
    import torch
    a = torch.randn(100, 72, device="cuda", dtype=torch.float16)
    b = torch.randn(80, 72, device="cuda", dtype=torch.float16).t()
    theirs, ours = (torch.zeros(100, 80, device="cuda", dtype=torch.float16) for _ in range(2))
    def args(c):
        return [a, b, c, 100, 80, 72, *a.stride(), *b.stride(), *c.stride()]
    blocks = {"BM": 64, "BN": 64, "BK": 32}
    matmul_kernel[(2, 2)](*args(theirs), **blocks, num_warps=4)
    t = warplens.trace(matmul_kernel, (2, 2), args(ours), meta={**blocks, "num_warps": 4}, write_back=True)
    assert torch.allclose(ours, theirs, rtol=2e-3, atol=2e-3), (ours - theirs).abs().max()
    return f"{t!r}, furthest {float((ours - theirs).abs().max()):.2g}"


@check("torch")
def ptx_scales_torch_tensors():
    import torch
    n = 1000
    x = torch.arange(n, device="cuda", dtype=torch.float32)
    theirs, ours = torch.zeros_like(x), torch.zeros_like(x)
    launch_ptx(PTX, "scale", 4, 256, [ctypes.c_uint64(x.data_ptr()), ctypes.c_uint64(theirs.data_ptr()),
                                      ctypes.c_uint32(n), ctypes.c_float(2.5)])
    t = warplens.trace(PTX, 4, [warplens.In(x), warplens.Out(ours), n, 2.5], block=256, write_back=True)
    assert torch.equal(ours, theirs)
    # In place: one buffer; and what overlaps is refused.
    launch_ptx(PTX, "scale", 4, 256, [ctypes.c_uint64(theirs.data_ptr()), ctypes.c_uint64(theirs.data_ptr()),
                                      ctypes.c_uint32(n), ctypes.c_float(2.5)])
    warplens.trace(PTX, 4, [ours, ours, n, 2.5], block=256, write_back=True)
    assert torch.equal(ours, theirs)
    try:
        warplens.trace(PTX, 4, [x[:600], x[400:], 600, 2.5], block=256)
    except warplens.Error as error:
        assert "overlaps" in str(error)
    else:
        raise AssertionError("arrays that overlap were taken")
    return repr(t)


@check("torch")
def ptx_writes_every_other_element():
    import torch
    x = torch.arange(100, device="cuda", dtype=torch.float32)
    whole = torch.full((200,), -1.0, device="cuda")
    warplens.trace(PTX, 1, [x, whole[::2], 100, 3.0], block=128, write_back=True)  # a span of 199
    assert torch.equal(whole[:100], x * 3) and bool((whole[100:] == -1).all())
    empty = torch.zeros(0, device="cuda")
    warplens.trace(PTX, 1, [empty, empty, 0, 3.0], block=32)
    return "a view's whole span"


@check("cupy")
def cupy_scales_its_arrays():
    import cupy
    n = 1000
    kernel = cupy.RawKernel(CUDA, "scale")
    x = cupy.arange(n, dtype=cupy.float32)
    theirs, ours = cupy.zeros_like(x), cupy.zeros_like(x)
    values = [cupy.int32(n), cupy.float32(1.5)]
    kernel((4,), (256,), (x, theirs, *values))
    t = warplens.trace(kernel, 4, [x, ours, *values], block=256)
    assert not ours.any(), "an array on the GPU was changed unasked"
    assert (cupy.asnumpy(theirs) == t.outputs["arg1"]).all()
    warplens.trace(kernel, 4, [x, ours, *values], block=256, write_back=True)
    assert (ours == theirs).all()
    return repr(t)


@check("cupy")
def cupy_counts_with_pythons_numbers():
    import cupy
    kernel = cupy.RawKernel(CUDA, "count", options=("-DNOTHING=1",))
    keys = (cupy.arange(3000) * 7919 % 1009).astype(cupy.int32)
    results = [(cupy.zeros((4, 4), dtype=cupy.uint64, order="F"), cupy.zeros(1)) for _ in range(2)]
    kernel((12,), (256,), (keys, results[0][0], 3000, results[0][1]))
    t = warplens.trace(kernel, 12, [keys, results[1][0], 3000, results[1][1]], block=256, write_back=True)
    assert all((one == other).all() for one, other in zip(*results)) and int(results[1][0].sum()) == 3000
    return repr(t)


@check("cupy", "torch")
def cupys_kernel_takes_torch_tensors():
    import cupy
    import torch
    kernel = cupy.RawKernel(CUDA, "scale")
    x = torch.arange(100, device="cuda", dtype=torch.float32)
    y = torch.zeros_like(x)
    warplens.trace(kernel, 1, [x, y, cupy.int32(100), cupy.float32(3)], block=128, write_back=True)
    assert torch.equal(y, x * 3)
    return "torch's in CuPy's"


def numba_kernel():
    from numba import cuda

    @cuda.jit
    def saxpy(a, x, y, out):
        i = cuda.grid(1)
        if i < out.shape[0]:
            out[i] = a * x[i] + y[i]
    return saxpy


@check("numba")
def numba_adds_its_device_arrays():
    import numpy
    from numba import cuda
    saxpy = numba_kernel()
    x, y = (cuda.to_device(numpy.random.rand(1000).astype("f4")) for _ in range(2))
    theirs, ours = (cuda.to_device(numpy.zeros(1000, "f4")) for _ in range(2))
    saxpy[4, 256](numpy.float32(2), x, y, theirs)
    t = warplens.trace(saxpy, 4, [numpy.float32(2), x, y, ours], block=256)
    assert not ours.copy_to_host().any(), "an array on the GPU was changed unasked"
    assert numpy.allclose(t.outputs["out"], theirs.copy_to_host(), rtol=1e-6)
    warplens.trace(saxpy, 4, [numpy.float32(2), x, y, ours], block=256, write_back=True)
    assert numpy.allclose(ours.copy_to_host(), theirs.copy_to_host(), rtol=1e-6)
    return repr(t)


@check("numba", "torch")
def numba_adds_torch_tensors():
    import numpy
    import torch
    saxpy = numba_kernel()
    x, y = (torch.rand(1000, device="cuda") for _ in range(2))
    theirs, ours = (torch.zeros_like(x) for _ in range(2))
    saxpy[4, 256](numpy.float32(2), x, y, theirs)
    warplens.trace(saxpy, 4, [numpy.float32(2), x, y, ours], block=256, write_back=True)
    assert torch.allclose(ours, theirs, rtol=1e-6)
    return "torch's in Numba's"


def main():
    print("Python", sys.version.split()[0], {name: version_of(name) for name in
                                             ("torch", "triton", "cupy", "numba", "numpy", "jax", "pandas")})
    passed = failed = 0
    for function, needed in CHECKS:
        missing = [name for name in needed if version_of(name).startswith("not here")]
        if missing:
            print(f"skipped  {function.__name__}: {', '.join(missing)}")
            continue
        try:
            print(f"ok       {function.__name__}: {function()}", flush=True)
            passed += 1
        except Exception:
            failed += 1
            print(f"FAILED   {function.__name__}\n{traceback.format_exc()}", flush=True)
    is_good = passed > 0 and failed == 0
    print("pass" if is_good else "fail")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
