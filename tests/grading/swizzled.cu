// A block turns a tile of 32 x 32 floats: rows are read, columns are written as rows.
constexpr int kSide = 32;

__global__ void turn(const float* in, float* out) {
  __shared__ float tile[kSide][kSide];
  for (int row = threadIdx.y; row < kSide; row += blockDim.y) {
    tile[row][threadIdx.x ^ row] = in[row * kSide + threadIdx.x];
  }
  __syncthreads();
  for (int row = threadIdx.y; row < kSide; row += blockDim.y) {
    out[row * kSide + threadIdx.x] = tile[threadIdx.x][row ^ threadIdx.x];
  }
}
