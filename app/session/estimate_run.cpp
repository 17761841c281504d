#include "app/session/estimate_run.h"

#include <algorithm>

#include "viz/analysis/limits/occupancy.h"

namespace warplens::session {
namespace {

// Tells the launch's shape alone.
constexpr std::uint64_t kShortRun = 1000;

Result<std::uint32_t> blocks_of_an_sm(const EstimateSubject& subject, const EstimateMeans& means,
                                      const trace::Trace& trace) {
  const auto entry = means.resources->of(subject.image, trace.entry, means.chip->capability);
  if (!entry) return fail(tr("there is no report of ptxas on the registers that it takes"));
  const auto fit = analysis::blocks_an_sm(
      means.chip->capability,
      analysis::needs_of(*entry, trace.launch.block.count(), trace.launch.dynamic_shared_bytes));
  if (fit.value_or(0) == 0) return fail(tr("no block of it fits on an SM of this chip"));
  const auto sms = static_cast<std::uint64_t>(means.chip->multiprocessors.value);
  const std::uint64_t of_an_sm = (trace.launch.grid.count() + sms - 1) / sms;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(*fit, of_an_sm));
}

Result<std::shared_ptr<const trace::Trace>> launch_of(const EstimateSubject& subject,
                                                      const run::Options& options,
                                                      std::size_t* launches) {
  TRY(const auto run, subject.run(options));
  *launches = run.traces.size();
  if (subject.launch >= run.traces.size()) return fail(tr("the run ended before this launch"));
  return run.traces[subject.launch];
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
  run::Options shape = recording_block(0, options);
  if (subject.launch == 0) shape.machine.instruction_budget = kShortRun;
  TRY(const auto sketch, launch_of(subject, shape, &made.launches));
  TRY(made.blocks_an_sm, blocks_of_an_sm(subject, means, *sketch));

  const auto records = std::make_shared<machine::InstructionRecords>(
      machine::InstructionRecords::Place{subject.launch, 0, made.blocks_an_sm});
  run::Options recording = recording_block(0, options);
  recording.machine.block_count = made.blocks_an_sm;
  recording.machine.instructions = records.get();
  recording.machine.detect_races = false;
  recording.machine.threads = 1;
  if (subject.budget) recording.machine.instruction_budget = *subject.budget;
  TRY(made.trace, launch_of(subject, recording, &made.launches));
  made.records = records;

  const auto program = latency::program_of(*records, *made.trace, *means.latencies);
  if (!program.not_modelled.empty()) {
    return fail(tr("the model lacks {}", *program.not_modelled.begin()));
  }
  if (program.blocks.size() != made.blocks_an_sm) {
    return fail(tr("the run ended before its first blocks did"));
  }
  made.estimate = latency::estimate(program, *means.latencies, input_of(*made.trace, *means.chip));
  return made;
}

}  // namespace warplens::session
