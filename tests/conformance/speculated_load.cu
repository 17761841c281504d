// The compiler loads tile[40] before it tests whether the value is wanted (ld.shared, then selp).
// Nobody wants it: although it is uninitialised, and tile[5] is being written, there is no finding.
extern "C" __global__ void speculated_load(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (t < 32) tile[t] = in[t];
  int v = in[t];
  int a = 0, b = 0;
  if (v > 0) a = tile[40];
  if (v > 0) b = tile[5];
  out[t] = a + b + v;
}
