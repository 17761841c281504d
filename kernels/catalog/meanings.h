// What values of parameters stand for, in words, for parameters that several families have.
#pragma once

#include <string>

#include "kernels/catalog/family.h"

namespace warplens::catalog {

// "1 tile", "3 tiles".
[[nodiscard]] Text in_number(std::int64_t count, TextView one, TextView many);

// Each gives the words for `name` beside the others; none where the kernel lacks what they speak
// of.

// "2 tiles and 6 more": of a side that is cut into tiles.
[[nodiscard]] std::function<Text(const Parameters&)> in_tiles(std::string name);
// "3 warps, the last with 8 lanes": of a block's threads.
[[nodiscard]] Text in_warps(const Parameters& p);
// "72 threads: 3 warps, the last with 8 lanes": of the block that `block_x` and `block_y` make.
[[nodiscard]] Text block_in_warps(const Parameters& p);
// "1,024 threads for 4,096 elements", of which there are as many as the product of `sides`.
[[nodiscard]] std::function<Text(const Parameters&)> threads_for(std::vector<std::string> sides);
// "64 blocks", of elements that get a thread each.
[[nodiscard]] Text in_blocks(const Parameters& p);

}  // namespace warplens::catalog
