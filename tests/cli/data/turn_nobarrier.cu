// A person's corner turn without its barrier: a lane reads what another warp may not have written.
constexpr int kTile = 32;

extern "C" __global__ void turn(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * kTile + threadIdx.x];
  // __syncthreads() belongs here.
  out[threadIdx.y * kTile + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
