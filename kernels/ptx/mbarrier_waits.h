// Branches of loops that turn until a phase of an mbarrier is over: how often hangs on time, not on
// what the kernel computes.
#pragma once

#include <cstdint>
#include <set>

#include "kernels/ptx/module.h"

namespace warplens::ptx {

// Branches whose guard comes from the result of mbarrier.test_wait or try_wait and from nothing
// else, by their index in Function::instructions; and those inside of a loop that does nothing but
// wait so, as cuda::barrier's, which asks a clock how long to sleep.
[[nodiscard]] std::set<std::uint32_t> mbarrier_waits(const Function& function);

}  // namespace warplens::ptx
