#include "viz/swizzle/own_index.h"

#include <gtest/gtest.h>

namespace warplens::swizzle {
namespace {

// Four rows of eight, with room for one element of padding a row.
const OwnIndex kIndex{.function = "place_of",
                      .arguments = {{"row", 4}, {"col", 8}},
                      .constants = {{"kCols", 8}},
                      .written = "row * kCols + col",
                      .places = 4 * 9};

std::string refusal(std::string_view text) {
  const auto parsed = parse_index(kIndex, text);
  return parsed.has_value() ? "" : parsed.error().message.in(Language::en);
}

TEST(OwnIndex, WhateverHasAPlaceForAllArgumentsIsOne) {
  for (const char* text : {"row * kCols + col", "row * 9 + col", "0", "col ^ row", "35 - row"}) {
    EXPECT_EQ(refusal(text), "") << text;
  }
}

TEST(OwnIndex, APlaceBeyondTheArrayIsNamedWithTheFirstArgumentsThatReachIt) {
  EXPECT_EQ(refusal("row * 10 + col"), "place_of(3, 6) is 36: there are the places 0 to 35");
  EXPECT_EQ(refusal("row - 1"), "place_of(0, 0) is -1: there are the places 0 to 35");
}

TEST(OwnIndex, WhatHasNoValueForSomeArgumentsIsNone) {
  EXPECT_NE(refusal("col / row").find("divides by zero"), std::string::npos);
  EXPECT_NE(refusal("row << 40").find("shifts by 40"), std::string::npos);
  EXPECT_NE(refusal("row * lanes").find("nothing is called lanes"), std::string::npos);
  EXPECT_NE(refusal("row *").find("ends too early"), std::string::npos);
}

}  // namespace
}  // namespace warplens::swizzle
