// A named barrier for 64 threads that only 32 ever reach while the others wait at another one.
extern "C" __global__ void deadlock(int* out) {
  int t = threadIdx.x;
  out[t] = t;
  if (t < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // FINDING: deadlock (either end)
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");  // FINDING: deadlock (either end)
  }
  out[t] = -1;
}
