// One element too far, 1 byte a lane: the read and the write of index n are out of bounds, all
// others are done, and nothing next to the buffers changes.
extern "C" __global__ void out_of_bounds_1(const char* in, char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    char v = in[i];  // FINDING: out_of_bounds
    out[i] = v;  // FINDING: out_of_bounds
  }
}
