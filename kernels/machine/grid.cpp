#include "kernels/machine/grid.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

#include "kernels/machine/block/fingerprint.h"
#include "kernels/machine/ordered_work.h"

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

  void add(RunningBlock running) {
    if (!ended_) take(running);
    pool_->give(std::move(running.block));
  }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] GridResult finish() {
    result_.cancelled = control_->stop.stop_requested();
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
    result_.candidates.add(block.index(), block.candidates());
    result_.racing_loads.insert(block.racing_loads().begin(), block.racing_loads().end());
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

// Whether all that is left to run waits for ever: a round of turns that ends as the one before did,
// with the same registers and the same memory, will be repeated without end. Looked for in the
// rounds that follow a power of two, so that it costs little where blocks do go on.
class Standstill {
 public:
  explicit Standstill(const Memory& memory) : memory_(&memory) {}

  bool is_reached(const std::vector<RunningBlock>& left) {
    const std::uint64_t round = ++rounds_;
    const bool compares = round > 1 && std::has_single_bit(round - 1);
    const bool remembers = std::has_single_bit(round);
    if (!compares && !remembers) return false;
    const std::uint64_t now = fingerprint(left);
    const bool stands_still = compares && now == last_;
    if (remembers) last_ = now;
    return stands_still;
  }

 private:
  [[nodiscard]] std::uint64_t fingerprint(const std::vector<RunningBlock>& left) const {
    Fingerprint sum;
    for (const RunningBlock& running : left) {
      sum.add(running.block->index());
      sum.add(running.block->fingerprint());
    }
    for (std::size_t i = 0; i < memory_->buffers().size(); ++i) sum.add(memory_->bytes(i));
    return sum.value();
  }

  const Memory* memory_;
  std::uint64_t rounds_ = 0;
  std::uint64_t last_ = 0;
};

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
  control.stop = pass.launch->options->stop;
  control.budget = pass.launch->options->instruction_budget;
  control.tracked_loads = pass.tracked_loads;
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
    if (is_over || control.abandon || control.stop.stop_requested()) return std::nullopt;
    return chosen != nullptr ? *next_chosen++ : next++;
  };
  const auto work = [&](std::uint64_t index) {
    RunningBlock running = start_block(pass, pool, index);
    do {
      running.status = running.block->run();
    } while (running.status == BlockStatus::spinning);
    return running;
  };
  const auto join = [&](RunningBlock running) { commit.add(std::move(running)); };
  // Enough in flight that no thread waits for the slowest block, few enough to bound memory.
  OrderedWork(std::size_t{threads} * 4, feed, work, join).run(threads);
  return commit.finish();
}

GridResult run_in_order(const GridPass& pass) {
  // New blocks are started before waiting ones get another turn, but only so many at a time: what a
  // spinning block waits for is most often near.
  constexpr std::size_t kStartsATurn = 64;
  RunControl control;
  prepare(control, pass);
  BlockPool pool(*pass.launch, control);
  Commit commit(pass, pool, control);
  const std::vector<std::uint64_t> order = block_order(pass, control);
  std::vector<RunningBlock> resident;
  std::size_t next = 0;
  std::uint64_t spent = 0;
  const auto turn = [&](RunningBlock& running) {
    // The budget is the launch's: what the other blocks have spent is gone for this one.
    const std::uint64_t before = running.block->instructions();
    control.budget = pass.launch->options->instruction_budget - spent + before;
    running.status = running.block->run();
    spent += running.block->instructions() - before;
    if (running.status == BlockStatus::spinning) return false;
    commit.add(std::move(running));
    return true;
  };
  Standstill standstill(*pass.launch->memory);
  while ((next < order.size() || !resident.empty()) && !commit.ended() &&
         !control.stop.stop_requested()) {
    std::erase_if(resident,
                  [&](RunningBlock& running) { return !commit.ended() && turn(running); });
    if (next == order.size() && !resident.empty() && standstill.is_reached(resident)) {
      resident.front().block->report_standstill();
      resident.front().status = BlockStatus::ended;
      commit.add(std::move(resident.front()));
    }
    for (std::size_t started = 0; started < kStartsATurn && next < order.size(); ++started) {
      if (commit.ended() || control.stop.stop_requested()) break;
      RunningBlock running = start_block(pass, pool, order[next++]);
      if (!turn(running)) resident.push_back(std::move(running));
    }
  }
  return commit.finish();
}

}  // namespace warplens::machine
