// Checks of a capture that make everything that works on a trace safe on it: every index in its
// range, every shape inside its buffer, every launch one that CUDA allows.
#pragma once

#include <string>

#include "kernels/base/result.h"
#include "kernels/trace/run.h"

namespace warplens::trace {

// More of anything is no capture: keeps what is made of a file in proportion to its size.
inline constexpr std::size_t kMaximumSites = std::size_t{1} << 20;
inline constexpr std::size_t kMaximumRows = std::size_t{1} << 14;  // buffers, findings, sources…

// Texts are shown on one line, in terminals too: UTF-8, no control characters but tabs.
Result<void> check_text(const TextView& what, const std::string& text);

// The error says what is wrong, not where.
Result<void> check_trace(const Trace& trace);
// All but the traces.
Result<void> check_description(const Run& run);

}  // namespace warplens::trace
