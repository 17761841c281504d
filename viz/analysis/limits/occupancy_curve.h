// Resident warps against one of the things that a block needs, the others as they are: stairs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "viz/analysis/limits/occupancy.h"

namespace warplens::analysis {

enum class Need : std::uint8_t { threads, registers, shared_bytes };
inline constexpr std::array kAllNeeds{Need::threads, Need::registers, Need::shared_bytes};
inline constexpr std::array<std::string_view, 3> kNeedNames{"threads", "registers", "shared_bytes"};

[[nodiscard]] std::uint32_t value_of(const BlockNeeds& needs, Need need);
[[nodiscard]] BlockNeeds with(BlockNeeds needs, Need need, std::uint32_t value);
// The most that a block may ask for, and the step in which it is worth asking.
[[nodiscard]] std::uint32_t most_of(const Multiprocessor& sm, Need need);
[[nodiscard]] std::uint32_t step_of(const Multiprocessor& sm, Need need);

// A range of values, both ends included, at which the same number of warps is resident.
struct CurveStep {
  std::uint32_t first = 0, last = 0;
  std::uint32_t warps = 0;
  friend bool operator==(const CurveStep&, const CurveStep&) = default;
};
// The curve from 1 thread, 1 register or no shared memory to the most, without gaps.
[[nodiscard]] std::vector<CurveStep> occupancy_curve(const Multiprocessor& sm,
                                                     const BlockNeeds& needs, Need need);

// The nearest value at which more warps are resident than at `needs`; nothing: none has more.
[[nodiscard]] std::optional<CurveStep> nearest_gain(const std::vector<CurveStep>& curve,
                                                    std::uint32_t now);

}  // namespace warplens::analysis
