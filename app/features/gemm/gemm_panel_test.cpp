// The GEMM view in the window: what the access feeds, pointing at C, Explore, and a prediction's
// silence.
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class GemmPanel : public ::testing::Test, protected WholeWindow {
 protected:
  GemmPanel() {
    explore(*app_);
    app_->views = {session::StageView::gemm_view, session::StageView::bank_view};
    show("gemm/chessboard", {{"m", 32}, {"n", 32}, {"k", 16}, {"tile", 16}});
  }
  void show(const char* kernel, const catalog::Parameters& parameters) {
    const session::Stage stage{kernel, parameters, {}, {}, {}};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    draw(2);
  }
  void seek(trace::Space space, trace::EventKind kind) {
    const trace::Trace& trace = *app_->session.launch()->trace;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      const trace::Site& site = trace.sites[trace.events.site(i)];
      if (site.space != space || site.kind != kind) continue;
      app_->session.seek(i);
      settle();
      return draw(2);
    }
  }
};

TEST_F(GemmPanel, SaysHowOftenAValueIsUsedAndWhatItFeeds) {
  seek(trace::Space::global, trace::EventKind::load);
  EXPECT_EQ(figure("gemm_view.reuse"), "16") << "it is brought for the block";
  EXPECT_EQ(figure("gemm_view.shared_values"), "2000");
  seek(trace::Space::shared, trace::EventKind::load);
  EXPECT_EQ(figure("gemm_view.reuse"), "1");
  EXPECT_EQ(figure("gemm_view.fed"), "32");
}

TEST_F(GemmPanel, ShowsTheBlockUnderTheCursor) {
  EXPECT_EQ(figure("gemm_view.of_block"), "0");
  const auto& events = app_->session.launch()->trace->events;
  std::size_t event = 0;
  while (events.block(event) == 0) ++event;
  app_->session.seek(event);
  settle();
  draw(2);
  EXPECT_EQ(figure("gemm_view.of_block"), "1");
}

TEST_F(GemmPanel, SaysOfAnotherKernelThatItIsNoProduct) {
  show("transpose/tile", {});
  EXPECT_EQ(figure("gemm_view.reuse"), "");
  select_kernel(app_->session, "tensor_gemm/swizzled");
  settle();
  draw(2);
  EXPECT_NE(figure("gemm_view.reuse"), "");
}

TEST_F(GemmPanel, SaysOfALaunchThatStoresNothingOfCThatItDoesNot) {
  show("gemm/fastest", {{"m", 9}, {"n", 9}, {"k", 9}});
  EXPECT_EQ(figure("gemm_view.terms"), "") << "rows of B are given a pitch";
  set_launch(app_->session, 1);
  settle();
  draw(2);
  EXPECT_EQ(figure("gemm_view.terms"), "0");
}

TEST_F(GemmPanel, WhileAQuestionIsOpenItCountsNothing) {
  app_->mode = Mode::lesson;
  ASSERT_TRUE(go_to_lesson(*app_, "inner-and-outer-product", 0).has_value());
  settle();
  draw(2);
  ASSERT_TRUE(app_->hides_costs());
  EXPECT_EQ(figure("gemm_view.reuse"), "");
  EXPECT_EQ(figure("gemm_view.shared_values"), "");
  app_->session.answer(2000, 2000);
  draw(2);
  EXPECT_EQ(figure("gemm_view.reuse"), "1");
}

TEST_F(GemmPanel, AnElementOfCSaysWhatItNeedsAndStaysPickedOnceItIsClicked) {
  EXPECT_EQ(figure("gemm_view.picked"), "");
  click("gemm_view.cells");
  draw(2);
  const std::string words = figure("gemm_view.hover");
  EXPECT_NE(words.find("of 16 terms"), std::string::npos) << words;
  EXPECT_NE(words.find("needs row"), std::string::npos) << words;
  const std::string picked = figure("gemm_view.picked");
  EXPECT_NE(picked, "");
  hover("gemm_view.tile");
  draw(2);
  EXPECT_EQ(figure("gemm_view.picked"), picked) << "the pointer is elsewhere";
  click("gemm_view.cells");
  hover("gemm_view.tile");
  draw(2);
  EXPECT_EQ(figure("gemm_view.picked"), "") << "clicked again";
}

TEST_F(GemmPanel, ShowsTheWholeMatricesWhereAskedTo) {
  const auto marks = [&] { return figure("gemm_view.rows"); };
  EXPECT_EQ(marks(), "16");
  click("gemm_view.whole");
  draw(2);
  EXPECT_EQ(marks(), "32");
  click("gemm_view.tile");
  draw(2);
  EXPECT_EQ(marks(), "16");
}

TEST_F(GemmPanel, ExploringAProductShowsIt) {
  show("transpose/tile", {});
  select_kernel(app_->session, "gemm/register_tile");
  settle();
  draw(2);
  EXPECT_EQ(app_->views.front(), session::StageView::gemm_view);
  const trace::Trace& trace = *app_->session.launch()->trace;
  EXPECT_EQ(trace.sites[trace.events.site(app_->session.cursor().event)].space,
            trace::Space::shared);
}

}  // namespace
}  // namespace warplens::ui
