// Lanes go round a loop with a barrier in it differently often.
extern "C" __global__ void barrier_uneven_loop(const int* rounds, int* out) {
  int t = threadIdx.x;
  int n = rounds[t];
  for (int i = 0; i < n; ++i) {
    __syncthreads();  // FINDING: divergent_barrier
    out[t] += i;
  }
  out[t] += 100;
}
