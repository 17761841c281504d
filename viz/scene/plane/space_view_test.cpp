#include "viz/scene/plane/space_view.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "viz/scene/draw/test_support.h"
#include "viz/scene/plane/plane_view.h"

namespace warplens::scene {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SpaceScene space_of(std::string_view spec) { return {.spec = algebra::parse_plane(spec).value()}; }

std::string phrase_of(const SpaceScene& scene) {
  std::string all;
  for (const Text& text : space_view(scene, {1400, 900}, {}).texts) all += text.text + "\n";
  return all;
}

TEST(SpaceView, IsSeenWithoutPerspectiveAndRightHanded) {
  // From the front x comes towards the eye, y goes right, z goes up.
  const algebra::Point y = seen_at({0, 0}, 0, 1, 0), z = seen_at({0, 0}, 0, 0, 1);
  EXPECT_NEAR(y.x, 1, 1e-12);
  EXPECT_NEAR(z.y, 1, 1e-12);
  EXPECT_NEAR(std::hypot(seen_at({0, 0}, 1, 0, 0).x, seen_at({0, 0}, 1, 0, 0).y), 0, 1e-12);
  // From above x points down the screen, y right: from x to y it goes counter-clockwise, as a
  // viewer along −z sees it.
  const algebra::Point x = seen_at({0, 90}, 1, 0, 0);
  EXPECT_NEAR(x.y, -1, 1e-12);
  EXPECT_GT(x.x * y.y - x.y * y.x, 0);
}

TEST(SpaceView, AStepAlongTheFloorIsSeenWhereThePointerWent) {
  for (const algebra::Turn turn : {algebra::Turn{30, 20}, {-140, 60}, {0, 90}, {80, -35}}) {
    const auto along = along_floor(turn, 0.7, -0.4);
    ASSERT_TRUE(along.has_value());
    const algebra::Point seen = seen_at(turn, along->x, along->y, 0);
    EXPECT_NEAR(seen.x, 0.7, 1e-9);
    EXPECT_NEAR(seen.y, -0.4, 1e-9);
  }
  EXPECT_FALSE(along_floor({30, 0}, 1, 1).has_value()) << "seen from its edge";
}

TEST(SpaceView, AllLiesInsideAndNothingOverlapsFromEverySide) {
  for (const Size size : {Size{1000, 620}, Size{400, 300}, Size{120, 90}}) {
    for (int round = -180; round < 180; round += 45) {
      for (const int above : {-90, -30, 0, 20, 90}) {
        SpaceScene scene = space_of(fmt::format("p=[2 1 -1] q=[1 2 3] turn={},{}", round, above));
        expect_well_formed(space_view(scene, size, {}), {});
        scene.is_hidden = true;
        expect_well_formed(space_view(scene, size, {}), {});
      }
    }
  }
}

TEST(SpaceView, TheProductIsWorkedOutUnlessItIsAsked) {
  SpaceScene scene = space_of("p=[2 0 0] q=[1 2 0]");
  EXPECT_THAT(phrase_of(scene), HasSubstr("2·2 − 0·1"));
  EXPECT_THAT(phrase_of(scene), HasSubstr("length 4"));
  EXPECT_THAT(phrase_of(scene), HasSubstr("sin 63.4° = 4"));
  EXPECT_THAT(phrase_of(scene), HasSubstr("thumb"));
  scene.is_hidden = true;
  EXPECT_THAT(phrase_of(scene), Not(HasSubstr("4")));
  EXPECT_THAT(phrase_of(scene), Not(HasSubstr("×")));
}

// Its sentences on one line each, however they are wrapped.
std::string unwrapped_phrase_of(const SpaceScene& scene) {
  std::string all = phrase_of(scene);
  std::ranges::replace(all, '\n', ' ');
  return all;
}

TEST(SpaceView, TheDotProductIsWorkedOutWithItsAngle) {
  SpaceScene scene = space_of("p=[2 0 0] q=[1 2 0]");
  EXPECT_THAT(unwrapped_phrase_of(scene),
              HasSubstr("p · q = 2·1 + 0·2 + 0·0 = 2 = |p| |q| cos 63.4°"));
  scene.is_hidden = true;
  EXPECT_THAT(unwrapped_phrase_of(scene), Not(HasSubstr("cos")));
  EXPECT_THAT(unwrapped_phrase_of(space_of("p=[1 2 3] q=[2 4 6]")),
              HasSubstr("= 28 = |p| |q| cos 0°"));
  EXPECT_THAT(unwrapped_phrase_of(space_of("p=[0 0 0] q=[2 4 6]")), Not(HasSubstr("cos")));
}

TEST(SpaceView, BothProductsTogetherHaveTheLengths) {
  EXPECT_THAT(unwrapped_phrase_of(space_of("p=[2 0 0] q=[1 2 0]")),
              HasSubstr("(p · q)² + |p × q|² = 4 + 16 = 20 = |p|² |q|²"));
  EXPECT_THAT(unwrapped_phrase_of(space_of("p=[1 -2 3] q=[2 1 -1]")), HasSubstr("= 9 + 75 = 84 ="));
}

TEST(SpaceView, ParallelVectorsHaveNoProduct) {
  EXPECT_THAT(phrase_of(space_of("p=[1 2 3] q=[2 4 6]")), HasSubstr("one line"));
}

}  // namespace
}  // namespace warplens::scene
