"""Kernels in the style of Triton's tutorials. How their PTX is made, without a GPU:

    pip install triton==3.9.0
    mkdir /tmp/triton; cp kernels.py /tmp/triton    (the debug sections hold this folder's name)
    python /tmp/triton/kernels.py .

A file's name ends in the compute capability that it is compiled for.
"""

import pathlib
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def vector_add(x, y, out, n, BLOCK: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = index < n
    tl.store(out + index, tl.load(x + index, mask=mask) + tl.load(y + index, mask=mask), mask=mask)


@triton.jit
def softmax(out, x, in_stride, out_stride, rows, columns, BLOCK: tl.constexpr):
    """Each program takes every so-manieth row; a row fits one block."""
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=2):
        c = tl.arange(0, BLOCK)
        mask = c < columns
        values = tl.load(x + row * in_stride + c, mask=mask, other=-float("inf"))
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * out_stride + c, powers / tl.sum(powers, axis=0), mask=mask)


@triton.jit
def layer_norm(x, out, weight, bias, means, scales, stride, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x += row * stride
    out += row * stride
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for first in range(0, columns, BLOCK):
        c = first + tl.arange(0, BLOCK)
        total += tl.load(x + c, mask=c < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for first in range(0, columns, BLOCK):
        c = first + tl.arange(0, BLOCK)
        value = tl.load(x + c, mask=c < columns, other=0.0).to(tl.float32)
        value = tl.where(c < columns, value - mean, 0.0)
        squares += value * value
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + eps)
    tl.store(means + row, mean)
    tl.store(scales + row, scale)
    for first in range(0, columns, BLOCK):
        c = first + tl.arange(0, BLOCK)
        mask = c < columns
        value = (tl.load(x + c, mask=mask, other=0.0).to(tl.float32) - mean) * scale
        w = tl.load(weight + c, mask=mask)
        tl.store(out + c, value * w + tl.load(bias + c, mask=mask), mask=mask)


@triton.jit
def matmul(a, b, c, M, N, K, a_stride, b_stride, c_stride, BLOCK_M: tl.constexpr,
           BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr):
    """Programs go through the tiles of C in groups of rows, so that tiles of B stay in L2."""
    program = tl.program_id(0)
    rows = tl.cdiv(M, BLOCK_M)
    per_group = GROUP * tl.cdiv(N, BLOCK_N)
    first = program // per_group * GROUP
    size = min(rows - first, GROUP)
    tile_m = first + program % per_group % size
    tile_n = program % per_group // size

    m = (tile_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    n = (tile_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    k = tl.arange(0, BLOCK_K)
    a_tile = a + m[:, None] * a_stride + k[None, :]
    b_tile = b + k[:, None] * b_stride + n[None, :]
    sum = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for step in range(0, tl.cdiv(K, BLOCK_K)):
        left = K - step * BLOCK_K
        a_values = tl.load(a_tile, mask=k[None, :] < left, other=0.0)
        b_values = tl.load(b_tile, mask=k[:, None] < left, other=0.0)
        sum = tl.dot(a_values, b_values, sum)
        a_tile += BLOCK_K
        b_tile += BLOCK_K * b_stride
    m = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    mask = (m[:, None] < M) & (n[None, :] < N)
    tl.store(c + m[:, None] * c_stride + n[None, :], sum.to(c.dtype.element_ty), mask=mask)


@triton.jit
def matmul_tf32(a, b, c, n, BLOCK: tl.constexpr):
    """Square tiles of square matrices whose size is a multiple of the tile."""
    m = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)[:, None]
    k = tl.arange(0, BLOCK)
    column = tl.program_id(1) * BLOCK + k[None, :]
    sum = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for first in range(0, n, BLOCK):
        a_tile = tl.load(a + m * n + first + k[None, :])
        b_tile = tl.load(b + (first + k[:, None]) * n + column)
        sum = tl.dot(a_tile, b_tile, sum, input_precision="tf32")
    tl.store(c + m * n + column, sum)


@triton.jit
def attention(q, k, v, out, length, scale, BLOCK: tl.constexpr, STEP: tl.constexpr,
              WIDTH: tl.constexpr):
    """Causal attention of one head; the softmax is carried along the tiles of keys."""
    row = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.arange(0, WIDTH)
    query = tl.load(q + row[:, None] * WIDTH + c[None, :], mask=row[:, None] < length, other=0.0)
    largest = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    sum = tl.zeros([BLOCK, WIDTH], dtype=tl.float32)
    for first in range(0, (tl.program_id(0) + 1) * BLOCK, STEP):
        key = first + tl.arange(0, STEP)
        keys = tl.load(k + key[None, :] * WIDTH + c[:, None], mask=key[None, :] < length, other=0.0)
        scores = tl.dot(query, keys) * scale
        scores = tl.where((row[:, None] >= key[None, :]) & (key[None, :] < length), scores, -1.0e30)
        new = tl.maximum(largest, tl.max(scores, 1))
        powers = tl.math.exp2(scores - new[:, None])
        shrink = tl.math.exp2(largest - new)
        total = total * shrink + tl.sum(powers, 1)
        values = tl.load(v + key[:, None] * WIDTH + c[None, :], mask=key[:, None] < length, other=0)
        sum = tl.dot(powers.to(values.dtype), values, sum * shrink[:, None])
        largest = new
    sum = sum / total[:, None]
    tl.store(out + row[:, None] * WIDTH + c[None, :], sum.to(out.dtype.element_ty),
             mask=row[:, None] < length)


@triton.jit
def dropout(x, out, n, p, seed, BLOCK: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = index < n
    value = tl.load(x + index, mask=mask)
    kept = tl.rand(seed, index) > p
    tl.store(out + index, tl.where(kept, value / (1 - p), 0.0), mask=mask)


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def scan_rows(x, sums, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + c, mask=c < columns, other=0)
    tl.store(sums + row * columns + c, tl.associative_scan(values, 0, add), mask=c < columns)


@triton.jit
def histogram(x, bins, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + index, mask=index < n, other=0)
    counts = tl.histogram(values, BINS, mask=index < n)
    tl.atomic_add(bins + tl.arange(0, BINS), counts)


@triton.jit
def sort_and_pick(x, sorted, largest, where, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + c, mask=c < columns, other=float("inf"))
    tl.store(sorted + row * columns + c, tl.sort(values), mask=c < columns)
    values = tl.where(c < columns, values, -float("inf"))
    top, place = tl.max(values, axis=0, return_indices=True)
    tl.store(largest + row, top)
    tl.store(where + row, place)


def compile(kernel, signature, capability, num_warps=4, num_stages=3, **constants):
    """`signature`: types in order; ":16" behind one promises a multiple of 16."""
    types, promises = {}, {}
    for i, (name, text) in enumerate(zip(kernel.arg_names, signature.split())):
        types[name], _, multiple = text.partition(":")
        if multiple:
            promises[(i,)] = [["tt.divisibility", int(multiple)]]
    types.update({name: "constexpr" for name in constants})
    values = {(kernel.arg_names.index(name),): value for name, value in constants.items()}
    compiled = triton.compile(ASTSource(kernel, types, values, promises),
                              target=GPUTarget("cuda", capability, 32),
                              options={"num_warps": num_warps, "num_stages": num_stages})
    name = f"{kernel.__name__}_{capability}"
    text = re.sub(r'"/[^"]*/', '"', compiled.asm["ptx"])  # names of files keep no folder
    pathlib.Path(sys.argv[1], f"{name}.ptx").write_text(f"// Triton {triton.__version__}\n{text}")
    print(name, num_warps * 32, "threads,", compiled.metadata.shared, "bytes shared")


if __name__ == "__main__":
    for cc in (80, 90):
        compile(vector_add, "*fp32:16 *fp32:16 *fp32:16 i32", cc, BLOCK=256)
        compile(softmax, "*fp32:16 *fp32:16 i32 i32 i32 i32", cc, BLOCK=128)
    compile(matmul, "*fp16:16 *fp16:16 *fp32:16 i32 i32 i32 i32:16 i32:16 i32:16", 80, BLOCK_M=32,
            BLOCK_N=64, BLOCK_K=32, GROUP=2)
    compile(matmul, "*fp16:16 *fp16:16 *fp32:16 i32 i32 i32 i32:16 i32:16 i32:16", 90, BLOCK_M=64,
            BLOCK_N=64, BLOCK_K=32, GROUP=2)
    compile(matmul_tf32, "*fp32:16 *fp32:16 *fp32:16 i32:16", 80, num_warps=2, BLOCK=32)
    compile(layer_norm, "*fp32:16 *fp32:16 *fp32:16 *fp32:16 *fp32:16 *fp32:16 i32 i32 fp32", 80,
            BLOCK=128)
    compile(attention, "*bf16:16 *bf16:16 *bf16:16 *fp32:16 i32 fp32", 80, BLOCK=32, STEP=32,
            WIDTH=32)
    compile(dropout, "*fp32:16 *fp32:16 i32 fp32 i32", 80, BLOCK=256)
    compile(scan_rows, "*i32:16 *i32:16 i32", 80, BLOCK=256)
    compile(histogram, "*i32:16 *i32:16 i32", 80, BLOCK=256, BINS=32)
    compile(sort_and_pick, "*fp32:16 *fp32:16 *fp32:16 *i32:16 i32", 80, BLOCK=128)
