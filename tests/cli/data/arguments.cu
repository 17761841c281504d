// Takes one argument of every form and type that `warplens trace --arg` knows, and copies each scalar
// into `values`, so that the test sees what arrived.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void arguments(const float* in, float* out, int* inout, double* values,
                                     unsigned char a, signed char b, unsigned short c, short d,
                                     unsigned e, int f, unsigned long long g, long long h, __half i,
                                     __nv_bfloat16 j, float k, double l) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  out[thread] = 2 * in[thread];
  inout[thread] += thread;
  if (thread != 0) return;
  values[0] = a;
  values[1] = b;
  values[2] = c;
  values[3] = d;
  values[4] = e;
  values[5] = f;
  values[6] = static_cast<double>(g);
  values[7] = static_cast<double>(h);
  values[8] = __half2float(i);
  values[9] = __bfloat162float(j);
  values[10] = k;
  values[11] = l;
}
