// `warplens trace --sass`: what a run costs by the instructions that the assembler made of its PTX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/text/print_json.h"
#include "kernels/run/run.h"
#include "viz/analysis/sass_cost.h"

namespace warplens::cli {

struct SassReport {
  std::uint32_t capability = 0;  // 90: sm_90
  std::vector<sass::Access> accesses;
  std::vector<analysis::SassCost> launches;  // beside RunResult::traces
};

// "sm_90" → 90. Errors: it is no architecture.
[[nodiscard]] Result<std::uint32_t> parse_architecture(std::string_view text);

// Errors: no ptxas or nvdisasm; what ptxas says.
[[nodiscard]] Result<SassReport> sass_report(const run::RunResult& result,
                                             std::uint32_t capability);

void print_sass_text(const SassReport& report, const run::RunResult& result);

// Of one launch: totals in PTX and in SASS, and what became of each site.
[[nodiscard]] Json sass_json(const SassReport& report, const run::RunResult& result,
                             std::size_t launch);

}  // namespace warplens::cli
