// From bank conflicts in the window to the workshop, by a click and by a key.
#include <gtest/gtest.h>

#include "app/features/features.h"
#include "app/features/workshop/workshop_state.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "app/ui/window/whole_window_test.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {
namespace {

using session::StageView;

class FindLayout : public ::testing::Test, protected WholeWindow {
 protected:
  FindLayout() : WholeWindow({.size = {1280, 800}}) { stand_at(trace::EventKind::load); }
  void stand_at(trace::EventKind kind) {
    app_->mode = Mode::explore;
    app_->views = {StageView::bank_view};
    session::Stage stage;
    stage.kernel = "transpose/tile";
    stage.cursor = session::Anchor{"", trace::Space::shared, kind, 0};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
  }
  [[nodiscard]] std::string question() const {
    return text_of(app_->session.chosen<swizzle::SwizzleSpec>());
  }
  void choose_another_question() {
    app_->session.choose(swizzle::parse_spec("element=2 tile=64x64 read=ldmatrix").value());
  }
};

constexpr const char* kAsked = "element=4 tile=32x32 order=row write=rows read=columns map=none";

TEST_F(FindLayout, AClickAtConflictsAsksTheWorkshopAboutTheArrayAndLooksForAMap) {
  choose_another_question();
  click("workshop.from_access");
  settle();
  EXPECT_TRUE(app_->is_at_workshop());
  EXPECT_EQ(question(), kAsked);
  EXPECT_TRUE(figure("workshop.found").starts_with("Swizzle<5,0,5>: 64 wavefronts"))
      << figure("workshop.found");
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(FindLayout, AKeyDoesTheSameAndTheWorkshopsOwnTakesTheAnswer) {
  choose_another_question();
  press(Key::b, true);
  settle();
  EXPECT_TRUE(app_->is_at_workshop());
  EXPECT_EQ(question(), kAsked);
  press(Key::f, true);
  settle();
  EXPECT_EQ(question(),
            "element=4 tile=32x32 order=row write=rows read=columns "
            "map=Swizzle<5,0,5>");
}

TEST_F(FindLayout, WithoutConflictsThereIsNothingToFind) {
  stand_at(trace::EventKind::store);
  EXPECT_FALSE(ui_.widget_log.widgets().contains("workshop.from_access"));
  press(Key::b, true);
  settle();
  EXPECT_FALSE(app_->is_at_workshop());
}

TEST_F(FindLayout, TheButtonLeavesTheTitleAndTheEventTheirRoom) {
  with_each({{{800, 700}, "en"}, {{1280, 800}, "zh"}, {{1920, 1080}, "en"}},
            [&] { expect_nothing_overlaps_or_is_cut(); });
}

}  // namespace
}  // namespace warplens::ui
