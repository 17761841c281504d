// A transpose through shared memory whose tile is read by columns: all 32 lanes in one bank.
constexpr int kPitch = 32;  // floats from one row of the tile to the next

__global__ void column_read(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32 * kPitch];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y * kPitch + threadIdx.x] = in[y * columns + x];
  __syncthreads();
  const int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
  if (to_x < rows && to_y < columns)
    out[to_y * rows + to_x] = tile[threadIdx.x * kPitch + threadIdx.y];
}

__global__ void scale(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i];
}

// The same without a tile: what is right.
__global__ void plain(const float* in, float* out, int rows, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}
