// Every lane needs another number of trips; they meet again after the loop and shuffle. No finding.
// nvcc: -arch=compute_80
extern "C" __global__ void divergent_loops(int* out) {
  int t = threadIdx.x;
  int steps = 0;
  for (unsigned n = blockIdx.x * 64 + t + 1; n != 1; n = n % 2 ? 3 * n + 1 : n / 2) ++steps;
  int most = __reduce_max_sync(~0u, steps);
  out[blockIdx.x * 64 + t] = steps * 1000 + most;
}
