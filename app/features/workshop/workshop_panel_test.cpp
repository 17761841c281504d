// The swizzle workshop in the window: what is set there can be undone, is remembered and travels in
// links; a map is typed, looked for and taken over.
#include <gtest/gtest.h>

#include "app/features/features.h"
#include "app/features/workshop/workshop_state.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/state/make_app_state.h"
#include "app/ui/window/whole_window_test.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {
namespace {

using session::StageView;
using swizzle::Direction;

class WorkshopPanel : public ::testing::Test, protected WholeWindow {
 protected:
  WorkshopPanel() : WholeWindow({.size = {1280, 800}}) {
    app_->mode = Mode::explore;
    app_->views = {StageView::swizzle_workshop, StageView::bank_view};
    session::Stage stage;
    stage.kernel = "transpose/tile";
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
  }
  [[nodiscard]] std::string asked() const {
    return text_of(app_->session.chosen<swizzle::SwizzleSpec>());
  }
  void ask(std::string_view spec) {
    app_->session.choose(swizzle::parse_spec(spec).value());
    settle();
  }
  void click_and_settle(const std::string& widget) {
    click(widget);
    settle();
  }
  void type_map(std::string_view words) {
    click("workshop.picture");     // leaves the field,
    click("workshop.expression");  // and all of its text is chosen
    type(words);
    settle();
  }
};

TEST_F(WorkshopPanel, AnswersWhatIsAskedAndRunsIt) {
  EXPECT_EQ(figure("workshop.writes"), "32>32");
  EXPECT_EQ(figure("workshop.reads"), "1024>1024");
  click_and_settle("workshop.map.xor");
  EXPECT_EQ(figure("workshop.reads"), "1024>32");
  EXPECT_EQ(figure("workshop.run"),
            "A kernel with these accesses ran on the CPU: same addresses, same wavefronts, right "
            "data.");
  EXPECT_EQ(figure("workshop.formula"), "element (row, col) is put at row * 32 + (col ^ row)");
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(WorkshopPanel, ASettingIsUndoneAndDoneAgain) {
  click_and_settle("workshop.map.padding");
  click_and_settle("workshop.padding.more");
  EXPECT_EQ(figure("workshop.padding"), "2");
  EXPECT_EQ(figure("workshop.lost"), "256");
  press(Key::z, false, true);
  EXPECT_EQ(figure("workshop.lost"), "128");
  press(Key::z, false, true);
  EXPECT_EQ(figure("workshop.lost"), "0");
  press(Key::y, false, true);
  EXPECT_EQ(figure("workshop.lost"), "128");
}

TEST_F(WorkshopPanel, EveryKindOfMapHasItsNumbers) {
  click_and_settle("workshop.map.shift");
  click_and_settle("workshop.group.more");
  click_and_settle("workshop.row_shift.more");
  EXPECT_EQ(app_->session.chosen<swizzle::SwizzleSpec>().map,
            swizzle::parse_map("shift(2,1)").value());
  click_and_settle("workshop.map.cute");
  EXPECT_EQ(figure("workshop.expression"), "Swizzle<5,0,5>");
  click_and_settle("workshop.cute.b.less");
  click_and_settle("workshop.cute.m.more");
  EXPECT_EQ(figure("workshop.expression"), "Swizzle<4,1,5>");
  click_and_settle("workshop.map.none");
  EXPECT_EQ(figure("workshop.reads"), "1024>1024");
}

TEST_F(WorkshopPanel, AnExpressionIsCheckedAsItIsTyped) {
  click_and_settle("workshop.map.expression");
  EXPECT_EQ(figure("workshop.expression"), "col");
  type_map("col ^ r");
  EXPECT_NE(figure("workshop.error"), "");
  EXPECT_EQ(figure("workshop.reads"), "1024>1024") << "the answer before stays";
  type("ow");
  settle();
  EXPECT_EQ(figure("workshop.error"), "");
  EXPECT_EQ(figure("workshop.reads"), "1024>32");
  EXPECT_EQ(app_->session.chosen<swizzle::SwizzleSpec>().map,
            swizzle::parse_map("col ^ row").value());
}

TEST_F(WorkshopPanel, ALayoutOfCuTeIsTypedAndIsTheTile) {
  ask("element=2 tile=32x32 write=rows.16B read=ldmatrix");
  type_map("Sw<3,4,3> o smem_ptr o (64,64):(64,1)");
  EXPECT_EQ(asked(),
            "element=2 tile=64x64 order=row write=rows.16B read=ldmatrix.x4 "
            "map=Sw<3,4,3> o smem_ptr o (64,64):(64,1)");
  EXPECT_EQ(figure("workshop.tile"), "64x64");
  EXPECT_EQ(figure("workshop.reads"), "512>64");
  EXPECT_EQ(figure("workshop.formula"),
            "element (row, col) is put at Swizzle<3,3,3>(row * 64 + col)");
  click("workshop.picture");
  press(Key::z, false, true);
  EXPECT_EQ(figure("workshop.tile"), "32x32");
  type_map("(64,64):(64,1");
  EXPECT_EQ(figure("workshop.error"), "at the end, character 14: ',' or ')' is wanted");
  EXPECT_EQ(figure("workshop.tile"), "32x32") << "what was there stays";
}

TEST_F(WorkshopPanel, ALayoutBeginsWithTheTileAsItIs) {
  ask("element=2 tile=64x32 map=padding 8");
  click_and_settle("workshop.map.layout");
  EXPECT_EQ(figure("workshop.expression"), "(64,32):(40,1)");
  EXPECT_EQ(figure("workshop.lost"), "1008");
}

TEST_F(WorkshopPanel, APresetStandsInItsListWithItsCostsAndIsTaken) {
  click("workshop.presets");
  draw(2);
  EXPECT_EQ(figure("workshop.preset.0.1"), "1-way");
  EXPECT_EQ(figure("workshop.preset.0.2"), "4-way");
  click_and_settle("workshop.preset.7");
  EXPECT_EQ(asked(),
            "element=2 tile=64x64 order=column write=columns.16B read=ldmatrix.x4.trans "
            "map=Sw<3,4,3> o smem_ptr o ((8,8),(8,8)):((1,8),(64,512))");
  EXPECT_EQ(figure("workshop.run"),
            "A kernel with these accesses ran on the CPU: same addresses, same wavefronts, right "
            "data.");
}

TEST_F(WorkshopPanel, WhatCannotBePlacedIsToldInOneLine) {
  type_map("offset = row - 5");
  EXPECT_NE(figure("workshop.error").find("before the array"), std::string::npos);
  EXPECT_EQ(figure("workshop.error").find('\n'), std::string::npos);
  EXPECT_EQ(asked(), text_of(swizzle::SwizzleSpec{}));
  click_and_settle("workshop.map.xor");
  EXPECT_EQ(figure("workshop.error"), "") << "another choice takes its place";
}

TEST_F(WorkshopPanel, TwoElementsAtOnePlaceAreNamed) {
  type_map("col & 30");
  EXPECT_NE(figure("workshop.proof").find("both put at"), std::string::npos);
  EXPECT_NE(figure("workshop.run").find("cannot come back right"), std::string::npos);
}

TEST_F(WorkshopPanel, AMapIsFoundWithItsReasonAndTakenOver) {
  ask("element=2 tile=64x64 write=rows.16B read=ldmatrix");
  EXPECT_EQ(figure("workshop.reads"), "512>512");
  click_and_settle("workshop.find");
  EXPECT_NE(figure("workshop.found").find("Swizzle<3,3,3>: 128 wavefronts"), std::string::npos);
  expect_nothing_overlaps_or_is_cut();
  click_and_settle("workshop.adopt");
  EXPECT_EQ(figure("workshop.reads"), "512>64");
  press(Key::z, false, true);
  EXPECT_EQ(figure("workshop.reads"), "512>512");
}

TEST_F(WorkshopPanel, ASearchIsForgottenWithItsAccesses) {
  click_and_settle("workshop.find");
  EXPECT_NE(figure("workshop.found"), "");
  ask("tile=16x16");
  EXPECT_EQ(figure("workshop.found"), "");
}

TEST_F(WorkshopPanel, ASearchGoesOnBesideTheWindowAndCanBeCancelled) {
  ask("element=1 tile=256x256 write=rows read=columns");
  click("workshop.find");
  draw(2);
  ASSERT_TRUE(ui_.widget_log.widgets().contains("workshop.cancel")) << "it takes seconds";
  EXPECT_TRUE(ui_.is_making());
  click("workshop.cancel");
  EXPECT_FALSE(ui_.widget_log.widgets().contains("workshop.cancel"));
  settle();
  EXPECT_EQ(figure("workshop.found"), "");
}

TEST_F(WorkshopPanel, KeysGoFromAccessToAccessAndFromMapToMap) {
  EXPECT_EQ(figure("workshop.access"), "read 0");
  press(Key::right);
  EXPECT_EQ(figure("workshop.access"), "read 1");
  press(Key::home);
  EXPECT_EQ(figure("workshop.access"), "write 0");
  press(Key::left);
  EXPECT_EQ(figure("workshop.access"), "write 0");
  press(Key::end);
  EXPECT_EQ(figure("workshop.access"), "read 31");
  press(Key::down);
  EXPECT_EQ(app_->session.chosen<swizzle::SwizzleSpec>().map,
            swizzle::parse_map("padding 1").value());
  press(Key::up);
  press(Key::up);
  EXPECT_EQ(app_->session.chosen<swizzle::SwizzleSpec>().map.kind, swizzle::Map::Kind::expression);
  press(Key::f, true);
  EXPECT_NE(figure("workshop.found"), "");
  press(Key::f, true);
  EXPECT_EQ(figure("workshop.reads"), "1024>32");
}

TEST_F(WorkshopPanel, AnAccessIsChosenByAClickOnItsBar) {
  const WidgetRect picture = ui_.widget_log.widgets().at("workshop.picture");
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {picture.x + picture.width / 2, picture.y + ui_.fonts.small->FontSize * 2.6f};
  for (const bool down : {true, false}) {
    io.MouseDown[0] = down;
    draw(2);
  }
  EXPECT_NE(figure("workshop.access"), "read 0");
  EXPECT_TRUE(figure("workshop.access").starts_with("read "));
}

TEST_F(WorkshopPanel, WhatTheTileDoesNotFitIsToldAndTheAnswerStays) {
  ask("element=2 tile=64x64 write=rows.16B read=ldmatrix map=xor(8)");
  ask("element=2 tile=64x60 write=rows.16B read=ldmatrix map=xor(8)");
  EXPECT_NE(figure("workshop.error"), "");
  EXPECT_EQ(figure("workshop.reads"), "512>64");
}

TEST_F(WorkshopPanel, CodeIsCopied) {
  click_and_settle("workshop.map.cute");
  click("workshop.code");
  draw(2);
  click("workshop.code.cute");
  click("workshop.code.copy");
  const char* copied = ImGui::GetClipboardText();
  ASSERT_NE(copied, nullptr);
  EXPECT_NE(std::string_view(copied).find("Swizzle<5,0,5>"), std::string_view::npos);
}

TEST_F(WorkshopPanel, IsReachedByItsButtonAndLeftForAKernel) {
  press(Key::z);
  EXPECT_EQ(app_->views, std::vector{StageView::bank_view});
  EXPECT_TRUE(ui_.widget_log.panels().contains("caption"));
  click_and_settle("explore.workshop");
  EXPECT_EQ(app_->views.front(), StageView::swizzle_workshop);
  EXPECT_FALSE(ui_.widget_log.panels().contains("caption"));
  EXPECT_FALSE(ui_.widget_log.panels().contains("controls"));
  click_and_settle("workshop.back");
  EXPECT_EQ(app_->views.front(), StageView::bank_view);
}

TEST_F(WorkshopPanel, IsFoundAgainAtTheNextStart) {
  ask("element=2 tile=64x64 write=rows.16B read=ldmatrix map=col ^ (row & 7) << 3");
  auto next = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  next->settings = app_->settings;
  ASSERT_TRUE(restore_exploring(*next));
  EXPECT_EQ(next->session.chosen<swizzle::SwizzleSpec>(),
            app_->session.chosen<swizzle::SwizzleSpec>());
  EXPECT_EQ(next->views, app_->views);
}

TEST_F(WorkshopPanel, TravelsInALink) {
  ask("element=2 tile=128x8 order=column write=groups read=lanes(lane & 7) map=row ^ (col << 1)");
  const std::string link = link::link_text(link_of(*app_).value(), features::all());
  auto other = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  ASSERT_TRUE(open_link(*other, link).has_value()) << link;
  EXPECT_EQ(other->session.chosen<swizzle::SwizzleSpec>(),
            app_->session.chosen<swizzle::SwizzleSpec>());
  EXPECT_EQ(other->views, app_->views);
}

TEST_F(WorkshopPanel, PresentingHasElementAndAccessesAndAnswersToTheKeyboard) {
  press(Key::f5);
  EXPECT_TRUE(ui_.widget_log.widgets().contains("workshop.map.xor"));
  EXPECT_TRUE(ui_.widget_log.widgets().contains("workshop.element"));
  const auto spec = [&] { return app_->session.chosen<swizzle::SwizzleSpec>(); };
  const std::uint32_t bytes = spec().tile.element_bytes;
  press(Key::right_bracket);
  EXPECT_EQ(spec().tile.element_bytes, 2 * bytes);
  press(Key::left_bracket);
  EXPECT_EQ(spec().tile.element_bytes, bytes);
  const auto read = spec().read;
  press(Key::right, true);
  EXPECT_NE(spec().read, read);
  press(Key::left, true);
  EXPECT_EQ(spec().read, read);
  EXPECT_FALSE(ui_.widget_log.panels().contains("caption"));
  press(Key::down);
  EXPECT_EQ(figure("workshop.reads"), "1024>32");
}

TEST_F(WorkshopPanel, ALessonsStepIsDoneByWhatIsTyped) {
  const auto& lesson = *std::ranges::find(app_->lessons, 9, &lessons::Lesson::number);
  const auto step = std::ranges::find(lesson.steps, "your-own-map", &lessons::Step::id);
  ASSERT_TRUE(go_to_lesson(*app_, lesson.id, step - lesson.steps.begin()).has_value());
  settle();
  type_map("col ^ row");
  EXPECT_EQ(figure("workshop.writes"), "impossible");
  EXPECT_FALSE(app_->step_done);
  type_map("col ^ (row % 8 * 4)");
  EXPECT_EQ(figure("workshop.reads"), "256>32");
  EXPECT_TRUE(app_->step_done);
}

}  // namespace
}  // namespace warplens::ui
