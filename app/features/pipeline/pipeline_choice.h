// What is chosen in the pipeline view, and as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/result.h"

namespace warplens::pipeline {

// A step that stands in place of the cursor's, until that moves.
struct ChosenStep {
  static constexpr std::uint64_t kAnyEvent = ~std::uint64_t{0};
  std::uint64_t event = kAnyEvent;  // at which the cursor was
  std::uint32_t step = 0;
  friend bool operator==(const ChosenStep&, const ChosenStep&) = default;
};

struct PipelineChoice {
  static constexpr std::uint32_t kAll = ~0u;
  std::uint32_t steps = 0;               // in sight; 0: as many as are usual
  std::optional<std::uint32_t> block{};  // none: the cursor's
  std::optional<ChosenStep> at{};
  friend bool operator==(const PipelineChoice&, const PipelineChoice&) = default;
};

// "all", "200", "200@35": how many steps, around which (from 1 on). Errors: it is none of these.
Result<PipelineChoice> parse_steps(std::string_view text);
// How many; empty: as many as are usual.
[[nodiscard]] std::string steps_text(const PipelineChoice& choice);

}  // namespace warplens::pipeline
