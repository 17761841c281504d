// One block of threads as it runs: picks warps and fragments, and hands each instruction that is no
// arithmetic to the part whose it is.
//
//   Block ──┬─► Branches, Calls ─► SystemCalls            control flow
//           ├─► LoadStore, Atomics, AsyncCopies,
//           │   TmaCopies, Mbarriers                      memory
//           ├─► WarpMatrices, WgmmaMatrices            ldmatrix, stmatrix, mma, wgmma
//           ├─► TensorAllocations, TensorMoves,
//           │   TensorMultiplies, TensorCopies, TensorPipe  tcgen05
//           ├─► WarpOperations, BlockBarriers              where warps wait for each other
//           ├─► ClusterBarriers, DistributedShared         the other blocks of its cluster
//           └─► BlockContext                               findings, events, values
//
// Parts know the memory and the context below them, never the block. A new instruction is a kind
// (program_image.h), its decoding, a method of one part, and a line in Block::execute.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kernels/machine/block/async_copies.h"
#include "kernels/machine/block/atomics.h"
#include "kernels/machine/block/block_barriers.h"
#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/branches.h"
#include "kernels/machine/block/calls.h"
#include "kernels/machine/block/cluster_barriers.h"
#include "kernels/machine/block/distributed_shared.h"
#include "kernels/machine/block/load_store.h"
#include "kernels/machine/block/mbarriers.h"
#include "kernels/machine/block/non_finite_watch.h"
#include "kernels/machine/block/stack_moves.h"
#include "kernels/machine/block/surfaces.h"
#include "kernels/machine/block/system_calls.h"
#include "kernels/machine/block/tensor_allocations.h"
#include "kernels/machine/block/tensor_copies.h"
#include "kernels/machine/block/tensor_map_edits.h"
#include "kernels/machine/block/tensor_moves.h"
#include "kernels/machine/block/tensor_multiplies.h"
#include "kernels/machine/block/tensor_pipe.h"
#include "kernels/machine/block/textures.h"
#include "kernels/machine/block/tma.h"
#include "kernels/machine/block/warp_matrices.h"
#include "kernels/machine/block/warp_operations.h"
#include "kernels/machine/block/wgmma_matrices.h"
#include "kernels/machine/block/wmma_accesses.h"

namespace warplens::machine {

enum class BlockStatus : std::uint8_t {
  finished,  // every thread has exited
  spinning,  // every warp that can run has spun for its turn, or the seeded order has it step back
  ended,     // a finding ended the launch, or it was cancelled
};

class Block {
 public:
  Block(const PreparedLaunch& launch, RunControl& control);
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // Makes it block `index`, as new. Records into `recorder` unless that is null.
  void start(std::uint64_t index, trace::BlockRecorder* recorder, bool is_tracked);
  // Makes it a block of a cluster, after start() and before it runs.
  void join(Cluster& cluster, std::uint32_t rank);
  [[nodiscard]] BlockStatus run();
  // False where all of its warps wait for each other or for other blocks of the cluster.
  [[nodiscard]] bool can_run() const;

  // Between two runs: looks whether the launch must end, as its options say. If so the block ends
  // with the finding that says where its warps stand.
  [[nodiscard]] bool must_end();

  [[nodiscard]] std::uint64_t index() const { return index_; }
  [[nodiscard]] const FindingLog& findings() const { return context_.report.findings(); }
  [[nodiscard]] std::uint64_t instructions() const { return instructions_; }
  [[nodiscard]] std::uint64_t lane_instructions() const { return lane_instructions_; }
  // How often each instruction was executed by a warp with an active lane, by its global id; empty
  // unless asked for.
  [[nodiscard]] const std::vector<std::uint64_t>& executions() const { return executions_; }
  [[nodiscard]] const trace::MultiplyAdds& multiply_adds() const { return context_.multiply_adds; }
  // Shared loads that raced or read what was never written, and shuffles from a missing lane:
  // findings if their values are used.
  [[nodiscard]] const Candidates& candidates() const { return context_.values.candidates(); }
  // Loads of which races were found.
  [[nodiscard]] const std::set<std::uint32_t>& racing_loads() const {
    return context_.report.racing_loads();
  }
  // The bytes of watched buffers that the block wrote.
  [[nodiscard]] const BlockWrites& writes() const { return memory_.buffers.writes(); }
  [[nodiscard]] const BufferHazards::Early& early_reads() const { return memory_.buffers.early(); }
  // The bytes of exposed buffers that the block touched; kept only while blocks do not take turns.
  [[nodiscard]] const BlockTouches& touched() const { return memory_.global.touched(); }
  // Lines on which its threads may race; looked for in the first run only.
  [[nodiscard]] const std::vector<std::uint64_t>& suspects() const {
    return memory_.global.suspects();
  }
  // The output of printf, in the order of execution.
  [[nodiscard]] const std::string& printed() const { return system_calls_.printed(); }

  // A hash of everything that decides what the block does next, except global memory and clocks.
  [[nodiscard]] std::uint64_t fingerprint();
  // Instructions so far that read global memory.
  [[nodiscard]] std::uint64_t buffer_reads() const { return context_.buffer_reads; }
  [[nodiscard]] bool reads_clock() const { return context_.image->reads_clock; }
  // Its clocks go on by as much without an instruction.
  void let_time_pass(std::uint64_t time) { skipped_time_ += time; }
  // Ends it with findings that say where it waits for ever.
  void report_deadlock();

 private:
  // block.cpp
  [[nodiscard]] bool all_exited() const;
  [[nodiscard]] BlockStatus run_turns();
  void run_warp(Warp& warp);
  // The lines at which the block's warps stand.
  [[nodiscard]] std::vector<StandingWarps> standing();
  [[nodiscard]] bool must_stop(const FindingPlace& place);
  void report_halt(const FindingPlace& place);
  void tell_long_run();
  [[nodiscard]] FindingPlace first_place();
  void settle_early_reads();
  void report_spinning(Warp& warp, Fragment& fragment);
  [[nodiscard]] bool may_go_on(std::uint32_t instruction, const Warp& warp);

  // block_step.cpp
  // What is done with each instruction beside executing it.
  enum class Beside : std::uint8_t { nothing, values, executions, non_finite, records };
  template <Beside kBeside>
  void run_fragment(Warp& warp, Fragment& fragment);
  void record(const Issue& issue);
  // Executes an instruction that is no arithmetic. True: go on with the next one in this fragment.
  bool execute(const Issue& issue);
  // One that leaves control flow and waiting alone.
  void execute_in_place(const Issue& issue);
  void let_copies_land();
  // All of the warp's lanes exit.
  void end_warp(const Issue& issue);
  // The block exits: copies to other blocks that it has asked for are over.
  void complete_copies_elsewhere();
  bool exit(const Issue& issue);
  void read_clock(const Issue& issue);
  void report_early_use(const Issue& issue);
  void execute_early(const Issue& issue);
  // False where the warp must wait.
  bool allocate_tensor_memory(const Issue& issue);

  std::uint64_t index_ = 0;
  std::vector<Warp> warps_;
  BlockContext context_;
  BlockMemory memory_;
  DistributedShared distributed_;
  LoadStore load_store_;
  Atomics atomics_;
  AsyncCopies copies_;
  TmaCopies tma_copies_;
  TensorMapEdits tensor_map_edits_;
  TensorPipe tensor_pipe_;
  Mbarriers mbarriers_;
  WarpMatrices matrices_;
  WmmaAccesses wmma_accesses_;
  WgmmaMatrices wgmma_matrices_;
  TensorAllocations tensor_allocations_;
  TensorMoves tensor_moves_;
  TensorMultiplies tensor_multiplies_;
  TensorCopies tensor_copies_;
  WarpOperations warp_operations_;
  BlockBarriers barriers_;
  ClusterBarriers cluster_barriers_;
  Branches branches_;
  StackMoves stack_moves_;
  Textures textures_;
  Surfaces surfaces_;
  SystemCalls system_calls_;
  Calls calls_;
  std::uint64_t instructions_ = 0;
  std::uint64_t lane_instructions_ = 0;
  std::uint64_t skipped_time_ = 0;
  std::vector<std::uint64_t> executions_;
  std::optional<NonFiniteWatch> non_finite_;  // where somebody asks
  std::uint64_t next_check_ = 0;  // instructions_ at which stop and budget are looked at
};

}  // namespace warplens::machine
