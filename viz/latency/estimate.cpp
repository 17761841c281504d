#include "viz/latency/estimate.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>
#include <vector>

#include "kernels/base/stopped.h"

namespace warplens::latency {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kSchedulers = 4;
constexpr double kQueueCycles = 32;    // that load-store units may be behind before issue stops
constexpr double kL2BytesACycle = 64;  // a port of an SM
constexpr double kSectorBytes = 32;

struct Warp {
  const std::vector<Op>* ops = nullptr;
  const BlockProgram* block = nullptr;
  std::size_t block_index = 0, next = 0;
  std::vector<double> done;
  double free_at = 0;
  bool is_at_barrier = false;
  std::vector<double> groups;  // of cp.async, when they are there
  double open_group = 0;
  double stored_at = 0;  // L2 has its last store

  [[nodiscard]] bool has_ended() const { return next >= ops->size(); }
  [[nodiscard]] const Op& op() const { return (*ops)[next]; }
};

struct Scheduler {
  double free_at = 0;
  std::array<double, kPipes> pipe_free_at{};
};

class Sm {
 public:
  Sm(const ProgramOfBlocks& program, const Latencies& latencies, const EstimateInput& input);
  void run(const EstimateInput& input, Estimate& estimate);

 private:
  struct Ready {
    double at = kNever;
    Stall why = Stall::wait;
  };
  [[nodiscard]] Ready ready(const Warp& warp) const;
  [[nodiscard]] double issue_time(std::size_t index, const Ready& ready) const;
  void pass_free(Warp& warp);
  void drain(Estimate& estimate) const;
  void issue(std::size_t index, double at, const Ready& ready, Estimate& estimate);
  [[nodiscard]] double access(Warp& warp, const Op& op, double at);
  [[nodiscard]] double fetch(const Warp& warp, const Op& op, double at);
  [[nodiscard]] double wait_for_groups(const Warp& warp, const Op& op) const;
  void reach_barrier(Warp& warp, double at, Estimate& estimate);
  [[nodiscard]] double cycles(std::string_view row) const {
    return latencies_->of(row).value_or(0);
  }

  const Latencies* latencies_;
  std::vector<Warp> warps_;
  std::array<Scheduler, kSchedulers> schedulers_;
  double memory_free_at_ = 0, l2_free_at_ = 0, dram_free_at_ = 0;
  double dram_part_ = 0, dram_bytes_a_cycle_ = 1;
  double l1_ = 0, l2_ = 0, dram_ = 0, store_cycles_ = 0;
  std::unordered_set<std::uint64_t> l1_sectors_;
};

// How much of what misses L1 is DRAM's: nothing where the launch's buffers fit in L2.
double dram_part(const ProgramOfBlocks& program, const EstimateInput& input) {
  if (input.buffer_bytes <= input.chip->l2_bytes.value) return 0;
  double missed = 0;
  for (const BlockProgram& block : program.blocks) {
    const std::unordered_set<std::uint64_t> distinct(block.sectors.begin(), block.sectors.end());
    missed += static_cast<double>(distinct.size()) * kSectorBytes;
  }
  const double of_all =
      missed / static_cast<double>(program.blocks.size()) * static_cast<double>(input.blocks);
  return of_all <= 0 ? 0 : std::min(1.0, input.buffer_bytes / of_all);
}

Sm::Sm(const ProgramOfBlocks& program, const Latencies& latencies, const EstimateInput& input)
    : latencies_(&latencies) {
  for (std::size_t i = 0; i < program.blocks.size(); ++i) {
    for (const auto& ops : program.blocks[i].warps) {
      Warp warp;
      warp.ops = &ops;
      warp.block = &program.blocks[i];
      warp.block_index = i;
      warp.done.resize(ops.size());
      warps_.push_back(std::move(warp));
    }
  }
  const double sms = std::min(input.chip->multiprocessors.value, static_cast<double>(input.blocks));
  dram_part_ = dram_part(program, input);
  dram_bytes_a_cycle_ = input.chip->dram_rate.value / input.chip->clock.value / sms;
  l1_ = cycles("ld.global.ca.u64 lanes 0 bytes apart");
  l2_ = cycles("L2 line median");
  dram_ = cycles("DRAM median");
}

double Sm::wait_for_groups(const Warp& warp, const Op& op) const {
  double latest = 0;
  const std::size_t closed =
      warp.groups.size() - std::min<std::size_t>(op.groups, warp.groups.size());
  for (std::size_t i = 0; i < closed; ++i) latest = std::max(latest, warp.groups[i]);
  return latest;
}

// Why who needs its result does not issue. Special functions have no fixed latency: their results
// are waited for as those of shared memory are.
Stall reason_of(const Op& before) {
  if (before.kind == OpKind::load || before.kind == OpKind::atomic) return Stall::long_scoreboard;
  const bool is_fixed = before.kind == OpKind::compute && before.pipe != Pipe::xu;
  return is_fixed ? Stall::wait : Stall::short_scoreboard;
}

// Whose queue or unit is full. Special functions pass through the queue of shared memory's (MIO).
Stall throttle_of(const Op& op) {
  if (op.pipe == Pipe::memory && op.sectors > 0) return Stall::lg_throttle;
  return op.pipe == Pipe::memory || op.pipe == Pipe::xu ? Stall::mio_throttle
                                                        : Stall::math_pipe_throttle;
}

Sm::Ready Sm::ready(const Warp& warp) const {
  Ready ready{warp.free_at, Stall::wait};
  if (warp.is_at_barrier) return {kNever, Stall::barrier};
  for (const std::uint32_t before : warp.op().waits_for) {
    if (before == Op::kNoOp || warp.done[before] <= ready.at) continue;
    ready.at = warp.done[before];
    ready.why = reason_of((*warp.ops)[before]);
  }
  if (warp.op().kind == OpKind::wait && !warp.op().commits) {
    const double there = wait_for_groups(warp, warp.op());
    if (there > ready.at) ready = {there, Stall::long_scoreboard};
  }
  return ready;
}

double Sm::issue_time(std::size_t index, const Ready& ready) const {
  const Scheduler& scheduler = schedulers_[index % kSchedulers];
  const Op& op = warps_[index].op();
  double at = std::max(ready.at, scheduler.free_at);
  if (op.pipe == Pipe::memory) return std::max(at, memory_free_at_ - kQueueCycles);
  return std::max(at, scheduler.pipe_free_at[static_cast<std::size_t>(op.pipe)]);
}

// What takes no slot is done as soon as what it waits for.
void Sm::pass_free(Warp& warp) {
  while (!warp.has_ended() && warp.op().kind == OpKind::compute && warp.op().slots == 0) {
    double done = 0;
    for (const std::uint32_t before : warp.op().waits_for) {
      if (before != Op::kNoOp) done = std::max(done, warp.done[before]);
    }
    warp.done[warp.next++] = done;
  }
}

double Sm::fetch(const Warp& warp, const Op& op, double at) {
  double missed = 0;
  for (std::uint32_t i = 0; i < op.sectors; ++i) {
    const std::uint64_t sector = warp.block->sectors[op.first_sector + i];
    if (op.is_past_l1 || l1_sectors_.insert(sector).second) ++missed;
  }
  if (missed == 0) return at + l1_;
  l2_free_at_ = std::max(l2_free_at_, at) + missed * kSectorBytes / kL2BytesACycle;
  dram_free_at_ =
      std::max(dram_free_at_, at) + missed * kSectorBytes * dram_part_ / dram_bytes_a_cycle_;
  const double latency = l2_ + (dram_ - l2_) * (dram_part_ > 0.5 ? 1 : 0);
  return std::max(l2_free_at_, dram_free_at_) + latency;
}

double Sm::access(Warp& warp, const Op& op, double at) {
  const double begin = std::max(at, memory_free_at_);
  memory_free_at_ = begin + std::max(double{op.slots}, double{op.wavefronts});
  switch (op.kind) {
    case OpKind::exchange:
      return begin + op.latency;
    case OpKind::shared:
      return std::max(begin, memory_free_at_ - 1) + op.latency;
    case OpKind::load:
      return fetch(warp, op, std::max(begin, memory_free_at_ - 1));
    case OpKind::copy: {
      const double there = fetch(warp, op, std::max(begin, memory_free_at_ - 1));
      warp.open_group = std::max(warp.open_group, there);
      return there;
    }
    default:
      break;
  }
  // A store or an atomic goes to L2.
  const double bytes = op.sectors * kSectorBytes;
  l2_free_at_ = std::max(l2_free_at_, begin) + bytes / kL2BytesACycle;
  dram_free_at_ = std::max(dram_free_at_, begin) + bytes * dram_part_ / dram_bytes_a_cycle_;
  warp.stored_at = l2_free_at_;
  store_cycles_ = std::max(store_cycles_, std::max(l2_free_at_, dram_free_at_));
  return op.kind == OpKind::atomic ? l2_free_at_ + op.latency : begin;
}

void Sm::reach_barrier(Warp& warp, double at, Estimate& estimate) {
  warp.is_at_barrier = true;
  std::size_t came = 0, all = 0;
  for (const Warp& other : warps_) {
    if (other.block_index != warp.block_index || other.has_ended()) continue;
    ++all;
    came += other.is_at_barrier ? 1 : 0;
  }
  if (came < all) return;
  const double passed = at + cycles("bar.sync 1 warps") + 2.0 * static_cast<double>(all - 1) / 4;
  for (Warp& other : warps_) {
    if (other.block_index != warp.block_index || other.has_ended()) continue;
    other.is_at_barrier = false;
    estimate.stalls[other.op().instruction][static_cast<std::size_t>(Stall::barrier)] +=
        std::max(0.0, passed - other.free_at);
    other.free_at = std::max(other.free_at, passed);
    ++other.next;
    pass_free(other);
  }
}

void Sm::issue(std::size_t index, double at, const Ready& ready, Estimate& estimate) {
  Warp& warp = warps_[index];
  Scheduler& scheduler = schedulers_[index % kSchedulers];
  const Op& op = warp.op();
  auto& stalls = estimate.stalls[op.instruction];
  const auto add = [&](Stall why, double cycles) {
    stalls[static_cast<std::size_t>(why)] += std::max(0.0, cycles);
  };
  add(Stall::selected, op.slots);
  add(ready.why, ready.at - warp.free_at);
  add(scheduler.free_at >= at ? Stall::not_selected : throttle_of(op),
      at - std::max(ready.at, warp.free_at));
  scheduler.free_at = at + op.slots;
  warp.free_at = at + op.slots;
  if (op.kind == OpKind::barrier) return reach_barrier(warp, at, estimate);
  scheduler.pipe_free_at[static_cast<std::size_t>(op.pipe)] = at + op.interval;
  warp.done[warp.next] = op.pipe == Pipe::memory ? access(warp, op, at) : at + op.latency;
  if (op.commits) {
    warp.groups.push_back(warp.open_group);
    warp.open_group = 0;
  }
  ++warp.next;
  pass_free(warp);
}

// Told and asked now and then.
bool goes_on(const EstimateInput& input, std::uint64_t issued, std::uint64_t all) {
  constexpr std::uint64_t kBetween = 4096;
  if (issued % kBetween != 0) return true;
  if (input.share != nullptr) *input.share = static_cast<float>(issued) / static_cast<float>(all);
  return !is_stopped(input.stop);
}

std::uint64_t count_of(const std::vector<Warp>& warps) {
  std::uint64_t all = 0;
  for (const Warp& warp : warps) all += warp.ops->size();
  return std::max<std::uint64_t>(all, 1);
}

// A warp that has ended stays until L2 has its stores.
void Sm::drain(Estimate& estimate) const {
  for (const Warp& warp : warps_) {
    if (warp.ops->empty() || warp.stored_at <= warp.free_at) continue;
    auto& stalls = estimate.stalls[warp.ops->back().instruction];
    stalls[static_cast<std::size_t>(Stall::drain)] += warp.stored_at - warp.free_at;
  }
}

void Sm::run(const EstimateInput& input, Estimate& estimate) {
  for (Warp& warp : warps_) pass_free(warp);
  const std::uint64_t all = count_of(warps_);
  double end = 0;
  for (std::uint64_t issued = 0; goes_on(input, issued, all); ++issued) {
    std::size_t best = warps_.size();
    double earliest = kNever;
    Ready of_best;
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      if (warps_[i].has_ended()) continue;
      const Ready one = ready(warps_[i]);
      if (one.at == kNever) continue;
      const double at = issue_time(i, one);
      if (at < earliest) {
        earliest = at;
        best = i;
        of_best = one;
      }
    }
    if (best == warps_.size()) break;
    issue(best, earliest, of_best, estimate);
    end = std::max(end, earliest);
  }
  drain(estimate);
  estimate.cycles = std::max(end, store_cycles_);
}

}  // namespace

Estimate estimate(const ProgramOfBlocks& program, const Latencies& latencies,
                  const EstimateInput& input) {
  Estimate found;
  if (program.blocks.empty()) return found;
  Sm sm(program, latencies, input);
  sm.run(input, found);
  const double at_once =
      input.chip->multiprocessors.value * static_cast<double>(program.blocks.size());
  found.waves = std::max(1.0, static_cast<double>(input.blocks) / at_once);
  found.seconds = input.launch_seconds + found.cycles * found.waves / input.chip->clock.value;
  if (input.chip->block_rate) {
    found.seconds =
        std::max(found.seconds, input.launch_seconds + static_cast<double>(input.blocks) /
                                                           input.chip->block_rate->value);
  }
  return found;
}

}  // namespace warplens::latency
