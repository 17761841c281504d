// One launch as it is asked for: its shape and parameters, and how it is to be run.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/base/text.h"
#include "kernels/machine/operations/tensor_sum.h"
#include "kernels/trace/event_reader.h"

namespace warplens::machine {

class BarrierRecords;
class InstructionRecords;
class MatrixRecords;
class UnrecordedReach;

struct LaunchRequest {
  std::string kernel_name;  // for the trace
  Dim3 grid, block;
  std::optional<Dim3> cluster;  // in blocks; none: as the kernel is compiled
  std::uint32_t dynamic_shared_bytes = 0;
  // The entry's parameter space: each parameter at its naturally aligned offset.
  std::vector<std::byte> parameters;
};

enum class Recording : std::uint8_t {
  none,    // results and findings only
  totals,  // and each site's totals
  events,  // and every event of the window of blocks
};

// When asynchronous copies read their source and write their destination: any time between their
// start and what waits for them is right.
enum class CopiesLand : std::uint8_t {
  late,     // each when it is waited for
  early,    // as soon as one of those that started between the same two waits is waited for
  at_once,  // as soon as they start
  by_seed,  // RunOptions::copies_seed
};

struct Progress {
  std::atomic<std::uint64_t> blocks_done{0};
  std::atomic<std::uint64_t> blocks_total{0};
};

// A launch that takes long, while it runs.
struct LongRun {
  Dim3 block;  // one that runs
  Text where;  // its warps stand: "7 warps at k.cu:12, 1 warp at k.cu:20"
};

struct RunOptions {
  Recording recording = Recording::events;
  trace::CostFunction cost = nullptr;  // totals' costs; without it only events and lanes
  std::uint64_t first_block = 0;       // window of blocks whose events are kept
  std::uint64_t block_count = ~std::uint64_t{0};
  std::uint64_t event_bytes = std::uint64_t{512} << 20;
  // If set, is shown the recorded events of each block, and none is kept.
  trace::EventReader* reader = nullptr;
  // If set, is given a warp's registers at its instructions on matrices, as far as it is recorded.
  MatrixRecords* matrices = nullptr;
  // If set, is given what one block does at barriers and with copies, as far as it is recorded.
  BarrierRecords* barriers = nullptr;
  // If set, is given what the warps of some blocks execute, as far as it is recorded.
  InstructionRecords* instructions = nullptr;
  // If set, is told how far accesses go that no event shows.
  UnrecordedReach* unrecorded = nullptr;
  // Fills Trace::counts, on one host thread; needs totals.
  bool counts_launch = false;
  // Races, and values of memory that nobody has written.
  bool detect_races = true;
  // Where a NaN or an infinity is made of other numbers: costs time at each arithmetic instruction.
  bool finds_non_finite = false;
  // A later launch on the same memory asks which bytes of unset buffers this one has written; all
  // of them count as written otherwise.
  bool keeps_written = false;
  std::optional<std::uint64_t> order_seed;  // blocks start in this order, and take turns
  CopiesLand copies = CopiesLand::late;
  std::uint64_t copies_seed = 0;
  TensorCores tensor_cores = TensorCores::hopper;  // as whose mma and wmma sum
  unsigned threads = 0;                            // host threads; 0: all cores
  // A launch ends with a finding, and the trace so far, when it has taken more.
  std::uint64_t instruction_budget = 2'000'000'000;  // warp instructions
  std::chrono::duration<double> time_limit = std::chrono::seconds(60);
  std::chrono::duration<double> time_spent{};  // of the limit, before the run
  std::size_t maximum_findings = 100;
  std::stop_token stop;  // cancels: there is no trace
  std::stop_token halt;  // ends it with a finding and the trace so far
  // Called once, on any thread, when the launch has run for so long.
  std::function<void(const LongRun&)> on_long_run;
  std::chrono::duration<double> long_run = std::chrono::seconds(3);
  Progress* progress = nullptr;
};

}  // namespace warplens::machine
