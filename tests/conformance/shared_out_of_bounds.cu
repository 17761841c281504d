// The thread past the tile writes beyond the block's shared memory.
extern "C" __global__ void shared_out_of_bounds(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];  // FINDING: out_of_bounds
  __syncthreads();
  if (t < 32) out[t] = tile[31 - t];
}
