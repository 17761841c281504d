// A tree of sums whose steps grow: 2, 4, 8 and 16 words from lane to lane.
extern "C" __global__ void interleaved(const float* in, float* out) {
  __shared__ float sums[64 * 16];
  for (unsigned i = threadIdx.x; i < 1024; i += 64) sums[i] = in[i];
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 1; step < 16; step *= 2) {
    const unsigned own = threadIdx.x * step * 2;
    if (own < 1024) sums[own] += sums[own + step];
    __syncthreads();
  }
  out[threadIdx.x] = sums[threadIdx.x];
}
