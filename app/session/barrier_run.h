// A kernel run once more, for what the warps of one block do at mbarriers, with copies and at
// barriers: its pipeline (viz/pipeline/pipeline_model.h).
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "app/session/run_again.h"
#include "viz/pipeline/pipeline_model.h"

namespace warplens::session {

using PipelinePtr = std::shared_ptr<const pipeline::Pipeline>;
using MakePipeline = std::function<Result<PipelinePtr>(const std::stop_token& stop)>;

// Errors: the run's; it ended before that launch; it has no such block.
Result<PipelinePtr> pipeline_of(const machine::BarrierRecords::Place& place, const RunAgain& again,
                                const run::Options& options);

// Holds all that it needs. Errors of what it makes are those above, and that the result's kernel
// cannot be run again.
[[nodiscard]] MakePipeline pipeline_run(std::shared_ptr<const run::Catalogue> catalogue,
                                        const KernelResultPtr& result,
                                        const std::shared_ptr<OwnFiles>& own,
                                        machine::BarrierRecords::Place place);

}  // namespace warplens::session
