// The first block's data and a flag behind it, without a fence between them.
extern "C" __global__ void flag_of_blocks_unfenced(const int* in, int* data, volatile int* flag,
                                                   int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 3 * in[t];  // FINDING: global_race (either end)
    __syncthreads();
    if (t == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[t] = data[t ^ 1];  // FINDING: global_race (either end)
  }
}
