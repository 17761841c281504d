// Half of each warp waits at a barrier that the other half goes past: since compute capability 7
// the barrier lets them go when the others have exited.
extern "C" __global__ void barrier_half_warp(int* out) {
  int t = threadIdx.x;
  if (t % 32 < 16) {
    __syncthreads();  // FINDING: divergent_barrier
  }
  out[t] = t;  // FINDING: same_value_race
}
