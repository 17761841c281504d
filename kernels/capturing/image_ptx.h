// The PTX of a kernel, from what the driver was given: PTX itself, a fatbin's, what machine code
// was made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/captured/program.h"
#include "kernels/capturing/spooled.h"

namespace warplens::capturing {

struct ImageQuestion {
  std::string entry;
  std::uint32_t capability = 0;
  const captured::Launch* launch = nullptr;  // that PTX of an uncertain origin must fit
};

// Where there is no PTX: the machine code, and why.
[[nodiscard]] captured::Image image_for(const SpooledImage& image, const ImageQuestion& question);

// Names of the entry's parameters, of so many the first, as Triton noted them beside its PTX; those
// that it did not are empty.
[[nodiscard]] std::vector<std::string> told_names(const SpooledImage& image,
                                                  const std::string& entry, std::size_t parameters);

}  // namespace warplens::capturing
