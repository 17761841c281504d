// Was a loaded value ever used?
//
// nvcc hoists loads above the test that decides whether they matter, so an uninitialised or racing
// shared load is a finding only when its value reaches a store, an address or a branch. The machine
// first runs without tracking. When it meets a load that *might* be a finding it runs again with a
// ValueTracker, which follows the value of each tracked shared load of each lane through registers:
// a register-lane holds a node; an operation over two nodes makes a node with both as children;
// using a node uses everything below it.
//
//   acc += tile[i]   begin_loads() → n;  acc's node = combine(acc's node, n)
//   out[j] = acc     use(acc's node): every load summed into acc is used
//
// Nodes are many and short-lived. Now and then, when is_crowded(), the holders of nodes pass them
// to collect(), which forgets all others: their values died unused. Where too many of an
// instruction's loads stay alive, as in a long sum, its next loads are not followed: the sum
// reports the first ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {

class ValueTracker {
 public:
  using Node = std::uint32_t;  // 0: nothing tracked in this value
  using Load = std::uint64_t;  // one lane's dynamic load, by order; 0: not followed
  static constexpr Node kUntracked = 0;
  static constexpr Load kNotFollowed = 0;
  static constexpr std::size_t kAlwaysRoomFor = std::size_t{1} << 16;  // nodes

  // Consecutive loads with consecutive nodes, by the first of each; none when there is no room.
  struct Loads {
    Node node = kUntracked;
    Load load = kNotFollowed;
  };
  // The one that is `index` behind `first`, if that is followed.
  [[nodiscard]] static Load load_of(Load first, std::uint32_t index) {
    return first == kNotFollowed ? kNotFollowed : first + index;
  }
  // `maximum`: loads of an instruction that may be alive.
  explicit ValueTracker(std::size_t maximum = std::size_t{1} << 16) : maximum_(maximum) {}

  [[nodiscard]] Loads begin_loads(std::uint32_t instruction, std::uint32_t count);
  // The value that an operation makes of two. What was already used needs no following, so the
  // result may be one of the two, or kUntracked.
  [[nodiscard]] Node combine(Node a, Node b);
  // The value reached a store, an address or a branch. Runs the actions that wait for its loads, in
  // the order of their loads.
  void use(Node node);
  // The value is stored. Where it may be copied as it was loaded, that is no use of it.
  void store(Node node);
  // A part of a structure that perhaps nobody set, its padding, is copied with the rest.
  void let_be_copied(Load load);
  // Some of its bytes were set: who takes it apart may take those.
  void let_be_taken_apart(Load load);
  // What is left to follow of a value that is taken apart.
  [[nodiscard]] Node taken_apart(Node node) const {
    return nodes_[node].may_be_taken_apart ? kUntracked : node;
  }
  // What an operation makes of a value is no copy of it.
  [[nodiscard]] Node changed(Node node) {
    if (!nodes_[node].may_be_copied || nodes_[node].is_used) return node;
    return add({.left = node, .load = nodes_.back().load});
  }
  [[nodiscard]] bool is_used(Load load) const {
    return load == kUsedLoad || (load < used_.size() && used_[load]);
  }
  // Can it still become used? Certain after collect().
  [[nodiscard]] bool is_open(Load load) const { return node_of(load) != kUntracked; }
  // Runs `action` now if the load's value was already used, or when it is; at most once. An action
  // may call the tracker.
  void when_used(Load load, std::function<void()> action);

  // Calls visit(load) for the loads that are in the value, as long as they are not used.
  template <class Visit>
  void each_load(Node root, Visit visit) const {
    std::vector<Node> pending{root};
    std::set<Node> seen;
    while (!pending.empty() && seen.size() < kAlwaysRoomFor) {
      const Node node = pending.back();
      pending.pop_back();
      const Entry& entry = nodes_[node];
      if (node == kUntracked || entry.is_used || !seen.insert(node).second) continue;
      if (entry.is_load) visit(entry.load);
      pending.push_back(entry.left);
      pending.push_back(entry.right);
    }
  }

  [[nodiscard]] bool is_crowded() const {
    return nodes_.size() + refused_ + waiting_ >= crowded_at_;
  }
  // visit_roots(visit) calls visit(node) for every node that anybody holds; visit may change it.
  template <class VisitRoots>
  void collect(VisitRoots visit_roots) {
    std::vector<Node> kept(nodes_.size(), kUntracked);
    visit_roots([&](Node& node) { mark(node, kept); });
    forget_all_but(kept);
    visit_roots([&](Node& node) { node = kept[node]; });
  }

 private:
  struct Entry {
    Node left = kUntracked, right = kUntracked;
    bool is_used = false;
    bool is_load = false;
    bool may_be_copied = false;
    bool may_be_taken_apart = false;
    Load load = kNotFollowed;  // itself; not a load: the last one before
    std::uint32_t instruction = 0;
    std::uint32_t actions = 0;  // index into actions_; 0: none wait
  };
  using Actions = std::vector<std::function<void()>>;

  [[nodiscard]] Node add(const Entry& entry);
  [[nodiscard]] Node node_of(Load load) const;
  void mark(Node root, std::vector<Node>& kept) const;
  // kept[node]: not kUntracked for those that stay; from here on, what they are called now.
  void forget_all_but(std::vector<Node>& kept);

  std::size_t maximum_;
  std::size_t crowded_at_ = kAlwaysRoomFor;
  std::size_t refused_ = 0;                     // loads since the last collection
  std::size_t waiting_ = 0;                     // actions since the last collection
  std::map<std::uint32_t, std::size_t> alive_;  // loads, by instruction
  std::vector<Entry> nodes_{1};                 // their loads ascend
  std::vector<Actions> actions_{1};
  std::vector<bool> used_{false};  // by load
};

}  // namespace warplens::machine
