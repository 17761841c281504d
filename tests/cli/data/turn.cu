// A person's corner turn, right.
constexpr int kTile = 32;

extern "C" __global__ void turn(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * kTile + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * kTile + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
