// docs/LIMITS.md and assets/demands.json, of which it is made, are what the kernels give now. After
// a wanted change: cmake --build --preset release --target limits_document, then read the diff.
#include "tests/limits/limits_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "app/session/live/count_run.h"
#include "kernels/base/all_tests.h"
#include "kernels/base/whole_file.h"
#include "tests/limits/counted_kernels.h"

namespace warplens::limits {
namespace {

using analysis::CountedRun;

const std::filesystem::path kAssets = WARPLENS_SOURCE_DIR "/assets";
const std::filesystem::path kDemandFile = kAssets / "demands.json";
const std::filesystem::path kDocument = WARPLENS_SOURCE_DIR "/docs/LIMITS.md";

bool updates() { return std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr; }

const run::Catalogue& the_catalogue() {
  static const auto catalogue = run::Catalogue::open(kAssets);
  return *catalogue;
}

std::vector<CountedRun> all_wanted() {
  const auto images = timing::Images::open(kAssets);
  EXPECT_TRUE(images.has_value());
  return wanted_runs(the_catalogue().families(), *images);
}

std::vector<CountedRun> committed() {
  auto runs = analysis::read_demands(kDemandFile);
  return runs.has_value() ? std::move(*runs) : std::vector<CountedRun>();
}

const CountedRun* among(const std::vector<CountedRun>& runs, const CountedRun& wanted) {
  return analysis::find_run(runs, wanted.family, wanted.name, wanted.parameters, wanted.image);
}

session::Demands count(const CountedRun& run) {
  run::Options options;
  options.machine.time_limit = std::chrono::hours(1);
  auto demands =
      session::count_run(the_catalogue(), run.family + "/" + run.name, run.parameters, options);
  EXPECT_TRUE(demands.has_value()) << run.name << ": " << demands.error().message.in(Language::en);
  return demands.has_value() ? std::move(*demands) : session::Demands();
}

// Those that are there stay as they are; what is of other PTX, or new, is counted.
void update_demands() {
  const std::vector<CountedRun> before = committed();
  std::vector<CountedRun> runs = all_wanted();
  for (CountedRun& run : runs) {
    const CountedRun* known = among(before, run);
    run.launches = known != nullptr ? known->launches : count(run);
  }
  EXPECT_TRUE(write_whole_file(kDemandFile, analysis::to_json(runs)).has_value());
}

std::vector<DocumentedRun> documented_runs() {
  const auto data = session::LimitsData::read(kAssets);
  EXPECT_TRUE(data.has_value());
  const auto chip = analysis::find_chip(data->chips(), "h100");
  EXPECT_TRUE(chip.has_value());
  std::vector<DocumentedRun> documented;
  for (CountedRun& run : committed()) {
    const auto found = the_catalogue().find(run.family + "/" + run.name);
    if (!found.has_value()) continue;
    auto report = data->report(*found, run.parameters, run.launches, **chip);
    documented.push_back({std::move(run), std::move(report)});
  }
  return documented;
}

std::string committed_document() {
  std::ifstream in(kDocument);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(LimitsDocument, IsWhatIsCommitted) {
  if (updates()) update_demands();
  const auto chips = analysis::read_chips(kAssets / "chips.json");
  ASSERT_TRUE(chips.has_value());
  const std::string text = limits_document(*chips, documented_runs());
  if (updates()) {
    EXPECT_TRUE(write_whole_file(kDocument, text).has_value());
  }
  EXPECT_TRUE(committed_document() == text)
      << "docs/LIMITS.md is stale: build the target limits_document";
}

TEST(LimitsDocument, TellsOfEveryTimedVariantAtThreeSizes) {
  const std::vector<CountedRun> runs = committed();
  for (const CountedRun& wanted : all_wanted()) {
    EXPECT_NE(among(runs, wanted), nullptr)
        << wanted.family << "/" << wanted.name << " at " << wanted.side
        << " is not counted: build the target limits_document";
  }
}

TEST(Limits, NoKernelIsFasterThanItsLeastTime) {
  constexpr double kWithin = 1.03;
  int recorded = 0;
  for (const DocumentedRun& one : documented_runs()) {
    if (!one.report.measured.has_value()) continue;
    ++recorded;
    EXPECT_GE(*one.report.measured * kWithin, one.report.limits.seconds)
        << one.run.family << "/" << one.run.name << " at " << one.run.side;
  }
  EXPECT_GE(recorded, 3 * 45);
}

TEST(Limits, WhatWasCountedIsWhatTheMachineCounts) {
  const std::int64_t most = all_tests_are_asked_for() && !is_too_slow_here() ? 1024 : 256;
  for (const CountedRun& run : committed()) {
    const bool is_long = run.family == "gemm" && run.side > 256;
    if (run.side > most || is_long || run.family == "shared") continue;
    EXPECT_EQ(count(run), run.launches) << run.family << "/" << run.name << " at " << run.side;
  }
}

}  // namespace
}  // namespace warplens::limits
