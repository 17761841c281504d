// a * b + c, rounded once to nearest.
#pragma once

namespace warplens::machine {

inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

}  // namespace warplens::machine
