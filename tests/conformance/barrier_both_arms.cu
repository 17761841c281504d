// Right: each warp takes one of two arms, and every thread of the block comes to as many barriers.
extern "C" __global__ void barrier_both_arms(const int* in, int* out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  if (t < 64) {
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[t + 64];
    __syncthreads();
  } else {
    tile[t] = 2 * in[t];
    __syncthreads();
    out[t] = tile[t - 64];
    __syncthreads();
  }
  tile[t] = 0;
  out[t] += 1;
}
