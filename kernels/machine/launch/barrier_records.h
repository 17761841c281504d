// What the warps of one block do to let others go on, and what comes of it: mbarriers with their
// phases, copies from their start until they land, groups, barriers, for who looks at them.
//
// A launch that is recorded keeps them where RunOptions::barriers asks, in the order in which the
// machine executes them; beside the block's events they are one order, of which events and records
// are the steps (viz/pipeline). It is no time on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/machine/program/mbarrier_state.h"
#include "kernels/machine/program/program.h"

namespace warplens::machine {

enum class BarrierStep : std::uint8_t {
  // At an mbarrier: `offset`, `before`, `after`.
  init,
  invalidate,
  arrive,
  arrive_drop,
  expect_bytes,      // without an arrival
  complete,          // bytes, or a copy's arrival: by an instruction or by what has landed
  test,              // `passes`, `waits_for`
  arrive_elsewhere,  // at one of another block, `to_rank`, which keeps its state
  follow_copies,     // it is told when the lanes' cp.async are complete
  follow_tensors,    // the same of what tensor cores do
  // An asynchronous access to `runs` of shared memory: `number`.
  copy_begins,
  copy_lands,   // its bytes are there
  read_begins,  // by a bulk store, by tensor cores
  read_ends,    // it is known to be over
  // Groups of a thread's asynchronous operations: `group`.
  commit,
  wait,
  // A barrier of the block: `offset` is its number, `groups_left` of a warpgroup's wait.
  reach,       // and wait there
  reach_only,  // barrier.arrive
  meet,        // all have come
  // barrier.cluster, by warps of all blocks of the cluster.
  cluster_arrive,
  cluster_wait,  // `passes`: all have arrived before
  cluster_meet,  // all have arrived, or exited: whoever is the last
  // An access that another, `other`, is not ordered with, or a read of what nothing has written: a
  // finding if the value is used.
  race,
};

enum class AsyncGroup : std::uint8_t { none, copies, bulk, wgmma };

struct SharedRun {
  std::uint32_t begin = 0, end = 0;  // in the shared window
  friend bool operator==(const SharedRun&, const SharedRun&) = default;
};

struct BarrierRecord {
  static constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();

  const ptx::Instruction* instruction = nullptr;  // of the launch's module; null: not known
  std::uint64_t events = 0;                       // of its block, before it
  BarrierStep step = BarrierStep::init;
  AsyncGroup group = AsyncGroup::none;
  bool passes = false, waits_for = false;     // test: whether that phase is over
  bool writes = false, other_writes = false;  // race
  std::uint32_t rank = 0;                     // of the block in its cluster whose warp it is
  std::uint32_t warp = 0, warps = 1;          // those from `warp` on
  std::uint32_t mask = 0;
  std::uint32_t to_rank = 0;      // arrive_elsewhere
  std::uint32_t offset = 0;       // of the mbarrier, of a race's byte; a barrier's number
  std::uint32_t number = 0;       // of an asynchronous access
  std::uint32_t groups_left = 0;  // wait; kAll: those that were never committed, too
  std::uint32_t times = 1;        // test: in a row, without an answer that changes
  std::int64_t bytes = 0;         // that an mbarrier is told of, that a copy moves
  MbarrierState before, after;
  std::vector<SharedRun> runs;
  const ptx::Instruction* other = nullptr;  // race: the earlier access; null: there is none
  std::uint32_t other_warp = 0;
};

class BarrierRecords {
 public:
  struct Place {
    std::size_t launch = 0;  // of those that are run
    std::uint64_t block = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  static constexpr std::size_t kUsualBytes = std::size_t{64} << 20;

  // `bytes`: that they may take; what comes when they do is left out.
  explicit BarrierRecords(Place place, std::size_t bytes = kUsualBytes)
      : place_(place), most_(bytes) {}

  // In the order in which they were executed.
  [[nodiscard]] const std::deque<BarrierRecord>& all() const { return records_; }
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  // Whose instructions they are; nothing before that launch.
  [[nodiscard]] const std::optional<Program>& program() const { return program_; }
  // The block's, in its cluster.
  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  // Of the cluster; 1: there is none.
  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }

  // By the machine: launches come one after the other, and a block may begin anew.
  void begin_launch(const Program& program) {
    if (launches_++ == place_.launch) program_ = program;
  }
  [[nodiscard]] bool begin_block(std::uint64_t block) {
    if (launches_ != place_.launch + 1 || block != place_.block) return false;
    records_.clear();
    bytes_ = 0;
    accesses_ = 0;
    is_cut_ = false;
    latest_.clear();
    rank_ = 0;
    blocks_ = 1;
    return true;
  }
  void join(std::uint32_t rank, std::uint32_t blocks) {
    rank_ = rank;
    blocks_ = blocks;
  }
  [[nodiscard]] std::uint32_t next_access() { return ++accesses_; }
  void add(BarrierRecord record) {
    is_cut_ = is_cut_ || bytes_ >= most_;
    if (is_cut_) return;
    if (!records_.empty() && joins_last(record)) return;
    bytes_ += sizeof record + record.runs.size() * sizeof(SharedRun);
    latest_[{record.rank, record.warp}] = records_.size();
    records_.push_back(std::move(record));
  }

 private:
  // Lanes of one instruction that do the same, and tests in a row that do not pass, are one.
  [[nodiscard]] bool joins_last(const BarrierRecord& next);

  Place place_;
  std::size_t most_;
  std::size_t launches_ = 0, bytes_ = 0;
  std::uint32_t accesses_ = 0, rank_ = 0, blocks_ = 1;
  bool is_cut_ = false;
  std::optional<Program> program_;
  std::deque<BarrierRecord> records_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> latest_;  // of rank and warp
};

}  // namespace warplens::machine
