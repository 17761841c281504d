// The same without the fence: the count may be seen before the partial sum.
extern "C" __global__ void last_block_unfenced(const int* in, int* partial, unsigned* count,
                                               int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[2 * blockIdx.x] + in[2 * blockIdx.x + 1];  // FINDING: global_race (either end)
    is_last = atomicAdd(count, 1) == gridDim.x - 1;
    if (is_last) *count = 0;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];  // FINDING: global_race (either end)
  *out = sum;
}
