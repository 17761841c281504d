// How much memory a result holds: its events, their costs and what views show of them. Small things
// (sites, totals, names) are not counted.
#pragma once

#include <cstdint>

#include "app/session/kernel_result.h"

namespace warplens::session {

// What several of its parts share counts once.
[[nodiscard]] std::uint64_t bytes_of(const KernelResult& result);

}  // namespace warplens::session
