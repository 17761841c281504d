#include "viz/swizzle/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "viz/swizzle/spec.h"

namespace warplens::swizzle {
namespace {

Placement placed(const std::string& text) {
  const auto spec = parse_spec(text);
  EXPECT_TRUE(spec.has_value()) << spec.error().message.in(Language::en);
  const auto placement = place(spec->tile, spec->map);
  EXPECT_TRUE(placement.has_value()) << placement.error().message.in(Language::en);
  return placement.value_or(Placement{});
}

// cute/swizzle.hpp, written out: bit_msk, yyy_msk, zzz_msk and shiftr(a & yyy_msk, S).
std::uint32_t as_in_cute(int b, int m, int s, std::uint32_t a) {
  const std::uint32_t bit_msk = (1u << b) - 1;
  const std::uint32_t yyy_msk = bit_msk << (m + std::max(0, s));
  const std::uint32_t yyy = a & yyy_msk;
  return a ^ (s >= 0 ? yyy >> s : yyy << -s);
}

TEST(Placement, SwizzleIsCutes) {
  for (const auto& [b, m, s] : {std::array{3, 3, 4}, {3, 3, 3}, {2, 3, 3}, {1, 0, 5}, {2, 1, -3}}) {
    const Placement placement =
        placed(fmt::format("element=2 tile=64x64 map=Swizzle<{},{},{}>", b, m, s));
    EXPECT_TRUE(placement.is_bijection());
    EXPECT_EQ(placement.bytes_lost, 0u);
    for (std::uint32_t plain = 0; plain < 64 * 64; ++plain)
      ASSERT_EQ(placement.offsets[plain], as_in_cute(b, m, s, plain)) << b << m << s;
  }
}

TEST(Placement, ABackwardSwizzleCombinesIntoHigherBits) {
  const Placement placement = placed("tile=8x8 map=Swizzle<1,0,-3>");
  EXPECT_EQ(placement.offsets[1], 9u);
  EXPECT_EQ(placement.offsets[8], 8u);
}

TEST(Placement, XorShiftAndPaddingAreTheLayoutsOfTheCatalogue) {
  const auto same = [](const std::string& map, const SharedLayout& layout) {
    const Placement placement = placed("tile=32x32 map=" + map);
    for (std::uint32_t r = 0; r < 32; ++r) {
      for (std::uint32_t c = 0; c < 32; ++c)
        ASSERT_EQ(placement.offsets[r * 32 + c], layout.element({r, c})) << map << r << ' ' << c;
    }
  };
  same("padding 1", {32, 32, 33});
  same("xor", {32, 32, 32, 4, Swizzle::exclusive_or});
  same("xor(4,2)", {32, 32, 32, 4, Swizzle::exclusive_or, 4, 2});
  same("shift", {32, 32, 32, 4, Swizzle::shift});
  same("shift(4,1)", {32, 32, 32, 4, Swizzle::shift, 4, 1});
}

TEST(Placement, AnExpressionMovesWithinALineOfEitherOrder) {
  EXPECT_EQ(placed("tile=4x8 map=7 - col").offsets[0], 7u);
  EXPECT_EQ(placed("tile=8x4 order=column map=7 - row").offsets[0], 7u);
  EXPECT_EQ(placed("tile=8x4 order=column map=row = 7 - row").offsets[0], 7u);
  EXPECT_EQ(placed("tile=8x4 order=column map=col = 3 - col").offsets[0], 24u);
  EXPECT_EQ(placed("tile=8x4 map=row = 7 - row").offsets[0], 28u);
  EXPECT_EQ(placed("tile=8x4 map=offset = 31 - offset").offsets[0], 31u);
}

TEST(Placement, PaddingLosesWholeLinesEnds) {
  const Placement padded = placed("tile=32x32 map=padding 1");
  EXPECT_EQ(padded.bytes, 32u * 33 * 4);
  EXPECT_EQ(padded.bytes_lost, 128u);
  EXPECT_EQ(padded.vector_bytes, 4u);
  EXPECT_EQ(placed("tile=32x32 map=padding 4").vector_bytes, 16u);
  EXPECT_EQ(placed("tile=32x32 map=padding 2").vector_bytes, 8u);
}

TEST(Placement, WhereNoPowerOfTwoHelpsXorCollides) {
  const Placement placement = placed("tile=6x6 map=xor");
  ASSERT_TRUE(placement.collision.has_value());
  const Collision& two = *placement.collision;
  EXPECT_EQ(two.first, (MatrixPlace{2, 2}));   // 2 ^ 2 = 0
  EXPECT_EQ(two.second, (MatrixPlace{2, 4}));  // (4 ^ 2) % 6 = 0
  EXPECT_EQ(placement.offsets[two.first.row * 6 + two.first.column], two.offset);
  EXPECT_EQ(placement.offsets[two.second.row * 6 + two.second.column], two.offset);
  EXPECT_TRUE(placed("tile=6x6 map=shift").is_bijection());
}

TEST(Placement, ASwizzleThatLeavesTheTileTakesMoreBytes) {
  const Placement placement = placed("tile=5x5 map=Swizzle<1,2,2>");
  EXPECT_TRUE(placement.is_bijection());
  EXPECT_GT(placement.bytes_lost, 0u);
}

TEST(Placement, BanksAreOfFourBytes) {
  const Tile half{2, 32, 32, Order::row};
  EXPECT_EQ(bank_of(half, 0), 0u);
  EXPECT_EQ(bank_of(half, 1), 0u);
  EXPECT_EQ(bank_of(half, 63), 31u);
  EXPECT_EQ(bank_of(half, 64), 0u);
  EXPECT_EQ(bank_of({16, 32, 32, Order::row}, 3), 12u);
}

}  // namespace
}  // namespace warplens::swizzle
