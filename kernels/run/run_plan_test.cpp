#include "kernels/run/run_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "kernels/base/all_tests.h"
#include "kernels/run/toolkit/processor_name.h"

namespace warplens::run {
namespace {

using catalog::HostBuffers;
using catalog::Plan;
using testing::HasSubstr;

struct Prepared {
  Plan plan;
  PlanTarget target;
};

Prepared small_tile() {
  const Catalogue catalogue = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  const auto [family, variant] = catalogue.find("transpose/tile").value();
  const auto parameters = complete(*family, *variant, {{"rows", 5}, {"cols", 7}}).value();
  return {variant->plan(parameters).value(),
          {"transpose/tile", catalogue.module(*family, *variant).value()}};
}

TEST(Plans, MatchTheirReferenceAndNameTheTrace) {
  const Prepared prepared = small_tile();
  const trace::Run result = run_plan(prepared.plan, prepared.target, {}).value();
  EXPECT_EQ(result.verdict, trace::Verdict::match);
  EXPECT_FALSE(result.mismatch.has_value());
  ASSERT_EQ(result.traces.size(), 1u);
  EXPECT_EQ(result.traces[0]->kernel, "transpose/tile");
  ASSERT_EQ(result.buffers.size(), 2u);
  EXPECT_EQ(result.buffers[1].rows, 7u);
  EXPECT_EQ(result.buffers[1].columns, 5u);
}

TEST(Plans, ReportTheFirstElementThatAPerturbedReferenceDisputes) {
  Prepared prepared = small_tile();
  prepared.plan.reference = [right = prepared.plan.reference](HostBuffers& buffers) {
    right(buffers);
    buffers.as<float>("out")[6] += 1;  // row 1, column 1 of 7 × 5: in[1][1] of 5 × 7, 8
    buffers.as<float>("out")[20] += 1;
  };
  const trace::Run result = run_plan(prepared.plan, prepared.target, {}).value();
  EXPECT_EQ(result.verdict, trace::Verdict::mismatch);
  ASSERT_TRUE(result.mismatch.has_value());
  EXPECT_EQ(result.mismatch->buffer, "out");
  EXPECT_EQ(result.mismatch->element, 6u);
  EXPECT_EQ(result.mismatch->expected, "9");
  EXPECT_EQ(result.mismatch->actual, "8");
  EXPECT_EQ(result.mismatch->count, 2u);
}

// 2048³ products are ten seconds of one core's.
TEST(Plans, DoNotWaitForTheReferenceOfALargeResultThatNobodyWaitsFor) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer it takes too long";
  const Catalogue catalogue = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  Options options;
  options.keep_buffers = false;
  options.machine.time_limit = std::chrono::milliseconds(100);
  const auto begin = std::chrono::steady_clock::now();
  const auto result = run_variant(catalogue, "gemm/register_tile",
                                  {{"m", 2048}, {"n", 2048}, {"k", 2048}}, options);
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_EQ(result->verdict, trace::Verdict::unchecked);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(Plans, WithoutAReferenceAreUnchecked) {
  Prepared prepared = small_tile();
  prepared.plan.reference = nullptr;
  EXPECT_EQ(run_plan(prepared.plan, prepared.target, {}).value().verdict,
            trace::Verdict::unchecked);
}

TEST(Plans, RunHostStepsAndLaunchesInOrder) {
  Prepared prepared = small_tile();
  const catalog::Step launch = prepared.plan.steps.at(0);
  const catalog::HostStep double_input{Text("double"), [](HostBuffers& buffers) {
                                         for (float& x : buffers.as<float>("in")) x *= 2;
                                       }};
  prepared.plan.steps = {launch, double_input, launch};
  prepared.plan.reference = [right = prepared.plan.reference](HostBuffers& buffers) {
    right(buffers);
    for (float& x : buffers.as<float>("out")) x *= 2;
  };
  const trace::Run result = run_plan(prepared.plan, prepared.target, {}).value();
  EXPECT_EQ(result.traces.size(), 2u);
  EXPECT_EQ(result.verdict, trace::Verdict::match);
}

TEST(Plans, StopWhenAskedTo) {
  const Prepared prepared = small_tile();
  std::stop_source source;
  source.request_stop();
  Options options;
  options.machine.stop = source.get_token();
  const auto result = run_plan(prepared.plan, prepared.target, options);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message.in(Language::en), "cancelled");
}

TEST(Plans, WithAnEntryThatTheImageLacksFailInOneLine) {
  Prepared prepared = small_tile();
  std::get<catalog::LaunchStep>(prepared.plan.steps[0]).entry = "nothing";
  EXPECT_THAT(run_plan(prepared.plan, prepared.target, {}).error().message.in(Language::en),
              HasSubstr("has no kernel 'nothing', it has: transpose_tile<32>"));
}

TEST(Variants, AreRunByNameWithTheirSources) {
  const Catalogue catalogue = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  Options options;
  options.keep_buffers = false;
  const trace::Run result =
      run_variant(catalogue, "transpose/tile", {{"rows", 3}}, options).value();
  EXPECT_EQ(result.verdict, trace::Verdict::match);
  EXPECT_TRUE(result.buffers.empty());
  ASSERT_EQ(result.sources->size(), 1u);
  EXPECT_EQ(result.sources->front().first, "kernels/catalog/transpose/tile.cu");
  EXPECT_THAT(run_variant(catalogue, "transpose/tile", {{"rows", 0}}, options)
                  .error()
                  .message.in(Language::en),
              HasSubstr("rows is 0"));
  EXPECT_THAT(run_variant(catalogue, "nothing", {}, options).error().message.in(Language::en),
              HasSubstr("no kernel 'nothing'"));
}

TEST(Variants, SayInTheirRunWhatRanAndWhere) {
  const Catalogue catalogue = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  const trace::Run result = run_variant(catalogue, "transpose/tile", {{"rows", 3}}, {}).value();
  EXPECT_EQ(result.kernel(), "transpose/tile");
  EXPECT_EQ(result.parameters.at("rows"), 3);
  EXPECT_TRUE(result.parameters.contains("cols")) << "what was not set, too";
  EXPECT_EQ(result.device, processor_name());
  EXPECT_THAT(result.created, testing::MatchesRegex("20..-..-..T..:..:..Z"));
}

TEST(Variants, HaveOneTextHoweverOftenTheyRun) {
  const Catalogue catalogue = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  const trace::Run first = run_variant(catalogue, "transpose/tile", {{"rows", 3}}, {}).value();
  const trace::Run second = run_variant(catalogue, "transpose/tile", {{"rows", 5}}, {}).value();
  EXPECT_EQ(first.ptx, second.ptx);
  EXPECT_EQ(first.sources, second.sources);
  EXPECT_EQ(first.chinese_sources, second.chinese_sources);
  EXPECT_EQ(first.chinese_sources->size(), 1u);
  const trace::Run other = run_variant(catalogue, "transpose/tile_padded", {}, {}).value();
  EXPECT_NE(*other.ptx, *first.ptx);
  EXPECT_NE(*other.sources, *first.sources);
}

}  // namespace
}  // namespace warplens::run
