// An uninitialised shared value decides a branch, another one is an address.
extern "C" __global__ void uninitialised_branch(const int* in, int* out) {
  __shared__ int flags[64];
  int t = threadIdx.x;
  if (t < 32) flags[t] = 1;
  __syncthreads();
  if (flags[t] != 0) out[t] = in[t];              // FINDING: uninitialized_read
  out[64 + t] = in[flags[63 - t] & 63];           // FINDING: uninitialized_read
}
