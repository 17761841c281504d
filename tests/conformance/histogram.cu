// The histogram with its barriers: shared atomics, then global atomics whose results nobody uses, so
// blocks may run on all cores. No finding.
extern "C" __global__ void histogram(const int* in, int* out) {
  __shared__ int bins[8];
  int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * 96 + t] & 7], 1);
  __syncthreads();
  if (t < 8) atomicAdd(&out[t], bins[t]);
}
