// A column of 16-byte groups: eight lanes are served together, so three bits of the row must swizzle
// it; two leave pairs of rows in the same banks.
template <unsigned kMask>
__device__ void read_columns(const float4* in, float4* out) {
  __shared__ float4 tile[32][8];
  const unsigned lane = threadIdx.x;
  for (unsigned column = 0; column < 8; ++column) {
    const unsigned row = lane / 8 + column * 4;
    tile[row][lane % 8 ^ (row & kMask)] = in[column * 32 + lane];
  }
  __syncthreads();
#pragma unroll 1
  for (unsigned column = 0; column < 8; ++column)
    out[column * 32 + lane] = tile[lane][column ^ (lane & kMask)];
}

extern "C" __global__ void bad_swizzle(const float4* in, float4* out) { read_columns<3>(in, out); }

extern "C" __global__ void bad_swizzle_right(const float4* in, float4* out) {
  read_columns<7>(in, out);
}
