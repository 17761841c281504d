#include "kernels/base/shared_layout.h"

#include <gtest/gtest.h>

#include <set>

namespace warplens {
namespace {

constexpr SharedLayout kPlain{.rows = 32, .columns = 32, .pitch = 32};
constexpr SharedLayout kPadded{.rows = 16, .columns = 16, .pitch = 17};
constexpr SharedLayout kXor{
    .rows = 32, .columns = 32, .pitch = 32, .swizzle = Swizzle::exclusive_or};
constexpr SharedLayout kShift{.rows = 32, .columns = 32, .pitch = 32, .swizzle = Swizzle::shift};
constexpr SharedLayout kXorOfGroups{.rows = 32,
                                    .columns = 32,
                                    .pitch = 32,
                                    .swizzle = Swizzle::exclusive_or,
                                    .group = 4,
                                    .row_shift = 2};
// More rows than groups, padding behind the swizzled part.
constexpr SharedLayout kTallShift{
    .rows = 21, .columns = 8, .pitch = 9, .swizzle = Swizzle::shift, .group = 2, .row_shift = 1};
constexpr SharedLayout kTallXor{
    .rows = 21, .columns = 8, .pitch = 9, .swizzle = Swizzle::exclusive_or, .group = 2};
constexpr SharedLayout kAll[] = {kPlain, kPadded, kXor, kShift, kXorOfGroups, kTallShift, kTallXor};

TEST(SharedLayout, PlaceFindsWhatElementPut) {
  for (const SharedLayout& layout : kAll) {
    for (std::uint32_t row = 0; row < layout.rows; ++row) {
      for (std::uint32_t column = 0; column < layout.columns; ++column) {
        const MatrixPlace place{row, column};
        ASSERT_EQ(layout.place(layout.element(place)), place) << row << ", " << column;
      }
    }
  }
}

TEST(SharedLayout, EveryRowIsAPermutationOfItself) {
  for (const SharedLayout& layout : kAll) {
    for (std::uint32_t row = 0; row < layout.rows; ++row) {
      std::set<std::uint32_t> elements;
      for (std::uint32_t column = 0; column < layout.columns; ++column) {
        elements.insert(layout.element({row, column}));
      }
      EXPECT_EQ(elements.size(), layout.columns);
      EXPECT_EQ(*elements.begin(), row * layout.pitch);
      EXPECT_EQ(*elements.rbegin(), row * layout.pitch + layout.columns - 1);
    }
  }
}

TEST(SharedLayout, PutsElementsWhereTheKernelsSayTheyAre) {
  EXPECT_EQ(kPlain.element({2, 5}), 69u);
  EXPECT_EQ(kPadded.element({2, 5}), 39u);
  EXPECT_EQ(kXor.element({3, 5}), 3u * 32 + (5 ^ 3));
  EXPECT_EQ(kShift.element({3, 30}), 3u * 32 + 1);
  EXPECT_EQ(kXorOfGroups.element({13, 6}), 13u * 32 + (1 ^ 3) * 4 + 2);
}

TEST(SharedLayout, PaddingAndWhatLiesBeyondTheRowsHoldNothing) {
  EXPECT_EQ(kPadded.place(16), std::nullopt);
  EXPECT_EQ(kPadded.place(17), (MatrixPlace{1, 0}));
  EXPECT_EQ(kPadded.place(16 * 17), std::nullopt);
  EXPECT_EQ(SharedLayout{}.place(0), std::nullopt);
  EXPECT_FALSE(SharedLayout{}.is_known());
}

}  // namespace
}  // namespace warplens
