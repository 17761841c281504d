// Divides each row of 32 by its sum, which is 0 where a row is zeros.
extern "C" __global__ void normalize(const float* in, float* out) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k) sum += in[blockIdx.x * 32 + k];
  out[i] = in[i] / sum;
}
