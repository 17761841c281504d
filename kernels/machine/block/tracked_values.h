// Follows the values of tracked loads (value_tracker.h) from register to register.
//
// A register's node is kept lane by lane beside its slot. Arithmetic and shuffles pass nodes on; a
// store, an address, and the guard of anything but arithmetic use them. In the first run nothing is
// tracked: then only the loads are collected whose values a second run must follow.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "kernels/machine/block/issue.h"
#include "kernels/machine/block/value_tracker.h"
#include "kernels/machine/launch/finding_log.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {

// A finding if the value of its load is used.
struct Candidate {
  std::uint32_t load = 0;  // instruction
  std::uint64_t occurrences = 0;
};
using Candidates = std::map<FindingKey, Candidate>;

class TrackedValues {
 public:
  using Node = ValueTracker::Node;
  using Load = ValueTracker::Load;

  // `warps`: whose registers hold values.
  explicit TrackedValues(std::span<Warp> warps) : warps_(warps) {}

  // `loads`: the instructions whose values are followed; nullptr in the first run.
  void start(const std::set<std::uint32_t>* loads);
  [[nodiscard]] bool is_on() const { return tracker_.has_value(); }

  // Findings if the values of `load` are used.
  void add_candidate(const FindingKey& key, std::uint32_t load, std::uint64_t occurrences = 1) {
    Candidate& candidate = candidates_[key];
    candidate.load = load;
    candidate.occurrences += occurrences;
  }
  [[nodiscard]] const Candidates& candidates() const { return candidates_; }

  // Changes whenever dead values have been forgotten.
  [[nodiscard]] std::uint64_t collections() const { return collections_; }
  [[nodiscard]] LoadFate fate_of(Load load) const {
    if (tracker_->is_used(load)) return LoadFate::used;
    return tracker_->is_open(load) ? LoadFate::open : LoadFate::dead;
  }

  // It is known of a load that its values are used: they need no following any more.
  void settle(std::uint32_t load) { settled_.insert(load); }
  [[nodiscard]] bool is_settled(std::uint32_t load) const { return settled_.contains(load); }

  // Starts following a warp's dynamic load: that of lane 0 of its first element, with the other
  // lanes and elements behind it. None when nobody asks for it.
  [[nodiscard]] ValueTracker::Loads begin_load(const Issue& issue, std::uint32_t elements = 1);
  // The same for one lane's value, while nodes are at hand.
  [[nodiscard]] ValueTracker::Loads begin_value(std::uint32_t instruction);
  // A load whose elements' values are used or not each for itself: its first one, of lane 0.
  [[nodiscard]] Load follow_load(const Issue& issue, const MemoryAccess& access,
                                 std::uint32_t mask);
  // The same for what an instruction has just made of values that go on being followed.
  [[nodiscard]] Load follow_result(const Issue& issue, std::uint32_t slot, std::uint32_t mask);
  void set_load(const Issue& issue, std::uint32_t slot, std::uint32_t mask, Node first);
  // Marks the values of all lanes of `first` (from begin_load()) as used.
  void use_loads(ValueTracker::Loads first);

  // The functions below must be called only while is_on().
  void propagate(const Issue& issue, const Flow& flow);
  void use(CallFrame& frame, std::uint32_t slot, std::uint32_t mask);
  void store(CallFrame& frame, std::uint32_t slot, std::uint32_t mask);
  void clear(CallFrame& frame, std::uint32_t slot, std::uint32_t mask);
  void use_guard(const Issue& issue);
  void pass_guard(const Issue& issue, const MemoryAccess& access);
  void load_parameter(const Issue& issue, const MemoryAccess& access, std::uint32_t mask,
                      const LaneAddresses& addresses);
  void store_parameter(const Issue& issue, const MemoryAccess& access, std::uint32_t mask,
                       const LaneAddresses& addresses);
  // A thread gets a value from lanes of its warp: the loads that it was made of are over.
  void receive(std::uint32_t thread, Node node);
  [[nodiscard]] bool has_received(std::uint32_t thread, Load load) const {
    return received_.contains({thread, load});
  }
  [[nodiscard]] Node combine(Node a, Node b) { return tracker_->combine(a, b); }
  void let_be_copied(Load load) {
    if (load != ValueTracker::kNotFollowed) tracker_->let_be_copied(load);
  }
  void let_be_taken_apart(Load load) {
    if (load != ValueTracker::kNotFollowed) tracker_->let_be_taken_apart(load);
  }
  void when_used(Load load, std::function<void()> action) {
    tracker_->when_used(load, std::move(action));
  }

 private:
  void forget_dead();
  [[nodiscard]] bool follows(std::uint32_t instruction) const {
    return tracker_ && loads_->contains(instruction) && !is_settled(instruction);
  }

  std::span<Warp> warps_;
  const std::set<std::uint32_t>* loads_ = nullptr;
  std::optional<ValueTracker> tracker_;
  Candidates candidates_;
  std::set<std::uint32_t> settled_;
  std::uint64_t collections_ = 0;
  std::set<std::pair<std::uint32_t, Load>> received_;  // by threads
};

}  // namespace warplens::machine
