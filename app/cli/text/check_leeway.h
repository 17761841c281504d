// What PTX and time leave open between two runs that are both right.
#pragma once

#include <cstdint>
#include <set>

#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"

namespace warplens::cli {

// Sites of the trace, which is of the module, of branches that wait for an mbarrier: how often they
// turn hangs on time.
[[nodiscard]] std::set<std::uint32_t> waiting_sites(const trace::Trace& trace,
                                                    const ptx::Module& module);

// Sites of the trace in loops that turn until another thread has stored something (ptx::spins).
[[nodiscard]] std::set<std::uint32_t> spinning_sites(const trace::Trace& trace,
                                                     const ptx::Module& module);

// Whether the module changes tensor maps by itself, which ptxas makes shared accesses of.
[[nodiscard]] bool edits_tensor_maps(const ptx::Module& module);
// By printf.
[[nodiscard]] bool prints(const ptx::Module& module);

// Whether the module multiplies matrices of f16, bf16, tf32 or 8-bit floats: in which order and how
// wide tensor cores sum is left open (PTX ISA, "mma"; "wgmma.mma_async"), so last bits may differ
// where the machine was not held against that GPU.
[[nodiscard]] bool sums_in_open_order(const ptx::Module& module);

}  // namespace warplens::cli
