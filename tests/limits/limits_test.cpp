// assets/demands.json is what the kernels give now, and none is faster than its least time. After
// a wanted change: cmake --build --preset release --target count_demands, then read the diff.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <future>
#include <thread>

#include "app/features/limits/limits_data.h"
#include "app/session/count_run.h"
#include "kernels/base/all_tests.h"
#include "kernels/base/whole_file.h"
#include "tests/limits/counted_kernels.h"

namespace warplens::limits {
namespace {

using analysis::CountedRun;

const std::filesystem::path kAssets = WARPLENS_SOURCE_DIR "/assets";
const std::filesystem::path kDemandFile = kAssets / "demands.json";

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

limits::Demands count(const CountedRun& run) {
  run::Options options;
  options.machine.time_limit = std::chrono::hours(1);
  auto demands =
      session::count_run(the_catalogue(), run.family + "/" + run.name, run.parameters, options);
  EXPECT_TRUE(demands.has_value()) << run.name << ": " << demands.error().message.in(Language::en);
  return demands.has_value() ? std::move(*demands) : limits::Demands();
}

// Side by side, a run a thread.
void count_all(const std::vector<CountedRun*>& runs) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size(); i = next++) runs[i]->launches = count(*runs[i]);
  };
  std::vector<std::future<void>> workers;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
    workers.push_back(std::async(std::launch::async, work));
  }
}

// Those that are there stay as they are; what is of other PTX, or new, is counted.
void update_demands() {
  const std::vector<CountedRun> before = committed();
  std::vector<CountedRun> runs = all_wanted();
  std::vector<CountedRun*> unknown;
  for (CountedRun& run : runs) {
    const CountedRun* known = among(before, run);
    if (known != nullptr) {
      run.launches = known->launches;
    } else {
      unknown.push_back(&run);
    }
  }
  count_all(unknown);
  EXPECT_TRUE(write_whole_file(kDemandFile, analysis::to_json(runs)).has_value());
}

struct ReportedRun {
  CountedRun run;
  limits::LimitsReport report;
};

std::vector<ReportedRun> reported_runs() {
  const auto data = limits::LimitsData::read(kAssets);
  EXPECT_TRUE(data.has_value());
  const auto chip = analysis::find_chip(data->chips(), "h100");
  EXPECT_TRUE(chip.has_value());
  std::vector<ReportedRun> reported;
  for (CountedRun& run : committed()) {
    const auto found = the_catalogue().find(run.family + "/" + run.name);
    if (!found.has_value()) continue;
    auto report = data->report(*found, run.parameters, run.launches, **chip);
    reported.push_back({std::move(run), std::move(report)});
  }
  return reported;
}

TEST(Demands, AreOfEveryTimedVariantAtThreeSizes) {
  if (updates()) update_demands();
  const std::vector<CountedRun> runs = committed();
  for (const CountedRun& wanted : all_wanted()) {
    EXPECT_NE(among(runs, wanted), nullptr)
        << wanted.family << "/" << wanted.name << " at " << wanted.side
        << " is not counted: build the target count_demands";
  }
}

TEST(Limits, NoKernelIsFasterThanItsLeastTime) {
  constexpr double kWithin = 1.03;
  int recorded = 0;
  for (const ReportedRun& one : reported_runs()) {
    if (!one.report.measured.has_value()) continue;
    ++recorded;
    EXPECT_GE(*one.report.measured * kWithin, one.report.limits.seconds)
        << one.run.family << "/" << one.run.name << " at " << one.run.side;
  }
  EXPECT_GE(recorded, 3 * 45);
}

TEST(Demands, AreWhatTheMachineCounts) {
  const std::int64_t most = all_tests_are_asked_for() && !is_too_slow_here() ? 1024 : 256;
  for (const CountedRun& run : committed()) {
    const bool is_long = run.family == "gemm" && run.side > 256;
    if (run.side > most || is_long || run.family == "shared") continue;
    EXPECT_EQ(count(run), run.launches) << run.family << "/" << run.name << " at " << run.side;
  }
}

}  // namespace
}  // namespace warplens::limits
