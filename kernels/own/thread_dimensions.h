// The dimensions of its block and of its grid that a kernel tells apart. One that only counts its
// threads through has one dimension, whatever it is spelled with: thread_rank() of cooperative
// groups, threadIdx.y * blockDim.x + threadIdx.x.
#pragma once

#include <array>

#include "kernels/own/value_graph.h"

namespace warplens::own {

struct ThreadDimensions {
  std::array<bool, 3> block{}, grid{};
};

[[nodiscard]] ThreadDimensions thread_dimensions(const ValueGraph& graph);

}  // namespace warplens::own
