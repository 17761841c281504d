// Cycles from an instruction to the next one that needs its result, as data:
// assets/latencies.json, by compute capability. Rows are those that tests/probes/latency.cu prints.
//
// What was not measured on a capability is not there: nothing is scaled from another one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::latency {

struct MeasuredCycles {
  double cycles = 0;
  std::string source;  // "tests/probes/latency.cu on an NVIDIA H200, 2026-11-30"
};

class Latencies {
 public:
  Latencies() = default;
  Latencies(std::uint32_t capability, std::map<std::string, MeasuredCycles, std::less<>> rows)
      : capability_(capability), rows_(std::move(rows)) {}

  [[nodiscard]] std::uint32_t capability() const { return capability_; }  // 10 × major + minor
  [[nodiscard]] const auto& rows() const { return rows_; }
  // Nothing: it was not measured. "a-b": what row a takes beyond row b, no less than 0.
  [[nodiscard]] std::optional<double> of(std::string_view row) const;

 private:
  std::uint32_t capability_ = 0;
  std::map<std::string, MeasuredCycles, std::less<>> rows_;
};

// Errors: missing, damaged or of another version, in one line.
Result<std::vector<Latencies>> read_latencies(const std::filesystem::path& file);
Result<std::vector<Latencies>> parse_latencies(std::string_view json, std::string_view name);
// nullptr: nothing was measured on it.
[[nodiscard]] const Latencies* latencies_of(const std::vector<Latencies>& all,
                                            std::uint32_t capability);

}  // namespace warplens::latency
