// From bank conflicts of a person's own file to the file with another layout, before | after.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/session/cursor.h"
#include "app/session/kernel_result.h"
#include "app/state/edited_source.h"
#include "app/state/exploring.h"
#include "app/state/own_kernel.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"
#include "kernels/run/toolkit/toolkit.h"
#include "viz/analysis/costed_event.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using session::StageView;

class ChangeCode : public ::testing::Test, protected WholeWindow {
 protected:
  ChangeCode() : WholeWindow({.size = {1600, 900}}) {
    fs::copy_file(WARPLENS_SOURCE_DIR "/tests/window/own/column_read.cu", path_);
    explore(*app_);
    open_dropped(*app_, path_.string());
    stand_still();
    app_->views = {StageView::bank_view};
    stand_at_the_read();
  }
  void SetUp() override {
    if (!run::find_tool("nvcc")) GTEST_SKIP() << "no nvcc";
    ASSERT_FALSE(app_->session.error().has_value())
        << app_->session.error()->message.in(Language::en);
    ASSERT_EQ(app_->session.event()->cost.conflicts, 31u);
  }
  void stand_at_the_read() {
    const session::KernelResultPtr& result = app_->session.result();
    if (result == nullptr) return;
    const auto read =
        session::find_event(*result, {"", trace::Space::shared, trace::EventKind::load, 0});
    if (read) app_->session.seek(read->event);
    settle();
  }
  void stand_still() {
    for (int i = 0; i < 4; ++i) {
      watch_own_kernel(*app_);
      follow_edited(*app_);
      settle();
    }
  }
  [[nodiscard]] std::string on_disk() const { return run::read_text(path_).value_or(""); }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path path_ = folder_.path() / "column_read.cu";
  std::string before_ =
      run::read_text(WARPLENS_SOURCE_DIR "/tests/window/own/column_read.cu").value();
};

TEST_F(ChangeCode, AClickAtConflictsWritesTheLayoutAndShowsBeforeAndAfter) {
  expect_nothing_overlaps_or_is_cut();
  click("workshop.change_code");
  stand_still();
  EXPECT_NE(on_disk(), before_);
  ASSERT_TRUE(app_->session.is_comparing());
  stand_at_the_read();
  EXPECT_EQ(app_->session.event(session::Side::left)->cost.conflicts, 31u) << "before";
  EXPECT_EQ(app_->session.event(session::Side::right)->cost.conflicts, 0u) << "after";
  click("message.dismiss");
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(ChangeCode, TheEditorTakesItBack) {
  press(Key::b, false, true);
  stand_still();
  EXPECT_NE(on_disk(), before_);
  click("editor.take_back");
  stand_still();
  EXPECT_EQ(on_disk(), before_);
  EXPECT_FALSE(ui_.widget_log.widgets().contains("editor.take_back"));
}

TEST_F(ChangeCode, WhatIsNotSavedIsNotLost) {
  show_in_drawer(*app_, lessons::DrawerPart::editor);
  stand_still();
  take_typed(*app_, path_.string(), "// mine\n" + before_);
  click("workshop.change_code");
  stand_still();
  EXPECT_EQ(on_disk(), before_);
  EXPECT_EQ(edited_text(*app_)->text, "// mine\n" + before_);
}

}  // namespace
}  // namespace warplens::ui
