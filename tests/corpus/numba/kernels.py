"""Kernels in the style of Numba's documentation. How their PTX is made, without a GPU:

    pip install numba==0.68.1 numba-cuda==0.30.4 nvidia-nvvm==13.5.37
    python kernels.py .

An array is seven parameters: two object pointers, number of elements, bytes of each, data, and
then sizes and strides (in bytes) of its dimensions.
"""

import math
import pathlib
import re
import sys

import numba
import numba_cuda
from numba import cuda, types

TILE = 16


def saxpy(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]


def matmul(a, b, c):
    """Tiles of 16 by 16 in shared memory; sizes need not be multiples of it."""
    a_tile = cuda.shared.array((TILE, TILE), types.float32)
    b_tile = cuda.shared.array((TILE, TILE), types.float32)
    row, column = cuda.grid(2)
    i, j = cuda.threadIdx.x, cuda.threadIdx.y
    sum = types.float32(0)
    for first in range(0, a.shape[1], TILE):
        a_tile[i, j] = 0
        b_tile[i, j] = 0
        if row < a.shape[0] and first + j < a.shape[1]:
            a_tile[i, j] = a[row, first + j]
        if first + i < b.shape[0] and column < b.shape[1]:
            b_tile[i, j] = b[first + i, column]
        cuda.syncthreads()
        for k in range(TILE):
            sum += a_tile[i, k] * b_tile[k, j]
        cuda.syncthreads()
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = sum


def block_sums(values, total):
    """A block adds in shared memory, then to the total with one atomic operation."""
    shared = cuda.shared.array(128, types.int64)
    t = cuda.threadIdx.x
    sum = 0
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        sum += values[i]
    shared[t] = sum
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            shared[t] += shared[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, shared[0])


def mandelbrot(left, right, low, high, limit, image):
    height, width = image.shape
    first_x, first_y = cuda.grid(2)
    step_x, step_y = cuda.gridsize(2)
    for x in range(first_x, width, step_x):
        for y in range(first_y, height, step_y):
            c = complex(left + x * (right - left) / width, low + y * (high - low) / height)
            z = 0j
            count = 0
            while count < limit and z.real * z.real + z.imag * z.imag < 4:
                z = z * z + c
                count += 1
            image[y, x] = count


def heat(u, new, k):
    i, j = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
        new[i, j] = u[i, j] + k * (around - 4 * u[i, j])


def extremes(values, low, high, positive):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.min(low, 0, values[i])
        cuda.atomic.max(high, 0, values[i])
        if values[i] > 0:
            cuda.atomic.add(positive, i % positive.size, 1)


def polar(points, radius, angle):
    """Rows of (x, y), by functions of libdevice."""
    i = cuda.grid(1)
    if i < points.shape[0]:
        radius[i] = math.hypot(points[i, 0], points[i, 1])
        angle[i] = math.atan2(points[i, 1], points[i, 0]) + math.exp(-radius[i]) ** 1.5


def warp_sums(values, out):
    """Each warp's sum through shuffles."""
    i = cuda.grid(1)
    value = values[i] if i < values.size else types.float32(0)
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, offset)
        offset //= 2
    if cuda.laneid == 0 and i < values.size:
        out[i // 32] = value


def divide(a, b, out):
    """With debug=True a division by zero and an index out of range raise."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] // b[i] + a[i] % b[i]


def insertion_sorts(values, length):
    """A row a thread, sorted in local memory."""
    row = cuda.grid(1)
    if row < values.shape[0]:
        local = cuda.local.array(24, types.int32)
        for k in range(length):
            value = values[row, k]
            at = k
            while at > 0 and local[at - 1] > value:
                local[at] = local[at - 1]
                at -= 1
            local[at] = value
        for k in range(length):
            values[row, k] = local[k]


def compile(kernel, signature, **options):
    text, _ = cuda.compile_ptx(kernel, signature, cc=(8, 0), lineinfo=not options, **options)
    text = re.sub(r'"/[^"]*/', '"', text)  # names of files keep no folder
    versions = f"// Numba {numba.__version__}, numba-cuda {numba_cuda.__version__}\n"
    pathlib.Path(sys.argv[1], f"{kernel.__name__}.ptx").write_text(versions + text)


if __name__ == "__main__":
    compile(saxpy, "void(float32, float32[::1], float32[::1], float32[::1])")
    compile(matmul, "void(float32[:,::1], float32[:,::1], float32[:,::1])")
    compile(block_sums, "void(int32[:], int64[::1])")
    compile(mandelbrot, "void(float64, float64, float64, float64, int32, uint8[:,::1])")
    compile(heat, "void(float32[:,:], float32[:,:], float32)")
    compile(extremes, "void(float64[::1], float64[::1], float64[::1], int32[::1])")
    compile(polar, "void(float64[:,::1], float64[::1], float64[::1])")
    compile(warp_sums, "void(float32[::1], float32[::1])")
    compile(divide, "void(int32[::1], int32[::1], int32[::1])", debug=True, opt=False)
    compile(insertion_sorts, "void(int32[:,::1], int32)")
