// Warp 0 spins on a volatile shared flag until warp 1 sets it: it ends, because a spinning warp lets
// the others run, but volatile is no order, so it is a race. The first store is ordered by the barrier.
extern "C" __global__ void warps_spin(int* out) {
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 32) flag = 5;  // FINDING: race (either end)
  if (t == 0) {
    while (flag == 0) {   // FINDING: race (either end)
    }
    *out = flag;          // FINDING: race (either end)
  }
}
