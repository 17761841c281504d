#include "app/session/estimate_run.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/base/stopped.h"
#include "kernels/run/run_plan.h"
#include "kernels/run/toolkit/advice.h"
#include "kernels/run/toolkit/ptxas_report.h"
#include "kernels/run/toolkit/toolkit.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::session {
namespace {

// Tells the launch's shape alone.
constexpr std::uint64_t kShortRun = 1000;

struct LaunchOfRun {
  std::shared_ptr<const trace::Trace> trace;
  std::shared_ptr<const std::string> ptx;
  std::size_t launches = 0;
  bool is_stopped = false;  // the run ended in this launch
};

Result<LaunchOfRun> launch_of(const EstimateSubject& subject, const run::Options& options) {
  TRY(const auto run, subject.run(options));
  if (subject.launch >= run.traces.size()) return fail(tr("the run ended before this launch"));
  const bool is_last = subject.launch + 1 == run.traces.size();
  return LaunchOfRun{run.traces[subject.launch], run.ptx, run.traces.size(),
                     is_last && run::was_stopped(run)};
}

// Asks the ptxas of this machine.
Result<analysis::EntryResources> assembled(const std::string& ptx, const std::string& entry,
                                           std::uint32_t capability, const std::stop_token& stop) {
  const auto ptxas = run::find_single_tool("ptxas");
  if (!ptxas.has_value()) {
    return fail(
        tr("Registers are ptxas's to say, which is not here: {}", run::disassembler_advice()));
  }
  TRY(const auto entries, run::ptxas_report(*ptxas, ptx, capability, stop));
  const auto found = std::ranges::find(entries, entry, &run::EntryReport::entry);
  if (found == entries.end()) return fail(tr("ptxas says nothing of {}", entry));
  return analysis::EntryResources{found->registers, found->shared_bytes,
                                  found->spill_store_bytes + found->spill_load_bytes};
}

Result<analysis::EntryResources> resources_of(const EstimateSubject& subject,
                                              const EstimateMeans& means, const LaunchOfRun& launch,
                                              const std::stop_token& stop) {
  const std::string& entry = launch.trace->entry;
  const std::uint32_t capability = means.chip->capability;
  if (const auto known = means.resources->of(subject.image, entry, capability)) return *known;
  return assembled(*launch.ptx, entry, capability, stop);
}

Result<std::uint32_t> blocks_of_an_sm(const analysis::EntryResources& resources,
                                      const analysis::Chip& chip, const trace::Trace& trace) {
  const auto fit = analysis::blocks_an_sm(
      chip.capability,
      analysis::needs_of(resources, trace.launch.block.count(), trace.launch.dynamic_shared_bytes));
  if (fit.value_or(0) == 0) return fail(tr("no block of it fits on an SM of this chip"));
  const auto sms = static_cast<std::uint64_t>(chip.multiprocessors.value);
  const std::uint64_t of_an_sm = (trace.launch.grid.count() + sms - 1) / sms;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(*fit, of_an_sm));
}

run::Options first_blocks(const EstimateSubject& subject, const run::Options& options,
                          std::uint32_t blocks, machine::InstructionRecords* records,
                          machine::Progress* progress) {
  run::Options recording = recording_block(0, options);
  recording.machine.block_count = blocks;
  recording.machine.instructions = records;
  recording.machine.detect_races = false;
  recording.machine.threads = 1;
  recording.machine.progress = progress;
  if (subject.budget) recording.machine.instruction_budget = *subject.budget;
  return recording;
}

latency::EstimateInput input_of(const trace::Trace& trace, const analysis::Chip& chip) {
  latency::EstimateInput input;
  input.blocks = trace.launch.grid.count();
  for (const trace::Buffer& buffer : trace.buffers) {
    input.buffer_bytes += static_cast<double>(buffer.bytes);
  }
  input.chip = &chip;
  input.launch_seconds = chip.launch ? chip.launch->value : 0;
  return input;
}

}  // namespace

Result<EstimateRun> estimate_run(const EstimateSubject& subject, const EstimateMeans& means,
                                 const run::Options& options) {
  EstimateRun made;
  const std::stop_token& stop = options.machine.stop;
  run::Options shape = recording_block(0, options);
  if (subject.launch == 0) shape.machine.instruction_budget = kShortRun;
  TRY(const auto sketch, launch_of(subject, shape));
  TRY(const auto resources, resources_of(subject, means, sketch, stop));
  TRY(made.blocks_an_sm, blocks_of_an_sm(resources, *means.chip, *sketch.trace));

  const auto records = std::make_shared<machine::InstructionRecords>(
      machine::InstructionRecords::Place{subject.launch, 0, made.blocks_an_sm});
  machine::Progress progress;
  TRY(const auto launch, launch_of(subject, first_blocks(subject, options, made.blocks_an_sm,
                                                         records.get(), &progress)));
  made.trace = launch.trace;
  made.launches = launch.launches;
  made.records = records;

  const auto program = latency::program_of(*records, *made.trace, *means.latencies);
  if (program.is_cut || (launch.is_stopped && progress.blocks_done < made.blocks_an_sm)) {
    return fail(tr("its first blocks execute more instructions than the model follows"));
  }
  if (!program.not_modelled.empty()) {
    return fail(tr("the model lacks {}", fmt::format("{}", fmt::join(program.not_modelled, ", "))));
  }
  latency::EstimateInput input = input_of(*made.trace, *means.chip);
  input.stop = stop;
  input.share = subject.share;
  made.estimate = latency::estimate(program, *means.latencies, input);
  if (is_stopped(stop)) return fail(tr("cancelled"));
  return made;
}

}  // namespace warplens::session
