// Registers live over a function's machine code: how many at most and where, and which instructions
// spill.
//
// What is live is nvdisasm's analysis of life ranges: registers that hold a value which is used
// later, where the instruction stands. ptxas allocates at least the most that are live at one
// place; it may allocate more, for values that must lie side by side (64-bit pairs, quads), and
// rounds up.
//
// A spill stores a register to local memory or loads it back (STL, LDL): nvdisasm marks those of
// ptxas's. Without a mark it is one where the PTX asks for no access to local memory: the PTX
// instruction of its line is no load, store or call.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/ptx/module.h"
#include "kernels/sass/listing.h"

namespace warplens::code {

struct Spill {
  std::size_t instruction = 0;  // of the function's
  bool is_store = false;        // else a load
  std::uint8_t bytes = 4;       // a lane
  std::uint32_t ptx_line = 0;
  bool is_in_loop = false;
  friend bool operator==(const Spill&, const Spill&) = default;
};

struct RegisterPressure {
  bool is_known = false;           // nvdisasm told what is live
  sass::LiveRegisters peak;        // the most of each kind, each where it is
  std::size_t peak_at = 0;         // the first instruction at which most general registers are live
  std::vector<Spill> spills;       // in the order of the code
  std::size_t local_accesses = 0;  // to local memory that the PTX asks for

  [[nodiscard]] std::uint64_t spilled_bytes(bool by_stores) const;  // a lane, each instruction once
};

[[nodiscard]] RegisterPressure register_pressure(const sass::ListedFunction& function,
                                                 const ptx::Module& module);

// Whether the instruction makes lanes access local memory: STL or LDL.
[[nodiscard]] bool accesses_local(const sass::ListedInstruction& instruction);

}  // namespace warplens::code
