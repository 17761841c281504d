#include <optional>
#include <set>

#include "kernels/base/stopped.h"
#include "kernels/machine/deadlock.h"
#include "kernels/machine/grid.h"
#include "kernels/machine/ordered_work.h"
#include "kernels/machine/running_blocks.h"

namespace warplens::machine {
namespace {

// A loop that goes on for so many turns may wait for what another block writes.
constexpr std::uint32_t kLongWait = 4;

// A block by itself, with blocks beside it that its code cannot tell from none.
BlockStatus run_alone(Block& block, const GridPass& pass) {
  Memory* const memory = pass.launch->blocks == 1 ? pass.launch->memory : nullptr;
  DeadlockDetector deadlocks(memory, false);
  Block* const blocks[] = {&block};
  if (block.must_end()) return BlockStatus::ended;
  BlockStatus status = block.run();
  for (std::uint32_t turns = 0; status == BlockStatus::spinning; ++turns) {
    if (pass.screen != nullptr && turns >= kLongWait && block.touched().has_read()) {
      return BlockStatus::ended;
    }
    if (!block.can_run() || deadlocks.is_reached(blocks)) {
      block.report_deadlock();
      return BlockStatus::ended;
    }
    if (block.must_end()) return BlockStatus::ended;
    status = block.run();
  }
  return status;
}

}  // namespace

GridResult run_together(const GridPass& pass, unsigned threads) {
  RunControl control;
  prepare(control, pass);
  BlockPool pool(*pass.launch, control);
  Commit commit(pass, pool, control);
  const std::set<std::uint64_t>* chosen = pass.tracked_blocks;
  std::set<std::uint64_t>::const_iterator next_chosen;
  if (chosen != nullptr) next_chosen = chosen->begin();
  std::uint64_t next = 0;

  const auto feed = [&]() -> std::optional<std::uint64_t> {
    const bool is_over =
        chosen != nullptr ? next_chosen == chosen->end() : next == pass.launch->blocks;
    if (is_over || control.abandon || control.is_halted() || is_stopped(control.stop)) {
      return std::nullopt;
    }
    return chosen != nullptr ? *next_chosen++ : next++;
  };
  const auto work = [&](std::uint64_t index) {
    RunningBlock running = std::move(start_cluster(pass, pool, index).front());  // of one block
    running.status = run_alone(*running.block, pass);
    return running;
  };
  const auto join = [&](RunningBlock running) { commit.add(std::move(running)); };
  // Enough in flight that no thread waits for the slowest block, few enough to bound memory.
  OrderedWork(std::size_t{threads} * 4, feed, work, join).run(threads);
  return commit.finish();
}

}  // namespace warplens::machine
