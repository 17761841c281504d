// A product's tile whose threads read float4 down its rows, and a second array in the same line.
__global__ void wide_columns(const float* in, float* out) {
  __shared__ __align__(16) float tile[32][32];
  __shared__ float scale[32];
  const int t = threadIdx.x;
  if (t < 32) scale[t] = 1.0f + t;
  for (int row = t / 32; row < 32; row += 4) tile[row][(t % 32) ^ ((row & 7) << 2)] = in[row * 32 + t % 32];
  __syncthreads();
  if (t < 32) {
    for (int part = 0; part < 32; part += 4) {
      const float4 four = *reinterpret_cast<const float4*>(&tile[t][part ^ ((t & 7) << 2)]);
      out[t * 32 + part] = (four.x + four.y + four.z + four.w) * scale[t];
    }
  }
}
