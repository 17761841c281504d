// PTX text → the memory accesses that a GPU of one compute capability executes, assembled here
// unless that was done before.
#pragma once

#include "kernels/run/toolkit/assembled_cache.h"
#include "kernels/run/toolkit/disassemble.h"

namespace warplens::run {

// Errors: those of disassemble().
Result<sass::Assembled> assemble(const Disassembler& tools, const AssembledCache& cache,
                                 const std::string& ptx, std::uint32_t capability,
                                 const std::stop_token& stop = {});

}  // namespace warplens::run
