// Each block stores a partial sum; the one that draws the last ticket adds them up. Right in every
// block order, and the trace says that order could be told. No finding.
extern "C" __global__ void last_block(const int* in, volatile int* partial, unsigned* ticket, int* out) {
  __shared__ int tile[64];
  __shared__ bool is_last;
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (t < step) tile[t] += tile[t + step];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = tile[0];
    __threadfence();
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
    *out = sum;
  }
}
