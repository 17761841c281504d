#include "kernels/machine/running_blocks.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace warplens::machine {

namespace {

void add_to(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& counts) {
  if (sums.size() < counts.size()) sums.resize(counts.size());
  std::ranges::transform(counts, sums, sums.begin(), std::plus<>());
}

}  // namespace

namespace {

RunningBlock start_block(const GridPass& pass, BlockPool& pool, std::uint64_t index) {
  RunningBlock running;
  running.block = pool.take();
  if (pass.builder != nullptr) {
    running.recorder = std::make_unique<trace::BlockRecorder>(pass.builder->block(index));
  }
  const bool is_tracked = pass.tracked_loads != nullptr && pass.tracked_blocks->contains(index);
  running.block->start(index, running.recorder.get(), is_tracked);
  return running;
}

}  // namespace

std::vector<RunningBlock> start_cluster(const GridPass& pass, BlockPool& pool,
                                        std::uint64_t index) {
  const ClusterShape& shape = pass.launch->shape;
  std::vector<RunningBlock> running;
  for (std::uint32_t rank = 0; rank < shape.blocks(); ++rank) {
    running.push_back(start_block(pass, pool, shape.block(index, rank)));
  }
  if (!has_clusters(*pass.launch)) return running;
  const auto cluster = std::make_shared<Cluster>(*pass.launch, index);
  for (std::uint32_t rank = 0; rank < shape.blocks(); ++rank) {
    running[rank].cluster = cluster;
    running[rank].block->join(*cluster, rank);
  }
  return running;
}

void Commit::take(RunningBlock& running) {
  const Block& block = *running.block;
  if (running.recorder != nullptr) pass_->builder->add(std::move(*running.recorder));
  if (pass_->writes != nullptr) pass_->writes->merge(block.writes());
  if (pass_->screen != nullptr) screen(running);
  if (pass_->found_suspects != nullptr && !block.suspects().empty()) {
    pass_->found_suspects->emplace(block.index(), block.suspects());
  }
  if (pass_->global_races != nullptr) pass_->global_races->end(block.index());
  ++result_.blocks;
  result_.findings.append(block.findings());
  if (result_.printed.size() < trace::kMaximumPrinted) result_.printed += block.printed();
  if (result_.printed.size() > trace::kMaximumPrinted)
    result_.printed.resize(trace::kMaximumPrinted);
  result_.instructions += block.instructions();
  result_.lane_instructions += block.lane_instructions();
  add_to(result_.executions, block.executions());
  for (std::size_t i = 0; i < trace::kTensorKinds; ++i) {
    result_.multiply_adds[i] += block.multiply_adds()[i];
  }
  result_.candidates.add(block.index(), block.candidates());
  result_.candidates.add_early(block.index(), block.early_reads());
  result_.racing_loads.insert(block.racing_loads().begin(), block.racing_loads().end());
  Progress* progress = pass_->launch->options->progress;
  if (progress != nullptr && pass_->counts_progress) progress->blocks_done.fetch_add(1);
  if (result_.instructions >= pass_->launch->options->instruction_budget) {
    report_no_end(running);
  }
  if (running.status == BlockStatus::ended) end();
}

void Commit::screen(const RunningBlock& running) {
  pass_->screen->add(running.block->touched(), running.status == BlockStatus::ended);
  if (pass_->screen->is_suspicious()) end();
}

void Commit::report_no_end(const RunningBlock& running) {
  const Block& block = *running.block;
  end();
  if (running.status == BlockStatus::ended) return;
  result_.findings.add({trace::FindingKind::no_end, kNoIndex, kNoIndex}, [&] {
    trace::Finding finding;
    finding.kind = trace::FindingKind::no_end;
    finding.block = pass_->launch->request->grid.at(block.index());
    finding.message = finding_text::no_end_of_launch(pass_->launch->options->instruction_budget,
                                                     block.index(), pass_->launch->blocks);
    return finding;
  });
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
  control.deadline = after(options.time_limit - options.time_spent);
  if (options.on_long_run) control.tells_at = after(options.long_run);
  control.budget = options.instruction_budget;
  control.tracked_loads = pass.tracked_loads;
  control.exposed = pass.exposed;
  control.unexpected = pass.unexpected;
  control.global_races = pass.global_races;
  control.keeps_touched = pass.screen != nullptr;
  control.finds_suspects = pass.found_suspects != nullptr;
  control.suspects = pass.suspects;
}

}  // namespace warplens::machine
