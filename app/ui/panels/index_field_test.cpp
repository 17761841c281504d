// An index of a person's own, typed into the ribbon: taken as it is typed, told what is wrong with
// it, undone in one go.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class IndexField : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  IndexField() : WholeWindow(GetParam()) {
    EXPECT_TRUE(go_to_lesson(*app_, "a-fast-gemm", 9).has_value());
    settle();
  }
  // In place of what stands there: a click chooses all of it.
  void write(std::string_view words) {
    ImGui::ClearActiveID();  // leaves the field
    draw(2);
    click("control.index");
    type(words);
    settle();
  }
  [[nodiscard]] std::string index() const { return app_->session.selection().index; }
  [[nodiscard]] std::string wavefronts() const { return figure("lesson.judged.total_wavefronts"); }
  [[nodiscard]] bool is_told_wrong() const {
    return ui_.widget_log.figures().contains("control.index.error");
  }
};

TEST_P(IndexField, WhatIsTypedRunsAtOnceAndDoesTheStep) {
  EXPECT_EQ(figure("control.index"), "step * kTile + row");
  EXPECT_EQ(wavefronts(), "2,112");
  write("step * 132 + row");
  EXPECT_EQ(index(), "step * 132 + row");
  EXPECT_EQ(wavefronts(), "1,216");
  EXPECT_TRUE(app_->step_done);
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(IndexField, WhatIsWrongIsToldBesideItAndTheLastOneStays) {
  write("step * 160 + row");
  EXPECT_NE(figure("control.index.error").find("place_of(14, 64)"), std::string::npos);
  EXPECT_NE(index(), "step * 160 + row");
  expect_nothing_overlaps_or_is_cut();
  write("step * kTile + row");
  EXPECT_FALSE(is_told_wrong());
  EXPECT_EQ(index(), "") << "as the source has it";
}

TEST_P(IndexField, AWrongProductIsCounted) {
  write("row");
  EXPECT_NE(figure("lesson.judged.wrong_elements"), "0");
  EXPECT_FALSE(app_->step_done);
}

TEST_P(IndexField, AllThatWasTypedInOneGoIsOneStepBack) {
  write("step * 132 + row");
  app_->session.undo();
  settle();
  EXPECT_EQ(index(), "");
  EXPECT_EQ(wavefronts(), "2,112");
}

INSTANTIATE_TEST_SUITE_P(Sizes, IndexField,
                         ::testing::Values(Setup{{1280, 800}, "en", 1},
                                           Setup{{1920, 1080}, "zh", 1.3f}));

}  // namespace
}  // namespace warplens::ui
