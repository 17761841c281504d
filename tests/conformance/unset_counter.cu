// Blocks that count into bins which nobody has set to zero.
extern "C" __global__ void unset_counter(const int* in, int* bins) {
  int i = blockIdx.x * 64 + threadIdx.x;
  atomicAdd(&bins[in[i]], 1);  // FINDING: uninitialized_read
}
