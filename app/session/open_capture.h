// A capture as a result that the views show, as compute() makes one from a run.
#pragma once

#include <stop_token>

#include "app/session/kernel_result.h"

namespace warplens::session {

// Reads the capture that `selection` names and computes what each event costs; totals are those of
// the file. The result's selection is `selection`, and its run is the one that was kept. A source
// that `catalogue` has, too, is told in Chinese besides; null: none is.
Result<KernelResultPtr> open_capture(const Selection& selection, const std::stop_token& stop,
                                     const run::Catalogue* catalogue = nullptr);

}  // namespace warplens::session
