// f32, f64 and 16-bit floating-point arithmetic: edge values, roundings, .ftz, .sat.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <string>

#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t kNan = 0x7fc00000;
constexpr std::uint64_t kCanonical = 0x7fffffff;
constexpr std::uint64_t kInfinity = 0x7f800000;
constexpr std::uint64_t kMinusZero = 0x80000000;
constexpr std::uint64_t kDenormal = 1;

std::uint64_t f(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint64_t d(double x) { return std::bit_cast<std::uint64_t>(x); }

TEST(FloatOperations, GiveTheCanonicalNan) {
  expect_rows(std::vector<Row>{
      {"add.f32 d, a, b", {kInfinity, f(-INFINITY)}, {kCanonical}},
      {"mul.f32 d, a, b", {0, kInfinity}, {kCanonical}},
      {"add.f32 d, a, b", {0xffc12345, f(1)}, {kCanonical}},
      {"sqrt.rn.f32 d, a", {f(-1)}, {kCanonical}},
      {"fma.rn.f32 d, a, b, c", {kInfinity, 0, f(1)}, {kCanonical}},
      {"lg2.approx.f32 d, a", {f(-1)}, {kCanonical}},
      {"sin.approx.f32 d, a", {kInfinity}, {kCanonical}},
  });
}

TEST(FloatOperations, MinimumAndMaximumPreferNumbersAndOrderZeros) {
  expect_rows(std::vector<Row>{
      {"min.f32 d, a, b", {kNan, f(2)}, {f(2)}},
      {"max.f32 d, a, b", {f(2), kNan}, {f(2)}},
      {"min.f32 d, a, b", {kNan, kNan}, {kCanonical}},
      {"min.f32 d, a, b", {0, kMinusZero}, {kMinusZero}},
      {"max.f32 d, a, b", {kMinusZero, 0}, {0}},
      {"max.NaN.f32 d, a, b", {kNan, f(2)}, {kCanonical}},
      {"min.xorsign.abs.f32 d, a, b", {f(-3), f(2)}, {f(-2)}},
      {"max.xorsign.abs.f32 d, a, b", {f(-3), f(-2)}, {f(3)}},
      {"min.ftz.f32 d, a, b", {kDenormal, f(1)}, {0}},
      {"max.f64 d, a, b", {d(NAN), d(-1)}, {d(-1)}},
      {"min.f64 d, a, b", {d(0.0), d(-0.0)}, {d(-0.0)}},
  });
}

TEST(FloatOperations, FlushOnlyWhenAskedAndKeepTheSign) {
  expect_rows(std::vector<Row>{
      {"add.f32 d, a, b", {kDenormal, kDenormal}, {2}},
      {"add.ftz.f32 d, a, b", {kDenormal, kDenormal}, {0}},
      {"mul.f32 d, a, b", {0x00800000, f(-0.5f)}, {0x80400000}},
      {"mul.ftz.f32 d, a, b", {0x00800000, f(-0.5f)}, {kMinusZero}},
      {"neg.ftz.f32 d, a", {kDenormal}, {kMinusZero}},
      {"neg.f32 d, a", {kDenormal}, {0x80000001}},
      {"abs.f64 d, a", {d(-2.5)}, {d(2.5)}},
      {"copysign.f32 d, a, b", {f(-1), f(3)}, {f(-3)}},
      {"sub.f64 d, a, b", {d(1), d(0x1p-60)}, {d(1)}},
  });
}

TEST(FloatOperations, SaturateIntoTheUnitIntervalAndNanToZero) {
  expect_rows(std::vector<Row>{
      {"add.sat.f32 d, a, b", {f(1), f(1)}, {f(1)}},
      {"add.sat.f32 d, a, b", {f(-1), f(0)}, {0}},
      {"mul.rn.sat.f32 d, a, b", {kNan, f(1)}, {0}},
      {"fma.rn.ftz.sat.f32 d, a, b, c", {f(0.5f), f(0.5f), f(0.25f)}, {f(0.5f)}},
  });
}

TEST(FloatOperations, MultiplyAddRoundsOnce) {
  const float a = 1.0f + 0x1p-12f;
  expect_rows(std::vector<Row>{
      {"fma.rn.f32 d, a, b, c", {f(a), f(a), f(-1.0f - 0x1p-11f)}, {f(0x1p-24f)}},
      {"mad.f32 d, a, b, c", {f(a), f(a), f(-1.0f - 0x1p-11f)}, {f(0x1p-24f)}},
      {"fma.rn.f64 d, a, b, c", {d(1 + 0x1p-30), d(1 + 0x1p-30), d(-1 - 0x1p-29)}, {d(0x1p-60)}},
  });
}

TEST(FloatOperations, EveryRoundingIsExact) {
  const float third_down = std::nextafter(1.0f / 3.0f, 0.0f);
  expect_rows(std::vector<Row>{
      {"add.rn.f32 d, a, b", {f(1), f(0x1p-25f)}, {f(1)}},
      {"add.rp.f32 d, a, b", {f(1), f(0x1p-25f)}, {f(1 + 0x1p-23f)}},
      {"add.rz.f32 d, a, b", {f(-1), f(0x1p-30f)}, {f(-1 + 0x1p-24f)}},
      {"add.rm.f32 d, a, b", {f(1), f(-0x1p-30f)}, {f(1 - 0x1p-24f)}},
      {"add.rm.f32 d, a, b", {f(1), f(-1)}, {kMinusZero}},
      {"mul.rz.f32 d, a, b", {f(3e38f), f(10)}, {f(std::numeric_limits<float>::max())}},
      {"mul.rp.f32 d, a, b", {f(3e38f), f(10)}, {kInfinity}},
      {"mul.rp.f32 d, a, b", {1, f(0.25f)}, {1}},
      {"div.rz.f32 d, a, b", {f(1), f(3)}, {f(third_down)}},
      {"div.rp.f32 d, a, b", {f(1), f(3)}, {f(1.0f / 3.0f)}},
      {"rcp.rm.f32 d, a", {f(3)}, {f(third_down)}},
      {"sqrt.rm.f64 d, a", {d(2)}, {d(std::nextafter(std::sqrt(2.0), 1.0))}},
      {"sqrt.rn.f64 d, a", {d(2)}, {d(std::sqrt(2.0))}},
      {"add.rp.f64 d, a, b", {d(1), d(0x1p-80)}, {d(1 + 0x1p-52)}},
      {"add.rm.f64 d, a, b", {d(1), d(0x1p-80)}, {d(1)}},
      {"fma.rz.f64 d, a, b, c", {d(1), d(1), d(-0x1p-80)}, {d(1 - 0x1p-53)}},
      {"fma.rp.f32 d, a, b, c", {f(1), f(1), f(0x1p-80f)}, {f(1 + 0x1p-23f)}},
  });
}

// PTX ISA 9.7.3 (add, sub, mul, fma): bits 0 to 31 and 32 to 63 are computed apart.
TEST(FloatOperations, ComputeBothFloatsOfAPair) {
  const auto pair = [](std::uint64_t low, std::uint64_t high) { return low | high << 32; };
  const std::uint64_t one = f(1), tiny = f(0x1p-25f), above_one = f(1 + 0x1p-23f);
  const float a = 1.0f + 0x1p-12f;
  expect_rows(std::vector<Row>{
      {"add.f32x2 d, a, b", {pair(f(1), f(-2)), pair(f(3), f(0.5f))}, {pair(f(4), f(-1.5f))}},
      {"sub.rn.f32x2 d, a, b", {pair(f(1), f(2)), pair(f(3), f(0.5f))}, {pair(f(-2), f(1.5f))}},
      {"mul.f32x2 d, a, b", {pair(0, f(-3)), pair(kInfinity, f(2))}, {pair(kCanonical, f(-6))}},
      {"add.rp.f32x2 d, a, b", {pair(one, one), pair(tiny, 0)}, {pair(above_one, one)}},
      {"add.rm.f32x2 d, a, b", {pair(one, 0), pair(f(-1), tiny)}, {pair(kMinusZero, tiny)}},
      {"add.rn.ftz.f32x2 d, a, b", {pair(kDenormal, kDenormal), pair(kDenormal, one)}, {one << 32}},
      {"add.f32x2 d, a, b", {pair(kDenormal, 0), pair(kDenormal, one)}, {pair(2, one)}},
      {"fma.rn.f32x2 d, a, b, c",
       {pair(f(a), f(2)), pair(f(a), f(3)), pair(f(-1.0f - 0x1p-11f), f(4))},
       {pair(f(0x1p-24f), f(10))}},
      {"fma.rz.ftz.f32x2 d, a, b, c",
       {pair(one, f(2)), pair(one, kDenormal), pair(f(-0x1p-80f), 0)},
       {f(std::nextafter(1.0f, 0.0f))}},
  });
}

TEST(FloatOperations, PairsHaveNoSaturationAndNoOtherOperation) {
  for (const char* text : {"add.sat.f32x2 d, a, b", "div.rn.f32x2 d, a, b", "min.f32x2 d, a, b",
                           "mad.rn.f32x2 d, a, b, c", "fma.f32x2 d, a, b, c"}) {
    EXPECT_FALSE(find_operation(instruction_of(text)).has_value()) << text;
  }
}

TEST(FloatOperations, DirectedF32EqualsRoundingTheExactProduct) {
  std::mt19937 random(3);
  const std::pair<const char*, Rounding> modes[] = {{"rn", Rounding::nearest_even},
                                                    {"rz", Rounding::to_zero},
                                                    {"rm", Rounding::down},
                                                    {"rp", Rounding::up}};
  for (int i = 0; i < 200; ++i) {
    const float a = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const float b = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const float c = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    for (const auto& [word, mode] : modes) {
      const std::string name(word);
      const double product = static_cast<double>(a) * static_cast<double>(b);
      EXPECT_THAT(evaluate("mul." + name + ".f32 d, a, b", {f(a), f(b)}),
                  ElementsAre(narrow(product, kF32, mode)));
      EXPECT_THAT(evaluate("fma." + name + ".f32 d, a, b, c", {f(a), f(b), f(c)}),
                  ElementsAre(narrow(multiply_add_to_odd(a, b, c), kF32, mode)));
    }
  }
}

TEST(ApproximateOperations, StayWithinTheDocumentedErrorAndTreatEdges) {
  expect_rows(std::vector<Row>{
      {"ex2.approx.f32 d, a", {f(-INFINITY)}, {0}},
      {"ex2.approx.ftz.f32 d, a", {f(3)}, {f(8)}},
      {"ex2.approx.ftz.f32 d, a", {f(-140)}, {0}},
      {"lg2.approx.f32 d, a", {0}, {f(-INFINITY)}},
      {"lg2.approx.f32 d, a", {f(8)}, {f(3)}},
      {"rcp.approx.ftz.f32 d, a", {kDenormal}, {kInfinity}},
      {"rsqrt.approx.f32 d, a", {f(4)}, {f(0.5f)}},
      {"rsqrt.approx.f64 d, a", {d(4)}, {d(0.5)}},
      {"sqrt.approx.f32 d, a", {f(9)}, {f(3)}},
      {"cos.approx.f32 d, a", {0}, {f(1)}},
      {"tanh.approx.f32 d, a", {kInfinity}, {f(1)}},
      {"div.approx.f32 d, a, b", {f(6), f(3)}, {f(2)}},
      {"div.approx.f32 d, a, b", {f(6), f(0x1.8p126f)}, {0}},
      {"div.approx.f32 d, a, b", {kInfinity, f(0x1.8p126f)}, {kCanonical}},
      {"div.full.f32 d, a, b", {f(0x1p127f), f(0x1.8p126f)}, {f(0x1p127f / 0x1.8p126f)}},
      {"rcp.approx.ftz.f64 d, a", {d(3)}, {d(1.0 / 3) & 0xffffffff00000000u}},
  });
}

TEST(HalfOperations, RoundOnceInBothFormats) {
  expect_rows(std::vector<Row>{
      {"add.f16 d, a, b", {0x3c00, 0x3c00}, {0x4000}},
      {"add.rn.f16 d, a, b", {0x7bff, 0x7bff}, {0x7c00}},
      {"sub.f16 d, a, b", {0x0001, 0x0002}, {0x8001}},
      {"mul.f16 d, a, b", {0x7c00, 0x0000}, {0x7fff}},
      {"mul.ftz.f16 d, a, b", {0x0400, 0x3800}, {0}},
      {"mul.f16 d, a, b", {0x0400, 0x3800}, {0x0200}},
      {"fma.rn.f16 d, a, b, c", {0x3c01, 0x3c01, 0xbc02}, {0x0010}},
      {"fma.rn.relu.f16 d, a, b, c", {0x3c00, 0xbc00, 0}, {0}},
      {"fma.rn.sat.f16 d, a, b, c", {0x4000, 0x4000, 0}, {0x3c00}},
      {"add.f16x2 d, a, b", {0x3c004000, 0x3c003c00}, {0x40004200}},
      {"add.rn.bf16 d, a, b", {0x3f80, 0x3b80}, {0x3f80}},
      {"add.rn.bf16x2 d, a, b", {0x3f803f80, 0x3f804000}, {0x40004040}},
      {"fma.rn.bf16 d, a, b, c", {0x3f80, 0x3f80, 0x3f80}, {0x4000}},
      {"neg.f16x2 d, a", {0x3c00bc00}, {0xbc003c00}},
      {"abs.bf16 d, a", {0xbf80}, {0x3f80}},
      {"min.f16 d, a, b", {0x7e00, 0x3c00}, {0x3c00}},
      {"max.NaN.f16 d, a, b", {0x7e00, 0x3c00}, {0x7fff}},
      {"max.bf16x2 d, a, b", {0x3f80bf80, 0x40000000}, {0x40000000}},
      {"ex2.approx.f16 d, a", {0x4000}, {0x4400}},
      {"tanh.approx.bf16 d, a", {0x7f80}, {0x3f80}},
  });
}

}  // namespace
}  // namespace warplens::machine
