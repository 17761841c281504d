// The stage's views: each is drawn under its name, and reached by key and button.
#include <gtest/gtest.h>

#include "app/ui/key_press.h"
#include "app/ui/widgets.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class Stage : public ::testing::Test, protected WholeWindow {
 protected:
  // High enough for every line of the list of views.
  Stage() : WholeWindow({.size = {1600, 1700}}) {
    app_->mode = Mode::explore;
    app_->views = {session::StageView::matrix_view};
    EXPECT_TRUE(app_->session.set_stage({"transpose/tile", {}, {}, {}, {}}).has_value());
    settle();
  }
};

TEST_F(Stage, EveryViewIsDrawnUnderItsName) {
  for (const session::StageViewRow& row : session::kStageViews) {
    app_->views = {row.view};
    draw(2);
    EXPECT_TRUE(ui_.widget_log.panels().contains(row.name)) << row.name;
  }
}

TEST_F(Stage, EveryViewIsMadeLargeByItsButtonAndByItsKeyWhereItHasOne) {
  for (const session::StageViewRow& row : session::kStageViews) {
    click(fmt::format("view.{}.large", row.name));
    settle();
    EXPECT_EQ(app_->views.front(), row.view) << row.name;
    app_->views = {row.view == session::StageView::bank_view ? session::StageView::tile_view
                                                             : session::StageView::bank_view};
    settle();  // beside a view of no kernel the list has more room
    if (row.digit == session::kNoDigit) continue;
    press(static_cast<Key>(static_cast<int>(Key::digit_1) + row.digit - 1));
    EXPECT_EQ(app_->views.front(), row.view) << row.name;
  }
}

TEST_F(Stage, AViewWithoutAKeyNamesNone) {
  EXPECT_EQ(enlarge_phrase(ui_, session::kNoDigit), "Make it large");
  EXPECT_EQ(enlarge_phrase(ui_, 3), "Make it large (key 3)");
}

}  // namespace
}  // namespace warplens::ui
