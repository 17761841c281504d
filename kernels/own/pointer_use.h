// How a kernel uses the memory that its parameters point to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/own/value_graph.h"
#include "kernels/ptx/module.h"

namespace warplens::own {

struct PointerUse {
  bool is_read = false, is_written = false, is_updated = false;  // updated: by atomics
  bool escapes = false;   // into a call or memory, where it is not followed
  bool is_index = false;  // what is read from it becomes part of an address
  bool is_limit = false;  // what is read from it is compared, as a loop's end is
  bool is_list_of_offsets =
      false;  // read at two neighbours by the same thread, and an index or limit
  ptx::ScalarType type = ptx::ScalarType::none;  // of its narrowest typed access
  std::string instruction;                       // that says so: "ld.global.f32"
  std::uint32_t line = 0;                        // in the source; 0: not known
};

// One for each parameter of the graph's function, in order.
[[nodiscard]] std::vector<PointerUse> pointer_uses(const ptx::Module& module,
                                                   const ValueGraph& graph);

}  // namespace warplens::own
