// How fast the machine interprets whole kernels on one core, with and without recording.
#include <benchmark/benchmark.h>

#include <string>

#include "kernels/run/run.h"
#include "viz/analysis/access_cost.h"

namespace warplens::run {
namespace {

// Recording as the command line and the app ask for it: races checked, costs totalled.
Options options_for(machine::Recording recording, bool detect_races) {
  Options options;
  options.keep_buffers = false;
  options.machine.recording = recording;
  options.machine.cost = recording == machine::Recording::none ? nullptr : analysis::add_cost;
  options.machine.detect_races = detect_races;
  options.machine.threads = 1;
  return options;
}

void run_kernel(benchmark::State& state, const std::string& kernel,
                const catalog::Parameters& settings, machine::Recording recording,
                bool detect_races) {
  const auto assets = find_assets();
  if (!assets) return state.SkipWithError(assets.error().message.c_str());
  const auto catalogue = Catalogue::open(*assets);
  if (!catalogue) return state.SkipWithError(catalogue.error().message.c_str());
  const Options options = options_for(recording, detect_races);
  double lane_instructions = 0;
  for (auto _ : state) {
    const auto result = run_variant(*catalogue, kernel, settings, options);
    if (!result) return state.SkipWithError(result.error().message.c_str());
    if (result->verdict != Verdict::match) return state.SkipWithError("wrong result");
    double seconds = 0;
    for (const auto& trace : result->traces) {
      seconds += trace->seconds;
      lane_instructions += static_cast<double>(trace->lane_instructions);
    }
    state.SetIterationTime(seconds);
  }
  state.counters["lane_instructions"] =
      benchmark::Counter(lane_instructions, benchmark::Counter::kIsRate);
}

const catalog::Parameters kLarge = {{"rows", 2048}, {"cols", 2048}};

BENCHMARK_CAPTURE(run_kernel, tile_padded_2048_no_recording, "transpose/tile_padded", kLarge,
                  machine::Recording::none, false)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_kernel, tile_padded_2048_races, "transpose/tile_padded", kLarge,
                  machine::Recording::none, true)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_kernel, tile_padded_2048_races_totals, "transpose/tile_padded", kLarge,
                  machine::Recording::totals, true)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_kernel, tile_padded_2048_races_totals_events, "transpose/tile_padded", kLarge,
                  machine::Recording::events, true)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warplens::run
