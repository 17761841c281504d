// Half of the tile was never written; its value reaches a store.
extern "C" __global__ void uninitialised_used(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (t < 32) tile[t] = in[t];
  __syncthreads();
  out[t] = tile[t];  // FINDING: uninitialized_read
}
