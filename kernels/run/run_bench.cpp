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

#include "kernels/cost/access_cost.h"
#include "kernels/run/device_buffers.h"
#include "kernels/run/launch.h"
#include "kernels/run/run.h"

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

// Sizes by variant or, for all others, by family: large enough that a launch takes a twentieth to a
// tenth of a second, at two thousand million lane instructions a second. access runs at a lesson's
// size.
const std::map<std::string, catalog::Parameters> kSizes = {
    {"transpose", {{"rows", 2048}, {"cols", 2048}}},
    {"gemm", {{"m", 512}, {"n", 512}, {"k", 512}}},
    {"tensor_gemm", {{"m", 512}, {"n", 512}, {"k", 512}}},
    {"reduce", {{"n", 12 << 20}, {"blocks", 1024}}},
    {"scan", {{"n", 4 << 20}}},
    {"add", {{"n", 8 << 20}, {"rows", 2048}, {"cols", 2048}, {"blocks", 1024}, {"threads", 256}}},
    {"add/one_thread_blocks", {{"n", 1 << 17}}},  // starting its blocks is what takes time
    {"invert", {{"width", 4096}, {"height", 3072}, {"threads", 256}}},
    {"window", {{"rows", 1024}, {"cols", 2048}}},
    {"pipeline", {{"frames", 16384}, {"blocks", 1024}}},
    {"histogram", {{"n", 8 << 20}, {"blocks", 1024}, {"threads", 256}}},
};

catalog::Parameters size_of(catalog::Family family, const catalog::Variant& variant) {
  auto size = kSizes.find(family.name + "/" + variant.name);
  if (size == kSizes.end()) size = kSizes.find(family.name);
  if (size == kSizes.end()) return {};
  family.full_size = size->second;
  return full_size_of(family, variant);
}

struct Timed {
  double seconds = 0;
  double lane_instructions = 0;
};

Result<Timed> run_steps(const catalog::Plan& plan, const std::shared_ptr<const ptx::Module>& module,
                        const machine::RunOptions& options) {
  DeviceBuffers buffers;
  for (const catalog::BufferSpec& spec : plan.buffers) {
    TRY(buffers.add(spec));
  }
  Timed timed;
  for (const catalog::Step& step : plan.steps) {
    if (const auto* host = std::get_if<catalog::HostStep>(&step)) {
      FilledBuffers host_buffers(buffers);
      host->action(host_buffers);
      continue;
    }
    const std::clock_t start = std::clock();
    TRY(const auto trace,
        launch(module, "bench", std::get<catalog::LaunchStep>(step), buffers, options));
    const double processor = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    timed.seconds += options.threads == 1 ? processor : trace->seconds;
    timed.lane_instructions += static_cast<double>(trace->lane_instructions);
  }
  return timed;
}

void run_variant(benchmark::State& state, const Catalogue& catalogue, const std::string& name,
                 const catalog::Parameters& size, const Level& level, unsigned threads) {
  const auto planned = plan_variant(catalogue, name, size);
  if (!planned) return state.SkipWithError(planned.error().message.in(Language::en).c_str());

  machine::RunOptions options;
  options.recording = level.recording;
  options.cost = level.recording == Recording::none ? nullptr : analysis::add_cost;
  options.detect_races = level.detects_races;
  options.threads = threads;
  double lane_instructions = 0;
  for (auto _ : state) {
    const auto timed = run_steps(planned->plan, planned->module, options);
    if (!timed) return state.SkipWithError(timed.error().message.in(Language::en).c_str());
    state.SetIterationTime(timed->seconds);
    lane_instructions += timed->lane_instructions;
  }
  state.counters["lane_instructions"] =
      benchmark::Counter(lane_instructions, benchmark::Counter::kIsRate);
}

void register_variant(const Catalogue& catalogue, const catalog::Family& family,
                      const catalog::Variant& variant) {
  const std::string name = family.name + "/" + variant.name;
  const catalog::Parameters size = size_of(family, variant);
  const auto add = [&](const Level& level, unsigned threads) {
    const std::string cores = threads == 1 ? "" : "_all_cores";
    benchmark::RegisterBenchmark((name + "/" + level.name + cores).c_str(),
                                 [&catalogue, name, size, level, threads](benchmark::State& state) {
                                   run_variant(state, catalogue, name, size, level, threads);
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  };
  for (const Level& level : kLevels) add(level, 1);
  for (const Level& level : kLevels) add(level, 0);
}

const bool kRegistered = [] {
  static const auto catalogue = Catalogue::open();
  if (!catalogue) return false;
  for (const catalog::Family& family : catalogue->families()) {
    for (const catalog::Variant& variant : family.variants) {
      register_variant(*catalogue, family, variant);
    }
  }
  return true;
}();

}  // namespace
}  // namespace warplens::run
