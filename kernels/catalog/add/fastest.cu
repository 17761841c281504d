// Adding two vectors that begin anywhere, four floats a thread, one by one: the fastest here.
//
// What vectors give is not the width of an access but the bytes under way: a thread of
// add_linear_1d waits for 8 bytes and is gone. Here a thread asks for four floats of each array
// before it adds the first. They are a block's width apart, so a warp's access is one run of 32
// floats, which may begin anywhere: nothing has to be aligned, peeled or joined.
//
// What to look for: 4 sectors a request, 5 where the run begins inside a sector; four times the
// requests of add_one_vector for the same sectors, and as many bytes under way.

constexpr int kEach = 4;  // floats of a thread: as many bytes as a float4

// c = a + b, n elements each.
__global__ void add_fastest(const float* __restrict__ a, const float* __restrict__ b,
                            float* __restrict__ c, int n) {
  const int first = blockIdx.x * blockDim.x * kEach + threadIdx.x;
  float x[kEach], y[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) {
      x[k] = a[i];
      y[k] = b[i];
    }
  }
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) c[i] = x[k] + y[k];
  }
}

// Launch, any number of threads:
//         const int a_block = threads * kEach;
//         add_fastest<<<(n + a_block - 1) / a_block, threads>>>(a, b, c, n);
