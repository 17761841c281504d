// What the lesson on a fast product says, asked of the trace, of ptxas's report and the recordings.
#include "app/features/limits/limits_data.h"
#include "app/features/occupancy/architectures.h"
#include "app/features/timing_chart/staged_timing.h"
#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/recorded_seconds.h"
#include "app/session/recordings.h"
#include "app/settings/timing_choice.h"
#include "viz/analysis/costed_event.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::lessons {
namespace {

using session::Figure;

class AFastGemm : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("a-fast-gemm", id); }
  std::int64_t answer(const Step& step) {
    return expected_answer(*step.prediction, session_, step.stage).value_or(-1);
  }
  std::int64_t sum(Figure figure) { return sums_of(*session_.result()).at(figure); }
  std::int64_t sum_as(std::uint32_t capability, Figure figure) {
    set_architecture(session_, capability);
    settle();
    return sum(figure);
  }
  occupancy::OnArchitecture on(const std::string& kernel, std::uint32_t capability) {
    for (const occupancy::OnArchitecture& each :
         occupancy::on_architectures(catalogue_, reports_, kernel, {})) {
      if (each.capability == capability) return each;
    }
    ADD_FAILURE() << kernel << " on " << capability;
    return {};
  }
  double seconds(const char* kernel, std::int64_t side, const catalog::Parameters& settings = {}) {
    const std::vector<session::NamedKernel> of{{kernel, settings}};
    const auto median = session::recorded_seconds(recordings(), session_.families(), of, side);
    EXPECT_TRUE(median.has_value()) << kernel;
    return median.value_or(std::vector<double>{0}).front();
  }
  double library_seconds(std::int64_t side) {
    for (const session::TimingsPtr& timings : recordings().of("gemm")) {
      for (const timing::Entry& entry : timings->entries) {
        if (entry.name == "cublasSgemm" && entry.side == side) return entry.seconds.median;
      }
    }
    ADD_FAILURE() << "cublasSgemm at " << side;
    return 0;
  }
  analysis::Limits limits_at_1024(const char* kernel) {
    const auto data = limits::LimitsData::read(WARPLENS_SOURCE_DIR "/assets");
    const auto chip = std::ranges::find(data->chips(), "h100", &analysis::Chip::id);
    const auto planned =
        run::plan_variant(catalogue_, kernel, {{"m", 1024}, {"n", 1024}, {"k", 1024}});
    const limits::Demands* counted = data->counted(planned->found, planned->parameters);
    EXPECT_NE(counted, nullptr) << kernel;
    if (counted == nullptr) return {};
    return data->report(planned->found, planned->parameters, *counted, *chip).limits;
  }
  catalog::Plan plan_at(const char* kernel, std::int64_t side,
                        const catalog::Parameters& settings = {}) {
    catalog::Parameters all{{"m", side}, {"n", side}, {"k", side}};
    all.insert(settings.begin(), settings.end());
    return run::plan_variant(catalogue_, kernel, all)->plan;
  }
  std::uint64_t blocks_at(const char* kernel, std::int64_t side,
                          const catalog::Parameters& settings = {}) {
    const catalog::Plan plan = plan_at(kernel, side, settings);
    return std::get<catalog::LaunchStep>(plan.steps.front()).grid.count();
  }

  session::KernelReports reports_{WARPLENS_SOURCE_DIR "/assets"};
};

constexpr std::int64_t kSms = 132;  // of an H200

TEST_F(AFastGemm, TheRegisterTileGainsMostOfAllRungs) {
  const auto gain = [&](const char* kernel, const char* below, const catalog::Parameters& of = {},
                        const catalog::Parameters& under = {}) {
    return seconds(below, 4096, under) / seconds(kernel, 4096, of);
  };
  const catalog::Parameters tile{{"tile", 32}};
  const double most = gain("gemm/register_tile", "gemm/chessboard", {}, tile);
  EXPECT_LT(gain("gemm/chessboard", "gemm/row_loop", tile), most);
  const std::array rungs{"gemm/register_tile", "gemm/vector_reads", "gemm/warp_tiles",
                         "gemm/stages",        "gemm/read_ahead",   "gemm/grouped_blocks",
                         "gemm/fastest"};
  double least = most;
  for (std::size_t i = 1; i < rungs.size(); ++i) {
    EXPECT_LT(gain(rungs[i], rungs[i - 1]), most) << rungs[i];
    least = std::min(least, gain(rungs[i], rungs[i - 1]));
  }
  EXPECT_LT(least, 1) << "not every rung gains";
}

TEST_F(AFastGemm, FourReadsBecomeOneOfSixteenBytesWithoutAConflict) {
  const Step& step = enter_here("fusion");
  EXPECT_EQ(answer(step), 2);
  EXPECT_EQ(figure(Figure::conflicts), 0);
  EXPECT_EQ(session_.event()->site->width, 16);
  set_architecture(session_, 0);
  settle();
  go_to(*step.stage.cursor);
  EXPECT_EQ(session_.event()->site->width, 4);
  EXPECT_EQ(figure(Figure::wavefronts), 2) << "2-way, four times";
}

TEST_F(AFastGemm, PaddingWinsInThePtxAndLosesAsExecuted) {
  const Step& step = enter_here("padding");
  EXPECT_EQ(answer(step), 0);
  EXPECT_EQ(sum_as(90, Figure::total_wavefronts), 3328);
  EXPECT_EQ(sum_as(0, Figure::total_wavefronts), 7168);
  const analysis::KernelTotals plain = session_.launch()->totals;
  EXPECT_EQ(plain.shared_load.max_way, 2u);
  EXPECT_EQ(plain.shared_store.max_way, 4u);
  select("gemm/register_tile_padded");
  EXPECT_EQ(sum(Figure::total_wavefronts), 4608);
  const analysis::KernelTotals padded = session_.launch()->totals;
  EXPECT_EQ(padded.shared_load.conflicts, 0u);
  EXPECT_EQ(padded.shared_store.max_way, 2u);
  EXPECT_EQ(sum_as(90, Figure::total_wavefronts), 4608);
}

TEST_F(AFastGemm, PaddingTakesEveryWideLoadAndABlockWhereSharedMemoryIsShort) {
  for (const occupancy::OnArchitecture& plain :
       occupancy::on_architectures(catalogue_, reports_, "gemm/register_tile", {})) {
    const occupancy::OnArchitecture padded = on("gemm/register_tile_padded", plain.capability);
    ASSERT_TRUE(plain.loads.has_value() && padded.loads.has_value()) << plain.capability;
    EXPECT_GT(plain.loads->wide, 0u) << plain.capability;
    EXPECT_EQ(padded.loads->wide, 0u) << plain.capability;
    EXPECT_EQ(padded.resources.spilled_bytes, 0u) << plain.capability;
    EXPECT_EQ(padded.shared_bytes, plain.shared_bytes + 512) << plain.capability;
  }
  const auto blocks = [&](std::uint32_t capability) {
    return std::pair(on("gemm/register_tile", capability).blocks,
                     on("gemm/register_tile_padded", capability).blocks);
  };
  for (const std::uint32_t short_of_it : {86u, 89u, 120u}) {
    EXPECT_EQ(blocks(short_of_it), std::pair(3u, 2u)) << short_of_it;
  }
  EXPECT_EQ(blocks(75), std::pair(2u, 1u));
  EXPECT_EQ(blocks(80), std::pair(4u, 4u));
  EXPECT_EQ(blocks(90), std::pair(5u, 4u));
  EXPECT_EQ(on("gemm/register_tile", 90).resources.registers, 48u);
  EXPECT_EQ(on("gemm/register_tile_padded", 90).resources.registers, 56u);
  const auto limits = [&](std::uint32_t capability) {
    const occupancy::OnArchitecture padded = on("gemm/register_tile_padded", capability);
    return analysis::occupancy(*analysis::multiprocessor(capability),
                               {256, padded.resources.registers, padded.shared_bytes});
  };
  EXPECT_TRUE(limits(89).limits(analysis::SmLimit::shared_memory));
  EXPECT_FALSE(limits(90).limits(analysis::SmLimit::shared_memory)) << "another reason";
}

TEST_F(AFastGemm, DoubleBufferingTakesRegistersAndBlocksAndTookLessTime) {
  const Step& step = enter_here("double-buffer");
  EXPECT_EQ(answer(step), 312);
  for (const occupancy::OnArchitecture& one :
       occupancy::on_architectures(catalogue_, reports_, "gemm/register_tile", {})) {
    const occupancy::OnArchitecture two = on("gemm/double_buffer", one.capability);
    EXPECT_GT(two.resources.registers, one.resources.registers) << one.capability;
    EXPECT_EQ(two.resources.spilled_bytes, 0u) << one.capability;
  }
  EXPECT_EQ(on("gemm/register_tile", 90).blocks * 8, 40u) << "warps";
  EXPECT_EQ(on("gemm/double_buffer", 90).blocks * 8, 24u);
  EXPECT_GT(3 * 4608, 4 * 3328) << "more than a third more";
}

TEST_F(AFastGemm, WhatLimitsThemIsAsTheTextSays) {
  using analysis::Unit;
  for (const char* kernel :
       {"gemm/vector_reads", "gemm/register_tile", "gemm/register_tile_padded"}) {
    EXPECT_EQ(limits_at_1024(kernel).limiting, Unit::wavefronts) << kernel;
  }
  const analysis::Limits warp_tiles = limits_at_1024("gemm/warp_tiles");
  EXPECT_EQ(warp_tiles.limiting, Unit::issue);
  EXPECT_GT(*warp_tiles.of(Unit::fp32).seconds, 0.5 * *warp_tiles.of(Unit::issue).seconds);
}

TEST_F(AFastGemm, EightByEightTakesEightWavefrontsAStepAndFourByFourSix) {
  const auto reads_a_step = [&](std::int64_t warps) {
    const trace::SiteTotals& reads = session_.launch()->totals.shared_load;
    return static_cast<std::int64_t>(reads.wavefronts) / (32 * warps);
  };
  (void)enter_here("limits");
  EXPECT_EQ(reads_a_step(4 * 8), 6);
  select("gemm/warp_tiles");
  EXPECT_EQ(reads_a_step(8), 8);
}

TEST_F(AFastGemm, AtASmallSizeTheTileThatLeavesSmsIdleLoses) {
  const Step& step = enter_here("too-few-blocks");
  EXPECT_EQ(answer(step), 1);
  EXPECT_EQ(blocks_at("gemm/chessboard", 1024, {{"tile", 32}}), 1024u);
  EXPECT_EQ(blocks_at("gemm/vector_reads", 1024), 256u);
  EXPECT_EQ(blocks_at("gemm/warp_tiles", 1024), 64u);
  EXPECT_LT(64, kSms / 2);
  EXPECT_LT(seconds("gemm/warp_tiles", 4096), seconds("gemm/vector_reads", 4096));
}

TEST_F(AFastGemm, TheShareOfCublasIsAnotherAtEachSize) {
  const auto share = [&](const char* kernel, std::int64_t side) {
    return library_seconds(side) / seconds(kernel, side);
  };
  EXPECT_LT(share("gemm/fastest", 512), 0.9);
  EXPECT_GT(share("gemm/fastest", 1024), 1);
  EXPECT_EQ(plan_at("gemm/fastest", 4096).steps.size(), 1u);
  EXPECT_EQ(plan_at("gemm/fastest", 4097).steps.size(), 2u) << "a launch before it";
  EXPECT_LT(share("gemm/warp_tiles", 1024), share("gemm/warp_tiles", 4096));
  EXPECT_GT(seconds("gemm/placed", 4096), seconds("gemm/warp_tiles", 4096));
  EXPECT_EQ(enter_here("cublas").stage.asked.of<timing_chart::StagedTiming>().reading,
            session::TimingReading::share);
  EXPECT_EQ(session_.chosen<session::TimingChoice>().reading, session::TimingReading::share);
}

// What a person writes, and what becomes of it.
class OwnIndexes : public AFastGemm {
 protected:
  OwnIndexes() : step_(enter_here("challenge")) {}
  bool is_met_by(const std::string& index) {
    begin(step_);
    write(index);
    return is_done(step_, session_);
  }
  const Step& step_;
};

TEST_F(OwnIndexes, AsItIsWrittenAStoreIsSixteenWay) {
  EXPECT_EQ(sum(Figure::total_wavefronts), 2112);
  EXPECT_EQ(session_.launch()->totals.shared_store.max_way, 16u);
  EXPECT_EQ(session_.compared_sums()->front().at(Figure::total_wavefronts), 1152);
  EXPECT_EQ(most_of(step_.done.front().bounds.front(), session_), 1267);
  EXPECT_FALSE(is_done(step_, session_));
}

TEST_F(OwnIndexes, PaddingByFourAndSwappedGroupsBothDo) {
  for (const char* index : {"step * (kTile + 4) + row", "step * kTile + (row ^ step * 4)",
                            "step*132 + row", "(step << 7) | (row ^ (step & 7) << 2)"}) {
    EXPECT_TRUE(is_met_by(index)) << index;
    EXPECT_EQ(sum(Figure::total_wavefronts), 1216) << index;
    EXPECT_EQ(session_.launch()->totals.shared_store.max_way, 2u) << index;
    EXPECT_EQ(session_.result()->run->verdict, trace::Verdict::match) << index;
  }
}

TEST_F(OwnIndexes, AMisalignedReadIsAFinding) {
  EXPECT_FALSE(is_met_by("step * 129 + row"));
  EXPECT_EQ(session_.launch()->totals.shared_store.max_way, 2u);
  EXPECT_GT(sum(Figure::findings), 0);
}

TEST_F(OwnIndexes, TwoElementsAtOnePlaceOrGroupsThatAreTornGiveAWrongProduct) {
  for (const char* index : {"row", "step * kTile", "step * kTile + (row ^ step)"}) {
    EXPECT_FALSE(is_met_by(index)) << index;
    EXPECT_EQ(session_.result()->run->verdict, trace::Verdict::mismatch) << index;
    EXPECT_GT(sum(Figure::wrong_elements), 0) << index;
  }
}

TEST_F(OwnIndexes, WhatIsWrittenTakesThePlaceOfTheSourcesOwn) {
  write("step * 132 + row");
  const std::string_view source = session_.result()->source("kernels/catalog/gemm/placed.cu");
  EXPECT_NE(source.find("return step * 132 + row;"), std::string_view::npos);
  EXPECT_EQ(source.find("return step * kTile + row;"), std::string_view::npos);
  session_.undo();
  settle();
  EXPECT_EQ(sum(Figure::total_wavefronts), 2112);
}

TEST_F(OwnIndexes, WhatReachesBeyondTheTileIsNotTaken) {
  const session::Choice before = session_.choice();
  for (const char* index : {"step * 160 + row", "step - row", "step / row", "step +", "columns"}) {
    EXPECT_FALSE(set_index(session_, index).has_value()) << index;
    EXPECT_EQ(session_.choice(), before) << index;
  }
  const auto beyond = set_index(session_, "step * 160 + row");
  EXPECT_EQ(beyond.error().message.in(Language::en),
            "place_of(14, 64) is 2304: there are the places 0 to 2303");
}

TEST_F(AFastGemm, LoopsThatStayKeepTheirArraysInLocalMemory) {
  const Step& step = enter_here("unrolled");
  const auto local = [&] {
    std::uint64_t requests = 0;
    const trace::Trace& trace = *session_.launch()->trace;
    for (std::size_t i = 0; i < trace.sites.size(); ++i)
      requests += trace.sites[i].space == trace::Space::local ? trace.totals[i].requests : 0;
    return requests;
  };
  EXPECT_GT(local(), 0u);
  const std::uint32_t few = on("gemm/outer_register_rolled", 90).resources.registers;
  select("gemm/outer_register");
  EXPECT_EQ(local(), 0u);
  EXPECT_GT(on("gemm/outer_register", 90).resources.registers, std::max(64u, 2 * few));
  EXPECT_TRUE(is_done(step, session_));
}

}  // namespace
}  // namespace warplens::lessons
