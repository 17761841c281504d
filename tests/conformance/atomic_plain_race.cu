// A histogram in shared memory; the barrier between the atomics and the plain read is missing.
extern "C" __global__ void atomic_plain_race(const int* in, int* out) {
  __shared__ int bins[8];
  int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] & 7], 1);
  if (t < 8) out[t] = bins[t];  // FINDING: race
}
