#include "viz/swizzle/usual_map.h"

#include <gtest/gtest.h>

#include "viz/swizzle/cost.h"

namespace warplens::swizzle {
namespace {

using Kind = Map::Kind;

std::string usual(std::string_view spec, Kind kind) {
  return text_of(usual_map(parse_spec(spec).value(), kind));
}

TEST(UsualMap, KeepsTogetherWhatALaneTakes) {
  EXPECT_EQ(usual("", Kind::padding), "padding 1");
  EXPECT_EQ(usual("", Kind::exclusive_or), "xor");
  EXPECT_EQ(usual("", Kind::cute), "Swizzle<5,0,5>");
  constexpr const char* kHalves = "element=2 tile=64x64 write=rows.16B read=ldmatrix";
  EXPECT_EQ(usual(kHalves, Kind::padding), "padding 8");
  EXPECT_EQ(usual(kHalves, Kind::shift), "shift(8)");
  EXPECT_EQ(usual(kHalves, Kind::cute), "Swizzle<3,3,3>");
  EXPECT_EQ(usual("element=2 tile=128x8 order=column write=groups read=ldmatrix.trans", Kind::cute),
            "Swizzle<3,3,4>");
  EXPECT_EQ(usual(kHalves, Kind::none), "none");
}

TEST(UsualMap, CanBePlacedWhateverTheTile) {
  for (const char* tile : {"tile=1x1", "element=16 tile=5x7", "element=1 tile=33x31 order=column",
                           "element=2 tile=64x33", "element=8 tile=2x512"}) {
    for (const Kind kind :
         {Kind::padding, Kind::exclusive_or, Kind::shift, Kind::cute, Kind::expression}) {
      const SwizzleSpec spec = parse_spec(tile).value();
      EXPECT_TRUE(place(spec.tile, usual_map(spec, kind)).has_value())
          << tile << " " << text_of(usual_map(spec, kind));
    }
  }
}

TEST(UsualMap, AsAnExpressionPutsEveryElementWhereItWas) {
  for (const char* text : {"map=none", "map=padding 1", "map=xor", "map=xor(4,1)", "map=shift(2)",
                           "map=Swizzle<3,2,3>", "order=column map=xor", "order=column map=none"}) {
    SwizzleSpec spec = parse_spec(text).value();
    const auto before = place(spec.tile, spec.map);
    spec.map = as_expression(spec);
    EXPECT_EQ(spec.map.kind, Kind::expression);
    EXPECT_EQ(place(spec.tile, spec.map)->offsets, before->offsets)
        << text << " as " << text_of(spec.map);
    EXPECT_EQ(parse_map(text_of(spec.map)).value(), spec.map);
  }
  EXPECT_EQ(usual("map=xor", Kind::expression), "col ^ row");
  EXPECT_EQ(usual("map=none", Kind::expression), "col");
}

}  // namespace
}  // namespace warplens::swizzle
