// Where a NaN or an infinity is made: by an instruction of which no source is one. A NaN may also
// be made of an infinity (∞ − ∞, 0 · ∞), which may have been a constant; what passes on one that it
// was given makes nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/issue.h"
#include "kernels/machine/program/number_use.h"

namespace warplens::machine {

// The factors of a matrix product that lie in no registers, and whether it is added to what those
// of its result hold.
struct Factors {
  std::span<const std::byte> a, b;
  bool adds = false;
};

class NonFiniteWatch {
 public:
  explicit NonFiniteWatch(BlockContext& block);

  // Executes the instruction for its lanes and reports the first for which it makes one.
  template <class Execute>
  void around(const Issue& issue, Execute execute, const Factors& factors = {}) {
    if (issue.mask == 0) return;
    const NumberUse& use = uses_[issue.instruction];
    if (use.results.empty()) return execute();
    keep_sources(issue, use);
    execute();
    look_at_results(issue, use, factors);
  }

  // An atomic of one lane has added `b` to what was `old`.
  void look_at_sum(const Issue& issue, std::uint32_t lane, ptx::ScalarType type, std::uint64_t old,
                   std::uint64_t b);

 private:
  void keep_sources(const Issue& issue, const NumberUse& use);
  void look_at_results(const Issue& issue, const NumberUse& use, const Factors& factors);

  BlockContext* block_;
  std::vector<NumberUse> uses_;     // by instruction
  std::vector<std::byte> sources_;  // as they were, kSourceBytes each
};

}  // namespace warplens::machine
