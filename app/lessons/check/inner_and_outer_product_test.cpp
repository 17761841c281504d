// What the lesson on inner and outer products says, asked of the trace.
#include "app/features/limits/limits_data.h"
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "app/session/recorded_seconds.h"
#include "viz/analysis/gemm_counts.h"
#include "viz/analysis/gemm_flow.h"

namespace warplens::lessons {
namespace {

using analysis::GemmFlow;
using analysis::GemmMoment;
using analysis::Unit;
using session::Figure;

class InnerAndOuterProduct : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("inner-and-outer-product", id); }
  const trace::Trace& shown() { return *session_.launch()->trace; }
  analysis::GemmShape shape() { return *session::gemm_of(*session_.result(), *session_.launch()); }
  GemmFlow flow() {
    return analysis::gemm_flow(shown(), *session_.result()->gemm, shape(),
                               shown().events.block(session_.cursor().event));
  }
  GemmMoment moment() { return gemm_moment(flow(), session_.cursor().event); }
  std::int64_t answer(const Step& step) {
    return expected_answer(*step.prediction, session_, step.stage).value_or(-1);
  }
  std::int64_t sum(Figure figure) { return sums_of(*session_.result()).at(figure); }
  run::PlannedVariant at_1024(const char* kernel) {
    return *run::plan_variant(catalogue_, kernel, {{"m", 1024}, {"n", 1024}, {"k", 1024}});
  }
  // Elements of C that the first lane that reads keeps.
  std::size_t kept(const GemmFlow& of) {
    const std::uint32_t thread = of.touches_of(session_.cursor().event).front().thread;
    return static_cast<std::size_t>(
        std::ranges::count(of.cells, thread, &analysis::GemmCell::thread));
  }
};

TEST_F(InnerAndOuterProduct, ATermTakesTwoValuesOfItsLane) {
  const Step& step = enter_here("point");
  EXPECT_EQ(answer(step), 2000);
  const analysis::GemmShape all = shape();
  const std::uint64_t elements = std::uint64_t{all.m} * all.k + std::uint64_t{all.k} * all.n;
  const analysis::GemmCounts counts = analysis::gemm_counts(shown(), all);
  EXPECT_EQ(counts.for_a_thousand(elements), 281u) << "each element once";
  EXPECT_EQ(flow().cells.size(), 32u) << "a lane an element";
  EXPECT_EQ(all.k, 8u);
}

TEST_F(InnerAndOuterProduct, EachLoadOfBothFactorsAddsATerm) {
  (void)enter_here("terms");
  const GemmFlow tile = flow();
  EXPECT_EQ(moment().reuse(), 1u);
  std::set<std::uint32_t> rows, columns, terms;
  while (session_.cursor().event < tile.cells.front().event) {
    for (const analysis::GemmTouch& touch : tile.touches_of(session_.cursor().event)) {
      (touch.factor == analysis::Factor::a ? rows : columns).insert(touch.along());
    }
    terms.insert(moment().terms.front());
    const std::size_t before = session_.cursor().event;
    session_.step(1);
    if (session_.cursor().event == before) break;
    if (shown().events.block(session_.cursor().event) != tile.block) break;
  }
  EXPECT_EQ(rows.size(), 1u);
  EXPECT_EQ(columns.size(), 32u);
  EXPECT_TRUE(terms.contains(8)) << "all of its terms";
}

TEST_F(InnerAndOuterProduct, ARowOfTheBlockReadsTheSameValueOfA) {
  const Step& step = enter_here("same-value");
  EXPECT_EQ(answer(step), 0xffff & ~(1 << 5));
  const GemmFlow tile = flow();
  for (const analysis::GemmTouch& touch : tile.touches_of(session_.cursor().event)) {
    EXPECT_EQ(touch.factor, analysis::Factor::a);
    EXPECT_EQ(touch.element.row % 16, touch.thread / 16);
  }
  EXPECT_EQ(session_.launch()->costs[session_.cursor().event].conflicts, 0u);
}

TEST_F(InnerAndOuterProduct, ATileDividesWhatGlobalMemoryGivesAndNothingElse) {
  const Step& step = enter_here("tile-side");
  EXPECT_EQ(moment().reuse(), 16u);
  EXPECT_EQ(figure(Figure::global_values), 125);
  EXPECT_EQ(figure(Figure::shared_values), 2000);
  EXPECT_FALSE(is_done(step, session_));
  set("tile", 32);
  EXPECT_EQ(figure(Figure::global_values), 63) << "0.0625";
  EXPECT_EQ(figure(Figure::shared_values), 2000);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(InnerAndOuterProduct, ASliceOfKFeedsTheWholeTile) {
  (void)enter_here("slice");
  const GemmFlow tile = flow();
  EXPECT_EQ(kept(tile), 16u);
  EXPECT_EQ(moment().reuse(), 4u);
  EXPECT_EQ(figure(Figure::shared_values), 500);
  // All reads of the first step of k, of all warps.
  std::set<std::uint32_t> rows, columns;
  for (const analysis::GemmTouch& touch : tile.touches) {
    if (touch.is_brought || touch.step() != 0) continue;
    (touch.factor == analysis::Factor::a ? rows : columns).insert(touch.along());
  }
  EXPECT_EQ(rows.size(), 64u);
  EXPECT_EQ(columns.size(), 64u);
}

TEST_F(InnerAndOuterProduct, ALargerSquareUsesAValueMoreOften) {
  const Step& step = enter_here("register-tile");
  EXPECT_EQ(answer(step), 250);
  EXPECT_EQ(moment().reuse(), 8u);
  EXPECT_EQ(kept(flow()), 64u);
  EXPECT_EQ(flow().touches_of(session_.cursor().event).front().factor, analysis::Factor::a);
  EXPECT_EQ(figure(Figure::shared_values), 250);
  EXPECT_EQ(figure(Figure::shared_loads), 63) << "0.0625: four values a load";
}

TEST_F(InnerAndOuterProduct, GlobalMemoryGivesByTheBlocksTile) {
  const Step& step = enter_here("two-tiles");
  std::vector<std::int64_t> values, shared;
  for (const session::NamedKernel& each : step.prediction->ranking.of) {
    begin(step);
    select(each.kernel);
    for (const auto& [name, value] : each.parameters) set(name, value);
    values.push_back(sum(Figure::global_values));
    shared.push_back(sum(Figure::shared_values));
  }
  EXPECT_EQ(values, (std::vector<std::int64_t>{250, 63, 31, 16}));
  EXPECT_EQ(shared, (std::vector<std::int64_t>{0, 2000, 500, 250}));
}

TEST_F(InnerAndOuterProduct, PastTheEdgesReadsServeNothing) {
  const Step& step = enter_here("edges");
  const std::int64_t ragged = sum(Figure::shared_values);
  EXPECT_GT(ragged, 3 * 500);
  EXPECT_EQ(shown().launch.grid.count(), 4u);
  set("m", 128);
  EXPECT_FALSE(is_done(step, session_)) << "only one of both";
  set("n", 64);
  EXPECT_EQ(sum(Figure::shared_values), 500);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(InnerAndOuterProduct, OnlyWarpTilesMeetsTheChallenge) {
  const Step& step = enter_here("challenge");
  for (const catalog::Family& family : catalogue_.families()) {
    if (family.name != "gemm") continue;
    for (const catalog::Variant& variant : family.variants) {
      begin(step);
      select("gemm/" + variant.name);
      EXPECT_EQ(is_done(step, session_), variant.name == "warp_tiles") << variant.name;
    }
  }
}

TEST_F(InnerAndOuterProduct, AContiguousSquareConflictsAndScattersItsStores) {
  (void)enter_here("challenge");
  select("gemm/outer_shared");
  EXPECT_EQ(sum(Figure::shared_values), 250);
  EXPECT_GT(totals().shared_load.conflicts, 0u);
  EXPECT_EQ(totals().global_store.sectors, 32 * totals().global_store.requests);
  select("gemm/fastest");
  set("n", 256);
  set("block_tile", 2);  // 128 × 256
  EXPECT_NEAR(static_cast<double>(sum(Figure::shared_values)), 190, 5) << "0.19";
  EXPECT_GT(sum(Figure::shared_bytes), 20000);
}

TEST_F(InnerAndOuterProduct, LargeTilesLeaveSmsWithoutABlock) {
  const auto blocks = [&](const char* kernel) {
    return std::get<catalog::LaunchStep>(at_1024(kernel).plan.steps.front()).grid.count();
  };
  EXPECT_EQ(blocks("gemm/warp_tiles"), 64u);
  EXPECT_EQ(blocks("gemm/vector_reads"), 256u);
}

TEST_F(InnerAndOuterProduct, WhatLimitsThemIsAsTheTextSays) {
  const auto data = limits::LimitsData::read(WARPLENS_SOURCE_DIR "/assets");
  ASSERT_TRUE(data.has_value());
  const auto chip = std::ranges::find(data->chips(), "h100", &analysis::Chip::id);
  ASSERT_NE(chip, data->chips().end());
  const auto limits = [&](const char* kernel) {
    const run::PlannedVariant planned = at_1024(kernel);
    const limits::Demands* counted = data->counted(planned.found, planned.parameters);
    EXPECT_NE(counted, nullptr) << kernel;
    if (counted == nullptr) return analysis::Limits();
    return data->report(planned.found, planned.parameters, *counted, *chip).limits;
  };
  for (const char* kernel : {"gemm/row_loop", "gemm/chessboard", "gemm/vector_reads"}) {
    EXPECT_EQ(limits(kernel).limiting, Unit::wavefronts) << kernel;
  }
  EXPECT_EQ(limits("gemm/warp_tiles").limiting, Unit::issue);
  EXPECT_EQ(limits("gemm/fastest").limiting, Unit::fp32);
  for (const char* kernel : {"gemm/warp_tiles", "gemm/fastest"}) {
    const analysis::Limits of = limits(kernel);
    EXPECT_GT(*of.of(Unit::fp32).seconds, 0.8 * *of.of(Unit::issue).seconds) << kernel;
  }
}

TEST_F(InnerAndOuterProduct, FewerValuesTookLessTimeAtFullSizeAndNotAtASmallOne) {
  const auto seconds = [&](const char* kernel, std::int64_t side,
                           const catalog::Parameters& settings = {}) {
    const std::vector<session::NamedKernel> of{{kernel, settings}};
    const auto median = session::recorded_seconds(recordings(), session_.families(), of, side);
    EXPECT_TRUE(median.has_value()) << kernel;
    return median.value_or(std::vector<double>{0}).front();
  };
  const std::vector<double> falling{
      seconds("gemm/row_loop", 4096), seconds("gemm/chessboard", 4096, {{"tile", 32}}),
      seconds("gemm/vector_reads", 4096), seconds("gemm/warp_tiles", 4096),
      seconds("gemm/fastest", 4096)};
  EXPECT_TRUE(std::ranges::is_sorted(falling, std::greater<>{}));
  EXPECT_GT(seconds("gemm/warp_tiles", 1024), seconds("gemm/vector_reads", 1024));
  const double loop = seconds("gemm/row_loop", 1024), outer = seconds("gemm/outer_register", 1024);
  EXPECT_NEAR(outer / loop, 1, 0.05) << "an eighth of the values";
  EXPECT_LT(seconds("gemm/outer_register", 4096), seconds("gemm/row_loop", 4096) / 2);
}

TEST_F(InnerAndOuterProduct, ByHandTwoRowsAreOneWarpsAndTheThirdTheNext) {
  const Step& step = enter_here("names");
  const std::vector<std::uint32_t> first_terms{1, 1, 1, 1, 0, 0}, all{2, 2, 2, 2, 2, 2};
  session_.step(1);
  EXPECT_EQ(moment().terms, first_terms) << "A's column 1 and B's row 1";
  for (int i = 0; i < 3; ++i) session_.step(1);
  EXPECT_TRUE(is_done(step, session_)) << "the fifth access stores";
  for (int i = 0; i < 5; ++i) session_.step(1);
  EXPECT_EQ(moment().terms, all);
}

TEST_F(InnerAndOuterProduct, ARowInSharedMemoryLeavesBAlone) {
  (void)enter_here("rows-in-shared");
  EXPECT_EQ(totals().shared_store.requests, 8u) << "two warps of each block";
  EXPECT_EQ(sum(Figure::global_values), 1016);
  select("gemm/row_loop");
  EXPECT_EQ(sum(Figure::global_values), 2000);
}

TEST_F(InnerAndOuterProduct, AContiguousSquareIsASectorALane) {
  const Step& step = enter_here("contiguous-squares");
  EXPECT_EQ(answer(step), 32);
  EXPECT_EQ(totals().shared_load.max_way, 4u);
  const trace::EventView store = shown().events.view(session_.cursor().event);
  EXPECT_EQ(store.address[1] - store.address[0], 8u * 4);
  select("gemm/outer_register");
  go_to(kGlobalStore);
  EXPECT_EQ(figure(Figure::sectors), 4);
}

TEST_F(InnerAndOuterProduct, APitchStartsEveryRowWithASector) {
  const Step& step = enter_here("pitch");
  EXPECT_EQ(answer(step), 5);
  EXPECT_EQ(figure(Figure::sectors, session::Side::right), 4);
  const trace::EventView row = shown().events.view(session_.cursor().event);
  const trace::Buffer& b = *trace::find_buffer(shown().buffers, row.address[0]);
  EXPECT_EQ(row.address[0] - b.address, 244u);
  EXPECT_EQ(244u % analysis::kSectorBytes, 20u);
  const trace::Trace& pitched = *session_.launch(session::Side::right)->trace;
  const trace::EventView other = pitched.events.view(session_.cursor(session::Side::right).event);
  EXPECT_EQ(other.address[0] - trace::find_buffer(pitched.buffers, other.address[0])->address,
            512u);
}

TEST_F(InnerAndOuterProduct, WhereRowsAreWholeSectorsAPitchChangesNothing) {
  (void)enter_here("pitch");
  set("n", 64);
  const std::uint64_t plain = totals().global_load.sectors;
  select("gemm/pitched");
  EXPECT_EQ(totals().global_load.sectors, plain);
}

}  // namespace
}  // namespace warplens::lessons
