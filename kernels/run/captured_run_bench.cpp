// How long a capture of a 1024×1024 tile_padded transpose takes to write and to read.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include "kernels/cost/access_cost.h"
#include "kernels/run/run.h"
#include "kernels/trace/capture.h"

namespace warplens::run {
namespace {

namespace fs = std::filesystem;

Result<trace::Run> large_run() {
  const auto catalogue = Catalogue::open();
  if (!catalogue) return fail(catalogue.error());
  Options options;
  options.keep_buffers = false;
  options.machine.cost = analysis::add_cost;
  return run_variant(*catalogue, "transpose/tile_padded", {{"rows", 1024}, {"cols", 1024}},
                     options);
}

fs::path scratch() {
  return fs::temp_directory_path() / ("warplens-bench-" + std::to_string(getpid()) + ".wlens");
}

void count(benchmark::State& state, const trace::Run& run) {
  state.counters["file_bytes"] = static_cast<double>(fs::file_size(scratch()));
  state.counters["events"] = static_cast<double>(run.traces[0]->events.size());
  fs::remove(scratch());
}

void write(benchmark::State& state) {
  const auto run = large_run();
  if (!run) return state.SkipWithError(run.error().message.in(Language::en).c_str());
  for (auto _ : state) {
    const auto written = trace::write_capture(scratch(), *run);
    if (!written) return state.SkipWithError(written.error().message.in(Language::en).c_str());
  }
  count(state, *run);
}

void read(benchmark::State& state) {
  const auto run = large_run();
  if (!run) return state.SkipWithError(run.error().message.in(Language::en).c_str());
  const auto written = trace::write_capture(scratch(), *run);
  if (!written) return state.SkipWithError(written.error().message.in(Language::en).c_str());
  for (auto _ : state) {
    const auto read = trace::read_capture(scratch());
    if (!read) return state.SkipWithError(read.error().message.in(Language::en).c_str());
    benchmark::DoNotOptimize(read->traces.size());
  }
  count(state, *run);
}

BENCHMARK(write)->Unit(benchmark::kMillisecond);
BENCHMARK(read)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warplens::run
