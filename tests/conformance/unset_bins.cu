// A histogram in shared memory, of which only the first bins are set to zero.
extern "C" __global__ void unset_bins(const int* in, int* out) {
  __shared__ int bins[32];
  __shared__ int last;
  int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);  // FINDING: uninitialized_read
  if (t == 40) atomicExch(&last, in[t]);
  __syncthreads();
  if (t < 32) out[t] = bins[t] + last;
}
