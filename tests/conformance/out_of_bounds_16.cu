// One element too far, 16 bytes a lane: the read and the write of index n are out of bounds, all
// others are done, and nothing next to the buffers changes.
extern "C" __global__ void out_of_bounds_16(const int4* in, int4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    int4 v = in[i];  // FINDING: out_of_bounds
    out[i] = make_int4(v.x, v.y, v.z, v.w);  // FINDING: out_of_bounds
  }
}
