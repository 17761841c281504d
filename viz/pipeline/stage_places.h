// Which bytes of shared memory are a stage: those that are filled together first.
#pragma once

#include "viz/pipeline/stages.h"

namespace warplens::pipeline {

// Without their accesses.
[[nodiscard]] Stages stage_places(const BarrierRun& run, const Order& order);

// The stage of each word of shared memory.
class StageOfWord {
 public:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::uint32_t kBytes = 4;

  explicit StageOfWord(const Stages& stages);
  [[nodiscard]] std::uint32_t at(std::uint64_t offset) const {
    const std::uint64_t word = offset / kBytes;
    return word < stages_.size() ? stages_[static_cast<std::size_t>(word)] : kNone;
  }
  [[nodiscard]] std::size_t words() const { return stages_.size(); }

 private:
  std::vector<std::uint32_t> stages_;
};

}  // namespace warplens::pipeline
