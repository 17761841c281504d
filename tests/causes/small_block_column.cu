// Four lanes to a row of a tile of 32 words, as fragments of a matrix lie: eight rows begin in one
// bank. A pitch of 36 words moves each row four banks on; one of 10 lets rows meet in part.
extern "C" __global__ void small_block_column(float* out) {
  __shared__ float tile[32 * 36];
  for (unsigned i = threadIdx.x; i < 32 * 36; i += 32) tile[i] = i;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x / 4 * 32 + threadIdx.x % 4];
}

extern "C" __global__ void small_block_column_right(float* out) {
  __shared__ float tile[32 * 36];
  for (unsigned i = threadIdx.x; i < 32 * 36; i += 32) tile[i] = i;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x / 4 * 36 + threadIdx.x % 4];
}

extern "C" __global__ void small_block_rows(float* out) {
  __shared__ float tile[8 * 10];
  for (unsigned i = threadIdx.x; i < 80; i += 32) tile[i] = i;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x / 4 * 10 + threadIdx.x % 4];
}
