// Whether all that is left to run waits for ever: the blocks come back to a state that they were
// in, with the same registers and the same memory, so they will do so without end.
//
// It looks at rounds of turns, seldom enough to cost little where blocks do go on. What clocks show
// is no part of the state. Where nothing else changes it lets them go on, further each time: who
// waits for a time to pass goes on then, and who does not waits for ever.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernels/machine/launch/memory.h"

namespace warplens::machine {

class Block;

class DeadlockDetector {
 public:
  // `memory`: all that the blocks may read and nobody else writes; nullptr when others write, too:
  // then only those who read none of it can be told to stand still. `by_chance`: blocks take turns
  // at random while they may (takes_chances()).
  DeadlockDetector(const Memory* memory, bool by_chance) : memory_(memory), by_chance_(by_chance) {}

  // After a round, in which each of `left` had its turn.
  [[nodiscard]] bool is_reached(std::span<Block* const> left);
  // Whether the next round may be at random: what it leaves is no state to come back to.
  [[nodiscard]] bool takes_chances() const { return rounds_left_ == 0; }

 private:
  [[nodiscard]] bool is_due(std::span<Block* const> left);
  [[nodiscard]] std::uint64_t fingerprint(std::span<Block* const> left) const;
  // The blocks are as they were: is memory, and does time change nothing?
  [[nodiscard]] bool is_certain(std::span<Block* const> left);
  [[nodiscard]] bool time_is_over(std::span<Block* const> left);
  void remember(std::uint64_t state);

  const Memory* memory_;
  bool by_chance_;
  std::uint64_t seen_ = 0;  // rounds, or instructions
  std::uint64_t next_look_ = 0;
  std::uint32_t rounds_left_ = 0;  // of this look
  std::uint64_t state_ = 0;
  std::optional<std::uint64_t> memory_state_;
  std::uint32_t time_step_ = 0;
};

}  // namespace warplens::machine
