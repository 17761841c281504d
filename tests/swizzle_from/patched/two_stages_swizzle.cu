// Two tiles in one array, turned: three subscripts.
constexpr int kSide = 32;

__global__ void two_stages(const float* in, float* out) {
  __shared__ float tile[2][kSide][kSide];
  for (int stage = 0; stage < 2; ++stage) {
    tile[stage][threadIdx.y][threadIdx.x ^ threadIdx.y] = in[stage * 1024 + threadIdx.y * 32 + threadIdx.x];
  }
  __syncthreads();
  for (int stage = 0; stage < 2; ++stage) {
    out[stage * 1024 + threadIdx.y * 32 + threadIdx.x] = tile[stage][threadIdx.x][threadIdx.y ^ threadIdx.x];
  }
}
