// cvt: roundings, clamps, NaN, register sizes; narrow() and widen() against the host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <random>

#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

using ptx::ScalarType;

std::uint64_t f(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint64_t d(double x) { return std::bit_cast<std::uint64_t>(x); }

TEST(ConvertOperations, IntegersTruncateExtendAndSaturate) {
  expect_rows(std::vector<Row>{
      {"cvt.u32.u16 d, a", {0xffff}, {0xffff}},
      {"cvt.s32.s16 d, a", {0xffff}, {0xffffffff}},
      {"cvt.s64.s32 d, a", {0x80000000}, {0xffffffff80000000}},
      {"cvt.u64.u32 d, a", {0x80000000}, {0x80000000}},
      {"cvt.u32.u64 d, a", {0x123456789}, {0x23456789}},
      {"cvt.u16.u8 d, a", {0xfffe}, {0xfe}},
      {"cvt.s16.s8 d, a", {0x00fe}, {0xfffe}},
      {"cvt.u8.u32 d, a", {0x1fe}, {0xfe}},
      {"cvt.sat.u8.s32 d, a", {0xffffffff}, {0}},
      {"cvt.sat.s8.s32 d, a", {1000}, {0x7f}},
      {"cvt.sat.s8.s32 d, a", {0x80000000}, {0xff80}},
      {"cvt.sat.s32.u64 d, a", {~0ull}, {0x7fffffff}},
      {"cvt.sat.u64.s64 d, a", {~0ull}, {0}},
  });
}

TEST(ConvertOperations, WhatIsTooLargeBecomesTheLargestNumber) {
  expect_rows(std::vector<Row>{
      {"cvt.rn.satfinite.f16.f32 d, a", {f(1e6f)}, {0x7bff}},
      {"cvt.rn.satfinite.f16.f32 d, a", {f(-INFINITY)}, {0xfbff}},
      {"cvt.rn.satfinite.f16.f32 d, a", {f(NAN)}, {0x7fff}},
      {"cvt.rn.satfinite.relu.bf16.f32 d, a", {f(INFINITY)}, {0x7f7f}},
      {"cvt.rz.relu.satfinite.f16x2.f32 d, a, b", {f(65520), f(-7e4f)}, {0x7bff0000}},
      {"cvt.rn.satfinite.bf16x2.f32 d, a, b", {f(1), f(INFINITY)}, {0x3f807f7f}},
      {"cvt.rna.satfinite.tf32.f32 d, a", {f(INFINITY)}, {0x7f7fe000}},
  });
  EXPECT_FALSE(find_operation(instruction_of("cvt.rn.satfinite.f32.f64 d, a"), {}));
}

TEST(ConvertOperations, WideRegistersAreReadLowAndWrittenExtended) {
  const std::vector<ptx::Register> words = {{"%r1", ScalarType::b32, 1},
                                            {"%r2", ScalarType::b32, 1}};
  const std::vector<ptx::Register> mixed = {{"%rd", ScalarType::b64, 1},
                                            {"%rs", ScalarType::b16, 1}};
  EXPECT_EQ(evaluate("cvt.s32.s8 d, a", {0x12345680}, words).front(), 0xffffff80u);
  EXPECT_EQ(evaluate("cvt.u8.u32 d, a", {0x12345680}, words).front(), 0x80u);
  EXPECT_EQ(evaluate("cvt.s8.s8 d, a", {0x12345680}, words).front(), 0xffffff80u);
  EXPECT_EQ(evaluate("cvt.s32.s16 d, a", {0x8000}, mixed).front(), 0xffffffffffff8000u);
  EXPECT_EQ(evaluate("cvt.rn.f32.u8 d, a", {0xffffff02}, words).front(), f(2));
  EXPECT_EQ(evaluate("cvt.rzi.s8.f32 d, a", {f(-3)}, words).front(), 0xfffffffdu);
  const std::vector<ptx::Register> narrow_ones = {{"%rs1", ScalarType::b16, 1},
                                                  {"%rs2", ScalarType::b16, 1}};
  EXPECT_FALSE(find_operation(instruction_of("cvt.u32.u16 d, a"), narrow_ones).has_value());
}

TEST(ConvertOperations, FloatsBecomeIntegersByEveryRounding) {
  expect_rows(std::vector<Row>{
      {"cvt.rni.s32.f32 d, a", {f(2.5f)}, {2}},
      {"cvt.rni.s32.f32 d, a", {f(3.5f)}, {4}},
      {"cvt.rzi.s32.f32 d, a", {f(-2.9f)}, {0xfffffffe}},
      {"cvt.rmi.s32.f32 d, a", {f(-2.1f)}, {0xfffffffd}},
      {"cvt.rpi.s32.f32 d, a", {f(2.1f)}, {3}},
      {"cvt.rzi.s32.f32 d, a", {f(1e20f)}, {0x7fffffff}},
      {"cvt.rzi.s32.f32 d, a", {f(-INFINITY)}, {0x80000000}},
      {"cvt.rzi.u32.f32 d, a", {f(-1)}, {0}},
      {"cvt.rzi.u32.f32 d, a", {f(4294967040.0f)}, {0xffffff00}},
      {"cvt.rzi.u64.f64 d, a", {d(0x1p64)}, {~0ull}},
      {"cvt.rzi.s64.f64 d, a", {d(-0x1p62)}, {0xc000000000000000}},
      {"cvt.rzi.u8.f32 d, a", {f(300)}, {255}},
      {"cvt.rzi.s32.f32 d, a", {f(NAN)}, {0}},
      {"cvt.rzi.s32.f64 d, a", {d(NAN)}, {0x80000000}},
      {"cvt.rzi.s64.f32 d, a", {f(NAN)}, {1ull << 63}},
      {"cvt.rpi.ftz.s32.f32 d, a", {1}, {0}},
      {"cvt.rpi.s32.f32 d, a", {1}, {1}},
      {"cvt.rzi.u16.f16 d, a", {0x4900}, {10}},
  });
}

TEST(ConvertOperations, IntegersBecomeFloatsByEveryRounding) {
  expect_rows(std::vector<Row>{
      {"cvt.rn.f32.s32 d, a", {0xffffffff}, {f(-1)}},
      {"cvt.rn.f32.u32 d, a", {0xffffffff}, {f(0x1p32f)}},
      {"cvt.rz.f32.u32 d, a", {0xffffffff}, {f(4294967040.0f)}},
      {"cvt.rm.f32.s32 d, a", {0x80000001}, {f(-2147483648.0f)}},
      {"cvt.rp.f32.s32 d, a", {0x80000001}, {f(-2147483520.0f)}},
      {"cvt.rn.f32.u64 d, a", {0x8000008000000001}, {f(0x1.000002p63f)}},
      {"cvt.rn.f64.s32 d, a", {0x80000000}, {d(-0x1p31)}},
      {"cvt.rn.f64.u64 d, a", {~0ull}, {d(0x1p64)}},
      {"cvt.rz.f64.u64 d, a", {~0ull}, {d(std::nextafter(0x1p64, 0))}},
      {"cvt.rp.f64.s64 d, a", {0x8000000000000001}, {d(-std::nextafter(0x1p63, 0))}},
      {"cvt.rn.f16.s32 d, a", {2049}, {0x6800}},
      {"cvt.rn.f16.u32 d, a", {70000}, {0x7c00}},
      {"cvt.rz.f16.u32 d, a", {70000}, {0x7bff}},
      {"cvt.rn.bf16.s32 d, a", {257}, {0x4380}},
  });
}

TEST(ConvertOperations, FloatsBecomeFloats) {
  expect_rows(std::vector<Row>{
      {"cvt.f64.f32 d, a", {f(1.5f)}, {d(1.5)}},
      {"cvt.rn.f32.f64 d, a", {d(1 + 0x1p-24)}, {f(1)}},
      {"cvt.rp.f32.f64 d, a", {d(1 + 0x1p-24)}, {f(1 + 0x1p-23f)}},
      {"cvt.rz.f32.f64 d, a", {d(1e300)}, {f(std::numeric_limits<float>::max())}},
      {"cvt.rn.ftz.f32.f64 d, a", {d(-0x1p-140)}, {0x80000000}},
      {"cvt.rn.f32.f64 d, a", {d(NAN)}, {0x7fc00000}},
      {"cvt.ftz.f64.f32 d, a", {1}, {0}},
      {"cvt.rni.f32.f32 d, a", {f(-0.5f)}, {0x80000000}},
      {"cvt.rmi.ftz.f32.f32 d, a", {f(-0.5f)}, {f(-1)}},
      {"cvt.rzi.f64.f64 d, a", {d(-7.9)}, {d(-7)}},
      {"cvt.sat.f32.f32 d, a", {f(7)}, {f(1)}},
      {"cvt.sat.f32.f32 d, a", {f(NAN)}, {0}},
      {"cvt.rn.f16.f32 d, a", {f(1.0f + 0x1p-11f)}, {0x3c00}},
      {"cvt.rn.f16.f32 d, a", {f(65520)}, {0x7c00}},
      {"cvt.rz.f16.f32 d, a", {f(65520)}, {0x7bff}},
      {"cvt.rn.f16.f32 d, a", {f(0x1p-25f)}, {0}},
      {"cvt.rp.f16.f32 d, a", {f(0x1p-40f)}, {1}},
      {"cvt.rn.f16.f32 d, a", {f(NAN)}, {0x7fff}},
      {"cvt.f32.f16 d, a", {0x0001}, {f(0x1p-24f)}},
      {"cvt.f32.f16 d, a", {0xfc00}, {f(-INFINITY)}},
      {"cvt.rn.bf16.f32 d, a", {0x3f808000}, {0x3f80}},
      {"cvt.rn.bf16.f32 d, a", {0x3f818000}, {0x3f82}},
      {"cvt.f32.bf16 d, a", {0x4049}, {0x40490000}},
      {"cvt.rn.relu.bf16.f32 d, a", {f(-2)}, {0}},
      {"cvt.rna.tf32.f32 d, a", {0x3f801000}, {0x3f802000}},
      {"cvt.rn.f16x2.f32 d, a, b", {f(2), f(1)}, {0x40003c00}},
      {"cvt.rn.bf16x2.f32 d, a, b", {f(2), f(1)}, {0x40003f80}},
  });
}

TEST(ConvertOperations, WhatLosesBitsMustSayHowItRounds) {
  EXPECT_FALSE(find_operation(instruction_of("cvt.f32.f64 d, a")).has_value());
  EXPECT_FALSE(find_operation(instruction_of("cvt.s32.f32 d, a")).has_value());
  EXPECT_TRUE(find_operation(instruction_of("cvt.f64.f16 d, a")).has_value());
}

#ifdef FE_UPWARD  // WebAssembly has no rounding direction
TEST(Narrow, EqualsTheHostsConversionInEveryDirection) {
  std::mt19937_64 random(4);
  const std::pair<Rounding, int> modes[] = {{Rounding::nearest_even, FE_TONEAREST},
                                            {Rounding::to_zero, FE_TOWARDZERO},
                                            {Rounding::down, FE_DOWNWARD},
                                            {Rounding::up, FE_UPWARD}};
  for (int i = 0; i < 20000; ++i) {
    // Exponents around f32's range, both ends included.
    const double scale = std::ldexp(1.0, static_cast<int>(random() % 300) - 160);
    const volatile double x =
        static_cast<double>(static_cast<std::int64_t>(random())) * 0x1p-63 * scale;
    for (const auto& [rounding, direction] : modes) {
      std::fesetround(direction);
      const volatile float expected = static_cast<float>(x);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(narrow(x, kF32, rounding), f(expected)) << x;
    }
  }
}
#endif

TEST(Widen, IsUndoneByNarrowForEveryHalf) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const bool is_half_nan = (bits & 0x7fffu) > 0x7c00u;
    const bool is_bf16_nan = (bits & 0x7fffu) > 0x7f80u;
    const float half = widen(Half{static_cast<std::uint16_t>(bits)});
    const float bfloat = widen(BFloat{static_cast<std::uint16_t>(bits)});
    ASSERT_EQ(narrow(half, kF16, Rounding::nearest_even), is_half_nan ? 0x7fffu : bits);
    ASSERT_EQ(narrow(bfloat, kBf16, Rounding::nearest_even), is_bf16_nan ? 0x7fffu : bits);
  }
}

TEST(ConvertOperations, PackIntegersBroughtIntoRange) {
  const auto n = [](int x) { return std::uint64_t{static_cast<std::uint32_t>(x)}; };
  expect_rows(std::vector<Row>{
      {"cvt.pack.sat.s16.s32 d, a, b", {n(-40000), n(7)}, {0x80000007}},
      {"cvt.pack.sat.u16.s32 d, a, b", {n(70000), n(-1)}, {0xffff0000}},
      {"cvt.pack.sat.u8.s32.b32 d, a, b, c", {n(300), n(-5), 0x1234abcd}, {0xabcdff00}},
      {"cvt.pack.sat.s8.s32.b32 d, a, b, c", {n(300), n(-5), 0x1234abcd}, {0xabcd7ffb}},
      {"cvt.pack.sat.s4.s32.b32 d, a, b, c", {n(-9), n(9), 0x12345678}, {0x34567887}},
      {"cvt.pack.sat.u2.s32.b32 d, a, b, c", {n(9), n(1), 0x00000001}, {0x1d}},
      {"cvt.pack.sat.s2.s32.b32 d, a, b, c", {n(9), n(-9), 0}, {0x6}},
  });
}

}  // namespace
}  // namespace warplens::machine
