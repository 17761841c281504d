// A warp arrives twice at a named barrier that has not completed: it is counted twice, and two warps
// are missing anyway.
extern "C" __global__ void arrive_twice(int* out) {
  int t = threadIdx.x;
  out[t] = t;
  if (t >= 64) return;
  if (t < 32) {
    asm volatile("bar.arrive 1, 128;" ::: "memory");  // FINDING: deadlock (either end)
    asm volatile("bar.arrive 1, 128;" ::: "memory");  // FINDING: undefined_sync
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");  // FINDING: deadlock (either end)
  }
  out[t] = -1;
}
