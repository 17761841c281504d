// Lane 0 waits for lane 1 in __syncwarp, lane 1 for lane 0 at a block barrier: neither can go on.
extern "C" __global__ void warp_deadlock(int* out) {
  int t = threadIdx.x;
  out[t] = t;
  if (t == 0) {
    __syncwarp(3);  // FINDING: deadlock (either end)
  }
  asm volatile("barrier.sync 0;" ::: "memory");  // FINDING: deadlock (either end)
  out[t] = -1;
}
