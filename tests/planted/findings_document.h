// docs/FINDINGS.md: what the machine and compute-sanitizer find of the planted faults, side by
// side.
#pragma once

#include <string>
#include <vector>

#include "kernels/trace/trace.h"
#include "tests/planted/planted_source.h"
#include "tests/planted/recording.h"

namespace warplens::planted {

// A kernel and what the machine finds in it.
struct JudgedKernel {
  Kernel kernel;
  std::vector<trace::Finding> findings;  // errors and warnings, and notes of what was planted
};
struct JudgedSource {
  std::string title;
  std::vector<JudgedKernel> kernels;
};

// Markdown. A fault counts as found by whoever reports an error in its kernel, the fault's own line
// or not; the rows name the line.
[[nodiscard]] std::string findings_document(const std::vector<JudgedSource>& sources,
                                            const Recording& recording);

}  // namespace warplens::planted
