// A kernel run once more, for the instructions that one block executes: its chain of dependent
// ones (viz/latency/chain.h).
#pragma once

#include "app/session/run_again.h"
#include "viz/latency/block_run.h"

namespace warplens::session {

// Errors: the run's; it ended before that launch; it has no such block.
Result<latency::BlockRun> latency_run(const machine::InstructionRecords::Place& place,
                                      const RunAgain& again, const run::Options& options);

}  // namespace warplens::session
