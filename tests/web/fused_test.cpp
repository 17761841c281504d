// A browser's multiply-add against the processor's.
#include "app/platform/web/instead/kernels/machine/operations/fused.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace warplens::machine {
namespace {

void expect_same(float a, float b, float c) {
  const float ours = fused(a, b, c), theirs = std::fmaf(a, b, c);
  const bool is_same = std::isnan(theirs) ? std::isnan(ours)
                                          : std::bit_cast<std::uint32_t>(ours) ==
                                                std::bit_cast<std::uint32_t>(theirs);
  EXPECT_TRUE(is_same) << std::hexfloat << a << " * " << b << " + " << c << " = " << theirs
                       << ", not " << ours;
}

TEST(ABrowsersMultiplyAdd, RoundsOnceWhateverTheBits) {
  std::mt19937 random(1);
  for (int i = 0; i < 2'000'000; ++i) {
    expect_same(std::bit_cast<float>(static_cast<std::uint32_t>(random())),
                std::bit_cast<float>(static_cast<std::uint32_t>(random())),
                std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  }
}

// Sums that lie at the middle of two floats or next to it, also where those are subnormal.
TEST(ABrowsersMultiplyAdd, RoundsOnceAtTheMiddleOfTwoFloats) {
  std::mt19937 random(2);
  for (int i = 0; i < 2'000'000; ++i) {
    const auto digits = [&] { return static_cast<float>((random() >> 8) | 1); };
    const int scale = static_cast<int>(random() % 3) * -75;
    const float c = std::ldexp(digits(), scale);
    // (1 + d)(1 − d) / 2 is less than a half by less than double shows beside c.
    const float d = std::ldexp(1.0f, -static_cast<int>(12 + random() % 12));
    const float a = std::ldexp(1 + d, scale / 2);
    const float b = std::ldexp(random() % 2 == 0 ? 1 - d : d - 1, scale - scale / 2 - 1);
    expect_same(a, b, c);
  }
}

TEST(ABrowsersMultiplyAdd, KeepsInfinitiesAndZeros) {
  for (const float a : {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1.0f, 0x1p-149f})
    for (const float b : {0.0f, -0.0f, INFINITY, -1.0f, NAN, 0x1p-149f})
      for (const float c : {0.0f, -0.0f, INFINITY, -INFINITY, 1.0f, -1.0f, 0x1p-149f})
        expect_same(a, b, c);
}

}  // namespace
}  // namespace warplens::machine
