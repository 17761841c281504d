// add_vector4 without its test: what a cast to float4 promises, and nobody holds.
//
// A 16-byte access at an address that is no multiple of 16 is an error: a GPU ends the launch there
// ("misaligned address"), and nothing behind it happens.
//
// What to look for: right while all three pointers are aligned and the length is a multiple of
// four. Move one of them by a float: the first access of that pointer is found misaligned.

constexpr int kVector = 4;  // floats in a float4

// c = a + b, n elements each.
__global__ void add_vector4_unchecked(const float* __restrict__ a, const float* __restrict__ b,
                                      float* __restrict__ c, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n / kVector; v += threads) {
    const float4 x = reinterpret_cast<const float4*>(a)[v];
    const float4 y = reinterpret_cast<const float4*>(b)[v];
    reinterpret_cast<float4*>(c)[v] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
  }
}

// Launch, any number of blocks and threads:
//         add_vector4_unchecked<<<blocks, threads>>>(a, b, c, n);
