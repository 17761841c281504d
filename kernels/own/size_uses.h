// What a kernel does with the integers that it is given by value.
#pragma once

#include <vector>

#include "kernels/own/value_graph.h"

namespace warplens::own {

struct SizeUse {
  bool is_read = false;
  bool limits_threads = false;  // thread numbers are compared with it, or with what is made of it
  bool is_pitch = false;        // thread numbers are multiplied by it
};

// One for each parameter of the graph's function, in order.
[[nodiscard]] std::vector<SizeUse> size_uses(const ptx::Module& module, const ValueGraph& graph);

}  // namespace warplens::own
