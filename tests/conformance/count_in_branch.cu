// __syncthreads_count by the odd lanes alone.
extern "C" __global__ void count_in_branch(int* out) {
  int t = threadIdx.x;
  int n = 0;
  if (t & 1) {
    n = __syncthreads_count(t < 32);  // FINDING: divergent_barrier
  }
  out[t] = n;
}
