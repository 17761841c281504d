// What a view has made away from the frame never holds the frame up: here with a ptxas that takes a
// minute, as it does where a person's own kernel is large.
#include "app/features/occupancy/kernel_needs.h"

#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/session/fake_results_test.h"
#include "kernels/run/toolkit/fake_tool_test.h"

namespace warplens::ui {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class ViewsAtPtxas : public ::testing::Test {
 protected:
  ViewsAtPtxas() {
    EXPECT_TRUE(session_.set_stage({session::kPaddedTile, {}, {}, {}, {}}).has_value());
  }

  // Another result is on screen, and the view of occupancy is drawn.
  const Result<occupancy::AssembledEntry>* frame(const std::string& ptx) {
    set_parameter(session_, "pitch", 32 + (++frames_ % 8));
    session::settle(session_);
    const auto begin = Clock::now();
    refresh(*cache_, session_, session::Side::left);
    const auto* entry = assembled_entry(*cache_, ptx, "kernel");
    in_frames_ += Clock::now() - begin;
    return entry;
  }

  session::Session session_{catalog::families(), session::instant_result, {}};
  std::unique_ptr<ViewCache> cache_ = std::make_unique<ViewCache>();
  int frames_ = 0;
  Clock::duration in_frames_{};
};

TEST_F(ViewsAtPtxas, KeepTheirFrameRateWhileRunsAreSupersededAndCloseWithinASecond) {
  constexpr int kFrames = 60;
  const run::FakeTool ptxas("ptxas", run::kTakesAMinute);
  for (int i = 0; i < kFrames; ++i) {
    EXPECT_EQ(frame("// " + std::to_string(i)), nullptr);
    if (i % 20 == 0) ptxas.wait_for_runs(i / 20 + 1);
  }
  EXPECT_LT(in_frames_ / kFrames, 4ms) << "a quarter of a frame, and it is next to nothing";
  const auto begin = Clock::now();
  cache_.reset();
  EXPECT_LT(Clock::now() - begin, 1s);
  RecordProperty("microseconds_a_frame",
                 static_cast<int>(in_frames_ / kFrames / std::chrono::microseconds(1)));
}

TEST_F(ViewsAtPtxas, AskItOnceForEachPtxHoweverManyResultsHaveIt) {
  const run::FakeTool ptxas("ptxas", "exit 1");
  static_cast<void>(frame("// same"));
  cache_->works.of<NeedsWork>().assembled.wait();
  const int asked = ptxas.runs();
  EXPECT_GT(asked, 0);
  const auto* entry = frame("// same");
  ASSERT_NE(entry, nullptr) << "it is there at once";
  EXPECT_FALSE((*entry)->why_none.empty());
  cache_->works.of<NeedsWork>().assembled.wait();
  EXPECT_EQ(ptxas.runs(), asked);
  static_cast<void>(frame("// another"));
  cache_->works.of<NeedsWork>().assembled.wait();
  EXPECT_EQ(ptxas.runs(), 2 * asked);
}

}  // namespace
}  // namespace warplens::ui
