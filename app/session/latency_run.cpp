#include "app/session/latency_run.h"

namespace warplens::session {

Result<latency::BlockRun> latency_run(const machine::InstructionRecords::Place& place,
                                      const RunAgain& again, const run::Options& options) {
  const auto instructions = std::make_shared<machine::InstructionRecords>(place);
  const auto barriers = std::make_shared<machine::BarrierRecords>(
      machine::BarrierRecords::Place{place.launch, place.first_block});
  run::Options recording = recording_block(place.first_block, options);
  recording.machine.instructions = instructions.get();
  recording.machine.barriers = barriers.get();
  TRY(const auto run, again(recording));
  if (place.launch >= run.traces.size() || !instructions->program()) {
    return fail(tr("the run ended before this launch"));
  }
  const std::uint64_t blocks = run.traces[place.launch]->launch.grid.count();
  if (place.first_block >= blocks) return fail(tr("the launch has blocks 0 to {}", blocks - 1));
  return latency::BlockRun{instructions, barriers, run.traces[place.launch]};
}

}  // namespace warplens::session
