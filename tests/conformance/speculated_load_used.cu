// The same speculated loads, and one lane wants the values: uninitialised, and a race.
extern "C" __global__ void speculated_load_used(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (t < 32) tile[t] = in[t];
  int v = in[t];
  int a = 0, b = 0;
  if (v > 0) a = tile[40];  // FINDING: uninitialized_read
  if (v > 0) b = tile[5];   // FINDING: race
  out[t] = a + b + v;
}
