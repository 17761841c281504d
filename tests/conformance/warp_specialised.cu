// Warp 0 produces, warps 1 and 2 consume, through named barriers: 1 = full, 2 = empty, 96 threads
// each, arrived at by one side and waited for by the other. No finding.
extern "C" __global__ void warp_specialised(const int* in, int* out, int stages) {
  __shared__ int buffer[32];
  int t = threadIdx.x;
  if (t < 32) {
    for (int s = 0; s < stages; ++s) {
      asm volatile("bar.sync 2, 96;" ::: "memory");
      buffer[t] = in[s * 32 + t];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    int sum = 0;
    asm volatile("bar.arrive 2, 96;" ::: "memory");
    for (int s = 0; s < stages; ++s) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      sum += buffer[(t + s) & 31];
      if (s + 1 < stages) asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
    out[t - 32] = sum;
  }
}
