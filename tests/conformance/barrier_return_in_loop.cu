// Right: warps that are done return from a loop with a barrier in it, after they have gone through
// all of an earlier round.
extern "C" __global__ void barrier_return_in_loop(const int* rounds, int* out) {
  int t = threadIdx.x;
  for (int i = 0;; ++i) {
    if (i == rounds[t / 32]) return;
    __syncthreads();
    if (t % 32 == 0) out[t] += i;
    __syncwarp();
    out[t] += 1;
  }
}
