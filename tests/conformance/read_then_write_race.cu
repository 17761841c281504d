// The barrier after the read is missing: the next round's write races with the others' reads.
extern "C" __global__ void read_then_write_race(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  int v = tile[63 - t];  // FINDING: race (either end)
  tile[t] = v + 1;       // FINDING: race (either end)
  out[t] = v;
}
