// What is wrong with a kernel's run and what it printed, in the window.
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/ui/panels/states.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/trace/capture.h"

namespace warplens::ui {
namespace {

using session::Side;

class FindingsPanel : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  FindingsPanel() : WholeWindow(GetParam()) {
    explore(*app_);
    ui_.state<ReadingState>().tab = ReadingTab::findings;
  }
  // A capture of a kernel that printed `text`.
  void open_printing(const std::string& text) {
    run::Options options;
    options.machine.cost = analysis::add_cost;
    auto run = run::run_variant(*app_->catalogue, "transpose/tile", {}, options);
    ASSERT_TRUE(run.has_value());
    auto printing = *run->traces.front();
    printing.printed = text;
    run->traces.front() = std::make_shared<const trace::Trace>(std::move(printing));
    ASSERT_TRUE(trace::write_capture(path(), *run).has_value());
    open_capture(*app_, path());
    settle();
  }
  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "printing.wlens"; }
  [[nodiscard]] bool has(const std::string& widget) const {
    return ui_.widget_log.widgets().contains(widget);
  }
  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
};

TEST_P(FindingsPanel, ShowsWhatTheKernelPrintedAndCopiesIt) {
  open_printing("thread 0 has 7, 0.5\nthread 1 has 14, 1.0\n");
  EXPECT_EQ(figure("printed"), "thread 0 has 7, 0.5");
  EXPECT_FALSE(has("printed.full"));
  ImGui::SetClipboardText("");
  click("printed.copy");
  EXPECT_STREQ(ImGui::GetClipboardText(), "thread 0 has 7, 0.5\nthread 1 has 14, 1.0\n");
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(FindingsPanel, LongTextScrollsAndSaysThatItIsCut) {
  std::string text;
  while (text.size() < trace::kMaximumPrinted) text += "a line that is printed again and again\n";
  text.resize(trace::kMaximumPrinted);
  open_printing(text);
  EXPECT_TRUE(has("printed.full"));
  const WidgetRect& printed = ui_.widget_log.widgets().at("printed");
  EXPECT_LT(printed.height, size_.y);
  EXPECT_GE(printed.height, 4 * ui_.fonts.mono_small->FontSize);
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(FindingsPanel, WithoutPrintedTextThereIsNoSuchPart) {
  select_kernel(app_->session, "transpose/tile");
  settle();
  EXPECT_FALSE(has("printed.copy"));
  EXPECT_FALSE(has("printed"));
}

TEST_P(FindingsPanel, EachOfTwoKernelsHasItsOwnText) {
  open_printing("from the left\n");
  compare_with(app_->session, "transpose/tile_padded");
  settle();
  EXPECT_EQ(figure("printed"), "from the left");
  EXPECT_FALSE(has("right.printed"));
  swap_sides(app_->session);
  settle();
  EXPECT_EQ(figure("right.printed"), "from the left");
  EXPECT_FALSE(has("printed"));
}

TEST_P(FindingsPanel, AWrongResultIsToldWithItsFirstElement) {
  select_kernel(app_->session, "gemm/kahan_lost");
  settle();
  ASSERT_EQ(app_->session.result()->launches.front().trace->findings.size(), 0u);
  EXPECT_TRUE(figure("finding.result").starts_with("c["));
  select_kernel(app_->session, "gemm/kahan");
  settle();
  EXPECT_FALSE(has("finding.result"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, FindingsPanel,
                         ::testing::Values(Setup{{1280, 800}, "en", 1}, Setup{{1280, 800}, "zh", 1},
                                           Setup{{1280, 800}, "en", 1.6f},
                                           Setup{{1920, 1080}, "zh", 1}));

}  // namespace
}  // namespace warplens::ui
