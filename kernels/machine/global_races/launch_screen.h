// Tells of most launches that no two blocks touched the same byte so that it matters which came
// first, whatever the order in which they ran.
//
// Blocks keep what they touched themselves (TouchedLines) and are added one by one. A launch that
// is suspicious is run once more in a fixed order, with global_races.h.
#pragma once

#include <vector>

#include "kernels/machine/global_races/exposed_buffers.h"
#include "kernels/machine/global_races/touched_lines.h"

namespace warplens::machine {

class LaunchScreen {
 public:
  explicit LaunchScreen(const ExposedBuffers& buffers);

  // One block more; one that `ended` the launch early may have waited for what others write.
  void add(const TouchedLines& block, bool ended);
  [[nodiscard]] bool is_suspicious() const { return is_suspicious_; }

 private:
  // A word a line; empty where no block did so.
  struct Touched {
    std::vector<std::uint64_t> read, written, strong;
  };

  void add(const TouchedLine& line);

  const ExposedBuffers* buffers_;
  std::vector<Touched> touched_;  // by the buffers' places
  bool is_suspicious_ = false;
};

}  // namespace warplens::machine
