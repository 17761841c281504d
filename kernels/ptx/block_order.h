// The order in which the blocks of a control-flow graph run when lanes wait for one another.
#pragma once

#include <cstdint>
#include <vector>

namespace warplens::ptx {

using Successors = std::vector<std::vector<std::uint32_t>>;

// The blocks reachable from block 0, each before its successors except along loops' back-edges, and
// every loop in one piece: its head, its body, and only then what comes after it. (Bourdoncle's
// weak topological order, 1993: a reverse post-order in which loops are contiguous.)
[[nodiscard]] std::vector<std::uint32_t> order_blocks(const Successors& successors);

}  // namespace warplens::ptx
