// Small floating-point types: half, half2, bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void axpy(__half2 a, const __half2* x, __half2* y, int pairs) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x)
    y[i] = __hfma2(a, x[i], y[i]);
}

__global__ void half_arithmetic(const __half* a, const __half* b, __half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half x = a[i], y = b[i];
  __half* row = out + 8 * i;
  row[0] = x + y;
  row[1] = x - y;
  row[2] = x * y;
  row[3] = __hdiv(x, y);
  row[4] = __hneg(x) < y ? x : y;
  row[5] = __hfma(x, y, __float2half(0.5f));
  row[6] = hsqrt(__habs(x));
  row[7] = __int2half_rn(__half2int_rz(x * __float2half(10.0f)));
}

__global__ void half_softmax(const __half* in, __half* out, int columns) {
  in += blockIdx.x * columns;
  out += blockIdx.x * columns;
  float largest = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < columns; c += 32) largest = fmaxf(largest, __half2float(in[c]));
  for (int mask = 16; mask; mask >>= 1)
    largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, mask));
  for (int c = threadIdx.x; c < columns; c += 32) sum += __expf(__half2float(in[c]) - largest);
  for (int mask = 16; mask; mask >>= 1) sum += __shfl_xor_sync(~0u, sum, mask);
  for (int c = threadIdx.x; c < columns; c += 32)
    out[c] = __float2half_rn(__expf(__half2float(in[c]) - largest) / sum);
}

__global__ void half_dot(const __half2* a, const __half2* b, float* out, int pairs) {
  float sum = 0;
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    const float2 product = __half22float2(__hmul2(a[i], b[i]));
    sum += product.x + product.y;
  }
  for (int mask = 16; mask; mask >>= 1) sum += __shfl_xor_sync(~0u, sum, mask);
  if (threadIdx.x == 0) *out = sum;
}

// Eight halves a load.
__global__ void relu_vectors(const uint4* in, uint4* out, int groups) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= groups) return;
  uint4 words = in[i];
  __half2* pairs = reinterpret_cast<__half2*>(&words);
#pragma unroll
  for (int k = 0; k < 4; ++k) pairs[k] = __hmax2(pairs[k], __float2half2_rn(0.0f));
  out[i] = words;
}

__global__ void half_transpose(const __half* in, __half* out, int rows, int columns) {
  __shared__ __half tile[16][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void half_atomic_sum(const __half* in, __half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out + i % 3, in[i]);
}

__global__ void bfloat_add(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __hadd(a[i], b[i]);
}

__global__ void bfloat_scale(const __nv_bfloat16* in, float* wide, __nv_bfloat16* out, float scale,
                             int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  wide[i] = __bfloat162float(in[i]) * scale;
  out[i] = __float2bfloat16(wide[i]);
}
