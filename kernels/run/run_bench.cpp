// How fast the machine interprets the catalogue's kernels: FAMILY/VARIANT/what_is_done.
//
//   build/release/kernels_run_bench --benchmark_filter=gemm/register_tile
//
// On one core the time is the processor's, so that other processes do not count; on all cores it is
// the clock's.
#include <benchmark/benchmark.h>

#include <ctime>
#include <map>
#include <string>

#include "kernels/run/device_buffers.h"
#include "kernels/run/launch.h"
#include "kernels/run/run.h"
#include "viz/analysis/access_cost.h"

namespace warplens::run {
namespace {

using machine::Recording;

// Each does what the one before does, and more.
struct Level {
  const char* name;
  Recording recording;
  bool detects_races;
};
constexpr Level kLevels[] = {{"run", Recording::none, false},
                             {"races", Recording::none, true},
                             {"totals", Recording::totals, true},
                             {"events", Recording::events, true}};

// Large enough that a launch takes a tenth of a second; other families run at a lesson's size.
const std::map<std::string, catalog::Parameters> kSizes = {
    {"transpose", {{"rows", 2048}, {"cols", 2048}}},
    {"gemm", {{"m", 512}, {"n", 512}, {"k", 512}}},
};

struct Timed {
  double seconds = 0;
  double lane_instructions = 0;
};

Result<Timed> run_steps(const catalog::Plan& plan, const std::shared_ptr<const ptx::Module>& module,
                        const machine::RunOptions& options) {
  DeviceBuffers buffers;
  for (const catalog::BufferSpec& spec : plan.buffers) {
    const Result<void> added = buffers.add(spec);
    if (!added.has_value()) return fail(added.error());
  }
  Timed timed;
  for (const catalog::Step& step : plan.steps) {
    if (const auto* host = std::get_if<catalog::HostStep>(&step)) {
      host->action(buffers);
      continue;
    }
    const std::clock_t start = std::clock();
    const auto trace =
        launch(module, "bench", std::get<catalog::LaunchStep>(step), buffers, options);
    if (!trace.has_value()) return fail(trace.error());
    const double processor = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    timed.seconds += options.threads == 1 ? processor : (*trace)->seconds;
    timed.lane_instructions += static_cast<double>((*trace)->lane_instructions);
  }
  return timed;
}

void run_variant(benchmark::State& state, const Catalogue& catalogue, const std::string& name,
                 const Level& level, unsigned threads) {
  const auto found = catalogue.find(name);
  if (!found) return state.SkipWithError(found.error().message.c_str());
  catalog::Family family = *found->family;
  if (const auto size = kSizes.find(family.name); size != kSizes.end()) {
    family.full_size = size->second;
  } else {
    family.full_size = {};
  }
  const auto parameters = complete(family, *found->variant, full_size_of(family, *found->variant));
  if (!parameters) return state.SkipWithError(parameters.error().message.c_str());
  const auto plan = found->variant->plan(*parameters);
  if (!plan) return state.SkipWithError(plan.error().message.c_str());
  const auto module = catalogue.module(*found->family, *found->variant);
  if (!module) return state.SkipWithError(module.error().message.c_str());

  machine::RunOptions options;
  options.recording = level.recording;
  options.cost = level.recording == Recording::none ? nullptr : analysis::add_cost;
  options.detect_races = level.detects_races;
  options.threads = threads;
  double lane_instructions = 0;
  for (auto _ : state) {
    const auto timed = run_steps(*plan, *module, options);
    if (!timed) return state.SkipWithError(timed.error().message.c_str());
    state.SetIterationTime(timed->seconds);
    lane_instructions += timed->lane_instructions;
  }
  state.counters["lane_instructions"] =
      benchmark::Counter(lane_instructions, benchmark::Counter::kIsRate);
}

void register_variant(const Catalogue& catalogue, const std::string& name) {
  const auto add = [&](const Level& level, unsigned threads) {
    const std::string cores = threads == 1 ? "" : "_all_cores";
    benchmark::RegisterBenchmark((name + "/" + level.name + cores).c_str(),
                                 [&catalogue, name, level, threads](benchmark::State& state) {
                                   run_variant(state, catalogue, name, level, threads);
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  };
  for (const Level& level : kLevels) add(level, 1);
  for (const Level& level : kLevels) add(level, 0);
}

const bool kRegistered = [] {
  const auto assets = find_assets();
  if (!assets) return false;
  static const auto catalogue = Catalogue::open(*assets);
  if (!catalogue) return false;
  for (const catalog::Family& family : catalogue->families()) {
    for (const catalog::Variant& variant : family.variants) {
      register_variant(*catalogue, family.name + "/" + variant.name);
    }
  }
  return true;
}();

}  // namespace
}  // namespace warplens::run
