// `warplens trace --events`: every recorded event, one a line.
#pragma once

#include "app/texts/speech.h"
#include "kernels/trace/trace.h"

namespace warplens::cli {

void print_events(const ui::Speech& speech, const trace::Trace& trace);

}  // namespace warplens::cli
