// Why warps stall by the model, held against what a GPU sampled: tests/data/h200-stalls.tsv, which
// tests/probes/stalls.py prints.
//
// Samples have reasons that the model has not (Dispatch Stall, Branch Resolving, No Instructions…): their
// shares count in the distance, and one of them may be the main reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "viz/latency/stalls.h"

namespace warplens::latency {

struct SampledStalls {
  std::string kernel;                    // "transpose/tile"
  std::int64_t side = 0;                 // that it was launched at
  std::map<std::string, double> shares;  // by the end of the metric's name: "long_scoreboard"
};

// Rows of kernel, side, reason and share behind a line of titles. Errors: missing, damaged, in one
// line.
Result<std::vector<SampledStalls>> read_sampled_stalls(const std::filesystem::path& file);
Result<std::vector<SampledStalls>> parse_sampled_stalls(std::string_view text,
                                                        std::string_view name);

struct HeldStalls {
  std::string kernel;
  std::int64_t side = 0;
  std::string sampled, estimated;  // the main reasons, in Nsight Compute's names
  double distance = 0;             // half the sum of the shares' differences: 0 alike, 1 apart
  [[nodiscard]] bool is_same() const { return sampled == estimated; }
};
[[nodiscard]] HeldStalls held_stalls(const SampledStalls& sampled, const Stalls& estimated);

}  // namespace warplens::latency
