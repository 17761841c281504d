// Arithmetic on pairs of bfloat16, which has instructions since compute capability 8.0.
// nvcc: -arch=compute_80
#include <cuda_bf16.h>

__global__ void bfloat_axpy(__nv_bfloat162 a, const __nv_bfloat162* x, __nv_bfloat162* y,
                            int pairs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) y[i] = __hfma2(a, x[i], y[i]);
}

__global__ void bfloat_clamp(const __nv_bfloat16* in, __nv_bfloat16* out, __nv_bfloat16 low,
                             __nv_bfloat16 high, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __hmin(__hmax(in[i], low), high);
}
