// The additions' pointers, so many floats behind the start of their buffers.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens {

inline catalog::Parameters with_offsets(catalog::Parameters settings, std::int64_t a,
                                        std::int64_t b, std::int64_t c) {
  settings["offset_a"] = a;
  settings["offset_b"] = b;
  settings["offset_c"] = c;
  return settings;
}

}  // namespace warplens
