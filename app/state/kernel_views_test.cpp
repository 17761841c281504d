// Views follow the kernel while a person explores, and a person's own choice is kept.
#include "app/state/kernel_views.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/state/first_looks.h"
#include "app/state/make_app_state.h"
#include "viz/analysis/costed_event.h"

namespace warplens::ui {
namespace {

using session::StageView;

class KernelViews : public ::testing::Test {
 protected:
  void SetUp() override {
    go_to_step(*app_, 0);
    settle();
    explore(*app_);
    settle();
  }
  void settle() {
    while (app_->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    app_->session.update(0);
    follow_kernel(*app_);
  }
  void open(const std::string& kernel) {
    select_kernel(app_->session, kernel);
    settle();
  }
  [[nodiscard]] trace::Space space() const { return app_->session.event()->site->space; }

  std::unique_ptr<AppState> app_ =
      *make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all());
};

TEST_F(KernelViews, WhatTheLessonShowedStaysUntilAnotherKernelComes) {
  const auto before = app_->views;
  settle();
  EXPECT_EQ(app_->views, before);
}

TEST_F(KernelViews, SharedMemoryOpensWithBanksAndAnAccessThatTheyShow) {
  open("transpose/tile");
  EXPECT_EQ(app_->views.front(), StageView::bank_view);
  EXPECT_EQ(space(), trace::Space::shared);
  open("transpose/coalesced_read");
  EXPECT_EQ(app_->views.front(), StageView::sector_strip);
}

TEST_F(KernelViews, TheFamilysTimesStayWhicheverOfItsKernelsComes) {
  open("transpose/tile");
  app_->views = {StageView::timing_view};
  open("transpose/coalesced_read");
  EXPECT_EQ(app_->views.front(), StageView::timing_view);
  open("add/linear_1d");
  EXPECT_NE(app_->views.front(), StageView::timing_view);
}

TEST_F(KernelViews, AKernelThatWorksOnAPictureOpensWithIt) {
  open("add/linear_1d");
  open("invert/vector16");
  EXPECT_EQ(app_->views.front(), StageView::image_view);
  open("add/linear_1d");
  EXPECT_EQ(app_->views.front(), StageView::sector_strip);
}

TEST_F(KernelViews, StayForKernelsOfOneFamilyThatUseThem) {
  open("transpose/tile");
  show_large(*app_, StageView::swizzle_map);
  open("transpose/tile_xor");
  EXPECT_EQ(app_->views.front(), StageView::swizzle_map);
}

TEST_F(KernelViews, AChoiceIsTheFamilysUntilItIsChanged) {
  open("reduce/sequential");
  show_large(*app_, StageView::timing_view);
  open("transpose/tile");
  EXPECT_EQ(app_->views.front(), StageView::bank_view);
  open("reduce/shuffle");
  EXPECT_EQ(app_->views.front(), StageView::timing_view);
  toggle_view(*app_, StageView::timing_view);
  open("add/linear_1d");
  open("reduce/shuffle");
  EXPECT_NE(app_->views.front(), StageView::timing_view);
}

TEST_F(KernelViews, ALessonsViewsAreNobodysChoice) {
  resume_lesson(*app_);
  show_large(*app_, StageView::cache_view);
  EXPECT_TRUE(app_->settings.family_views.empty());
}

TEST_F(KernelViews, AnOwnFileOpensWithItsKernelsViews) {
  open("add/linear_1d");
  EXPECT_EQ(app_->views.front(), StageView::sector_strip);
  open_capture(*app_, WARPLENS_SOURCE_DIR "/tests/corpus/network.ptx");
  settle();
  EXPECT_EQ(app_->views.front(), StageView::bank_view);
}

TEST_F(KernelViews, AFirstLookKeepsItsViewsWhenItsKernelIsRun) {
  look_at_a_conflict(*app_);
  settle();
  EXPECT_EQ(app_->views.front(), StageView::bank_view);
  EXPECT_EQ(space(), trace::Space::shared);
  const auto views = app_->views;
  open("transpose/tile_padded");
  EXPECT_EQ(app_->views, views);
  look_at_times(*app_);
  settle();
  EXPECT_TRUE(app_->session.is_comparing());
  EXPECT_EQ(app_->views.front(), StageView::timing_view);
}

TEST_F(KernelViews, FirstLooksLeaveAWindowThatAPersonArrangedAlone) {
  app_->settings.explore_arrangement.drawer = false;
  const session::Arrangement own = app_->settings.explore_arrangement;
  look_at_a_conflict(*app_);
  EXPECT_EQ(app_->settings.explore_arrangement, own);
}

}  // namespace
}  // namespace warplens::ui
