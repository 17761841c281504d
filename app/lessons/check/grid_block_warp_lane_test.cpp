// What the lesson on grid, block, warp and lane says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"

namespace warplens::lessons {
namespace {

using session::Figure;

class GridBlockWarpLane : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("grid-block-warp-lane", id); }
  void set_block(std::int64_t width, std::int64_t height) {
    set_parameters(session_, {{"block_x", width}, {"block_y", height}});
    settle();
  }
  void set_grid(std::int64_t across, std::int64_t down) {
    set_parameters(session_, {{"grid_x", across}, {"grid_y", down}});
    settle();
  }
  const trace::Trace& trace() { return *session_.launch()->trace; }
  const session::BufferView& shown(std::string_view name) {
    for (const session::BufferView& view : session_.launch()->views->buffers) {
      if (view.buffer.name == name) return view;
    }
    throw std::runtime_error("no such buffer");
  }
  // Rows and columns that the access under the cursor touches of `c`.
  struct Patch {
    std::set<std::uint64_t> rows, columns;
  };
  Patch patch() {
    const trace::EventView event = trace().events.view(session_.cursor().event);
    Patch found;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((event.mask >> lane & 1) == 0) continue;
      const trace::Buffer& c = shown("c").buffer;
      const std::uint64_t element = (event.address[lane] - c.address) / 4;
      found.rows.insert(element / c.columns);
      found.columns.insert(element % c.columns);
    }
    return found;
  }
  std::int64_t idle_lanes() { return figure(Figure::idle_lanes); }
  std::uint64_t lanes() { return session_.launch()->views->idle->lanes; }
  std::uint64_t sectors() { return totals().global_load.sectors + totals().global_store.sectors; }
};

TEST_F(GridBlockWarpLane, AWarpOfAWideBlockIsARow) {
  (void)enter_here("warps");
  EXPECT_EQ(trace().launch.grid, (Dim3{1, 2, 1}));
  EXPECT_EQ(trace().launch.block.count(), 256u);
  EXPECT_EQ(trace().launch.warps_per_block(), 8u);
  EXPECT_EQ(totals().global_store.requests, 16u);
  EXPECT_EQ(patch().rows.size(), 1u);
  EXPECT_EQ(patch().columns.size(), 32u);
}

TEST_F(GridBlockWarpLane, TheLaunchDecidesWhichElementsAWarpHas) {
  const Step& step = enter_here("x-first");
  EXPECT_EQ(patch().rows.size(), 4u);
  EXPECT_EQ(patch().columns.size(), 8u);
  set_block(16, 8);
  EXPECT_EQ(patch().rows.size(), 2u);
  EXPECT_EQ(patch().columns.size(), 16u);
  EXPECT_FALSE(is_done(step, session_));
  set_block(4, 8);
  EXPECT_EQ(trace().launch.warps_per_block(), 1u);
  EXPECT_EQ(patch().rows.size(), 8u);
  EXPECT_EQ(patch().columns.size(), 4u);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(GridBlockWarpLane, Lane5OfWarp3IsAtRow6AndColumn5) {
  (void)enter_here("find-the-lane");
  const trace::EventView store = trace().events.view(session_.cursor().event);
  EXPECT_EQ(store.block, 0u);
  EXPECT_EQ(store.warp, 3u);
  EXPECT_EQ((store.address[5] - shown("c").buffer.address) / 4, 6u * 32 + 5);
  const auto at = analysis::thread_at(*shown("c").threads, 6, 5);
  ASSERT_TRUE(at.has_value());
  EXPECT_EQ(at->warp, 3u);
  EXPECT_EQ(at->lane, 5u);
  EXPECT_EQ(at->thread, (Dim3{5, 6, 0}));
}

TEST_F(GridBlockWarpLane, AnIndexIsBaseAndOffsetTwice) {
  (void)enter_here("base-and-offset");
  for (const auto& [columns, index] : {std::pair{40, 461u}, {32, 373u}}) {
    set("cols", columns);
    const auto at = analysis::thread_at(*shown("c").threads, 11, 21);
    ASSERT_TRUE(at.has_value());
    EXPECT_EQ(at->block, (Dim3{1, 1, 0}));
    EXPECT_EQ(at->thread, (Dim3{5, 3, 0}));
    EXPECT_EQ(11 * shown("c").threads->columns + 21, index);
  }
}

TEST_F(GridBlockWarpLane, AWarpIs32LanesWhateverTheBlockAsksFor) {
  const Step& step = enter_here("smaller-than-a-block");
  EXPECT_EQ(expected_answer(step, session_), 26);
  EXPECT_EQ(lanes(), 32u);
  EXPECT_EQ(trace().launch.block.count(), 9u);
  EXPECT_EQ(figure(Figure::lanes), 6);
  set_block(3, 2);
  EXPECT_EQ(trace().launch.grid.count(), 1u);
  EXPECT_EQ(idle_lanes(), 26);
}

TEST_F(GridBlockWarpLane, NeitherSmallNorLargeBlocksAreBestByThemselves) {
  (void)enter_here("ragged");
  EXPECT_EQ(idle_lanes(), 910);
  EXPECT_EQ(lanes(), 2560u);
  set_block(8, 8);
  EXPECT_EQ(idle_lanes(), 590);
  EXPECT_EQ(lanes(), 2240u);
  set_block(16, 16);
  EXPECT_EQ(idle_lanes(), 1422);
  EXPECT_EQ(lanes(), 3072u);
}

TEST_F(GridBlockWarpLane, AGridThatIsTooSmallIsWrongWithoutAFinding) {
  const Step& step = enter_here("grid-too-small");
  EXPECT_EQ(expected_answer(step, session_), 626);
  EXPECT_EQ(session_.result()->run->verdict, trace::Verdict::mismatch);
  EXPECT_TRUE(trace().findings.empty());
  EXPECT_EQ(33 * 50, 1650);
  set_grid(2, 5);
  EXPECT_EQ(figure(Figure::wrong_elements), 0);
  EXPECT_EQ(session_.result()->run->verdict, trace::Verdict::match);
}

TEST_F(GridBlockWarpLane, AGridThatIsTooLargeHasIdleBlocks) {
  const Step& step = enter_here("grid-too-large");
  EXPECT_EQ(figure(Figure::wrong_elements), 0);
  EXPECT_EQ(figure(Figure::idle_blocks), 18);
  EXPECT_EQ(trace().launch.grid.count(), 28u);
  for (const auto& [across, down] : {std::pair{2, 5}, {1, 5}, {2, 4}}) {
    set_grid(across, down);
    const bool is_smallest = across == 2 && down == 5;
    EXPECT_EQ(figure(Figure::wrong_elements) == 0, is_smallest);
    EXPECT_EQ(figure(Figure::idle_blocks), 0);
  }
  set_grid(2, 5);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(GridBlockWarpLane, AWideBlockMeetsTheChallengeAndTheFewestIdleLanesDoNot) {
  const Step& step = enter_here("choose-a-block");
  EXPECT_GT(idle_lanes(), 120);
  EXPECT_GT(sectors(), 750u);
  EXPECT_FALSE(is_done(step, session_));
  set_block(25, 33);
  EXPECT_EQ(idle_lanes(), 14);
  EXPECT_EQ(sectors(), 918u);
  EXPECT_FALSE(is_done(step, session_));
  set_block(50, 11);
  EXPECT_EQ(idle_lanes(), 78);
  EXPECT_LE(sectors(), 750u);
  EXPECT_EQ(trace().launch.block.count(), 17u * 32 + 6);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(GridBlockWarpLane, ABlockOfOneThreadIdles31Lanes) {
  (void)enter_here("grid-block-warp-lane-cost");
  select("add/one_thread_blocks");
  set("n", 64);
  EXPECT_EQ(idle_lanes(), 64 * 31);
  select("add/matrix_2d");
  set_parameters(session_, {{"rows", 64}, {"cols", 64}, {"block_x", 32}, {"block_y", 8}});
  settle();
  EXPECT_EQ(idle_lanes(), 0);
}

TEST_F(GridBlockWarpLane, OtherShapesIdleNoLaneAndABlockOfOneColumnPutsAWarpInto32Rows) {
  (void)enter_here("grid-block-warp-lane-cost");
  select("add/matrix_2d");
  const std::uint64_t requests = 3 * 512 * 512 / 32;  // two loads and a store of every element
  for (const auto& [x, y, sectors] : {std::array{32, 8, 4}, {256, 1, 4}, {1, 256, 32}}) {
    set_parameters(session_, {{"rows", 512}, {"cols", 512}, {"block_x", x}, {"block_y", y}});
    settle();
    EXPECT_EQ(idle_lanes(), 0) << x;
    EXPECT_EQ(this->sectors(), requests * static_cast<std::uint64_t>(sectors)) << x;
  }
}

TEST_F(GridBlockWarpLane, FewLanesIdleAtTheEdgesOfALargeMatrix) {
  constexpr std::int64_t kSide = 4097;
  const auto found = catalogue_.find("add/matrix_2d");
  const auto settings =
      catalog::complete(*found->family, *found->variant, {{"rows", kSide}, {"cols", kSide}});
  const auto plan = found->variant->plan(*settings);
  const auto& launch = std::get<catalog::LaunchStep>(plan->steps.front());
  const auto threads = static_cast<double>(launch.grid.count() * launch.block.count());
  EXPECT_LT(1 - kSide * kSide / threads, 0.01);
}

TEST_F(GridBlockWarpLane, ABlockForEachElementTouchesEightTimesTheSectors) {
  const Step& step = enter_here("a-block-each");
  EXPECT_EQ(expected_answer(step, session_), 96);
  EXPECT_EQ(trace().launch.grid.count(), 32u);
  select("add/linear_1d");
  EXPECT_EQ(sectors(), 12u);
}

TEST_F(GridBlockWarpLane, TwoIndicesTakeThreeMultiplyAddsAndNoMoreRegisters) {
  const Step& step = enter_here("one-index-or-two");
  const auto multiply_adds = [&] {
    const std::string& ptx = *session_.result()->run->ptx;
    std::size_t count = 0;
    for (std::size_t at = ptx.find("mad.lo.s32"); at != std::string::npos;
         at = ptx.find("mad.lo.s32", at + 1)) {
      ++count;
    }
    return count;
  };
  const auto registers = [&] {
    std::set<std::uint32_t> all;
    for (const auto& report : session_.launch()->reports) all.insert(report.second.registers);
    return all;
  };
  EXPECT_EQ(multiply_adds(), 1u);
  EXPECT_EQ(registers(), std::set<std::uint32_t>{12});
  select("add/matrix_2d");
  EXPECT_EQ(multiply_adds(), 3u);
  EXPECT_EQ(registers(), std::set<std::uint32_t>{12});
  EXPECT_TRUE(is_done(step, session_));
}

// What a person writes, and what becomes of it.
TEST_F(GridBlockWarpLane, TheOffsetAloneLeavesElementsOutAndTheNumberInTheGridDoesNot) {
  const Step& step = enter_here("write-the-number");
  EXPECT_EQ(trace().events.view(session_.cursor().event).block, 1u);
  EXPECT_EQ(patch().rows, std::set<std::uint64_t>{0});
  EXPECT_EQ(*patch().columns.begin(), 0u) << "where block 0 begins, too";
  EXPECT_EQ(figure(Figure::wrong_elements), 448);
  EXPECT_FALSE(is_done(step, session_));
  for (const char* index : {"block * kThreads + thread", "thread * kBlocks + block",
                            "kAtOnce - 1 - block*64 - thread"}) {
    begin(step);
    write(index);
    EXPECT_EQ(figure(Figure::wrong_elements), 0) << index;
    EXPECT_TRUE(is_done(step, session_)) << index;
  }
  for (const char* index :
       {"block * kThreads", "block + thread", "block * (kThreads - 1) + thread"}) {
    begin(step);
    write(index);
    EXPECT_FALSE(is_done(step, session_)) << index;
  }
}

}  // namespace
}  // namespace warplens::lessons
