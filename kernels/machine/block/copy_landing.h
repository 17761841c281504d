// When the copies of a block land (RunOptions::copies): a copy is told its delay when it starts, in
// steps of the block. It lands when it is waited for at the latest.
//
// Early is near what an H100 does where nothing delays a copy (tests/probes/stages.cu): one takes as
// long as any other, so that who has waited for one finds those that started soon after it, but not
// what a later round has started.
#pragma once

#include <cstdint>
#include <random>

#include "kernels/machine/launch/launch.h"

namespace warplens::machine {

class CopyLanding {
 public:
  static constexpr std::uint32_t kLate = 0xffffffffu;

  explicit CopyLanding(const RunOptions& options) : options_(&options) {}

  // Starts block `index`: a seed says the same for it whatever runs beside it.
  void start(std::uint64_t index) {
    if (is_by_seed()) numbers_.seed(options_->copies_seed * 0x9e3779b97f4a7c15u + index);
  }
  [[nodiscard]] bool is_by_seed() const { return options_->copies == CopiesLand::by_seed; }
  // Whether copies that started between the same two waits land with the first of them.
  [[nodiscard]] bool is_together() const { return options_->copies == CopiesLand::early; }
  [[nodiscard]] std::uint32_t delay() {
    if (options_->copies == CopiesLand::at_once) return 0;
    if (!is_by_seed()) return kLate;
    const std::uint64_t kind = numbers_() % 4;
    if (kind == 0) return 0;
    if (kind == 1) return kLate;
    constexpr std::uint64_t kScales = 8;  // of any scale
    const std::uint64_t scale = std::uint64_t{1} << numbers_() % kScales;
    return static_cast<std::uint32_t>(1 + numbers_() % scale);
  }

 private:
  const RunOptions* options_;
  std::mt19937_64 numbers_;
};

}  // namespace warplens::machine
