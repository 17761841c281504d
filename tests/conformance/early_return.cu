// Threads past the end return before the barrier. An exited thread counts as arrived, so the barrier
// completes and each block sums its elements: no finding.
extern "C" __global__ void early_return(const int* in, int* sums, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = 0;
  __syncthreads();
  if (i >= n) return;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < 64; ++k) sum += tile[k];
    sums[blockIdx.x] = sum;
  }
}
