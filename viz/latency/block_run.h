// A block as it ran: its instructions, what it did at barriers and with copies, its events.
#pragma once

#include <cstddef>
#include <memory>

#include "kernels/machine/launch/barrier_records.h"
#include "kernels/machine/launch/instruction_records.h"
#include "kernels/trace/trace.h"

namespace warplens::latency {

// Of one block, whose events alone the trace has.
struct BlockRun {
  std::shared_ptr<const machine::InstructionRecords> instructions;
  std::shared_ptr<const machine::BarrierRecords> barriers;
  std::shared_ptr<const trace::Trace> trace;

  [[nodiscard]] const auto& records() const { return instructions->blocks().front().records; }
  [[nodiscard]] bool is_cut() const {
    return instructions->blocks().front().is_cut || barriers->is_cut();
  }
};

}  // namespace warplens::latency
