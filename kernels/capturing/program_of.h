// What processes left, as the capture of a program.
#pragma once

#include <string>
#include <vector>

#include "kernels/base/text.h"
#include "kernels/captured/program.h"
#include "kernels/capturing/spooled.h"

namespace warplens::capturing {

struct Gathered {
  captured::Program program;
  std::vector<Text> notes;  // of no episode: what could not be captured, a line each
};

// Those without a launch are notes alone.
[[nodiscard]] Gathered program_of(std::vector<Spooled> processes, std::string command);

}  // namespace warplens::capturing
