#include "kernels/base/names.h"

#include <gtest/gtest.h>

namespace warplens {
namespace {

TEST(Names, AreAsFarApartAsTheyWereMistyped) {
  EXPECT_EQ(edit_distance("tile", "tile"), 0u);
  EXPECT_EQ(edit_distance("tile", "tiel"), 1u);
  EXPECT_EQ(edit_distance("tile", "tle"), 1u);
  EXPECT_EQ(edit_distance("", "tile"), 4u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Names, OfAFewAreAllListedAsTheyStand) {
  EXPECT_EQ(list_of_names({"b", "a"}, "a").in(Language::en), "b, a");
  EXPECT_EQ(list_of_names({}).in(Language::en), "none");
}

TEST(Names, OfManyOnlyTheNearestAreListed) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("kernel_" + std::to_string(1000 + i));
  names.emplace_back("reduce_warp");
  const std::string list = list_of_names(names, "reduce_wrap").in(Language::en);
  EXPECT_TRUE(list.starts_with("reduce_warp, kernel_")) << list;
  EXPECT_TRUE(list.ends_with(" and 93 more")) << list;
}

TEST(Names, ThatAreShortStayAsTheyAre) {
  EXPECT_EQ(short_name("ns::tile<32, (Mode)1>"), "ns::tile<32, (Mode)1>");
}

TEST(Names, ThatAreLongLoseTheirInnermostArguments) {
  EXPECT_EQ(short_name("gemm<Tile<Shape<128, 64>, float>, 3>", 32),
            "gemm<Tile<Shape<…>, float>, 3>");
  EXPECT_EQ(short_name("gemm<Tile<Shape<128, 64>, float>, 3>", 20), "gemm<Tile<…>, 3>");
  EXPECT_EQ(short_name("gemm<Tile<Shape<128, 64>, float>, 3>", 12), "gemm<…>");
  EXPECT_EQ(short_name("a_name_without_brackets", 10), "a_name_…");
  EXPECT_EQ(short_name("\u6838\u6838\u6838\u6838", 10), "\u6838\u6838…");
}

TEST(Names, EndInThePartThatNoBracketsEnclose) {
  const auto last = [](std::string_view name) { return name.substr(last_part(name)); };
  EXPECT_EQ(last("body<32>(float*)::tile"), "tile");
  EXPECT_EQ(last("ns::table<a::b>"), "table<a::b>");
  EXPECT_EQ(last("tile"), "tile");
}

}  // namespace
}  // namespace warplens
