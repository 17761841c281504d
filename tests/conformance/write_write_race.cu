// Two warps write different values to the same words without a barrier.
extern "C" __global__ void write_write_race(int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t & 31] = t;  // FINDING: race
  __syncthreads();
  if (t < 32) out[t] = tile[t] & 31;
}
