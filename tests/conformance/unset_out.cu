// A sum that starts from what happens to be in out, and a copy that does not.
extern "C" __global__ void unset_out(const int* in, int* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x >= 32) out[i] = in[i];
  __syncthreads();
  int other = blockIdx.x * 64 + (threadIdx.x ^ 32);
  int sum = out[other];  // FINDING: uninitialized_read
  __syncthreads();
  out[i] = sum + in[i];
}
