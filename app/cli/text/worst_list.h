// A launch's costliest accesses by cause: what `trace --worst` prints.
#pragma once

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "kernels/trace/trace.h"

namespace warplens::cli {

// "worst accesses: none", or a line for each cause with what people do about it below.
void print_worst(const ui::Speech& speech, const trace::Trace& trace);

// [{"kind", "share", "file", "line", "site", "event", "sentence", "advice"}], worst first. "event"
// is the access's place among the recorded ones.
[[nodiscard]] Json worst_json(const trace::Trace& trace);

}  // namespace warplens::cli
