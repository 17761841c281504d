#include "kernels/machine/deadlock.h"

#include "kernels/machine/block/block.h"
#include "kernels/machine/block/fingerprint.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kRoundsALook = 40;  // a state that comes back later is not noticed
constexpr std::uint32_t kLookLessOften = 4;
constexpr std::uint64_t kFirstRound = 2;
constexpr std::uint64_t kFirstInstruction = 1 << 18;
// Bits of the longest time that passes at once: a 32-bit clock goes round, a 64-bit one does not.
constexpr std::uint32_t kTimeBits = 62;

// Four times as long each time, and at no beat that a loop may have.
std::uint64_t time_of_step(std::uint32_t step) {
  return (std::uint64_t{1} << step) + std::uint64_t{step} * step + 1;
}

std::uint64_t fingerprint_of(const Memory& memory) {
  Fingerprint sum;
  for (std::size_t i = 0; i < memory.buffers().size(); ++i) sum.add(memory.bytes(i));
  return sum.value();
}

}  // namespace

bool DeadlockDetector::is_reached(std::span<Block* const> left) {
  if (rounds_left_ == 0) {
    if (is_due(left)) rounds_left_ = kRoundsALook;
    return false;
  }
  --rounds_left_;
  // The first round only ends what turns at random had begun.
  if (rounds_left_ == kRoundsALook - 1) return false;
  const std::uint64_t state = fingerprint(left);
  if (rounds_left_ != kRoundsALook - 2) return state == state_ && is_certain(left);
  remember(state);
  return false;
}

// Random turns are of any length, so that their number says little.
bool DeadlockDetector::is_due(std::span<Block* const> left) {
  std::uint64_t instructions = 0;
  for (const Block* block : left) instructions += block->instructions();
  seen_ = by_chance_ ? instructions : seen_ + 1;
  if (next_look_ == 0) next_look_ = by_chance_ ? seen_ + kFirstInstruction : kFirstRound;
  if (seen_ < next_look_) return false;
  next_look_ = seen_ * kLookLessOften;
  return true;
}

void DeadlockDetector::remember(std::uint64_t state) {
  state_ = state;
  memory_state_.reset();
  time_step_ = 0;
}

std::uint64_t DeadlockDetector::fingerprint(std::span<Block* const> left) const {
  Fingerprint sum;
  for (Block* block : left) {
    sum.add(block->index());
    sum.add(block->fingerprint());
    if (memory_ == nullptr) sum.add(block->buffer_reads());
  }
  return sum.value();
}

bool DeadlockDetector::is_certain(std::span<Block* const> left) {
  rounds_left_ = kRoundsALook - 2;  // look on
  const std::uint64_t now = memory_ != nullptr ? fingerprint_of(*memory_) : 0;
  if (memory_state_ == now) return time_is_over(left);
  memory_state_ = now;
  time_step_ = 0;
  return false;
}

bool DeadlockDetector::time_is_over(std::span<Block* const> left) {
  if (!left.front()->reads_clock() || time_step_ > kTimeBits) return true;
  for (Block* block : left) block->let_time_pass(time_of_step(time_step_));
  time_step_ += 2;
  return false;
}

}  // namespace warplens::machine
