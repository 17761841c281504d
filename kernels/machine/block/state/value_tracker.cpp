#include "kernels/machine/block/state/value_tracker.h"

#include <algorithm>
#include <utility>

namespace warplens::machine {

ValueTracker::Node ValueTracker::load() {
  nodes_.push_back({});
  return static_cast<Node>(nodes_.size() - 1);
}

ValueTracker::Node ValueTracker::combine(Node a, Node b) {
  if (used(a)) a = kUntracked;
  if (used(b)) b = kUntracked;
  if (a == kUntracked || a == b) return b;
  if (b == kUntracked) return a;
  nodes_.push_back({.left = a, .right = b});
  return static_cast<Node>(nodes_.size() - 1);
}

// Marks everything below `root` and returns the loads whose actions are due. What was marked before
// is not entered again, so all calls together take time linear in the number of nodes.
std::vector<ValueTracker::Node> ValueTracker::mark_used(Node root) {
  std::vector<Node> due, pending{root};
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    Entry& entry = nodes_[node];
    if (node == kUntracked || entry.used) continue;
    entry.used = true;
    if (entry.actions != 0) due.push_back(node);
    pending.push_back(entry.left);
    pending.push_back(entry.right);
  }
  std::sort(due.begin(), due.end());
  return due;
}

void ValueTracker::use(Node node) {
  if (node == kUntracked || nodes_[node].used) return;
  for (const Node load : mark_used(node)) {
    const auto actions = std::exchange(actions_[nodes_[load].actions], {});
    for (const auto& action : actions) action();
  }
}

bool ValueTracker::used(Node load) const { return nodes_[load].used; }

void ValueTracker::when_used(Node load, std::function<void()> action) {
  if (load == kUntracked || used(load)) return action();
  Entry& entry = nodes_[load];
  if (entry.actions == 0) {
    entry.actions = static_cast<std::uint32_t>(actions_.size());
    actions_.emplace_back();
  }
  actions_[entry.actions].push_back(std::move(action));
}

}  // namespace warplens::machine
