// The tile's columns are read by a pointer, which no subscript names.
__global__ void by_pointer(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  const float* column = &tile[0][0] + threadIdx.y;
  out[threadIdx.y * 32 + threadIdx.x] = column[threadIdx.x * 32];
}
