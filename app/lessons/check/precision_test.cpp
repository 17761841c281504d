// What the lesson on precision says, measured and asked of the trace.
#include <array>
#include <fstream>
#include <sstream>

#include "app/features/accuracy/accuracy_choice.h"
#include "app/features/accuracy/accuracy_goal.h"
#include "app/features/accuracy/accuracy_measuring.h"
#include "app/features/limits/limits_data.h"
#include "app/lessons/course_test.h"
#include "app/session/edits.h"
#include "app/session/goal_of_seen.h"
#include "app/session/kernel_result.h"
#include "app/session/recorded_seconds.h"

namespace warplens::lessons {
namespace {

using accuracy::AccuracyFigure;
using analysis::Unit;
using run::Inputs;

class Precision : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("precision", id); }
  std::int64_t answer(const Step& step) {
    return expected_answer(*step.prediction, session_, step.stage).value_or(-1);
  }
  run::SumAccuracy errors(const std::string& kernel, Inputs inputs,
                          const catalog::Parameters& settings = {}) {
    return run::measure_accuracy(catalogue_, {kernel, settings, inputs, {}}, {}).value();
  }
  double largest(const std::string& kernel, Inputs inputs,
                 const catalog::Parameters& settings = {}) {
    return errors(kernel, inputs, settings).at.back().largest;
  }
  // What the chart has of the kernel on the stage.
  const run::SumAccuracy& shown() {
    return (**accuracy::measuring(session_).find(accuracy::accuracy_questions(session_).front()))
        ->sizes;
  }
  std::size_t distinct(const char* kernel) {
    return run::measure_orders(
               catalogue_, {kernel, {{"blocks", 64}, {"threads", 256}}, Inputs::positive, {20000}},
               {})
        .value()
        .distinct();
  }
  const catalog::Parameters kOneBlock{{"blocks", 1}, {"threads", 32}};
};

TEST_F(Precision, EqualTermsAreRoundedTheSameWayAndRandomOnesCancel) {
  (void)enter_here("tenth");
  EXPECT_LT(shown().at.back().largest, 10);
  EXPECT_EQ(shown().at.back().size, 262144);
  accuracy::AccuracyChoice choice = session_.chosen<accuracy::AccuracyChoice>();
  choice.inputs = Inputs::equal;
  session_.choose(choice);
  settle();
  const auto& at = shown().at;
  EXPECT_GT(at.back().largest, 500);
  for (std::size_t i = 1; i < at.size(); ++i) EXPECT_GT(at[i].largest, at[i - 1].largest);
  for (const run::SizeAccuracy& each : at) EXPECT_LT(each.largest, static_cast<double>(each.size));
}

TEST_F(Precision, MoreBlocksMakeShorterSums) {
  const Step& step = enter_here("blocks");
  EXPECT_EQ(answer(step), 321);
  EXPECT_EQ(262144 / 32, 8192);
  EXPECT_EQ(262144 / (8 * 32), 1024);
  EXPECT_EQ(262144 / (64 * 256), 16);
  set_parameters(session_, {{"blocks", 64}, {"threads", 256}});
  settle();
  EXPECT_LT(shown().at.back().largest, 4) << "a few roundings";
  EXPECT_LT(shown().operations.fp32, 1.2) << "nobody did more arithmetic, but for the tree's";
}

TEST_F(Precision, ADoubleSumIsRoundedOnceAtAnySize) {
  (void)enter_here("double");
  for (std::size_t i = 1; i < shown().at.size(); ++i) {
    EXPECT_GT(shown().at[i].largest, shown().at[i - 1].largest);
    EXPECT_EQ(shown().at[i].sums, 256u);
  }
  select("gemm/double_sum");
  for (const run::SizeAccuracy& each : shown().at) EXPECT_LE(each.largest, 1);
}

TEST_F(Precision, AProductAndItsAdditionAreOneInstruction) {
  std::ifstream in(WARPLENS_SOURCE_DIR "/assets/ptx/gemm/chessboard.ptx");
  std::ostringstream ptx;
  ptx << in.rdbuf();
  EXPECT_NE(ptx.str().find("fma.rn.f32"), std::string::npos);
  EXPECT_EQ(ptx.str().find("mul.f32"), std::string::npos);
  EXPECT_EQ(ptx.str().find("mul.rn.f32"), std::string::npos);
}

TEST_F(Precision, RoundingADoubleAtEachStepGainsNothing) {
  const Step& step = enter_here("rounded");
  EXPECT_EQ(answer(step), 1);
  for (const Inputs inputs : {Inputs::equal, Inputs::positive, Inputs::mixed}) {
    const auto plain = errors("gemm/chessboard", inputs).at;
    const auto rounded = errors("gemm/double_rounded", inputs).at;
    for (std::size_t i = 0; i < plain.size(); ++i) {
      EXPECT_NEAR(rounded[i].largest, plain[i].largest, 0.01 * plain[i].largest);
      EXPECT_NEAR(rounded[i].rms, plain[i].rms, 0.01 * plain[i].rms);
    }
  }
  EXPECT_LT(largest("gemm/kahan", Inputs::positive), 1);
  EXPECT_LT(largest("gemm/pairwise", Inputs::positive), 3);
}

TEST_F(Precision, TheLostLineLeavesAFloatSumThatNothingButAnExactOneTells) {
  (void)enter_here("compensated");
  const auto accesses = totals();
  EXPECT_EQ(session_.result()->run->verdict, trace::Verdict::match);
  select("gemm/kahan_lost");
  EXPECT_EQ(figure(session::Figure::findings), 0);
  EXPECT_EQ(totals().global_load, accesses.global_load);
  EXPECT_EQ(totals().shared_load, accesses.shared_load);
  EXPECT_EQ(totals().shared_store, accesses.shared_store);
  EXPECT_DOUBLE_EQ(shown().at.back().largest, largest("gemm/chessboard", Inputs::equal));
  EXPECT_LT(largest("gemm/kahan", Inputs::equal), 1);
}

// comp -= a · b; t = res − comp; res = t
TEST_F(Precision, AsPrintedEachTermBringsAllEarlierOnesOnceMore) {
  const std::array terms{1.0f, 2.0f, 4.0f, 8.0f};
  float kept = 0, sum = 0, of_all_beginnings = 0, so_far = 0;
  for (const float term : terms) {
    kept -= term;
    sum = sum - kept;
    of_all_beginnings += so_far += term;
  }
  EXPECT_EQ(sum, of_all_beginnings);
  EXPECT_EQ(sum, 1 + 3 + 7 + 15) << "the sum is 15";
}

TEST_F(Precision, AnAtomicSumHasAsManyResultsAsOrdersRoundDifferently) {
  (void)enter_here("orders");
  EXPECT_GT(distinct("reduce/atomic"), 1u);
  EXPECT_EQ(session_.launch()->trace->launch.grid.count(), 64u);
}

TEST_F(Precision, ACounterFixesNoOrderAndTheLastBlockDoes) {
  const Step& step = enter_here("last");
  EXPECT_EQ(answer(step), 1);
  EXPECT_EQ(distinct("reduce/last_block"), 1u);
}

TEST_F(Precision, WgmmaOfEightBitsIsOffByMoreThanAnyOrderOfFloatAdditions) {
  const Step& step = enter_here("tensor-cores");
  EXPECT_EQ(answer(step), 1);
  const auto at = [this](const char* kernel, std::int64_t terms) {
    return errors(kernel, Inputs::positive).find(terms)->largest;
  };
  for (const std::int64_t terms : {16, 64, 256, 1024, 4096}) {
    EXPECT_GT(at("tensor_gemm/fp8_wgmma", terms), static_cast<double>(terms)) << "the bound";
    EXPECT_LT(at("tensor_gemm/fp8", terms), static_cast<double>(terms));
  }
  EXPECT_NEAR(at("tensor_gemm/fp8_wgmma", 4096) * 0x1p-24, 0.07, 0.005) << "7% of the sum";
  EXPECT_NEAR(at("tensor_gemm/fp8_promoted", 4096) * 0x1p-24, 0.0005, 0.0001);
  EXPECT_LE(at("tensor_gemm/fp8_promoted", 4096), at("tensor_gemm/fp8_promoted", 256));
}

TEST_F(Precision, ArchitecturesSumTheSamePtxInTheirOwnWay) {
  (void)enter_here("architectures");
  const auto on = [this](const char* kernel, std::uint32_t architecture) {
    const run::SumQuestion question{kernel, {}, Inputs::positive, {4096}, architecture};
    return run::measure_accuracy(catalogue_, question, {}).value().at.front().largest;
  };
  EXPECT_GT(on("tensor_gemm/fp8", 89), 4096);
  const double halves = on("tensor_gemm/one_tile", 90);
  for (const std::uint32_t each : {90u, 100u, 120u})
    EXPECT_LT(on("tensor_gemm/fp8", each), halves) << each;
  EXPECT_GT(on("tensor_gemm/one_tile", 70), on("tensor_gemm/one_tile", 80));
  EXPECT_GT(on("tensor_gemm/one_tile", 80), halves);
}

TEST_F(Precision, LongSumsOfEqualTermsBreakAFloat) {
  (void)enter_here("break");
  EXPECT_LT(shown().at.back().largest, 1) << "it begins with less than a rounding";
  EXPECT_GE(largest("reduce/sequential", Inputs::equal, kOneBlock), 1000);
  EXPECT_LT(largest("reduce/kahan", Inputs::equal, kOneBlock), 4);
}

TEST_F(Precision, OnlyPairsMeetTheChallenge) {
  const Step& step = enter_here("challenge");
  EXPECT_DOUBLE_EQ(shown().operations.fp32, 4);
  using Asked = session::GoalOfSeen<accuracy::SeenAccuracy, accuracy::AccuracyGoal>;
  const accuracy::AccuracyGoal& goal = dynamic_cast<const Asked&>(*step.done.front().goal).wanted();
  for (const catalog::Variant& variant : session_.family()->variants) {
    const std::string kernel = "gemm/" + variant.name;
    const bool is_compared =
        std::ranges::count(session_.family()->summed->compared, variant.name) > 0;
    if (!is_compared) continue;
    accuracy::AccuracyAnswer answer{errors(kernel, Inputs::equal), {}};
    accuracy::SeenAccuracy seen{session_.chosen<accuracy::AccuracyChoice>(),
                                {},
                                std::make_shared<accuracy::AccuracyAnswer>(answer)};
    EXPECT_EQ(meets(seen, goal), variant.name == "pairwise") << kernel;
  }
  const auto pairs = errors("gemm/pairwise", Inputs::positive);
  EXPECT_LT(pairs.operations.fp32, 1.0 + 2.5 / 16) << "about one addition more for 16 terms";
}

TEST_F(Precision, WhatIsSaidOfTimesIsRecorded) {
  const auto seconds = [&](const char* kernel, std::int64_t side,
                           const catalog::Parameters& settings = {}) {
    const std::vector<session::NamedKernel> of{{kernel, settings}};
    const auto median = session::recorded_seconds(recordings(), session_.families(), of, side);
    return median.value_or(std::vector<double>{0}).front();
  };
  const double plain = seconds("gemm/chessboard", 4096, {{"tile", 16}});
  EXPECT_GT(plain, 0);
  EXPECT_GT(seconds("gemm/kahan", 4096), plain);
  EXPECT_GT(seconds("gemm/double_sum", 4096), seconds("gemm/kahan", 4096));
  const catalog::Parameters few{{"blocks", 264}, {"threads", 512}};
  EXPECT_GT(seconds("reduce/one_total", 16384, few), 0);
  EXPECT_GT(seconds("gemm/pairwise", 4096), seconds("gemm/kahan", 4096));
}

TEST_F(Precision, SharedMemoryLimitsThePlainAndTheCompensatedSum) {
  const auto data = *limits::LimitsData::read(WARPLENS_SOURCE_DIR "/assets");
  const auto chip = *analysis::find_chip(data.chips(), "h100");
  for (const char* kernel : {"gemm/chessboard", "gemm/kahan"}) {
    const auto planned =
        *run::plan_variant(catalogue_, kernel, {{"m", 1024}, {"n", 1024}, {"k", 1024}});
    const auto* counted = data.counted(planned.found, planned.parameters);
    ASSERT_NE(counted, nullptr) << kernel;
    EXPECT_EQ(analysis::limits(*counted, *chip).limiting, Unit::wavefronts) << kernel;
  }
}

TEST_F(Precision, ALargeTermSwallowsTheEndOfASmallOne) {
  EXPECT_EQ(123456.0f + 2.323f, 123458.3203125f);
  EXPECT_EQ(std::nextafter(123456.0f, 1e9f) - 123456.0f, 1.0f / 128);
}

}  // namespace
}  // namespace warplens::lessons
