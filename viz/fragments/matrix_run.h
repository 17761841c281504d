// A block's instructions on matrices as they ran: which came where, and which is meant by an event.
//
//   warp, instruction, time ──► MatrixRecord, of which a view shows the registers
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernels/machine/launch/matrix_records.h"
#include "kernels/machine/program/matrix_instructions.h"
#include "kernels/trace/warp_event.h"

namespace warplens::fragments {

struct MatrixRun {
  std::shared_ptr<const machine::MatrixRecords> records;  // of one block; null: not known
  std::shared_ptr<const trace::Trace> trace;              // with that block's events
  std::optional<machine::Program> program;                // none: not known
  std::vector<machine::MatrixInstruction> instructions;   // of it
};

using trace::event_of_warp;
using trace::EventOfWarp;

// Which of the run's instructions it is of.
[[nodiscard]] std::size_t instruction_of(const MatrixRun& run, const machine::MatrixRecord& record);
// A warp's records of one instruction, in their order.
[[nodiscard]] std::vector<std::size_t> executions(const MatrixRun& run, std::uint32_t warp,
                                                  std::size_t instruction);
// The record at the event, else the next of its warp behind it, else its last. Nothing: the warp
// comes to no such instruction.
[[nodiscard]] std::optional<std::size_t> record_at(const MatrixRun& run, const EventOfWarp& event);

}  // namespace warplens::fragments
