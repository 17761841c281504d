#include "kernels/machine/grid.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

#include "kernels/machine/ordered_work.h"
#include "kernels/machine/standstill.h"

namespace warplens::machine {
namespace {

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
  std::unique_ptr<Block> block;
  std::unique_ptr<trace::BlockRecorder> recorder;
  BlockStatus status = BlockStatus::spinning;
};

RunningBlock start_block(const GridPass& pass, BlockPool& pool, std::uint64_t index) {
  RunningBlock running;
  running.block = pool.take();
  if (pass.builder != nullptr) {
    running.recorder = std::make_unique<trace::BlockRecorder>(pass.builder->block(index));
  }
  const bool is_tracked = pass.tracked_blocks != nullptr && pass.tracked_blocks->contains(index);
  running.block->start(index, running.recorder.get(), is_tracked);
  return running;
}

// Takes blocks in their fixed order and adds them up, until one ends the launch.
class Commit {
 public:
  Commit(const GridPass& pass, BlockPool& pool, RunControl& control)
      : pass_(&pass), pool_(&pool), control_(&control) {}

  // What runs when the launch halts is added, too.
  void add(RunningBlock running) {
    if (!ended_ || control_->is_halted()) take(running);
    pool_->give(std::move(running.block));
  }
  // Those that wait for each other end it together.
  void add_standing_still(std::vector<RunningBlock>& all) {
    for (RunningBlock& running : all) {
      running.block->report_standstill();
      running.status = BlockStatus::ended;
      take(running);
    }
    all.clear();
  }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] GridResult finish() {
    result_.cancelled = control_->stop.stop_requested();
    result_.halted = control_->is_halted();
    return std::move(result_);
  }

 private:
  void take(RunningBlock& running) {
    const Block& block = *running.block;
    if (running.recorder != nullptr) pass_->builder->add(std::move(*running.recorder));
    result_.findings.append(block.findings());
    if (result_.printed.size() < trace::kMaximumPrinted) result_.printed += block.printed();
    if (result_.printed.size() > trace::kMaximumPrinted)
      result_.printed.resize(trace::kMaximumPrinted);
    result_.instructions += block.instructions();
    result_.lane_instructions += block.lane_instructions();
    if (!block.candidates().empty()) {
      result_.candidate_blocks.insert(block.index());
      result_.candidate_loads.insert(block.candidates().begin(), block.candidates().end());
    }
    Progress* progress = pass_->launch->options->progress;
    if (progress != nullptr && pass_->counts_progress) progress->blocks_done.fetch_add(1);
    if (result_.instructions >= pass_->launch->options->instruction_budget) {
      report_no_end(running);
    }
    if (running.status == BlockStatus::ended) end();
  }
  // Every block ended by itself, but together they spent the budget.
  void report_no_end(const RunningBlock& running) {
    const Block& block = *running.block;
    end();
    if (running.status == BlockStatus::ended) return;
    result_.findings.add(trace::FindingKind::no_end, kNoIndex, kNoIndex, [&] {
      trace::Finding finding;
      finding.kind = trace::FindingKind::no_end;
      finding.block = pass_->launch->request->grid.at(block.index());
      finding.message = finding_text::no_end_of_launch(pass_->launch->options->instruction_budget,
                                                       block.index(), pass_->launch->blocks);
      return finding;
    });
  }
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

// A block by itself, with blocks beside it that its code cannot tell from none.
BlockStatus run_alone(Block& block, const GridPass& pass) {
  Memory* const memory = pass.launch->blocks == 1 ? pass.launch->memory : nullptr;
  Standstill standstill(memory, false);
  Block* const blocks[] = {&block};
  if (block.must_end()) return BlockStatus::ended;
  BlockStatus status = block.run();
  while (status == BlockStatus::spinning) {
    if (standstill.is_reached(blocks)) {
      block.report_standstill();
      return BlockStatus::ended;
    }
    if (block.must_end()) return BlockStatus::ended;
    status = block.run();
  }
  return status;
}

std::vector<std::uint64_t> block_order(const GridPass& pass, RunControl& control) {
  std::vector<std::uint64_t> order(pass.launch->blocks);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  if (const auto& seed = pass.launch->options->order_seed) {
    // Fisher-Yates with the generator that the standard fixes bit by bit: the same everywhere.
    std::mt19937_64& random = control.order.emplace(*seed);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  }
  return order;
}

void prepare(RunControl& control, const GridPass& pass) {
  const RunOptions& options = *pass.launch->options;
  const auto after = [&](std::chrono::duration<double> time) {
    constexpr std::chrono::duration<double> kForEver = std::chrono::hours(24 * 365);
    return pass.launch->started +
           std::chrono::duration_cast<RunControl::Clock::duration>(std::min(time, kForEver));
  };
  control.stop = options.stop;
  control.halt = options.halt;
  control.deadline = after(options.time_limit);
  if (options.on_long_run) control.tells_at = after(options.long_run);
  control.budget = options.instruction_budget;
  control.tracked_loads = pass.tracked_loads;
}

// Blocks that wait for each other, one after the other.
class InOrder {
 public:
  explicit InOrder(const GridPass& pass)
      : pass_(&pass),
        pool_(*pass.launch, prepared()),
        commit_(pass, pool_, control_),
        order_(block_order(pass, control_)),
        standstill_(pass.launch->memory, control_.order.has_value()) {}

  GridResult run() {
    while ((next_ < order_.size() || !resident_.empty()) && !is_over()) {
      give_turns();
      if (next_ == order_.size()) look_for_standstill();
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

  RunControl& prepared() {
    prepare(control_, *pass_);
    return control_;
  }
  [[nodiscard]] bool is_over() const {
    return commit_.ended() || control_.is_halted() || control_.stop.stop_requested();
  }

  void give_turns() {
    std::erase_if(resident_, [&](RunningBlock& running) { return !is_over() && turn(running); });
  }
  void start_some() {
    for (std::size_t started = 0; started < kStartsATurn && next_ < order_.size(); ++started) {
      if (is_over()) return;
      RunningBlock running = start_block(*pass_, pool_, order_[next_++]);
      if (running.block->must_end()) {
        running.status = BlockStatus::ended;
        commit_.add(std::move(running));
      } else if (!turn(running)) {
        resident_.push_back(std::move(running));
      }
    }
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
  void look_for_standstill() {
    if (resident_.empty() || is_over()) return;
    std::vector<Block*> blocks;
    for (const RunningBlock& running : resident_) blocks.push_back(running.block.get());
    if (standstill_.is_reached(blocks)) commit_.add_standing_still(resident_);
    control_.without_chance = !standstill_.takes_chances();
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
  std::vector<std::uint64_t> order_;
  std::vector<RunningBlock> resident_;
  std::size_t next_ = 0;
  std::uint64_t spent_ = 0;
  std::uint64_t turns_ = 0;
  Standstill standstill_;
};

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
    if (is_over || control.abandon || control.is_halted() || control.stop.stop_requested()) {
      return std::nullopt;
    }
    return chosen != nullptr ? *next_chosen++ : next++;
  };
  const auto work = [&](std::uint64_t index) {
    RunningBlock running = start_block(pass, pool, index);
    running.status = run_alone(*running.block, pass);
    return running;
  };
  const auto join = [&](RunningBlock running) { commit.add(std::move(running)); };
  // Enough in flight that no thread waits for the slowest block, few enough to bound memory.
  OrderedWork(std::size_t{threads} * 4, feed, work, join).run(threads);
  return commit.finish();
}

GridResult run_in_order(const GridPass& pass) { return InOrder(pass).run(); }

}  // namespace warplens::machine
