// The PTX of a kernel, from what the driver was given: PTX itself, a fatbin's, what machine code
// was made of.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/captured/program.h"
#include "kernels/capturing/spooled.h"

namespace warplens::capturing {

struct ImageQuestion {
  std::string entry;
  std::uint32_t capability = 0;
};

// Where there is no PTX: the machine code, and why.
[[nodiscard]] captured::Image image_for(const SpooledImage& image, const ImageQuestion& question);

}  // namespace warplens::capturing
