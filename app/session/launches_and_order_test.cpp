// Which of several launches is on stage, in what order its events stand, what they are replayed
// with, and how its buffers are folded.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/session/edits.h"
#include "app/session/fake_results_test.h"
#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "viz/analysis/cache_preset.h"

namespace warplens::session {
namespace {

using namespace std::chrono_literals;

// Two blocks of one warp, two loads each: block b reads bytes 1000 b and 1000 b + 4.
std::shared_ptr<const trace::Trace> two_blocks() {
  auto trace = std::make_shared<trace::Trace>();
  trace->sites = {site_at(2, trace::EventKind::load, trace::Space::global)};
  trace->totals.resize(1);
  for (const std::uint32_t block : {0u, 0u, 1u, 1u}) {
    trace::EventView event;
    event.site = 0;
    event.block = block;
    event.mask = 1;
    event.address[0] = 1000 * block + 4 * (trace->events.size() % 2);
    trace->events.append(event, true, false);
  }
  return trace;
}

// transpose/tile has two launches, everything else one.
Result<KernelResultPtr> instant_launches(const Selection& selection, const std::stop_token&,
                                         machine::Progress*) {
  trace::Run run;
  run.sources =
      std::make_shared<const trace::Sources>(trace::Sources{{"k.cu", "kernel\n= a[i];\n"}});
  run.traces.push_back(two_blocks());
  if (selection.kernel == "transpose/tile") run.traces.push_back(two_blocks());
  return std::make_shared<const KernelResult>(
      analyse(selection, std::make_shared<const trace::Run>(std::move(run))));
}

class Stood : public ::testing::Test {
 protected:
  Stood() : session_(catalog::families(), instant_launches, {}) {
    EXPECT_TRUE(session_.set_stage({"transpose/tile", {}, {}, {}, {}}).has_value());
    settle();
  }
  void settle() {
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (session_.busy() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(1ms);
    }
    session_.update(0);
  }
  [[nodiscard]] std::uint32_t block_here() const {
    return session_.launch()->trace->events.block(session_.cursor().event);
  }
  Session session_;
};

TEST_F(Stood, ASecondLaunchCanBeChosenAndTakenBack) {
  EXPECT_EQ(session_.launch_count(), 2u);
  session_.seek(2);
  set_launch(session_, 1);
  EXPECT_EQ(session_.cursor(), (Cursor{1, 0}));
  session_.seek(3);
  EXPECT_EQ(session_.cursor(), (Cursor{1, 3}));
  session_.undo();
  EXPECT_EQ(session_.cursor().launch, 0u);
  session_.redo();
  EXPECT_EQ(session_.cursor().launch, 1u);
}

TEST_F(Stood, ThereIsNoLaunchPastTheLast) {
  set_launch(session_, 2);
  EXPECT_EQ(session_.cursor().launch, 0u);
  EXPECT_FALSE(session_.can_undo());
}

TEST_F(Stood, AParameterLeavesTheLaunchAndTheCursorWhereTheyAre) {
  set_launch(session_, 1);
  session_.seek(2);
  set_parameter(session_, "rows", 48);
  settle();
  EXPECT_EQ(session_.cursor(), (Cursor{1, 2}));
}

TEST_F(Stood, AKernelWithOneLaunchShowsThatOne) {
  set_launch(session_, 1);
  select_kernel(session_, "transpose/tile_padded");
  settle();
  EXPECT_EQ(session_.launch_count(), 1u);
  EXPECT_EQ(session_.cursor().launch, 0u);
  EXPECT_EQ(session_.choice().launch, 0u);
  session_.undo();
  settle();
  EXPECT_EQ(session_.cursor().launch, 1u);
}

TEST_F(Stood, BesideIsTheSameLaunchAsFarAsThereAreAsMany) {
  compare_with(session_, "transpose/tile_padded");
  settle();
  set_launch(session_, 1);
  EXPECT_EQ(session_.cursor(Side::right).launch, 0u);
  compare_with(session_, "transpose/tile");
  settle();
  EXPECT_EQ(session_.cursor(Side::right).launch, 1u);
}

TEST_F(Stood, InTurnsBlocksAlternateAndTheCursorStaysOnItsEvent) {
  session_.seek(2);
  EXPECT_EQ(block_here(), 1u);
  set_order(session_, trace::Order::turns);
  settle();
  EXPECT_EQ(session_.cursor().event, 1u);
  EXPECT_EQ(block_here(), 1u);
  session_.step(1);
  EXPECT_EQ(block_here(), 0u);
  session_.undo();
  settle();
  EXPECT_EQ(session_.selection().order, trace::Order::recorded);
  EXPECT_EQ(session_.cursor().event, 1u);
}

TEST_F(Stood, BothSidesHaveOneOrderAndANewKernelKeepsIt) {
  compare_with(session_, "transpose/tile_padded");
  set_order(session_, trace::Order::turns);
  EXPECT_EQ(session_.selection(Side::right).order, trace::Order::turns);
  select_kernel(session_, "transpose/packed_xor");
  EXPECT_EQ(session_.selection().order, trace::Order::turns);
  end_compare(session_);
  EXPECT_EQ(session_.selection().order, trace::Order::turns);
}

TEST_F(Stood, AnotherOrderIsNoKernelToCompareWith) {
  set_order(session_, trace::Order::turns);
  settle();
  EXPECT_EQ(session_.previous(), nullptr);
  set_parameter(session_, "rows", 48);
  compare_with_previous(session_);
  ASSERT_TRUE(session_.is_comparing());
  EXPECT_EQ(session_.selection().order, trace::Order::turns);
  EXPECT_EQ(session_.selection(Side::right).order, trace::Order::turns);
}

TEST_F(Stood, TheCacheIsAChoiceOfItsOwnThatFiguresFollow) {
  EXPECT_EQ(session_.figure(Figure::cache_misses), 2);  // no buffer: one line of 8 bytes
  set_order(session_, trace::Order::turns);
  settle();
  EXPECT_EQ(session_.figure(Figure::cache_misses), 4);
  session_.choose(analysis::CachePreset::l1);
  EXPECT_EQ(session_.figure(Figure::cache_misses), 2);
  EXPECT_EQ(session_.figure(Figure::cache_hits), 2);
  swap_sides(session_);
  select_kernel(session_, "transpose/tile_padded");
  EXPECT_EQ(session_.chosen<analysis::CachePreset>(), analysis::CachePreset::l1);
  session_.undo();
  session_.undo();
  EXPECT_EQ(session_.chosen<analysis::CachePreset>(), analysis::CachePreset::one_line);
}

// Of a buffer of so many floats in one row.
trace::Buffer drawn(std::uint64_t floats) {
  trace::Trace trace;
  trace.launch.grid = trace.launch.block = {1, 1, 1};
  trace.buffers = {{"a", 0x1000, floats * 4, "f32", 4, 1, floats, floats * 4}};
  return launch_views(trace, {}, {}, trace::Run()).buffers.at(0).buffer;
}

TEST(LaunchViews, ABufferNoLongerThanAWarpStaysOneRow) {
  for (const std::uint64_t floats : {1u, 8u, 32u}) {
    EXPECT_EQ(drawn(floats).rows, 1u);
    EXPECT_EQ(drawn(floats).columns, floats);
  }
}

TEST(LaunchViews, ALongerOneIsFoldedAboutTwiceAsWideAsHigh) {
  for (const auto& [floats, columns] :
       {std::pair{66u, 16u}, {128u, 16u}, {512u, 32u}, {1024u, 64u}, {2048u, 64u}, {4096u, 64u}}) {
    EXPECT_EQ(drawn(floats).columns, columns) << floats;
  }
}

TEST(LaunchViews, AVeryLongOneIsFoldedNoHigherThanItIsWide) {
  const trace::Buffer buffer = drawn(10'240);
  EXPECT_EQ(buffer.columns, 128u);
  EXPECT_LE(buffer.rows, buffer.columns);
}

}  // namespace
}  // namespace warplens::session
