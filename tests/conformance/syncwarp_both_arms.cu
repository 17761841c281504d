// __syncwarp in both arms of an if: the two half-warps exchange values through shared memory at
// different program counters. The barrier joins them wherever they stand: no finding.
extern "C" __global__ void syncwarp_both_arms(const int* in, int* out) {
  __shared__ int tile[32];
  int lane = threadIdx.x;
  int v = in[lane];
  if (lane < 16) {
    tile[lane] = v * 2;
    __syncwarp();
    v = tile[lane + 16] + 1;
  } else {
    tile[lane] = v * 3;
    __syncwarp();
    v = tile[lane - 16] + 2;
  }
  out[lane] = v;
}
