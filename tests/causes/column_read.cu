// A tile is written by rows and read by columns; a pitch of 33 words takes the conflicts away.
extern "C" __global__ void column_read(const float* in, float* out) {
  __shared__ float tile[32][32];
  for (unsigned row = threadIdx.y; row < 32; row += blockDim.y)
    tile[row][threadIdx.x] = in[row * 32 + threadIdx.x];
  __syncthreads();
  for (unsigned row = threadIdx.y; row < 32; row += blockDim.y)
    out[row * 32 + threadIdx.x] = tile[threadIdx.x][row];
}

extern "C" __global__ void column_read_right(const float* in, float* out) {
  __shared__ float tile[32][33];
  for (unsigned row = threadIdx.y; row < 32; row += blockDim.y)
    tile[row][threadIdx.x] = in[row * 32 + threadIdx.x];
  __syncthreads();
  for (unsigned row = threadIdx.y; row < 32; row += blockDim.y)
    out[row * 32 + threadIdx.x] = tile[threadIdx.x][row];
}
