// What this processor can do beyond what every x86-64 can.
//
//   WARPLENS_AVX2 void f_avx2(…)     compiled for AVX2 and what comes with it
//   has_avx2() ? f_avx2(…) : f(…)    chosen where it runs
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>

#define WARPLENS_AVX2 [[gnu::target("avx2,bmi,bmi2,fma,f16c,lzcnt,popcnt")]]
#endif

namespace warplens {

#if defined(__x86_64__)
// What __builtin_cpu_supports() does not know with every compiler, as cpuid says it: F16C and
// POPCNT in ECX of leaf 1, LZCNT in ECX of leaf 0x80000001.
struct ProcessorBits {
  unsigned leaf_1 = 0, extended_leaf_1 = 0;
  [[nodiscard]] constexpr bool suffice() const {
    constexpr unsigned kF16c = 1u << 29, kPopcnt = 1u << 23, kLzcnt = 1u << 5;
    const bool has_leaf_1 = (leaf_1 & kF16c) != 0 && (leaf_1 & kPopcnt) != 0;
    return has_leaf_1 && (extended_leaf_1 & kLzcnt) != 0;
  }
};

inline ProcessorBits processor_bits() {
  ProcessorBits bits;
  unsigned a = 0, b = 0, d = 0;
  __get_cpuid(1, &a, &b, &bits.leaf_1, &d);
  __get_cpuid(0x80000001, &a, &b, &bits.extended_leaf_1, &d);
  return bits;
}

// All that WARPLENS_AVX2 compiles for.
inline const bool kHasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                             __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                             processor_bits().suffice();
// False before main(), where it may not be known yet.
inline bool has_avx2() { return kHasAvx2; }
#else
inline constexpr bool has_avx2() { return false; }
#endif

}  // namespace warplens
