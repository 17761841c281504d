// One block of threads as it runs: its warps, shared memory and barriers.
//
// The methods stand in one file an idea: block.cpp (turns of warps), block_step.cpp (instructions
// of a fragment), block_control.cpp (branches, calls, exits), block_access.cpp (memory),
// block_shared.cpp (what shared accesses leave behind), block_atomic.cpp,
// block_async.cpp, block_matrix.cpp, block_multiply.cpp, block_meeting.cpp and block_exchange.cpp
// (warp-level), block_barrier.cpp, block_system.cpp (printf and assert), block_standstill.cpp
// (waiting for ever), block_report.cpp (findings), block_values.cpp (tracked values).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "kernels/machine/block/block_barriers.h"
#include "kernels/machine/block/shared_memory.h"
#include "kernels/machine/block/value_tracker.h"
#include "kernels/machine/block/warp.h"
#include "kernels/machine/findings/finding_log.h"
#include "kernels/machine/findings/finding_text.h"
#include "kernels/machine/launch/launch.h"
#include "kernels/machine/launch/memory.h"
#include "kernels/trace/recorder.h"

namespace warplens::machine {

// What blocks share while they run.
struct RunControl {
  std::stop_token stop;
  std::atomic<bool> abandon{false};  // the launch has ended: stop where you are
  std::uint64_t budget = 0;          // warp instructions that one block may execute
  // Loads whose value must be followed, by instruction; nullptr in the first run.
  const std::set<std::uint32_t>* tracked_loads = nullptr;
  // A seeded order: blocks also step back at random where one of their warps has to wait.
  std::optional<std::mt19937_64> order;
};

// Warp-level event of an instruction: which, where, and the lanes whose guard holds.
struct Issue {
  Warp& warp;
  CallFrame& frame;
  const Decoded& code;
  std::uint32_t instruction;
  std::uint32_t mask;
  std::uint32_t present;  // the fragment's lanes, guard or not
};

enum class BlockStatus : std::uint8_t {
  finished,  // every thread has exited
  spinning,  // every warp that can run has spun for its turn, or the seeded order has it step back
  ended,     // a finding ended the launch, or it was cancelled
};

class Block {
 public:
  Block(const PreparedLaunch& launch, RunControl& control);

  // Makes it block `index`, as new. Records into `recorder` unless that is null.
  void start(std::uint64_t index, trace::BlockRecorder* recorder, bool is_tracked);
  [[nodiscard]] BlockStatus run();

  [[nodiscard]] std::uint64_t index() const { return index_; }
  [[nodiscard]] const FindingLog& findings() const { return findings_; }
  [[nodiscard]] std::uint64_t instructions() const { return instructions_; }
  [[nodiscard]] std::uint64_t lane_instructions() const { return lane_instructions_; }
  // Shared loads that raced or read what was never written, and shuffles from a missing lane:
  // findings if their values are used.
  [[nodiscard]] const std::set<std::uint32_t>& candidates() const { return candidates_; }
  // What printf wrote, by the order of execution.
  [[nodiscard]] const std::string& printed() const { return printed_; }

  // Of all that decides what the block does next, but for global memory.
  [[nodiscard]] std::uint64_t fingerprint();
  // Ends it with the finding that it waits for ever.
  void report_standstill();

 private:
  using Node = ValueTracker::Node;

  // block.cpp
  [[nodiscard]] bool all_exited() const;
  [[nodiscard]] BlockStatus run_turns();
  void settle_early_reads();
  void run_warp(Warp& warp);
  [[nodiscard]] bool may_go_on(std::uint32_t instruction, const Warp& warp);

  // block_step.cpp
  template <bool kTracked>
  void run_fragment(Warp& warp, Fragment& fragment);
  // Executes an instruction that is no arithmetic. True: go on with the next one in this fragment.
  bool execute(Fragment& fragment, const Issue& issue);
  // The guard-false lanes of a fragment that must wait go on behind the instruction.
  void pass_unguarded(Fragment& fragment, const Issue& issue);

  // block_control.cpp
  bool branch(Fragment& fragment, const Issue& issue);
  bool indexed_branch(Fragment& fragment, const Issue& issue);
  // Goes to `target`; false when the fragment has had its turn.
  bool jump(Warp& warp, Fragment& fragment, bool is_back_edge, std::uint32_t target);
  bool call(Fragment& fragment, const Issue& issue);
  bool enter(Fragment& fragment, const Issue& issue, const CallSite& call, std::uint32_t function,
             std::uint32_t lanes);
  void pass_arguments(const CallFrame& from, CallFrame& to, std::uint32_t lanes);
  void pass_results(const CallFrame& from, CallFrame& to, std::uint32_t lanes);
  bool leave(Fragment& fragment, const Issue& issue);
  // block_system.cpp: vprintf and __assertfail, which the driver provides
  void print(const Issue& issue, const CallSite& call);
  void fail_assertion(const Issue& issue, const CallSite& call);
  // What lane passes as argument `index`; 0 where there is none.
  [[nodiscard]] std::uint64_t passed(const Issue& issue, const CallSite& call, std::size_t index,
                                     std::uint32_t lane) const;
  // The bytes at a generic address of a lane; empty where they lie in no buffer or local memory.
  [[nodiscard]] std::span<const std::byte> bytes_at(const Issue& issue, std::uint64_t address,
                                                    std::uint32_t bytes, std::uint32_t lane) const;
  void exit_lanes(Warp& warp, std::uint32_t lanes);

  // block_access.cpp
  void lane_addresses(const Issue& issue, const AddressOperand& operand, LaneAddresses& addresses);
  void access(const Issue& issue, const MemoryAccess& access, bool is_store);
  struct SpaceLanes {
    trace::Space space = trace::Space::none;  // none: the launch's parameters
    std::uint32_t mask = 0;
  };
  // Splits lanes by the space that their addresses resolve to, and takes off the window's base.
  [[nodiscard]] std::array<SpaceLanes, 4> resolve(ptx::StateSpace space, std::uint32_t mask);
  void access_space(const Issue& issue, const MemoryAccess& access, bool is_store,
                    trace::Space space, std::uint32_t mask);
  struct Target {  // host bytes that stand for [base, base + bytes) of a space
    std::byte* origin = nullptr;
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
  };
  // True when every lane's access lies aligned in the target; no report is made.
  [[nodiscard]] bool all_inside(const Target& target, std::uint32_t mask,
                                std::uint32_t width) const;
  // Lanes of `mask` whose access lies aligned in the target; the others are reported.
  std::uint32_t lanes_inside(const Issue& issue, trace::Space space, const Target& target,
                             std::uint32_t mask, std::uint32_t width, bool is_store,
                             std::uint32_t site);
  // Calls act(target, lanes) for each buffer that lanes of `mask` hit; bad lanes are reported and
  // returned.
  template <class Act>
  std::uint32_t each_buffer(const Issue& issue, std::uint32_t mask, std::uint32_t width,
                            bool is_store, trace::Space space, std::uint32_t site, Act act);
  [[nodiscard]] Target buffer_target(std::uint64_t address, std::uint32_t width) const;
  void access_global(const Issue& issue, const MemoryAccess& access, bool is_store,
                     std::uint32_t mask, std::uint32_t site);
  void access_shared(const Issue& issue, const MemoryAccess& access, bool is_store,
                     std::uint32_t mask, std::uint32_t site);
  void access_local(const Issue& issue, const MemoryAccess& access, bool is_store,
                    std::uint32_t mask, std::uint32_t site);
  void move(const Issue& issue, const MemoryAccess& access, bool is_store, const Target& target,
            std::uint32_t mask);
  void move_concurrent(const Issue& issue, const MemoryAccess& access, bool is_store,
                       const Target& target, std::uint32_t mask);
  void zero_loaded(const Issue& issue, const MemoryAccess& access, std::uint32_t mask);
  void access_parameters(const Issue& issue, const MemoryAccess& access, bool is_store,
                         std::uint32_t mask);
  void record(const Issue& issue, std::uint32_t site, std::uint32_t mask);

  // block_shared.cpp
  void note_shared_load(const Issue& issue, std::uint32_t width, RaceAccessKind kind,
                        std::uint32_t mask, std::uint32_t site,
                        std::span<const std::uint32_t> slots, Node first);
  void note_shared_atomic(const Issue& issue, std::uint32_t width, std::uint32_t mask,
                          std::uint32_t site);
  void note_shared_store(const Issue& issue, const MemoryAccess& access, std::uint32_t mask,
                         std::uint32_t site);
  // The same for the bytes of one element, `skipped` bytes behind the addresses.
  void note_element_load(const Issue& issue, RaceAccess access, std::uint32_t skipped,
                         std::uint32_t site);
  void note_unwritten(const Issue& issue, const RaceAccess& access, std::uint32_t site);
  void note_race_access(const RaceAccess& access, std::uint32_t site);
  void note_race(const Race& race, std::uint32_t site);

  // block_atomic.cpp, block_async.cpp, block_matrix.cpp, block_multiply.cpp
  void atomic(const Issue& issue);
  void atomic_space(const Issue& issue, const AtomicAccess& atomic, trace::Space space,
                    std::uint32_t mask);
  void update_lanes(const Issue& issue, const AtomicAccess& atomic, const Target& target,
                    std::uint32_t mask);
  void start_copy(const Issue& issue);
  // Reads one lane's source into `copy`; false when it is out of bounds.
  bool read_source(const Issue& issue, const AsyncCopy& detail, std::uint32_t lane,
                   PendingCopy& copy);
  void commit_copies(const Issue& issue);
  // Completes the copies of `lanes` but for their `groups_left` latest groups.
  void complete_copies(Warp& warp, std::uint32_t lanes, std::uint32_t groups_left);
  void note_copies(const Warp& warp, std::span<const PendingCopy> copies);
  void matrix(const Issue& issue, bool is_store);
  void load_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows);
  void store_rows(const Issue& issue, const MatrixAccess& matrix, std::uint32_t rows);
  void multiply(const Issue& issue);

  // block_mbarrier.cpp
  void mbarrier(const Issue& issue);
  void note_mbarrier(const Issue& issue, const MbarrierUse& use, std::uint32_t mask);
  void test_mbarrier(const Issue& issue, const MbarrierUse& use, std::uint32_t lane,
                     std::uint64_t bits);
  [[nodiscard]] std::uint64_t change_mbarrier(const Issue& issue, const MbarrierUse& use,
                                              std::uint32_t lane, std::uint64_t bits);

  // block_meeting.cpp
  struct Participant {
    const WarpOperation* operation = nullptr;
    CallFrame* frame = nullptr;
    std::uint32_t instruction = 0;
  };
  using Participants = std::array<Participant, kWarpSize>;
  bool operate(Fragment& fragment, const Issue& issue);
  [[nodiscard]] std::uint32_t members(const Issue& issue, const WarpOperation& operation,
                                      std::uint32_t lane);
  void report_absent_members(const Issue& issue, const WarpOperation& operation);
  bool operate_at_once(const Issue& issue, const WarpOperation& operation);
  void complete_warp_operations(Warp& warp);
  bool complete_one_warp_operation(Warp& warp);
  void release(Warp& warp, std::uint32_t group);
  // `members` is the mask that its lanes name, with those that have exited.
  void perform(Warp& warp, const Participants& participants, std::uint32_t group,
               std::uint32_t members);
  // block_exchange.cpp
  [[nodiscard]] std::uint64_t participant_value(const Participants& participants,
                                                std::uint32_t lane) const;
  void share_nodes(const Participants& participants, std::uint32_t group);
  void shuffle(Warp& warp, const Participants& participants, std::uint32_t group);
  void vote(const Participants& participants, std::uint32_t group);
  void match(const Participants& participants, std::uint32_t group);
  void reduce(const Participants& participants, std::uint32_t group);
  void elect(const Participants& participants, std::uint32_t group);

  // block_barrier.cpp
  bool barrier(Fragment& fragment, const Issue& issue);
  // False when the fragment must wait.
  bool arrive(Fragment& fragment, const Issue& issue);
  void resolve_aligned(Warp& warp);
  void check_barriers();
  [[nodiscard]] bool is_complete(const OpenBarrier& barrier) const;
  void complete(OpenBarrier& barrier, std::uint32_t key);
  void give_result(const OpenBarrier& barrier, const BarrierUse& use, const Fragment& fragment);
  void order_across(const OpenBarrier& barrier, std::uint32_t key);
  void report_deadlock();

  // block_report.cpp
  using Kind = trace::FindingKind;
  struct FindingPlace {
    std::uint32_t instruction = 0;
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t site = trace::kNone;
    std::uint32_t other = kNoIndex;  // a race: the earlier access's instruction
  };
  void report(Kind kind, const FindingPlace& place, const FindingText& text);
  // For texts that are costly to make: only the first occurrence asks for it.
  void report_lazily(Kind kind, const FindingPlace& place,
                     const std::function<FindingText()>& text);
  void end_launch() { ended_ = true; }
  void report_bad_access(const Issue& issue, trace::Space space, std::uint32_t lane,
                         std::uint32_t width, bool is_store, std::uint32_t site);
  void report_race(const Race& race, std::uint32_t site);
  void report_uninitialized(const Issue& issue, std::uint32_t lane, std::uint64_t offset,
                            std::uint32_t width, std::uint32_t site, std::uint32_t load);
  [[nodiscard]] bool lies_inside(const Issue& issue, trace::Space space, std::uint64_t address,
                                 std::uint32_t width) const;
  // The memory of `space` that `address` lies in or just misses.
  [[nodiscard]] std::optional<Extent> extent_near(const Issue& issue, trace::Space space,
                                                  std::uint64_t address) const;
  [[nodiscard]] SharedPlace shared_place(std::uint64_t offset) const;
  // A string of global memory; it ends before the first character below `first_allowed`.
  [[nodiscard]] std::string read_text(std::uint64_t address, char first_allowed = ' ') const;

  // block_values.cpp: what becomes of tracked loads' values; nothing is done without tracking.
  void propagate(const Issue& issue, const Flow& flow);
  void use_lanes(CallFrame& frame, std::uint32_t slot, std::uint32_t mask);
  void clear_lanes(CallFrame& frame, std::uint32_t slot, std::uint32_t mask);
  void use_guard(const Issue& issue);
  [[nodiscard]] Node missing_source(const Participant& participant, std::uint32_t warp,
                                    std::uint32_t lane, std::uint32_t source, bool is_live);
  void pass_guard(const Issue& issue, const MemoryAccess& access);
  // Starts following a warp's dynamic load; kUntracked when nobody asks for it.
  [[nodiscard]] Node begin_load(const Issue& issue, std::uint32_t elements = 1);
  void track_load(const Issue& issue, std::uint32_t slot, std::uint32_t mask, Node first);
  void track_parameter_load(const Issue& issue, const MemoryAccess& access, std::uint32_t mask);
  void track_parameter_store(const Issue& issue, const MemoryAccess& access, std::uint32_t mask);

  const PreparedLaunch* launch_;
  const ProgramImage* image_;
  RunControl* control_;
  std::uint64_t index_ = 0;
  SharedMemory shared_;
  std::vector<Warp> warps_;
  BlockBarriers barriers_;
  trace::BlockRecorder* recorder_ = nullptr;
  trace::EventView event_;                          // scratch: the addresses of the access at hand
  std::vector<Race> races_;                         // scratch
  std::array<std::byte, kWarpSize * 32> values_{};  // scratch: what a shared store writes
  std::vector<Target> last_target_;  // by instruction: the buffer that it touched last
  FindingLog findings_;
  std::string printed_;
  FindingLog early_reads_;  // of what nothing has written yet
  std::set<std::uint32_t> racing_loads_;
  std::set<std::uint32_t> candidates_;
  std::optional<ValueTracker> tracker_;
  std::uint64_t instructions_ = 0;
  std::uint64_t lane_instructions_ = 0;
  std::uint64_t next_check_ = 0;  // instructions_ at which stop and budget are looked at
  bool ended_ = false;
};

}  // namespace warplens::machine
