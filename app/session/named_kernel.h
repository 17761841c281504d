// A kernel with those of its parameters that differ from the defaults.
#pragma once

#include <string>

#include "kernels/catalog/family.h"

namespace warplens::session {

struct NamedKernel {
  std::string kernel;  // "transpose/tile_padded"
  catalog::Parameters parameters;
  std::string index{};  // written in place of the kernel's own; empty: as it is
  friend bool operator==(const NamedKernel&, const NamedKernel&) = default;
};

}  // namespace warplens::session
