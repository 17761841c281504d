// The copies by TMA of a chunk of events, as the capture keeps them.
#pragma once

#include <capture_generated.h>

#include <cstdint>
#include <vector>

#include "kernels/trace/bulk_copy.h"

namespace warplens::trace {

struct StoredCopies {
  std::vector<format::BulkCopy> copies;
  std::vector<std::uint8_t> maps;  // each different one once
};
[[nodiscard]] StoredCopies stored_copies(const BulkCopies& copies);

// False: they name a map that is not there, or one that is no tensor map.
[[nodiscard]] bool load_copies(const format::Events& stored, BulkCopies& copies);

}  // namespace warplens::trace
