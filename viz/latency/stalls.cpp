#include "viz/latency/stalls.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace warplens::latency {
namespace {

struct StallName {
  std::string_view name, metric;
};

constexpr std::array<StallName, kStalls> kStallNames{{
    {"Selected", "selected"},
    {"Not Selected", "not_selected"},
    {"Wait", "wait"},
    {"Math Pipe Throttle", "math_pipe_throttle"},
    {"MIO Throttle", "mio_throttle"},
    {"LG Throttle", "lg_throttle"},
    {"Short Scoreboard", "short_scoreboard"},
    {"Long Scoreboard", "long_scoreboard"},
    {"Barrier", "barrier"},
    {"Drain", "drain"},
}};

}  // namespace

std::string_view name_of(Stall stall) { return kStallNames[static_cast<std::size_t>(stall)].name; }

std::optional<Stall> stall_of_metric(std::string_view metric) {
  const auto* const found = std::ranges::find(kStallNames, metric, &StallName::metric);
  if (found == kStallNames.end()) return std::nullopt;
  return static_cast<Stall>(found - kStallNames.begin());
}

double sum_of(const Stalls& stalls) { return std::accumulate(stalls.begin(), stalls.end(), 0.0); }

Stall main_reason(const Stalls& stalls) {
  const auto* const first = stalls.begin() + static_cast<std::size_t>(Stall::wait);
  return static_cast<Stall>(std::max_element(first, stalls.end()) - stalls.begin());
}

std::vector<StalledLine> stalled_lines(const std::map<std::uint32_t, Stalls>& by_instruction,
                                       const machine::InstructionRecords& records) {
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, StalledLine> lines;
  for (const auto& [number, stalls] : by_instruction) {
    const ptx::Instruction* instruction = records.instruction(number);
    if (instruction == nullptr) continue;
    const auto source = machine::source_line(*records.program(), *instruction);
    const auto ptx_line = static_cast<std::uint32_t>(instruction->ptx_line);
    // Where the PTX names no source its own lines stand.
    StalledLine& line = lines[{source.file, source.line, source.file.empty() ? ptx_line : 0}];
    if (line.all == 0) line.ptx_line = ptx_line;
    line.source = source;
    for (std::size_t i = 0; i < kStalls; ++i) line.cycles[i] += stalls[i];
    line.all += sum_of(stalls);
  }
  std::vector<StalledLine> all;
  for (auto& [place, line] : lines) all.push_back(std::move(line));
  return all;
}

Stalls sum_of(const std::vector<StalledLine>& lines) {
  Stalls sums{};
  for (const StalledLine& line : lines) {
    for (std::size_t i = 0; i < kStalls; ++i) sums[i] += line.cycles[i];
  }
  return sums;
}

}  // namespace warplens::latency
