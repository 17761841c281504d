// Branches of loops that turn until a phase of an mbarrier is over: how often hangs on time, not on
// what the kernel computes.
#pragma once

#include <cstdint>
#include <set>

#include "kernels/ptx/module.h"

namespace warplens::ptx {

// Those whose guard comes of what mbarrier.test_wait or try_wait said and of nothing else, by their
// index in Function::instructions.
[[nodiscard]] std::set<std::uint32_t> mbarrier_waits(const Function& function);

}  // namespace warplens::ptx
