#include "viz/scene/access/place_bits.h"

#include <gmock/gmock.h>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

constexpr SharedLayout kByXor{
    .rows = 32, .columns = 32, .pitch = 32, .swizzle = Swizzle::exclusive_or};
constexpr SharedLayout kByShift{.rows = 32, .columns = 32, .pitch = 32, .swizzle = Swizzle::shift};
constexpr SharedLayout kByGroups{.rows = 32,
                                 .columns = 32,
                                 .pitch = 32,
                                 .swizzle = Swizzle::exclusive_or,
                                 .group = 4,
                                 .row_shift = 2};
constexpr Size kBitsRoom{600, 64};

// All that is written, in reading order: "column 4 00100 row 5 00101 …".
std::string read_bits(const SharedLayout& layout, MatrixPlace place,
                      Language language = Language::en) {
  Style style;
  style.language = language;
  const DrawList list = place_bits(layout, place, kBitsRoom, style);
  expect_well_formed(list, {});
  std::string all;
  bool was_bit = false;
  for (const Text& text : list.texts) {
    const bool is_bit = text.monospace;
    if (!all.empty() && !(is_bit && was_bit)) all += ' ';
    all += text.text;
    was_bit = is_bit;
  }
  return all;
}

TEST(PlaceBits, OfXorFlipWhereTheRowHasAOne) {
  EXPECT_EQ(read_bits(kByXor, {5, 4}), "column 4 00100 row 5 00101 column ^ row 1 00001");
  EXPECT_EQ(read_bits(kByXor, {31, 10}), "column 10 01010 row 31 11111 column ^ row 21 10101");
}

TEST(PlaceBits, OfAShiftCarry) {
  EXPECT_EQ(read_bits(kByShift, {5, 4}),
            "column 4 00100 row 5 00101 (column + row) mod 32 9 01001");
  EXPECT_EQ(read_bits(kByShift, {1, 31}),
            "column 31 11111 row 1 00001 (column + row) mod 32 0 00000");
}

TEST(PlaceBits, OfGroupsAreThoseOfTheGroup) {
  EXPECT_EQ(read_bits(kByGroups, {9, 13}), "group 3 011 (row >> 2) 2 010 group ^ (row >> 2) 1 001");
}

TEST(PlaceBits, ArePlacesOfTheLayout) {
  for (const SharedLayout& layout : {kByXor, kByShift, kByGroups}) {
    for (std::uint32_t row = 0; row < layout.rows; ++row)
      for (std::uint32_t column = 0; column < layout.columns; ++column) {
        const std::uint32_t kept =
            (layout.element({row, column}) - row * layout.pitch) / layout.group;
        EXPECT_THAT(read_bits(layout, {row, column}),
                    testing::ContainsRegex(fmt::format(" {} [01]+$", kept)));
      }
  }
}

TEST(PlaceBits, AreDrawnOfSwizzlesAlone) {
  SharedLayout plain = kByXor;
  plain.swizzle = Swizzle::none;
  EXPECT_EQ(place_bits_height(plain, {}), 0);
  EXPECT_GT(place_bits_height(kByXor, {}), 0);
}

TEST(PlaceBits, AreNeverCut) {
  for (const Size size : {Size{600, 64}, Size{120, 40}, Size{30, 10}})
    expect_well_formed(place_bits(kByXor, {5, 4}, size, {}), {});
}

}  // namespace
}  // namespace warplens::scene
