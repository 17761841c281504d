// Tells of most launches that no two blocks touched the same byte so that it matters which came
// first, whatever the order in which they ran.
//
// Blocks keep what they touched themselves (BlockTouches) and are added one by one. A launch that
// is suspicious is run once more in a fixed order, with global_races.h.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/machine/launch/block_touches.h"
#include "kernels/machine/launch/exposed_buffers.h"

namespace warplens::machine {

class LaunchScreen {
 public:
  explicit LaunchScreen(const ExposedBuffers& buffers);

  // One block more; one that `ended` the launch early may have waited for what others write.
  void add(const BlockTouches& block, bool ended);
  [[nodiscard]] bool is_suspicious() const { return is_suspicious_; }

 private:
  // For one buffer and each GlobalUse a bit a byte, line by line; empty if no block used it so.
  using Touched = std::array<std::vector<std::uint64_t>, 3>;

  // Whether an earlier block used any of it in another way, or wrote there.
  [[nodiscard]] bool is_taken(const TouchedLine& line) const;
  [[nodiscard]] bool is_taken(const TouchedRun& run) const;
  void take(const TouchedLine& line);
  void take(const TouchedRun& run);
  [[nodiscard]] bool is_any_taken(const BlockTouches& block) const;
  [[nodiscard]] std::vector<std::uint64_t>& bits_of(std::size_t place, GlobalUse use);

  const ExposedBuffers* buffers_;
  std::vector<Touched> touched_;  // by the buffers' places
  bool is_suspicious_ = false;
};

}  // namespace warplens::machine
