// One element too far, 4 bytes a lane: the read and the write of index n are out of bounds, all
// others are done, and nothing next to the buffers changes.
extern "C" __global__ void out_of_bounds_4(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    int v = in[i];  // FINDING: out_of_bounds
    out[i] = v;  // FINDING: out_of_bounds
  }
}
