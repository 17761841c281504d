// The same step without __syncwarp before the read: lockstep is no order, so the read races with the
// neighbour's write.
extern "C" __global__ void syncwarp_missing(const int* in, int* out) {
  __shared__ int tile[32];
  int lane = threadIdx.x;
  tile[lane] = in[lane];
  int other = tile[lane ^ 1];  // FINDING: race
  out[lane] = other;
}
