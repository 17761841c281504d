#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

#include "kernels/base/stopped.h"
#include "kernels/machine/deadlock.h"
#include "kernels/machine/grid.h"
#include "kernels/machine/running_blocks.h"

namespace warplens::machine {
namespace {

// Fisher-Yates with the generator that the standard fixes bit by bit: the same everywhere.
template <class T>
void shuffle(std::vector<T>& all, std::mt19937_64& random) {
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random() % i]);
}

// The order in which clusters start, most often of one block: as they are numbered, or as a seed
// says.
class StartOrder {
 public:
  StartOrder(const GridPass& pass, RunControl& control)
      : clusters_(pass.launch->shape.clusters().count()) {
    const auto& seed = pass.launch->options->order_seed;
    if (!seed.has_value()) return;
    shuffled_.resize(clusters_);
    std::iota(shuffled_.begin(), shuffled_.end(), std::uint64_t{0});
    std::mt19937_64& random = control.order.emplace(*seed);
    shuffle(shuffled_, random);
  }

  [[nodiscard]] std::uint64_t size() const { return clusters_; }
  [[nodiscard]] std::uint64_t operator[](std::uint64_t place) const {
    return shuffled_.empty() ? place : shuffled_[place];
  }

 private:
  std::uint64_t clusters_;
  std::vector<std::uint64_t> shuffled_;  // empty without a seed: a grid may have 2^31 blocks
};

// Blocks that wait for each other, one after the other.
class InOrder {
 public:
  explicit InOrder(const GridPass& pass)
      : pass_(&pass),
        pool_(*pass.launch, prepared()),
        commit_(pass, pool_, control_),
        order_(pass, control_),
        deadlocks_(pass.launch->memory, control_.order.has_value()) {}

  GridResult run() {
    while ((next_ < order_.size() || !resident_.empty()) && !is_over()) {
      give_turns();
      if (next_ == order_.size()) look_for_deadlock();
      start_some();
    }
    for (RunningBlock& running : resident_) end_halted(running);
    return commit_.finish();
  }

 private:
  // New blocks are started before waiting ones get another turn, but only so many at a time: what a
  // spinning block waits for is most often near.
  static constexpr std::size_t kStartsATurn = 64;
  static constexpr std::uint64_t kTurnsALook = 64;
  static constexpr std::uint32_t kRoundsAStart = 64;  // of a cluster's blocks

  RunControl& prepared() {
    prepare(control_, *pass_);
    control_.written.emplace();
    return control_;
  }
  [[nodiscard]] bool is_over() const {
    return commit_.ended() || control_.is_halted() || is_stopped(control_.stop);
  }

  void give_turns() {
    std::erase_if(resident_, [&](RunningBlock& running) {
      return !is_over() && !pauses(running) && turn(running);
    });
  }
  void start_some() {
    const std::uint32_t blocks = pass_->launch->shape.blocks();
    for (std::size_t started = 0; started < kStartsATurn && next_ < order_.size();
         started += blocks) {
      if (is_over()) return;
      std::vector<RunningBlock> cluster = start_cluster(*pass_, pool_, order_[next_++]);
      if (control_.order.has_value()) shuffle(cluster, *control_.order);
      give_first_turns(cluster);
      std::ranges::move(cluster, std::back_inserter(resident_));
    }
  }
  // Without a seed the blocks of a cluster go on while they can, as warps of a block do, so that
  // few are resident; those that are left wait for other clusters, or long.
  void give_first_turns(std::vector<RunningBlock>& cluster) {
    std::erase_if(cluster, [&](RunningBlock& running) {
      if (!running.block->must_end()) return turn(running);
      running.status = BlockStatus::ended;
      commit_.add(std::move(running));
      return true;
    });
    if (control_.order.has_value() || pass_->launch->shape.blocks() == 1) return;
    const auto can_go_on = [](const RunningBlock& running) { return running.block->can_run(); };
    for (std::uint32_t round = 1; round < kRoundsAStart; ++round) {
      if (is_over() || std::ranges::none_of(cluster, can_go_on)) return;
      std::erase_if(cluster, [&](RunningBlock& running) { return !is_over() && turn(running); });
    }
  }
  // A block that waits since n rounds pauses for n more while others start: where all wait for the
  // last one, as in grid.sync(), each then gets few turns. A seed says itself who has a turn.
  [[nodiscard]] bool pauses(RunningBlock& running) const {
    if (next_ == order_.size() || control_.order.has_value()) return false;
    ++running.rounds;
    if (running.pause == 0) running.pause = running.rounds;
    return --running.pause != 0;
  }
  // False when it goes on later.
  bool turn(RunningBlock& running) {
    // The budget is the launch's: what the other blocks have spent is gone for this one.
    Block& block = *running.block;
    const std::uint64_t before = block.instructions();
    control_.budget = pass_->launch->options->instruction_budget - spent_ + before;
    running.status = block.run();
    spent_ += block.instructions() - before;
    // Turns may be too short for the block itself to look.
    const bool looks = ++turns_ % kTurnsALook == 0;
    if (running.status == BlockStatus::spinning && looks && block.must_end()) {
      running.status = BlockStatus::ended;
    }
    if (running.status == BlockStatus::spinning) return false;
    commit_.add(std::move(running));
    return true;
  }
  void look_for_deadlock() {
    if (resident_.empty() || is_over()) return;
    std::vector<Block*> blocks;
    for (const RunningBlock& running : resident_) blocks.push_back(running.block.get());
    const bool can_none_run =
        std::ranges::none_of(blocks, [](const Block* block) { return block->can_run(); });
    if (can_none_run || deadlocks_.is_reached(blocks)) commit_.add_deadlocked(resident_);
    control_.without_chance = !deadlocks_.takes_chances();
  }
  void end_halted(RunningBlock& running) {
    if (!control_.is_halted() || !running.block->must_end()) return;
    running.status = BlockStatus::ended;
    commit_.add(std::move(running));
  }

  const GridPass* pass_;
  RunControl control_;
  BlockPool pool_;
  Commit commit_;
  StartOrder order_;
  std::vector<RunningBlock> resident_;
  std::uint64_t next_ = 0;
  std::uint64_t spent_ = 0;
  std::uint64_t turns_ = 0;
  DeadlockDetector deadlocks_;
};

}  // namespace

GridResult run_in_order(const GridPass& pass) { return InOrder(pass).run(); }

}  // namespace warplens::machine
