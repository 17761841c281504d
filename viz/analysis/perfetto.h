// A trace as JSON trace events, which ui.perfetto.dev and chrome://tracing show.
//
//   block ─► process · warp ─► thread · event ─► slice, one after another in the order of the trace
//
// A slice is as long as its access costs, a microsecond for a wavefront or a sector: that is no
// time, and the names of the processes say so. What costs nothing (a barrier, a branch) is one
// long. The format: "Trace Event Format" (Google, 2016), its complete (X) and metadata (M) events
// alone.
#pragma once

#include <memory>
#include <span>

#include "kernels/base/whole_file.h"
#include "kernels/trace/trace.h"

namespace warplens::perfetto {

// Hands the file over piece by piece, until it is whole or no more is wanted. One slice an event of
// each launch; ids of processes and threads count from 1 and stand for one launch's block or warp.
void write(std::span<const std::shared_ptr<const trace::Trace>> launches, const TakePiece& take);

}  // namespace warplens::perfetto
