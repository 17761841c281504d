// The odd and the even lanes of a warp meet __syncthreads at two places: an aligned barrier met by a
// split warp.
extern "C" __global__ void divergent_barrier(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  if (in[t] & 1) {
    tile[t] = 2 * in[t];
    __syncthreads();  // FINDING: divergent_barrier (either end)
    out[t] = tile[31 - t] + 1;
  } else {
    tile[t] = 3 * in[t];
    __syncthreads();  // FINDING: divergent_barrier (either end)
    out[t] = tile[31 - t];
  }
}
