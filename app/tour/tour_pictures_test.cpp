// What the tour's pictures show of the window, drawn without one.
#include <gtest/gtest.h>

#include "app/tour/tour_walk.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class TourPictures : public ::testing::Test, protected WholeWindow {
 protected:
  TourPictures() : WholeWindow({{1440, 900}, "en", 1, false}) {}
};

TEST_F(TourPictures, LeaveTheStepsTextToThePage) {
  go_to_step(*app_, 0);
  settle();
  ASSERT_TRUE(ui_.widget_log.panels().contains("lesson"));
  const float before = ui_.widget_log.panels().at("controls").width;
  leave_text_to_the_page(*app_);
  settle();
  EXPECT_FALSE(ui_.widget_log.panels().contains("lesson"));
  EXPECT_GT(ui_.widget_log.panels().at("controls").width, before);
  expect_nothing_overlaps_or_is_cut();
}

}  // namespace
}  // namespace warplens::ui
