// What the multifunction unit (SASS's MUFU) interpolates by: a quadratic for each interval of its
// input.
#pragma once

#include <array>
#include <cstdint>

namespace warplens::machine::mufu {

// constant + slope * x + curvature * x², with x the place in the interval, 0 <= x < 1.
struct Quadratic {
  std::int64_t constant;  // in 2^-18 of the table's unit
  std::int32_t slope;     // in the table's unit
  std::int32_t curvature;
};

extern const std::array<Quadratic, 128> kReciprocal;
extern const std::array<Quadratic, 128> kReciprocalSquareRoot;
extern const std::array<Quadratic, 128> kSquareRoot;
extern const std::array<Quadratic, 64> kExponential2;
extern const std::array<Quadratic, 64> kLogarithm2;
extern const std::array<Quadratic, 64> kSine;
extern const std::array<Quadratic, 51> kHyperbolicTangent;

}  // namespace warplens::machine::mufu
