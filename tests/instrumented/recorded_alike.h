// An instrumented kernel against the kernel as it was, both run by the interpreter.
//
// Compared are: every lane's sequence of (site, address, second address, active mask, branch
// taken), where an address is a place in a buffer, shared array or local frame of the trace; each
// site's events and lanes; and the final bytes of every buffer and module variable.
//
// May depend on: kernels/device and what is below it, viz/analysis.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "kernels/device/instrument.h"
#include "kernels/machine/machine.h"

namespace warplens {

struct RecordedLaunch {
  std::shared_ptr<const ptx::Module> module;
  std::string entry;  // may be empty when the module has one entry
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  // The first buffers of the memory; those after them are module variables.
  std::size_t argument_buffers = 0;
  // Runs the launch with this module, which has the same entries, on this memory.
  std::function<Result<trace::Trace>(const std::shared_ptr<const ptx::Module>&, machine::Memory&,
                                     const machine::RunOptions&)>
      run;
};

// Runs the launch untouched on `memory`, and instrumented on copies of it. A kernel that the
// interpreter stops, or whose accesses it refuses, is left out of the comparison: a GPU would not
// go on from there.
void expect_recorded_alike(const RecordedLaunch& launch, machine::Memory& memory);

// The instrumented text, parsed; nullptr after a failure has been added.
[[nodiscard]] std::shared_ptr<const ptx::Module> parse_instrumented(
    const device::Instrumented& kernel);

}  // namespace warplens
