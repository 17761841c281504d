// What a thread writes after bar.arrive is not ordered by that barrier, what it wrote before is.
extern "C" __global__ void arrive_then_write(int* out) {
  __shared__ int early[32], late[32];
  int t = threadIdx.x;
  if (t < 32) {
    early[t] = t;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    late[t] = 2 * t;  // FINDING: race (either end)
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t - 32] = early[t - 32];
    out[t] = late[t - 32];  // FINDING: race (either end)
  }
}
