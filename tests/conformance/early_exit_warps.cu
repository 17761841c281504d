// Whole warps exit, the others go on through three barriers: they must not wait for the dead.
extern "C" __global__ void early_exit_warps(int* out) {
  __shared__ int value[128];
  int t = threadIdx.x;
  value[t] = t;
  __syncthreads();
  if (t / 32 == 1 || t / 32 == 3) return;
  for (int step = 0; step < 3; ++step) {
    int other = value[t ^ 64];
    __syncthreads();
    value[t] += other;
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = value[t];
}
