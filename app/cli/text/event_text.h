// `warplens trace --events`: every recorded event, one a line.
#pragma once

#include "kernels/trace/trace.h"

namespace warplens::cli {

void print_events(const trace::Trace& trace);

}  // namespace warplens::cli
