// Loops that turn until another thread has stored something: how often hangs on time, not on what
// the kernel computes.
//
//   again: ld.volatile.global.u32 %r1, [%rd1];   a load that sees other threads' stores
//          setp.eq.s32 %p1, %r1, 0;
//          @%p1 bra again;                       and the way back hangs on it
#pragma once

#include <cstdint>
#include <set>

#include "kernels/ptx/module.h"

namespace warplens::ptx {

// Instructions of such loops, by their index in Function::instructions. The loads are volatile,
// relaxed or acquiring, or an atom.cas that is tried until it succeeds; a loop that stores, changes
// or waits at anything else is none.
[[nodiscard]] std::set<std::uint32_t> spins(const Function& function);

}  // namespace warplens::ptx
