// What a person has chosen to look at: a kernel variant, its parameters, a backend.
#pragma once

#include <string>

#include "kernels/catalog/family.h"

namespace warplens::session {

struct Selection {
  std::string kernel;              // "transpose/tile_padded"
  catalog::Parameters parameters;  // complete: every parameter that the variant takes
  std::string backend = "cpu";
  friend bool operator==(const Selection&, const Selection&) = default;

  [[nodiscard]] std::string family() const { return kernel.substr(0, kernel.find('/')); }
};

}  // namespace warplens::session
