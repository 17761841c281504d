// Computes warp-level operations once their lanes are there: shuffles, votes, matches, reductions,
// elections (PTX ISA 9.7.9 and 9.7.13), movmatrix.
#pragma once

#include <cstdint>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/participants.h"

namespace warplens::machine {

class WarpCollectives {
 public:
  explicit WarpCollectives(BlockContext& block) : block_(&block) {}

  void perform(const Warp& warp, const Participants& participants, std::uint32_t lanes);

 private:
  using Node = TrackedValues::Node;

  void shuffle(const Warp& warp, const Participants& participants, std::uint32_t lanes);
  void vote(const Warp& warp, const Participants& participants, std::uint32_t lanes);
  void match(const Warp& warp, const Participants& participants, std::uint32_t lanes);
  void reduce(const Warp& warp, const Participants& participants, std::uint32_t lanes);
  void elect(const Warp& warp, const Participants& participants, std::uint32_t lanes);
  void transpose(const Warp& warp, const Participants& participants, std::uint32_t lanes);
  // Every lane's result depends on all lanes' values.
  void share_nodes(const Warp& warp, const Participants& participants, std::uint32_t lanes);
  // The value that a shuffle takes from a lane that is not there: a finding if it is used.
  [[nodiscard]] Node missing_source(const Participant& participant, const Warp& warp,
                                    std::uint32_t lane, std::uint32_t source);

  BlockContext* block_;
};

}  // namespace warplens::machine
