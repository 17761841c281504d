// Goes through a block's records once, in the machine's order, and keeps when each register, word
// and barrier is ready.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "viz/latency/chain.h"
#include "viz/latency/moment.h"

namespace warplens::latency {

struct ChainNode {
  std::uint32_t record = 0, before = kNoNode;
  StepKind kind = StepKind::arithmetic;
  double begin = 0, cycles = 0;
};

// The earliest that a load of a sector can be issued, and by how many instructions it is loaded.
struct FirstLoad {
  double start = 0;
  std::uint32_t last_record = kNoNode;
  std::uint32_t instructions = 0;
};
using FirstLoads = std::unordered_map<std::uint64_t, FirstLoad>;  // by 32-byte sector

class ChainBuilder {
 public:
  // `first`: null where what is loaded is in L1 all the same.
  ChainBuilder(const BlockRun& run, const Latencies& latencies, Reading reading,
               const FirstLoads* first);

  void build();
  [[nodiscard]] const std::vector<ChainNode>& nodes() const { return nodes_; }
  [[nodiscard]] const Moment& end() const { return end_; }
  [[nodiscard]] const std::set<std::string>& not_measured() const { return not_measured_; }
  [[nodiscard]] const FirstLoads& loads() const { return loads_; }

 private:
  using Record = machine::InstructionRecord;

  struct Step {
    std::uint32_t index = 0;
    const Record* record = nullptr;
    const ptx::Instruction* instruction = nullptr;
    std::size_t first_row = 0, end_row = 0;  // of its events
    Moment ready;                            // its registers
    Moment start;                            // and what it is ordered behind
  };
  // A branch ahead: what stands between it and its target waits for it.
  struct Ahead {
    std::uint32_t from = 0, to = 0;
    LaneMoments moments;
  };
  struct WarpState {
    std::unordered_map<std::uint64_t, LaneMoments> registers;
    std::map<std::uint32_t, Ahead> ahead;  // by instruction
    LaneMoments behind;                    // barriers, waits, a loop's branch
    Moment issued;                         // the last of its accesses to memory
    Moment last_copy;                      // when what it asked for last is there
  };
  struct Word {
    Moment moment;
    std::uint32_t thread = kNoNode;  // that stored it; kNoNode: a copy, several
  };
  struct Copy {
    Moment moment;  // when it is there
    machine::AsyncGroup group = machine::AsyncGroup::none;
    std::vector<machine::SharedRun> runs;
  };
  struct Phases {
    std::vector<Moment> ends{Moment()};
  };

  // chain_builder.cpp
  void step(std::uint32_t index);
  [[nodiscard]] std::uint64_t function_key(const Step& step);
  [[nodiscard]] Moment operands(const Step& step, std::uint32_t mask);
  void write_results(const Step& step, const Moment& moment);
  void branch(const Step& step);
  [[nodiscard]] Moment ordered(const Step& step);
  Moment add_node(const Step& step, StepKind kind, const Moment& from, double cycles);
  Moment take(const Step& step, StepKind kind, const Moment& from, double cycles);
  [[nodiscard]] double cycles_of(std::string_view row);
  void arithmetic(const Step& step);
  WarpState& warp(const Step& step) { return warps_[step.record->warp]; }

  // chain_memory.cpp
  void access(Step& step);
  void load(const Step& step);
  void load_shared(const Step& step);
  void load_global(const Step& step);
  void store(const Step& step);
  void update(const Step& step);
  void copy(const Step& step);
  void note_load(const Step& step, std::uint64_t sector, double start);
  [[nodiscard]] double from_cache(const Step& step, double start, bool is_past_l1);
  [[nodiscard]] double shared_cycles(const Step& step);
  template <class Visit>
  void each_word(const Step& step, Visit visit) const;

  // chain_barriers.cpp
  void settle_barriers(std::size_t end);
  void settle(const machine::BarrierRecord& record);
  void meet(const machine::BarrierRecord& record);
  void change_mbarrier(const machine::BarrierRecord& record, const Moment& moment);
  void pass_mbarrier(const machine::BarrierRecord& record);
  void land(const machine::BarrierRecord& record);
  [[nodiscard]] Moment arrival(const machine::BarrierRecord& record);
  Moment add_barrier_node(const machine::BarrierRecord& record, StepKind kind, const Moment& from,
                          double cycles);

  const BlockRun* run_;
  const Latencies* latencies_;
  Reading reading_;
  const FirstLoads* first_;
  std::vector<ChainNode> nodes_;
  std::vector<WarpState> warps_;
  std::vector<Word> shared_;
  std::unordered_map<std::uint64_t, Word> global_;
  FirstLoads loads_;
  std::set<std::string> not_measured_;
  std::map<const ptx::Instruction*, std::uint32_t> last_record_;
  std::map<const ptx::Function*, std::uint32_t> functions_;
  // Barriers.
  std::size_t settled_ = 0;
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> waiting_;
  std::map<std::uint32_t, Moment> arrivals_;
  std::map<std::uint32_t, Phases> mbarriers_;
  std::map<std::uint32_t, Copy> copies_;  // by number
  Moment landed_;
  std::uint32_t at_record_ = 0;
  Moment end_;
};

}  // namespace warplens::latency
