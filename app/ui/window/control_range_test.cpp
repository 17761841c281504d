// How far a size can be set in the window, and that a number can be typed.
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/state/control_list.h"
#include "app/state/exploring.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using session::Side;

class ControlRange : public ::testing::Test, protected WholeWindow {
 protected:
  ControlRange() { explore(*app_); }
  void select(const std::string& kernel) {
    select_kernel(app_->session, kernel);
    settle();
  }
  std::int64_t largest(const std::string& kernel, const std::string& name) {
    select_kernel(app_->session, kernel);
    return offer_of(app_->session, Side::left, *parameter_of(app_->session, Side::left, name)).high;
  }
  std::int64_t value(const std::string& name) {
    return app_->session.selection().parameters.at(name);
  }
};

TEST_F(ControlRange, ARowOfElementsIsAsLargeAsTheLargestMatrix) {
  EXPECT_EQ(largest("transpose/tile", "rows"), 1024);
  EXPECT_EQ(largest("gemm/register_tile", "k"), 1024);
  EXPECT_EQ(largest("invert/pixel", "width"), 1024);
  EXPECT_EQ(largest("reduce/sequential", "n"), 1024 * 1024);
  EXPECT_EQ(largest("add/linear_1d", "n"), 1024 * 1024);
  EXPECT_EQ(largest("add/matrix_2d", "rows"), 1024);
}

TEST_F(ControlRange, WhatIsNoSizeGoesAsFarAsItsDescriptorSays) {
  EXPECT_EQ(largest("reduce/sequential", "blocks"), 4096);
  EXPECT_EQ(largest("add/grid_stride", "threads"), 1024);
}

TEST_F(ControlRange, TheMiddleOfAWideSliderIsTheMiddleOfTheLogarithms) {
  select("add/linear_1d");
  click("control.n");
  settle();
  EXPECT_GT(value("n"), 500);
  EXPECT_LT(value("n"), 2000);
}

TEST_F(ControlRange, ControlAndClickTakesATypedNumber) {
  select("reduce/sequential");
  hold_control(true);
  click("control.n");
  hold_control(false);
  for (const char digit : std::string("123457")) {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(digit));
    draw(2);
  }
  settle();
  EXPECT_EQ(value("n"), 123457);
  EXPECT_EQ(figure("control.n"), "123,457");
  expect_nothing_overlaps_or_is_cut();
}

// As while a key such as Ctrl + S is pressed: a picture of the window has no numbers on its knobs.
TEST_F(ControlRange, ControlAloneDrawsNothingOverTheKnobs) {
  select("reduce/sequential");
  for (const bool with_help : {false, true}) {
    if (with_help) press(Key::f1);
    draw(3);
    const int drawn = ImGui::GetDrawData()->TotalVtxCount;
    hold_control(true);
    draw(3);
    EXPECT_EQ(ImGui::GetDrawData()->TotalVtxCount, drawn) << with_help;
    hold_control(false);
  }
}

TEST_F(ControlRange, ANumberBeyondTheEndIsTheEnd) {
  select("reduce/sequential");
  hold_control(true);
  click("control.n");
  hold_control(false);
  ImGui::GetIO().AddInputCharactersUTF8("99999999");
  draw(2);
  settle();
  EXPECT_EQ(value("n"), 1024 * 1024);
}

}  // namespace
}  // namespace warplens::ui
