// Adding two vectors, four floats a thread and no more: as many threads as there are vectors.
//
// Against add_vector4 there is no loop. A thread asks for its two vectors at once and is gone when
// they are added; the next block begins where one has ended, so that no multiprocessor waits for
// the slowest of its threads. What does not fit into vectors of aligned pointers is added element
// by element, with a loop, by the same threads.
//
// What to look for: the same requests and sectors as add_vector4, one of each a thread.

constexpr int kVector = 4;  // floats in a float4

__device__ bool is_aligned(const float* pointer) {
  return reinterpret_cast<size_t>(pointer) % sizeof(float4) == 0;
}

// c = a + b, n elements each. At least n / 4 threads.
__global__ void add_one_vector(const float* __restrict__ a, const float* __restrict__ b,
                               float* __restrict__ c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int vectors = is_aligned(a) && is_aligned(b) && is_aligned(c) ? n / kVector : 0;
  if (thread < vectors) {
    const float4 x = reinterpret_cast<const float4*>(a)[thread];
    const float4 y = reinterpret_cast<const float4*>(b)[thread];
    reinterpret_cast<float4*>(c)[thread] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
  }
  const int threads = gridDim.x * blockDim.x;
  for (int i = vectors * kVector + thread; i < n; i += threads) c[i] = a[i] + b[i];
}

// Launch: add_one_vector<<<(n / kVector + threads) / threads, threads>>>(a, b, c, n);
