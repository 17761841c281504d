#include "viz/scene/access/punch_card.h"

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;

TEST(PunchCard, EveryLaneIsPunchedAtItsBank) {
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(shared_load(), column_read(33));
  const DrawList list = punch_card(access, {600, 600}, {});
  const auto punches = with_kind(list, Kind::lane);
  ASSERT_EQ(punches.size(), 32u);
  const float step_x = (punches[31].x - punches[0].x) / 31;
  const float step_y = (punches[31].y - punches[0].y) / 31;
  for (const Rectangle& punch : punches) {
    EXPECT_EQ(punch.id.b, punch.id.a);
    EXPECT_NEAR(punch.x, punches[0].x + static_cast<float>(punch.id.b) * step_x, 0.1);
    EXPECT_NEAR(punch.y, punches[0].y + static_cast<float>(punch.id.a) * step_y, 0.1);
    EXPECT_EQ(punch.outline, 0u);
  }
  EXPECT_TRUE(with_kind(list, Kind::bank).empty());
  expect_well_formed(list, {});
}

TEST(PunchCard, ConflictsAreOutlinedAndTheirColumnIsTinted) {
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(shared_load(), column_read(32));
  const DrawList list = punch_card(access, {600, 600}, {});
  for (const Rectangle& punch : with_kind(list, Kind::lane)) {
    EXPECT_EQ(punch.id.b, 0u);
    EXPECT_EQ(punch.outline, theme(ThemeName::dark).conflict);
  }
  const auto tinted = with_kind(list, Kind::bank);
  ASSERT_EQ(tinted.size(), 1u);
  EXPECT_EQ(tinted[0].id, (MarkId{Kind::bank, 0, 32}));
}

TEST(PunchCard, RowsLightUpWavefrontByWavefront) {
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(shared_load(), column_read(32));
  Motion motion{shared_service(access), 0};
  for (const std::uint32_t pass : {0u, 5u, 31u}) {
    motion.phase = (phase_after(motion.service, pass) + phase_after(motion.service, pass + 1)) / 2;
    const DrawList list = punch_card(access, {600, 600}, {}, &motion);
    const auto bands = with_kind(list, Kind::mover);
    ASSERT_EQ(bands.size(), 1u);
    EXPECT_EQ(bands[0].id.a, pass);
    for (const Rectangle& punch : with_kind(list, Kind::lane))
      EXPECT_EQ(punch.fill == lane_color(punch.id.a), punch.id.a < pass);
    expect_well_formed(list, {});
  }
  motion.phase = 1;
  EXPECT_TRUE(with_kind(punch_card(access, {600, 600}, {}, &motion), Kind::mover).empty());
}

TEST(PunchCard, NothingIsCutAtAnySize) {
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(shared_load(16), column_read(36));
  for (const float side : {30.0f, 150.0f, 333.0f, 900.0f})
    expect_well_formed(punch_card(access, {side, side * 0.8f}, {}), {});
}

}  // namespace
}  // namespace warplens::scene
