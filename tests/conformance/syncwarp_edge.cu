// A warp reduction in shared memory with __syncwarp between every read and write: no finding.
extern "C" __global__ void syncwarp_edge(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x, lane = t & 31;
  tile[t] = in[blockIdx.x * 64 + t];
  for (int step = 16; step > 0; step /= 2) {
    __syncwarp();
    int other = lane < step ? tile[t + step] : 0;
    __syncwarp();
    tile[t] += other;
  }
  if (lane == 0) out[blockIdx.x * 2 + t / 32] = tile[t];
}
