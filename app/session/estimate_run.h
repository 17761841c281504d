// A launch of a kernel run once more for the blocks that an SM holds at once, and the time that the
// model of an SM estimates for it (viz/latency/estimate.h).
#pragma once

#include <atomic>
#include <optional>

#include "app/session/run_again.h"
#include "viz/analysis/limits/resources.h"
#include "viz/latency/estimate.h"

namespace warplens::session {

struct EstimateSubject {
  std::string image;  // "transpose/tile.ptx"; of what `resources` tell nothing, ptxas is asked
  RunAgain run;
  std::size_t launch = 0;
  // Warp instructions after which the run may end: the blocks that are looked at come first.
  std::optional<std::uint64_t> budget{};
  std::atomic<float>* share = nullptr;  // of the simulation that is done
};

struct EstimateMeans {
  const analysis::Resources* resources = nullptr;
  const latency::Latencies* latencies = nullptr;
  const analysis::Chip* chip = nullptr;
};

struct EstimateRun {
  std::shared_ptr<const machine::InstructionRecords> records;
  std::shared_ptr<const trace::Trace> trace;
  std::size_t launches = 0;
  std::uint32_t blocks_an_sm = 0;  // that were looked at
  latency::Estimate estimate;
};

// Errors: the run's; it ended before that launch, or before its first blocks; what the model has
// not: registers that nobody reported, instructions that were not measured; "cancelled".
Result<EstimateRun> estimate_run(const EstimateSubject& subject, const EstimateMeans& means,
                                 const run::Options& options);

}  // namespace warplens::session
