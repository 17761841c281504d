// Each mbarrier's life: its phases, and what is still to come before and after each step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/pipeline/order.h"

namespace warplens::pipeline {

using machine::MbarrierState;

// A phase from what ended the one before, or from mbarrier.init, to what ends it.
struct Phase {
  Span at;
  bool parity = false;
  std::optional<std::size_t> ended_by{};  // a record; none: nothing does
};

struct MbarrierStep {
  std::size_t record = 0;
  Step at = 0;
  MbarrierState after;
};

struct MbarrierLife {
  std::uint32_t offset = 0;  // in the shared window
  std::string name;          // "full[0]"
  std::vector<Phase> phases;
  std::vector<MbarrierStep> steps;  // that changed something
  std::uint32_t most_pending = 0;
  std::int64_t most_bytes = 0;

  // Before that step; nothing: it is not set up.
  [[nodiscard]] std::optional<MbarrierState> state_at(Step step) const;
};

// By where they lie in shared memory; another block's are none.
[[nodiscard]] std::vector<MbarrierLife> mbarriers_of(const BarrierRun& run, const Order& order);

// What the trace calls these 8 bytes: "full[1]", "smem + 1024".
[[nodiscard]] std::string mbarrier_name(const trace::Trace& trace, std::uint32_t offset);

}  // namespace warplens::pipeline
