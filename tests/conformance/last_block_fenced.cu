// Each block leaves a partial sum and counts itself; the last one adds them up and sets the counter
// back. The fence stands before the count: no finding.
extern "C" __global__ void last_block_fenced(const int* in, int* partial, unsigned* count, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[2 * blockIdx.x] + in[2 * blockIdx.x + 1];
    __threadfence();
    is_last = atomicAdd(count, 1) == gridDim.x - 1;
    if (is_last) *count = 0;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
  *out = sum;
}
