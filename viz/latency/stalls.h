// Why warps do not issue, in Nsight Compute's names, and by line of the source.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/machine/launch/instruction_records.h"
#include "kernels/machine/program/source_line.h"

namespace warplens::latency {

enum class Stall : std::uint8_t {
  selected,
  not_selected,
  wait,
  math_pipe_throttle,
  mio_throttle,
  lg_throttle,
  short_scoreboard,
  long_scoreboard,
  barrier,
  drain,
};
inline constexpr std::size_t kStalls = 10;

// Cycles of warps, or shares of them.
using Stalls = std::array<double, kStalls>;

// "Long Scoreboard". Its metric ends in "long_scoreboard".
[[nodiscard]] std::string_view name_of(Stall stall);
[[nodiscard]] std::optional<Stall> stall_of_metric(std::string_view metric);

[[nodiscard]] double sum_of(const Stalls& stalls);
// What warps wait for most, Selected and Not Selected apart.
[[nodiscard]] Stall main_reason(const Stalls& stalls);

struct StalledLine {
  machine::SourceLine source;  // empty where the PTX names none
  std::uint32_t ptx_line = 0;  // of its first instruction
  Stalls cycles{};
  double all = 0;
};

// Of each instruction's (InstructionRecords::instruction()): those that stall, in the source's
// order.
[[nodiscard]] std::vector<StalledLine> stalled_lines(
    const std::map<std::uint32_t, Stalls>& by_instruction,
    const machine::InstructionRecords& records);
[[nodiscard]] Stalls sum_of(const std::vector<StalledLine>& lines);

}  // namespace warplens::latency
