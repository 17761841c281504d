// A layout of CuTe puts each element where CuTe's function says.
#include "viz/swizzle/layout_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viz/swizzle/answer.h"
#include "viz/swizzle/code.h"

namespace warplens::swizzle {
namespace {

using testing::HasSubstr;

SwizzleSpec spec_with(const std::string& fields) { return parse_spec(fields).value(); }

void expect_places_are_the_layouts(const std::string& fields) {
  const SwizzleSpec spec = spec_with(fields);
  const auto placement = place(spec.tile, spec.map);
  ASSERT_TRUE(placement.has_value()) << placement.error().message.in(Language::en);
  cute::ComposedLayout layout = layout_of(spec.map).value();
  layout.swizzle = cute::swizzle_of_elements(layout, spec.tile.element_bytes).value();
  layout.is_on_bytes = false;
  for (std::uint32_t plain = 0; plain < spec.tile.elements(); ++plain) {
    const MatrixPlace at = spec.tile.place_at(plain);
    const auto index = cute::index_of(layout, cute::IntTuple{0, {{at.row}, {at.column}}});
    ASSERT_EQ(placement->offsets[plain], index.value())
        << fields << " " << at.row << "," << at.column;
  }
}

TEST(LayoutMap, PutsEachElementWhereTheLayoutSays) {
  for (const char* map :
       {"(64,32):(32,1)", "(64,32):(1,64)", "((8,4),(4,8)):((4,256),(1,32))",
        "Sw<3,4,3> o smem_ptr o (64,64):(64,1)", "Sw<2,0,-3> o (8,8):(8,1)",
        "Sw<3,3,3> o 32 o (16,64):(64,1)", "(8,8):(9,1)", "(4,4):(0,1)", "(1,1):(0,0)",
        "tile_to_shape(Sw<2,4,3> o smem_ptr o (8,32):(32,1), (64,64), (2,1))",
        "zipped_divide((32,32):(32,1), (8,4))", "logical_product((8,8):(8,1), (2,2):(2,1))"}) {
    expect_places_are_the_layouts(std::string("element=2 map=") + map);
  }
}

TEST(LayoutMap, AByteSwizzleIsTheSameForElementsOfEverySize) {
  for (const char* element : {"1", "2", "4", "8", "16"}) {
    const SwizzleSpec spec =
        spec_with(std::string("element=") + element + " map=Sw<3,4,3> o smem_ptr o (8,8):(8,1)");
    EXPECT_TRUE(place(spec.tile, spec.map).has_value()) << element;
  }
  const SwizzleSpec torn = spec_with("element=16 map=Sw<3,3,3> o smem_ptr o (8,8):(8,1)");
  EXPECT_THAT(place(torn.tile, torn.map).error().message.in(Language::en),
              HasSubstr("moves parts of an element of 16 bytes"));
  const SwizzleSpec other = spec_with("map=Sw<3,4,3> o smem_ptr[16b] o (8,8):(8,1) element=4");
  EXPECT_THAT(place(other.tile, other.map).error().message.in(Language::en),
              HasSubstr("elements of 16 bits"));
}

TEST(LayoutMap, AnswersAsTheSwizzleThatItIsDoes) {
  const std::string accesses = "element=2 write=rows.16B read=ldmatrix map=";
  const auto layout = answer(spec_with(accesses + "Sw<3,4,3> o smem_ptr o (64,64):(64,1)")).value();
  const auto swizzle = answer(spec_with("tile=64x64 " + accesses + "Swizzle<3,3,3>")).value();
  EXPECT_EQ(layout.after.offsets, swizzle.after.offsets);
  EXPECT_EQ(layout.wavefronts(), 128u);
  EXPECT_EQ(layout.run->verdict, trace::Verdict::match);
}

TEST(LayoutMap, AnotherTileIsToldApart) {
  const SwizzleSpec spec = spec_with("map=(8,8):(8,1) tile=16x8");
  EXPECT_THAT(place(spec.tile, spec.map).error().message.in(Language::en),
              HasSubstr("it is a layout of 8x8 elements, and the tile has 16x8"));
}

TEST(LayoutMap, IsCodeOfCuTe) {
  const auto cute = code(spec_with("element=2 map=Sw<3,4,3> o smem_ptr o ((8,8),64):((64,512),1)"),
                         CodeKind::cute);
  EXPECT_THAT(cute.value(), HasSubstr("composition(Swizzle<3,3,3>{}, Int<0>{}, "
                                      "Layout<Shape<Shape<Int<8>, Int<8>>, Int<64>>, "
                                      "Stride<Stride<Int<64>, Int<512>>, Int<1>>>{})"));
}

TEST(LayoutMap, BeginsWithWhatTheTileIs) {
  const Tile tile{2, 64, 32, Order::row};
  EXPECT_EQ(text_of(as_layout_map(tile, Map{})), "(64,32):(32,1)");
  EXPECT_EQ(text_of(as_layout_map(tile, padding_of(8))), "(64,32):(40,1)");
  EXPECT_EQ(text_of(as_layout_map(tile, map_of({2, 3, 3}))), "Sw<2,3,3> o (64,32):(32,1)");
}

}  // namespace
}  // namespace warplens::swizzle
