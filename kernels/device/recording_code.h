// The PTX that records: what a function declares, what it begins with, and what stands before each
// recorded instruction.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/device/inserted_code.h"
#include "kernels/machine/machine.h"

namespace warplens::device {

// RecordingControl's variable, and the registers of a function that records.
void declare_control(InsertedCode& code);
void declare_registers(InsertedCode& code);

// Finds the thread's slice; notes where those of the `placed` variables lie that are the function's
// own or, in the entry, the module's. May run more than once.
void begin_function(const ptx::Function& function, std::span<const machine::PlacedVariable> placed,
                    InsertedCode& code);
// Around a call: where the callee's frame begins, and that this one's is the thread's again.
void before_call(const ptx::Function& function, std::span<const machine::PlacedVariable> placed,
                 InsertedCode& code);
void after_call(InsertedCode& code);

// Appends (%$site, %$mask, %$address) to the thread's slice where %$on holds.
void append_record(InsertedCode& code);

// One instruction to record, and how.
struct RecordedInstruction {
  const ptx::Function* function = nullptr;
  const ptx::Instruction* instruction = nullptr;
  std::uint32_t first_site = 0;
  std::uint32_t sites = 1;  // 3: a generic access, to global, shared, local memory; 4: and
                            // to other blocks of the cluster
  trace::EventKind kind = trace::EventKind::load;
  trace::Space space = trace::Space::none;  // of the first site
};
// `has_parameter_window`: the module makes generic addresses of kernel parameters.
void record_before(const RecordedInstruction& recorded, bool has_parameter_window,
                   InsertedCode& code);

// The parser tells variables of one name in different { } apart by a # and a number.
[[nodiscard]] constexpr std::string_view written_name(std::string_view name) {
  return name.substr(0, name.find('#'));
}

}  // namespace warplens::device
