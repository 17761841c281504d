// The last warp's reduction as it was written before Volta: volatile, no __syncwarp. In lockstep the
// sum is right; it is a race all the same.
extern "C" __global__ void volatile_warp(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (t < 32) {
    volatile int* v = tile;
    v[t] += v[t + 32];
    v[t] += v[t + 16];  // FINDING: race
    v[t] += v[t + 8];   // FINDING: race
    v[t] += v[t + 4];   // FINDING: race
    v[t] += v[t + 2];   // FINDING: race
    v[t] += v[t + 1];   // FINDING: race
    if (t == 0) *out = v[0];
  }
}
