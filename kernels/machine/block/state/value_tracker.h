// Was a loaded value ever used?
//
// nvcc hoists loads above the test that decides whether they matter, so an uninitialised or racing
// shared load is a finding only when its value reaches a store, an address or a branch. The machine
// first runs without tracking. When it meets a load that *might* be a finding it runs again with a
// ValueTracker, which gives each tracked shared load of each lane an id and follows the value
// through registers: a register-lane holds a node; an operation over two nodes makes a node with
// both as children; using a node uses everything below it.
//
//   acc += tile[i]   load() → n;  acc's node = combine(acc's node, n)
//   out[j] = acc     use(acc's node): every load summed into acc is used
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace warplens::machine {

class ValueTracker {
 public:
  using Node = std::uint32_t;  // 0: nothing tracked in this value
  static constexpr Node kUntracked = 0;

  // A dynamic load of one lane; returns its node, which is also its load id.
  [[nodiscard]] Node load();
  // The value that an operation makes of two. What was already used needs no following, so the
  // result may be one of the two, or kUntracked.
  [[nodiscard]] Node combine(Node a, Node b);
  // The value reached a store, an address or a branch. Runs the actions that wait for its loads, in
  // the order of their loads' ids.
  void use(Node node);
  [[nodiscard]] bool used(Node load) const;
  // Runs `action` now if the load's value was already used, or when it is; at most once. An action
  // may call the tracker. `load` may be kUntracked: then nobody can tell, and the action runs now.
  void when_used(Node load, std::function<void()> action);

 private:
  struct Entry {
    Node left = 0, right = 0;
    bool used = false;
    std::uint32_t actions = 0;  // index into actions_; 0: none wait
  };
  std::vector<Node> mark_used(Node root);

  std::vector<Entry> nodes_{1};
  std::vector<std::vector<std::function<void()>>> actions_{1};
};

}  // namespace warplens::machine
