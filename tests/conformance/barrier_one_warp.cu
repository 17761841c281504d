// A whole warp waits at a barrier that the other warp of the block goes past.
extern "C" __global__ void barrier_one_warp(int* out) {
  int t = threadIdx.x;
  if (t < 32) {
    __syncthreads();  // FINDING: divergent_barrier
  }
  out[t] = t;  // FINDING: same_value_race
}
