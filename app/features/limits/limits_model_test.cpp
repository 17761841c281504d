#include "app/features/limits/limits_model.h"

#include <gtest/gtest.h>

#include "app/session/count_run.h"

namespace warplens::limits {
namespace {

const run::Catalogue& all_kernels() {
  static const auto catalogue = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return *catalogue;
}

catalog::Parameters completed(const char* kernel, const catalog::Parameters& settings) {
  const auto found = all_kernels().find(kernel);
  return complete(*found->family, *found->variant, settings).value();
}

TEST(CountRun, GivesADemandALaunch) {
  const char* kernel = "window/blur_separable";
  const auto demands = session::count_run(all_kernels(), kernel,
                                          completed(kernel, {{"rows", 64}, {"cols", 64}}), {});
  ASSERT_TRUE(demands.has_value()) << demands.error().message.in(Language::en);
  ASSERT_EQ(demands->size(), 2u);
  EXPECT_EQ(demands->at(0).fetched_bytes, 64u * 64 * 4);
  EXPECT_EQ(demands->at(0).written_bytes, 64u * 64 * 4);
}

TEST(CountRun, ATransposeMovesEachElementOnceWhateverItsConflicts) {
  for (const char* kernel : {"transpose/tile", "transpose/tile_xor", "transpose/coalesced_read"}) {
    const auto demands = session::count_run(all_kernels(), kernel,
                                            completed(kernel, {{"rows", 64}, {"cols", 96}}), {});
    ASSERT_TRUE(demands.has_value()) << demands.error().message.in(Language::en);
    EXPECT_EQ(demands->at(0).fetched_bytes, 64u * 96 * 4) << kernel;
    EXPECT_EQ(demands->at(0).written_bytes, 64u * 96 * 4) << kernel;
  }
}

TEST(CountRun, AMatrixProductHasAMultiplyAddForEachTerm) {
  const char* kernel = "gemm/register_tile";
  const auto demands = session::count_run(all_kernels(), kernel,
                                          completed(kernel, {{"m", 64}, {"n", 64}, {"k", 64}}), {});
  ASSERT_TRUE(demands.has_value()) << demands.error().message.in(Language::en);
  EXPECT_EQ(demands->at(0).of(analysis::Work::fp32), 64u * 64 * 64 / 32);
}

TEST(CountRun, StopsWhenItIsAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  run::Options options;
  options.machine.stop = stop.get_token();
  EXPECT_FALSE(
      session::count_run(all_kernels(), "transpose/tile", completed("transpose/tile", {}), options)
          .has_value());
}

TEST(LimitsModel, HasAReportAChip) {
  const LimitsModel model = limits_model(
      all_kernels(), {"transpose/tile_padded", completed("transpose/tile_padded", {}), {}}, {});
  EXPECT_FALSE(model.error.has_value());
  EXPECT_GE(model.reports.size(), 6u);
  EXPECT_TRUE(model.reports.at(0).measured.has_value());
}

TEST(LimitsModel, KeepsWhatWasChosenBesidesTheSize) {
  std::stop_source stop;
  stop.request_stop();  // nothing is counted
  const LimitsModel model = limits_model(
      all_kernels(),
      {"transpose/tile_padded", completed("transpose/tile_padded", {{"pitch", 34}}), {}},
      stop.get_token());
  EXPECT_EQ(model.parameters.at("rows"), 4096);
  EXPECT_EQ(model.parameters.at("pitch"), 34);
}

std::int64_t rows_at(std::optional<std::int64_t> side) {
  const auto parameters = completed("transpose/tile_padded", {});
  return limits_model(all_kernels(), {"transpose/tile_padded", parameters, side}, {})
      .parameters.at("rows");
}

TEST(LimitsModel, StandsAtTheChartsSizeOrTheLargestThatWasCountedBelowIt) {
  EXPECT_EQ(rows_at(std::nullopt), 4096);
  EXPECT_EQ(rows_at(1024), 1024);
  EXPECT_EQ(rows_at(2000), 1024);
  const std::int64_t largest = rows_at(1'000'000);
  EXPECT_GT(largest, 4096);
  EXPECT_EQ(rows_at(3), 4096) << "none is as small";
}

TEST(LimitsModel, SaysWhyThereIsNone) {
  const LimitsModel model = limits_model(all_kernels(), {"no/kernel", {}, {}}, {});
  ASSERT_TRUE(model.error.has_value());
  EXPECT_FALSE(model.error->in(Language::zh).empty());
}

}  // namespace
}  // namespace warplens::limits
