// nvcc: -arch=compute_90
//
// Kernels that one unit of a multiprocessor limits, as people write them: `rounds` turns on values
// that come from memory and go back.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

constexpr int kValues = 8;  // of a thread, which wait for none of the others

template <class T, class Step>
__device__ void turn(T* data, int rounds, Step step) {
  const int threads = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  T values[kValues];
  for (int i = 0; i < kValues; ++i) values[i] = data[thread + i * threads];
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < kValues; ++i) values[i] = step(values[i], values[(i + 1) % kValues]);
  }
  for (int i = 0; i < kValues; ++i) data[thread + i * threads] = values[i];
}

__device__ float tanh_of(float x) {
  float y;
  asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

}  // namespace

#define KERNEL(name, type, ...)                                                     \
  extern "C" __global__ void __launch_bounds__(1024) name(type* data, int rounds) { \
    turn(data, rounds, [](type a, type b) -> type { return __VA_ARGS__; });         \
  }

KERNEL(fp32_fma, float, fmaf(a, b, a))
KERNEL(fp32_add, float, a + b)
KERNEL(fp32_rounded, float, __fadd_rn(__fmul_rn(a, b), b))
KERNEL(fp16_fma, __half2, __hfma2(a, b, a))
KERNEL(fp16_add, __half2, __hadd2(a, b))
KERNEL(bf16_fma, __nv_bfloat162, __hfma2(a, b, a))
KERNEL(fp64_fma, double, fma(a, b, a))
KERNEL(fp64_add, double, a + b)
KERNEL(fp64_multiply, double, a* b)
KERNEL(special_exp2, float, exp2f(a) * b)
KERNEL(special_exp, float, __expf(a))
KERNEL(special_log, float, __log2f(a) + b)
KERNEL(special_sine, float, __sinf(a))
KERNEL(special_inverse_root, float, rsqrtf(a))
KERNEL(special_divide, float, __fdividef(a, b))
KERNEL(special_tanh, float, a* tanh_of(b))
KERNEL(bits_population, unsigned, a + __popc(b))
KERNEL(bits_leading, unsigned, a ^ __clz(b))
KERNEL(bits_reversed, unsigned, a + __brev(b))
KERNEL(convert_to_int, float, __int_as_float(__float2int_rz(b) | 0x3f000000))
KERNEL(convert_to_double, double, a + static_cast<double>(static_cast<float>(b)))
KERNEL(round_to_whole, float, rintf(b) + a)
KERNEL(smallest, float, fminf(a, b))
KERNEL(shuffled, unsigned, a ^ __shfl_xor_sync(0xffffffff, b, 16))
KERNEL(summed_by_warp, unsigned, a ^ __reduce_add_sync(0xffffffff, b))
KERNEL(integer_add, unsigned, (a + b) ^ 0x5bd1e995u)
KERNEL(integer_multiply, unsigned, a* b + b)
KERNEL(integer_shift, unsigned, __funnelshift_l(a, b, 7))
KERNEL(integer_smallest, int, min(a, b))

// Numbers that all lanes have in common, made of the loop's counter: the uniform datapath's.
#define UNIFORM_KERNEL(name, ...)                                                      \
  extern "C" __global__ void __launch_bounds__(1024) name(unsigned* data, int rounds) { \
    unsigned sum = data[threadIdx.x];                                                  \
    _Pragma("unroll 1") for (int round = 0; round < rounds; ++round) {                 \
      unsigned t = round ^ 0x1234567, u = round + 0x777, v = round ^ 0x5555;           \
      _Pragma("unroll") for (int i = 0; i < 32; ++i) { __VA_ARGS__; }                  \
      sum ^= t + u + v;                                                                \
    }                                                                                  \
    data[threadIdx.x] = sum;                                                           \
  }

UNIFORM_KERNEL(uniform_add, t = (t & u) + v; u = (u | t) + v; v = (v & t) + u)
UNIFORM_KERNEL(uniform_shift, t = __funnelshift_l(t, u, 5); u = __funnelshift_l(u, v, 7);
               v = __funnelshift_l(v, t, 9))
UNIFORM_KERNEL(uniform_multiply, t = t * u + v; u = (u | t) ^ v; v = (v & t) ^ u)
