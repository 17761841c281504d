// A result's kernel run once more, for the registers of one block's warps at their instructions on
// matrices (viz/fragments/matrix_run.h): on the CPU, whose runs are all alike.
#pragma once

#include <functional>
#include <stop_token>

#include "app/session/run_again.h"
#include "viz/fragments/matrix_run.h"

namespace warplens::session {

class OwnFiles;

// What `again` runs, once more: `options` say how it may be stopped and how much it may take.
// Errors: its own; it ended before that launch.
[[nodiscard]] Result<fragments::MatrixRun> run_with_records(
    const machine::MatrixRecords::Place& place, const RunAgain& again, run::Options options);

using MakeMatrixRun = std::function<Result<fragments::MatrixRun>(const std::stop_token& stop)>;

// Holds all that it needs. Without records where the result's kernel cannot be run again, as that
// of a capture. Errors of what it makes: the run's; one that ended before that launch.
[[nodiscard]] MakeMatrixRun matrix_run(std::shared_ptr<const run::Catalogue> catalogue,
                                       const KernelResultPtr& result,
                                       const std::shared_ptr<OwnFiles>& own,
                                       machine::MatrixRecords::Place place);

}  // namespace warplens::session
