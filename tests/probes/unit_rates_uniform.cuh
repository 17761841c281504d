// What the uniform datapath takes. ptxas keeps in uniform registers what it knows to be the same in
// all lanes, here made of a loop's counter; how many uniform instructions stand for a round is seen
// in SASS. A lane a lane of the warp, as of the other units.
//
//   UNIFORM(name, uniform instructions a round, "a step with t, u and v")
#pragma once

#include "unit_rates.cuh"

inline constexpr int kUniformSteps = 32, kUniformRounds = 64;

#define UNIFORM(name, instructions, ...)                                                        \
  __global__ void __launch_bounds__(kThreads)                                                   \
      rate_##name(unsigned* out, Times* times, int rounds) {                                    \
    unsigned sum = threadIdx.x;                                                                 \
    const Stopwatch watch;                                                                      \
    _Pragma("unroll 1") for (int round = 0; round < rounds; ++round) {                          \
      unsigned t = round ^ 0x1234567, u = round + 0x777, v = round ^ 0x5555;                    \
      _Pragma("unroll") for (int i = 0; i < kUniformSteps; ++i) { __VA_ARGS__; }                \
      sum ^= t + u + v;                                                                         \
    }                                                                                           \
    watch.stop(times);                                                                          \
    out[threadIdx.x] = sum;                                                                     \
  }                                                                                             \
  inline void measure_##name(void* memory) {                                                    \
    const double cycles = cycles_of([&](int blocks, Times* times) {                             \
      rate_##name<<<blocks, kThreads>>>(static_cast<unsigned*>(memory), times, kUniformRounds); \
    });                                                                                         \
    print_rate(#name, 32.0 * kWarps * kUniformRounds * (instructions), cycles, "lanes");        \
  }

UNIFORM(uniform_add_logic, 196, t = (t & u) + v; u = (u | t) + v; v = (v & t) + u)
UNIFORM(uniform_shift, 96, t = __funnelshift_l(t, u, 5); u = __funnelshift_l(u, v, 7);
        v = __funnelshift_l(v, t, 9))
UNIFORM(uniform_multiply_logic, 131, t = t * u + v; u = (u | t) ^ v; v = (v & t) ^ u)
UNIFORM(uniform_select, 197, t = t < u ? v : t; u = u ^ (t << 1); v = v & (u + 3))

inline void measure_uniform_rates(void* memory) {
  measure_uniform_add_logic(memory);
  measure_uniform_shift(memory);
  measure_uniform_multiply_logic(memory);
  measure_uniform_select(memory);
}
