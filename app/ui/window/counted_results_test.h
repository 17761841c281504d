// Results as if a GPU had traced and counted, made from the CPU's: of no GPU, and named so.
#pragma once

#include <memory>

#include "kernels/run/run.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/state/make_app_state.h"

namespace warplens::ui {

// Every counter is as the rules say but those of shared loads: the GPU counted half of them, and
// the PTX would have twice as many.
inline session::Counted fake_counted(const analysis::KernelTotals& totals) {
  session::Counted counted;
  for (const analysis::HardwareCounter& counter : analysis::hardware_counters()) {
    const std::uint64_t predicted = counter.predicted(totals);
    analysis::ComparedCounter figure;
    figure.counter = &counter;
    figure.predicted = figure.as_ptx = figure.measured = predicted;
    figure.has_sass = true;
    figure.agreement = analysis::Agreement::equal;
    if (figure.predicted == 0) continue;
    if (counter.name == "shared load wavefronts") {
      figure.measured = figure.predicted / 2;
      figure.as_ptx = 2 * predicted;
      figure.agreement = analysis::Agreement::different;
    }
    counted.figures.push_back(figure);
  }
  for (const analysis::ObservedCounter& counter : analysis::observed_counters()) {
    using Unit = analysis::ObservedCounter::Unit;
    counted.observed.push_back({&counter, counter.unit == Unit::percent ? 93.14 : 1'234'567'890});
  }
  counted.changed = {{"kernels/catalog/transpose/tile_padded.cu", 41, analysis::Fate::wider}};
  return counted;
}

inline session::KernelResultPtr as_if_on_a_gpu(const session::KernelResult& cpu,
                                               const session::Selection& selection) {
  auto result = std::make_shared<session::KernelResult>(cpu);
  result->selection = selection;
  for (session::LaunchResult& launch : result->launches) {
    auto trace = std::make_shared<trace::Trace>(*launch.trace);
    trace->backend = "Made-up GPU";
    launch.trace = std::move(trace);
    launch.counted = fake_counted(launch.totals);
  }
  return result;
}

// A machine whose GPU traces so; `change` is told every result before it is shown.
inline Machine machine_that_counts(std::function<void(session::KernelResult&)> change = nullptr) {
  auto catalogue = std::make_shared<const run::Catalogue>(
      std::move(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets")));
  Machine machine;
  machine.work = [catalogue, change](
                     const session::Selection& selection, std::stop_token stop,
                     machine::Progress* progress) -> Result<session::KernelResultPtr> {
    session::Selection on_cpu = selection;
    on_cpu.backend = session::Backend::cpu;
    auto cpu = session::compute(*catalogue, on_cpu, std::move(stop), progress);
    if (!cpu.has_value() || selection.backend == session::Backend::cpu) return cpu;
    auto result = std::make_shared<session::KernelResult>(*as_if_on_a_gpu(**cpu, selection));
    if (change) change(*result);
    return session::KernelResultPtr(std::move(result));
  };
  return machine;
}

}  // namespace warplens::ui
