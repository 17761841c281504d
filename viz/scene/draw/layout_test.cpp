#include "viz/scene/draw/layout.h"

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

TEST(Layout, TextShrinksToFitAndIsLeftOutBelowTheSmallestSize) {
  const Style style;
  EXPECT_FLOAT_EQ(fitting_size(style, "31", {100, 100}), 14);
  const float size = fitting_size(style, "31", {12, 100});
  EXPECT_GT(size, 8);
  EXPECT_LE(style.measure("31", size, false), 12);
  EXPECT_EQ(fitting_size(style, "31", {9, 100}), 0);
  EXPECT_EQ(fitting_size(style, "31", {100, 7}), 0);
}

TEST(Layout, TheFirstWordingThatFitsIsTaken) {
  const Style style;
  DrawList list;
  EXPECT_TRUE(add_text(list, style, {0, 0, 60, 20}, {"a long wording of it", "brief"}, {}));
  EXPECT_FALSE(add_text(list, style, {0, 0, 4, 20}, {"long", "brief"}, {}));
  ASSERT_EQ(list.texts.size(), 1u);
  EXPECT_EQ(list.texts[0].text, "brief");
}

TEST(Layout, LabelsStayApart) {
  EXPECT_EQ(label_step(20, 16), 1u);
  EXPECT_EQ(label_step(5, 16), 4u);
  EXPECT_EQ(label_step(0, 16), std::uint64_t{1} << 62);
}

TEST(Layout, PickingTakesTheTopmostRectangleWithAnId) {
  DrawList list;
  list.rectangles.push_back({0, 0, 10, 10, 1, 0, 1, 0, {MarkId::Kind::word, 1, 0}});
  list.rectangles.push_back({2, 2, 4, 4, 1, 0, 1, 0, {MarkId::Kind::lane, 2, 0}});
  list.rectangles.push_back({0, 0, 10, 10, 1, 0, 1, 0, {}});
  EXPECT_EQ(list.pick(3, 3), (MarkId{MarkId::Kind::lane, 2, 0}));
  EXPECT_EQ(list.pick(8, 8), (MarkId{MarkId::Kind::word, 1, 0}));
  EXPECT_EQ(list.pick(10, 10), MarkId{});
}

TEST(Phrases, LanesReadAsRanges) {
  EXPECT_EQ(lane_ranges(0xff), "0–7");
  EXPECT_EQ(lane_ranges(0xffffffff), "0–31");
  EXPECT_EQ(lane_ranges(0x0f0f), "0–3, 8–11");
  EXPECT_EQ(lane_ranges(0x80000001), "0, 31");
  EXPECT_EQ(lane_ranges(0x55555555), "0–30 (16)");
}

TEST(Phrases, GroupsAreNamedInBothLanguages) {
  EXPECT_EQ(group_label(Language::en, 0, 0xff, 1), "group 0: lanes 0–7, 1 wavefront");
  EXPECT_EQ(group_label(Language::en, 3, 0xff000000, 8), "group 3: lanes 24–31, 8 wavefronts");
  EXPECT_EQ(group_label(Language::zh, 0, 0xff, 1), "第 0 组：lane 0–7，1 个 wavefront");
}

}  // namespace
}  // namespace warplens::scene
