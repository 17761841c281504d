// Blocks of a launch on their way: where they come from, and where what they did is added up.
//
// May be used by run_together and run_in_order only.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/machine/grid.h"

namespace warplens::machine {

// Blocks that are ready to run again, so that their warps and frames need not be made anew.
class BlockPool {
 public:
  BlockPool(const PreparedLaunch& launch, RunControl& control)
      : launch_(&launch), control_(&control) {}

  std::unique_ptr<Block> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Block> block = std::move(free_.back());
        free_.pop_back();
        return block;
      }
    }
    return std::make_unique<Block>(*launch_, *control_);
  }
  void give(std::unique_ptr<Block> block) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(block));
  }

 private:
  const PreparedLaunch* launch_;
  RunControl* control_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Block>> free_;
};

struct RunningBlock {
  std::shared_ptr<Cluster> cluster;  // none: the code asks nothing of one
  std::unique_ptr<Block> block;
  std::unique_ptr<trace::BlockRecorder> recorder;
  BlockStatus status = BlockStatus::spinning;
  std::uint64_t rounds = 0;  // since it waited first
  std::uint64_t pause = 0;   // of them until its next turn
};

// The blocks of a cluster, by rank.
[[nodiscard]] std::vector<RunningBlock> start_cluster(const GridPass& pass, BlockPool& pool,
                                                      std::uint64_t index);

// Takes blocks in their fixed order and adds them up, until one ends the launch.
class Commit {
 public:
  Commit(const GridPass& pass, BlockPool& pool, RunControl& control)
      : pass_(&pass), pool_(&pool), control_(&control) {}

  // A block that still runs when the launch halts is added, too.
  void add(RunningBlock running) {
    if (!ended_ || control_->is_halted()) take(running);
    pool_->give(std::move(running.block));
  }
  // Ends all blocks in `all`, which wait for each other.
  void add_deadlocked(std::vector<RunningBlock>& all) {
    for (RunningBlock& running : all) {
      running.block->report_deadlock();
      running.status = BlockStatus::ended;
      take(running);
    }
    all.clear();
  }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] GridResult finish() {
    result_.cancelled = control_->stop.stop_requested();
    result_.halted = control_->is_halted();
    result_.is_suspicious = pass_->screen != nullptr && pass_->screen->is_suspicious();
    return std::move(result_);
  }

 private:
  void take(RunningBlock& running);
  void screen(const RunningBlock& running);
  // Every block ended by itself, but together they spent the budget.
  void report_no_end(const RunningBlock& running);
  void end() {
    ended_ = true;
    control_->abandon = true;
  }

  const GridPass* pass_;
  BlockPool* pool_;
  RunControl* control_;
  GridResult result_;
  bool ended_ = false;
};

// Sets up how the launch is stopped, by its options.
void prepare(RunControl& control, const GridPass& pass);

}  // namespace warplens::machine
