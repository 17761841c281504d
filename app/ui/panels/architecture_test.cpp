// Whose instructions the figures are of, in the whole window: the choice, the marks, the stories.
#include "app/ui/panels/architecture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/state/exploring.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Architecture : public ::testing::TestWithParam<const char*>, protected WholeWindow {
 protected:
  Architecture() : WholeWindow({{1280, 800}, GetParam()}) {
    explore(*app_);
    show("gemm/register_tile");
  }
  void show(const char* kernel) {
    EXPECT_TRUE(app_->session.set_stage({kernel, {}, {}, {}, {}}).has_value());
    settle();
  }
  void choose(std::uint32_t capability) {
    click("architecture");
    settle();
    click(fmt::format("architecture.{}", capability));
    settle();
  }
};

TEST_P(Architecture, FiguresAreThoseOfAnH200AndMarkedWhereThePtxsAreOthers) {
  EXPECT_EQ(figure("shared_load.wavefronts"), "3,072");
  EXPECT_EQ(figure("shared_load.conflicts"), "0");
  EXPECT_EQ(figure("shared_load.mark"), "*");
  EXPECT_EQ(figure("global_load.mark"), "");
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(Architecture, PointingAtAMarkTellsTheStory) {
  hover("shared_load.mark");
  draw(2);
  const bool is_english = ui_.language == Language::en;
  EXPECT_THAT(figure("source.hint"),
              AllOf(HasSubstr("6,144"), HasSubstr("2,048"), HasSubstr("LDS.128"),
                    HasSubstr(is_english ? "these 4 loads became one of 16 bytes"
                                         : "这 4 次读取合并成了一次 16 字节的读取")));
}

TEST_P(Architecture, ThePtxsOwnAccessesCanBeChosen) {
  choose(0);
  EXPECT_EQ(figure("shared_load.wavefronts"), "6,144");
  EXPECT_EQ(figure("shared_load.mark"), "");
  EXPECT_EQ(app_->settings.architecture, "ptx");
  choose(75);
  EXPECT_EQ(app_->session.result()->capability, 75u);
  EXPECT_EQ(app_->settings.architecture, "sm_75");
}

TEST_P(Architecture, WhatItCannotExecuteHasThePtxsFiguresAndTheStatusSaysWhy) {
  show("gemm/async_copy");
  choose(75);
  EXPECT_EQ(figure("async_copy.mark"), "?");
  EXPECT_THAT(figure("status"), HasSubstr("sm_80"));
  expect_nothing_overlaps_or_is_cut();
}

INSTANTIATE_TEST_SUITE_P(Languages, Architecture, ::testing::Values("en", "zh"));

}  // namespace
}  // namespace warplens::ui
