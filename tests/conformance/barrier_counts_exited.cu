// bar.sync with a count, after a warp that it counts on has exited: hardware waits for ever, unlike
// at a barrier without a count.
extern "C" __global__ void barrier_counts_exited(int* out) {
  int t = threadIdx.x;
  out[t] = t;
  if (t >= 32) return;
  __syncthreads();
  asm volatile("bar.sync 0, 64;" ::: "memory");  // FINDING: deadlock
  out[t] = -1;
}
