// Loads of shared memory among the instructions that ptxas made of an entry.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/sass/assembled.h"

namespace warplens::analysis {

// Instructions, however often they run. `wide`: those of 16 bytes a lane.
struct SharedLoads {
  std::uint32_t all = 0, wide = 0;
  friend bool operator==(const SharedLoads&, const SharedLoads&) = default;
};

[[nodiscard]] SharedLoads shared_loads(const sass::Assembled& code, std::string_view entry);

}  // namespace warplens::analysis
