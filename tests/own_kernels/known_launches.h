// What the kernels of four files of tests/corpus are launched with, as their authors know it.
#pragma once

#include <string>
#include <vector>

namespace warplens::own {

struct KnownBuffer {
  std::string type;   // "f32"
  std::string count;  // the least, of sizes and the launch's shape
};

struct KnownLaunch {
  std::string file, kernel;
  std::vector<KnownBuffer> buffers;  // pointers, in order
  // At least 0 where all of the work is inside: "grid.x*block.x - n".
  std::vector<std::string> room;
};

// Every kernel of histogram, image, matrix and scan: whole files, none left out.
[[nodiscard]] const std::vector<KnownLaunch>& known_launches();

}  // namespace warplens::own
