// What compute-sanitizer said of the planted kernels: compute-sanitizer.json, which
// scripts/planted-check writes on a machine with a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::planted {

inline constexpr std::array<std::string_view, 4> kTools = {"memcheck", "racecheck", "initcheck",
                                                           "synccheck"};

// One kind of error at the same lines of the kernel's source, as often as it was reported.
struct ToolError {
  std::string kind;                  // "Invalid __global__ read of size 4 bytes"
  std::vector<std::uint32_t> lines;  // empty: it names none
  std::uint64_t count = 1;
};

struct ToolResult {
  std::vector<ToolError> errors;
  bool was_killed = false;              // the kernel did not end in its time
  std::vector<std::string> stopped_by;  // CUDA's errors: "CUDA_ERROR_ILLEGAL_ADDRESS"
};

struct Recording {
  std::string device, driver, sanitizer, date;
  std::map<std::string, std::string> options;  // by tool
  std::map<std::string, std::string> sources;  // SHA-256 of the PTX, by "global_bounds.cu"
  std::map<std::string, std::map<std::string, ToolResult>> kernels;  // by kernel and tool

  // No errors where it did not run.
  [[nodiscard]] ToolResult result(const std::string& kernel, std::string_view tool) const;
};

// Errors: no JSON, or not a recording: which part is missing.
Result<Recording> read_recording(std::string_view json);

}  // namespace warplens::planted
