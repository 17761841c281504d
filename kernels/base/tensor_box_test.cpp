#include "kernels/base/tensor_box.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Words, ten in each of six rows that are 48 bytes apart.
TensorMap words() {
  TensorMap map;
  map.address = 4096;
  map.type = TensorMap::Type::i32;
  map.sizes = {10, 6};
  map.strides = {48};
  map.box = {8, 2};
  return map;
}

TEST(TensorBox, IsCutWhereTheTensorEnds) {
  EXPECT_THAT(pieces_of_box(words(), {{4, -1}, {}}),
              ElementsAre(BoxPiece{4096 + 16, 32, 16}, BoxPiece{4096 + 32, 48, 8}));
  EXPECT_THAT(pieces_of_box(words(), {{-4, 5}, {}}), ElementsAre(BoxPiece{4096 + 5 * 48, 16, 16}));
  EXPECT_THAT(pieces_of_box(words(), {{12, 0}, {}}), IsEmpty());
}

// A row of ten pixels of four channels, of which a filter of three leaves eight places.
TensorMap pixels() {
  TensorMap map;
  map.address = 4096;
  map.type = TensorMap::Type::i32;
  map.dimensions = 3;
  map.sizes = {4, 10, 2};
  map.strides = {16, 160};
  map.im2col.emplace();
  map.im2col->upper[0] = -2;
  map.im2col->channels = 4;
  map.im2col->pixels = 3;
  return map;
}

TEST(TensorBox, PixelsGoOnInTheNextImageBehindTheUpperCorner) {
  EXPECT_THAT(pieces_of_box(pixels(), {{0, 6, 0}, {}}),
              ElementsAre(BoxPiece{4096 + 96, 0, 16}, BoxPiece{4096 + 112, 16, 16},
                          BoxPiece{4096 + 160, 32, 16}));
}

TEST(TensorBox, OffsetsOfAFilterAreAddedToEachPixel) {
  EXPECT_THAT(pieces_of_box(pixels(), {{0, 6, 0}, {2}}),
              ElementsAre(BoxPiece{4096 + 128, 0, 16}, BoxPiece{4096 + 144, 16, 16},
                          BoxPiece{4096 + 192, 32, 16}));
}

TEST(TensorBox, PixelsBeforeTheTensorAreLeftOut) {
  TensorMap map = pixels();
  map.im2col->lower[0] = -1;
  map.im2col->upper[0] = -3;
  EXPECT_THAT(pieces_of_box(map, {{0, -1, 1}, {}}),
              ElementsAre(BoxPiece{4096 + 160, 16, 16}, BoxPiece{4096 + 176, 32, 16}));
  EXPECT_THAT(pieces_of_box(map, {{0, 6, 0}, {}}),
              ElementsAre(BoxPiece{4096 + 96, 0, 16}, BoxPiece{4096 + 160, 32, 16}))
      << "behind the upper corner comes the lower one of the next image";
}

TEST(TensorBox, PixelsGoOnByTheirStridesRowByRow) {
  TensorMap map = pixels();
  map.dimensions = 4;
  map.sizes = {4, 5, 4, 2};
  map.strides = {16, 80, 320};
  map.element_strides = {1, 2, 3, 1, 1};
  map.im2col->upper = {0, 0, 0};
  map.im2col->pixels = 7;
  std::vector<std::uint64_t> places;
  for (const BoxPiece& piece : pieces_of_box(map, {})) places.push_back(piece.address - 4096);
  EXPECT_THAT(places, ElementsAre(0, 32, 64, 240, 272, 304, 320));
}

}  // namespace
}  // namespace warplens
