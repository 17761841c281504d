"""A Numba program."""

import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


@cuda.jit
def transpose(a, b):
    tile = cuda.shared.array((16, 17), np.float32)
    x, y = cuda.grid(2)
    tile[cuda.threadIdx.y, cuda.threadIdx.x] = a[y, x]
    cuda.syncthreads()
    b[cuda.blockIdx.x * 16 + cuda.threadIdx.y, cuda.blockIdx.y * 16 + cuda.threadIdx.x] = tile[
        cuda.threadIdx.x, cuda.threadIdx.y
    ]


x = cuda.to_device(np.arange(1000, dtype=np.float32))
y = cuda.to_device(np.ones(1000, dtype=np.float32))
saxpy[8, 128](np.float32(2), x, y)
a = cuda.to_device(np.arange(64 * 64, dtype=np.float32).reshape(64, 64))
b = cuda.device_array_like(a)
transpose[(4, 4), (16, 16)](a, b)
print(y.copy_to_host()[:3], np.array_equal(b.copy_to_host(), a.copy_to_host().T))
