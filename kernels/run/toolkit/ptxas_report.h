// The resources that each entry of a PTX text takes of a GPU of one architecture, as ptxas reports
// them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::run {

struct EntryReport {
  std::string entry;
  std::uint32_t registers = 0;                                // a thread
  std::uint32_t spill_store_bytes = 0, spill_load_bytes = 0;  // a thread
  std::uint32_t shared_bytes = 0;                             // static ones, a block
  std::uint32_t stack_frame_bytes = 0;                        // of local memory, a thread
};

// The report of `ptxas -v`; lines that tell of nothing else are passed over.
[[nodiscard]] std::vector<EntryReport> parse_ptxas_report(std::string_view text);

// `capability` is 10 × major + minor. Errors: ptxas cannot be run; its first line;
// "cancelled" by a stop.
Result<std::vector<EntryReport>> ptxas_report(const std::filesystem::path& ptxas,
                                              const std::string& ptx, std::uint32_t capability,
                                              const std::stop_token& stop = {},
                                              const ProcessLimits& limits = {});

}  // namespace warplens::run
