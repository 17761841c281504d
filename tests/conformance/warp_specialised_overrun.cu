// The producer does not wait for the buffer to be empty: its next write races with the consumers'
// reads of the last stage.
extern "C" __global__ void warp_specialised_overrun(const int* in, int* out, int stages) {
  __shared__ int buffer[32];
  int t = threadIdx.x;
  if (t < 32) {
    for (int s = 0; s < stages; ++s) {
      buffer[t] = in[s * 32 + t];  // FINDING: race (either end)
      asm volatile("bar.sync 1, 64;" ::: "memory");
    }
  } else {
    int sum = 0;
    for (int s = 0; s < stages; ++s) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      sum += buffer[t - 32];  // FINDING: race (either end)
    }
    out[t - 32] = sum;
  }
}
