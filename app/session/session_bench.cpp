// What a person waits for: from a changed control to the committed result, nothing cached.
#include <benchmark/benchmark.h>

#include <chrono>
#include <thread>

#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/run/run.h"

namespace warplens::session {
namespace {

const run::Catalogue& catalogue() {
  static const run::Catalogue opened = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return opened;
}

Result<KernelResultPtr> run_kernel(const Selection& selection, std::stop_token stop,
                                   machine::Progress* progress) {
  return compute(catalogue(), selection, std::move(stop), progress);
}

void settle(Session& session) {
  while (session.busy()) std::this_thread::sleep_for(std::chrono::microseconds(20));
  session.update(0);
}

// From the lesson's plain tile to `kernel` (or back), with an empty cache each time.
void toggle(benchmark::State& state, const char* from, const char* to) {
  for (auto _ : state) {
    state.PauseTiming();
    Session session(catalogue().families(), run_kernel, {});
    const catalog::Parameters size{{"rows", 64}, {"cols", 96}};
    if (!session.set_stage({from, size, {}, {}, {}}).has_value())
      state.SkipWithError("no such stage");
    settle(session);
    state.ResumeTiming();
    select_kernel(session, to);
    settle(session);
    if (session.error()) state.SkipWithError(session.error()->message.in(Language::en).c_str());
  }
}

BENCHMARK_CAPTURE(toggle, tile_to_padded, "transpose/tile", "transpose/tile_padded")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(toggle, padded_to_xor, "transpose/tile_padded", "transpose/packed_xor")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// Back to a result that is kept.
void toggle_cached(benchmark::State& state) {
  Session session(catalogue().families(), run_kernel, {});
  const catalog::Parameters size{{"rows", 64}, {"cols", 96}};
  if (!session.set_stage({"transpose/tile", size, {}, {}, {}}).has_value())
    state.SkipWithError("no stage");
  settle(session);
  select_kernel(session, "transpose/tile_padded");
  settle(session);
  for (auto _ : state) {
    select_kernel(session, "transpose/tile");
    settle(session);
    select_kernel(session, "transpose/tile_padded");
    settle(session);
  }
}
BENCHMARK(toggle_cached)->Unit(benchmark::kMicrosecond)->UseRealTime();

}  // namespace
}  // namespace warplens::session
