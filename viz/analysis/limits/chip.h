// The peak rates and sizes of chips, as data: assets/chips.json.
//
// Each figure carries where it comes from: measured by us (our recordings, MODEL.md) or published
// (a data sheet or white paper by its title). Rates that nobody publishes are left out, and so is
// the limit that would need them. What a multiprocessor does in a cycle is its architecture's, and
// stands once for all chips of one compute capability. docs/LIMITS.md describes the file.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "viz/analysis/limits/work.h"

namespace warplens::analysis {

struct ChipFigure {
  double value = 0;
  std::string source;              // a document's title, or the recording
  bool is_measured = false;        // by us, on that chip
  std::optional<double> probed{};  // what a probe of ours reached, beside what is published
};

struct Chip {
  std::string id;                // "h200"
  std::string name;              // "NVIDIA H200"
  std::uint32_t capability = 0;  // 10 × major + minor
  ChipFigure multiprocessors;
  ChipFigure clock;      // Hz, the highest
  ChipFigure dram_rate;  // bytes a second, read and written together
  ChipFigure l2_bytes;
  std::optional<ChipFigure> l2_rate;           // bytes a second
  ChipFigure fp32_lanes;                       // multiply-adds a cycle and multiprocessor
  std::optional<ChipFigure> load_store_lanes;  // addresses a cycle and multiprocessor
  std::optional<ChipFigure> launch;            // seconds that the shortest launch takes
  std::optional<ChipFigure> block_rate;        // blocks started a second
  // Of atomics on global memory, a second: sectors, and updates of one word by integers and floats.
  std::optional<ChipFigure> atomic_rate, word_rate, float_word_rate;
  // That a load of a chain takes longer from DRAM than from the nearest line in L2, on average.
  std::optional<ChipFigure> dram_cycles;
  // Of each Work, a cycle and multiprocessor: lanes, of tensor cores multiply-adds.
  std::array<std::optional<ChipFigure>, kWorks> rates{};

  [[nodiscard]] const std::optional<ChipFigure>& rate_of(Work work) const {
    return rates[static_cast<std::size_t>(work)];
  }
};

// Errors: missing, damaged or of another version, in one line.
Result<std::vector<Chip>> read_chips(const std::filesystem::path& file);
Result<std::vector<Chip>> parse_chips(std::string_view json, std::string_view name);
// Errors list what there is.
Result<const Chip*> find_chip(const std::vector<Chip>& chips, std::string_view id);
// The chip that a recording's device is; nullptr: none of them.
[[nodiscard]] const Chip* chip_of_device(const std::vector<Chip>& chips, std::string_view device);

}  // namespace warplens::analysis
