// What the blocks of one launch share while they run: how they are stopped, and what limits them.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <stop_token>

namespace warplens::machine {

struct RunControl {
  std::stop_token stop;
  std::atomic<bool> abandon{false};  // the launch has ended: stop where you are
  std::uint64_t budget = 0;          // warp instructions that one block may execute
  // Loads whose value must be followed, by instruction; nullptr in the first run.
  const std::set<std::uint32_t>* tracked_loads = nullptr;
  // A seeded order: blocks also step back at random where one of their warps has to wait.
  std::optional<std::mt19937_64> order;
};

}  // namespace warplens::machine
