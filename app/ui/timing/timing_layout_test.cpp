// The timing view at several sizes, in both languages, alone and beside other views.
#include "app/ui/timing/timing_window_test.h"

namespace warplens::ui {
namespace {

using session::StageView;

class TimingLayout : public ::testing::TestWithParam<Setup>, protected TimingWindow {
 protected:
  TimingLayout() : TimingWindow(GetParam()) {}
};

TEST_P(TimingLayout, NothingOverlapsAndNothingIsCut) {
  record();
  const std::vector<std::vector<StageView>> stages{
      {StageView::timing_view},
      {StageView::timing_view, StageView::matrix_view},
      {StageView::bank_view, StageView::timing_view},
      {StageView::matrix_view, StageView::timing_view, StageView::bank_view}};
  for (const bool is_pair : {false, true}) {
    if (is_pair) app_->session.compare_with("transpose/packed_xor");
    for (const auto& views : stages) {
      app_->views = views;
      for (int turn = 0; turn < 2; ++turn) {
        SCOPED_TRACE(fmt::format("{} views, pair {}, turn {}", views.size(), is_pair, turn));
        settle();
        expect_nothing_overlaps_or_is_cut();
        press(Key::v);
        press(Key::d);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TimingLayout,
                         ::testing::Values(Setup{{1024, 700}, "en"}, Setup{{1280, 800}, "zh"},
                                           Setup{{1440, 900}, "en"}, Setup{{1920, 1080}, "zh"},
                                           Setup{{1600, 1000}, "en", 1.6f}));

}  // namespace
}  // namespace warplens::ui
