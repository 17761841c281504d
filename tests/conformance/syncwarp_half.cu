// __syncwarp of the lower half orders its lanes, not the upper ones: reading within the half is
// right, reading across is a race.
extern "C" __global__ void syncwarp_half(const int* in, int* out) {
  __shared__ int tile[32];
  int lane = threadIdx.x;
  tile[lane] = in[lane];
  if (lane < 16) {
    __syncwarp(0x0000ffff);
    int near = tile[15 - lane];
    int far = tile[16 + lane];  // FINDING: race
    out[lane] = near;
    out[lane + 16] = far;
  }
}
