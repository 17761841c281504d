#include "kernels/machine/operations/cube_face.h"

#include <gtest/gtest.h>

namespace warplens::machine {
namespace {

// The CUDA C++ Programming Guide's table, a direction a row: right and down of the face's middle.
struct CubeRow {
  std::array<float, 3> direction;
  std::uint32_t face;
  float x, y;
};

class CubeFaces : public testing::TestWithParam<CubeRow> {};

TEST_P(CubeFaces, AreThoseOfTheLargestCoordinate) {
  const CubePlace place = cube_place(GetParam().direction);
  EXPECT_EQ(place.face, GetParam().face);
  EXPECT_EQ(place.x, GetParam().x);
  EXPECT_EQ(place.y, GetParam().y);
}
INSTANTIATE_TEST_SUITE_P(Guide, CubeFaces,
                         testing::Values(CubeRow{{4, -1, -2}, 0, 0.75f, 0.625f},
                                         CubeRow{{-4, -1, 2}, 1, 0.75f, 0.625f},
                                         CubeRow{{2, 4, 1}, 2, 0.75f, 0.625f},
                                         CubeRow{{2, -4, -1}, 3, 0.75f, 0.625f},
                                         CubeRow{{2, -1, 4}, 4, 0.75f, 0.625f},
                                         CubeRow{{-2, -1, -4}, 5, 0.75f, 0.625f}));

TEST(CubeFace, OfEquallyLargeCoordinatesIsThatOfTheLast) {
  EXPECT_EQ(cube_place({1, 1, 1}).face, 4u);
  EXPECT_EQ(cube_place({1, -1, 0.5f}).face, 3u);
  EXPECT_EQ(cube_place({-1, 0.5f, -1}).face, 5u);
}

}  // namespace
}  // namespace warplens::machine
