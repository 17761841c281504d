// State that the blocks of one launch share while they run: how they are stopped, and what limits
// them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <stop_token>

#include "kernels/machine/launch/global_races.h"
#include "kernels/machine/launch/thread_screen.h"
#include "kernels/machine/launch/unexpected_writes.h"
#include "kernels/machine/launch/written_words.h"

namespace warplens::machine {

// Why a launch stops before its end and keeps what it has.
enum class Halt : std::uint8_t { none, out_of_time, interrupted };

struct RunControl {
  using Clock = std::chrono::steady_clock;

  std::stop_token stop;
  std::stop_token halt;
  std::atomic<bool> abandon{false};  // the launch has ended: stop where you are
  Clock::time_point deadline = Clock::time_point::max();
  std::atomic<Halt> halted{Halt::none};  // the first reason, for all blocks
  Clock::time_point tells_at = Clock::time_point::max();
  std::atomic<bool> has_told{false};  // that it takes long
  std::uint64_t budget = 0;           // warp instructions that one block may execute
  // Loads whose value must be followed, by instruction; nullptr in the first run.
  const std::set<std::uint32_t>* tracked_loads = nullptr;
  // Buffers through which blocks may race; nullptr: nobody asks. Blocks that take turns are
  // compared by `global_races`, others keep what they touched.
  const ExposedBuffers* exposed = nullptr;
  GlobalRaces* global_races = nullptr;
  bool keeps_touched = false;              // blocks keep it
  bool finds_suspects = false;             // among lines that a block's threads share
  const SuspectLines* suspects = nullptr;  // they are known: what races there is looked for
  std::optional<WrittenWords> written;     // by all blocks, where they take turns
  UnexpectedWrites* unexpected = nullptr;  // to what is not exposed; nullptr where nobody asks
  // A seeded order: blocks also step back at random where one of their warps has to wait.
  std::optional<std::mt19937_64> order;
  // If set, blocks run until they cannot go on, as without a seed (deadlock.h).
  bool without_chance = false;
  std::atomic<std::uint64_t> shape_memos{0};  // that blocks have made

  [[nodiscard]] bool is_halted() const { return halted.load() != Halt::none; }
  // Looks whether it is to halt now.
  [[nodiscard]] bool must_halt() {
    if (is_halted()) return true;
    Halt reason = Halt::none;
    if (Clock::now() >= deadline) reason = Halt::out_of_time;
    if (halt.stop_requested()) reason = Halt::interrupted;
    Halt none = Halt::none;
    if (reason != Halt::none) halted.compare_exchange_strong(none, reason);
    return reason != Halt::none;
  }
  // True once, when the launch has taken long.
  [[nodiscard]] bool is_time_to_tell() {
    return tells_at != Clock::time_point::max() && Clock::now() >= tells_at &&
           !has_told.exchange(true);
  }
};

}  // namespace warplens::machine
