#include <fmt/format.h>

#include <map>

#include "viz/scene/access/bank_view.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

constexpr Size kRoom{900, 700};
const trace::SharedArray kTile{"tile", 0, 32 * 36 * 4, {}};
using Kind = MarkId::Kind;

struct Scene {
  explicit Scene(const trace::Site& site, const trace::EventView& event)
      : access(analysis::shared_breakdown(site, event)), motion{shared_service(access), 1} {}

  [[nodiscard]] BankViewInput input() const { return {&access, {&kTile, 1}, kTile.bytes, &motion}; }
  DrawList picture(double phase) {
    motion.phase = phase;
    return bank_view(input(), kRoom, {});
  }
  DrawList movers(double phase) {
    motion.phase = phase;
    return bank_movers(input(), kRoom, {});
  }
  // Halfway through the pass.
  [[nodiscard]] double during(std::uint32_t pass) const {
    return (phase_after(motion.service, pass) + phase_after(motion.service, pass + 1)) / 2;
  }

  analysis::SharedBreakdown access;
  Motion motion;
};

Scene conflict() { return Scene(shared_load(), column_read(32)); }
Scene padded() { return Scene(shared_load(), column_read(33)); }

bool same(const Rectangle& a, const Rectangle& b) {
  return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height &&
         a.fill == b.fill && a.outline == b.outline && a.id == b.id;
}

TEST(BankMovers, AtRestThePictureIsTheStillOne) {
  Scene scene = conflict();
  const DrawList moving = scene.picture(1);
  BankViewInput still = scene.input();
  still.motion = nullptr;
  const DrawList rest = bank_view(still, kRoom, {});
  ASSERT_EQ(moving.rectangles.size(), rest.rectangles.size());
  for (std::size_t i = 0; i < rest.rectangles.size(); ++i)
    EXPECT_TRUE(same(moving.rectangles[i], rest.rectangles[i])) << i;
  ASSERT_EQ(moving.texts.size(), rest.texts.size());
  for (std::size_t i = 0; i < rest.texts.size(); ++i)
    EXPECT_EQ(moving.texts[i].text, rest.texts[i].text);
  EXPECT_TRUE(scene.movers(1).rectangles.empty());
}

TEST(BankMovers, EveryLaneStartsInItsOwnSeatOfTheRail) {
  Scene scene = padded();
  const auto chips = with_kind(scene.movers(0), Kind::mover);
  ASSERT_EQ(chips.size(), 32u);
  for (const Rectangle& chip : chips) {
    EXPECT_EQ(chip.y, chips[0].y);
    EXPECT_NEAR(chip.x, chips[0].x + static_cast<float>(chip.id.a) * (chips[1].x - chips[0].x),
                0.1);
  }
}

TEST(BankMovers, InAConflictOneLaneIsUnderWayWhileTheRestQueue) {
  Scene scene = conflict();
  for (const std::uint32_t pass : {0u, 6u, 31u}) {
    const DrawList movers = scene.movers(scene.during(pass));
    const auto chips = with_kind(movers, Kind::mover);
    ASSERT_EQ(chips.size(), 32u - pass);
    EXPECT_EQ(chips.back().id.a, pass);
    for (std::size_t i = 0; i + 1 < chips.size(); ++i) EXPECT_LT(chips[i].y, chips.back().y);
    EXPECT_TRUE(has_text(movers, fmt::format("{}/32", pass + 1)));
    expect_well_formed(movers, {});
  }
}

TEST(BankMovers, WithoutAConflictAllLanesAreUnderWayAtOnce) {
  Scene scene = padded();
  const auto seats = with_kind(scene.movers(0), Kind::mover);
  const DrawList movers = scene.movers(scene.during(0));
  const auto chips = with_kind(movers, Kind::mover);
  ASSERT_EQ(chips.size(), 32u);
  for (const Rectangle& chip : chips) EXPECT_GT(chip.y, seats[0].y);
  EXPECT_TRUE(has_text(movers, "1/1"));
}

TEST(BankMovers, ALaneLandsOnItsMarkAndNeverTurnsBack) {
  Scene scene = conflict();
  std::map<std::uint32_t, Rectangle> marks;
  for (const Rectangle& mark : with_kind(scene.picture(1), Kind::lane)) marks[mark.id.a] = mark;
  std::map<std::uint32_t, float> height;
  for (double phase = 0; phase < 1; phase += 0.001)
    for (const Rectangle& chip : with_kind(scene.movers(phase), Kind::mover)) {
      EXPECT_GE(chip.y, height[chip.id.a]);
      EXPECT_LE(chip.y, marks[chip.id.a].y + 0.01f);
      height[chip.id.a] = chip.y;
    }
  for (const auto& [lane, y] : height) EXPECT_NEAR(y, marks[lane].y, marks[lane].height) << lane;
}

TEST(BankMovers, MarksStandAtEveryPhaseAndLightUpAsTheyAreServed) {
  Scene scene = conflict();
  for (const std::uint32_t pass : {0u, 7u, 30u}) {
    const DrawList list = scene.picture(scene.during(pass));
    EXPECT_EQ(with_kind(list, Kind::word).size(), 32u);
    const auto lanes = with_kind(list, Kind::lane);
    ASSERT_EQ(lanes.size(), 32u);
    for (const Rectangle& mark : lanes)
      EXPECT_EQ(mark.fill == lane_color(mark.id.a), mark.id.a < pass) << mark.id.a;
    expect_well_formed(list, {});
  }
}

TEST(BankMovers, OnlyTheBankThatTheyFightOverIsAtWork) {
  Scene scene = conflict();
  std::uint32_t at_work = 0;
  for (const Rectangle& bank : with_kind(scene.picture(scene.during(3)), Kind::bank))
    if (bank.outline != 0) {
      EXPECT_EQ(bank.id.a, 0u);
      ++at_work;
    }
  EXPECT_EQ(at_work, 1u);
}

TEST(BankMovers, GroupsAreServedOneAfterTheOther) {
  Scene scene(shared_load(16), make_event(kAllLanes, [](auto l) { return l * 16u; }));
  const auto chips = with_kind(scene.movers(scene.during(1)), Kind::mover);
  for (const Rectangle& chip : chips) EXPECT_GE(chip.id.a, 8u);  // group 0 is served
  const auto moving =
      std::ranges::count_if(chips, [](const Rectangle& r) { return r.outline != 0; });
  EXPECT_EQ(moving, 8 * 4);  // four words a lane
}

TEST(BankMovers, NothingIsCutAtAnySizeOrPhase) {
  for (const float width : {60.0f, 240.0f, 500.0f, 1600.0f})
    for (const float height : {20.0f, 90.0f, 300.0f, 1200.0f})
      for (const std::uint8_t bytes : {4, 8, 16})
        for (const double phase : {0.0, 0.1, 0.2, 0.5, 0.77, 0.999}) {
          const analysis::SharedBreakdown access = analysis::shared_breakdown(
              shared_load(bytes), make_event(kAllLanes, [](auto l) { return l * 144u; }));
          const Motion motion{shared_service(access), phase};
          const BankViewInput input{&access, {&kTile, 1}, kTile.bytes, &motion};
          SCOPED_TRACE(testing::Message() << width << " × " << height << ", " << int{bytes});
          expect_well_formed(bank_view(input, {width, height}, {}), {});
          for (const Rectangle& r : bank_movers(input, {width, height}, {}).rectangles)
            EXPECT_TRUE(inside({r.x, r.y, r.width, r.height}, {width, height, {}, {}, {}, {}, {}}));
        }
}

}  // namespace
}  // namespace warplens::scene
