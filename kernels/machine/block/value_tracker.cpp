#include "kernels/machine/block/value_tracker.h"

#include <algorithm>
#include <utility>

namespace warplens::machine {
namespace {

// Loads of one block, each of which leaves a bit behind.
constexpr std::size_t kMaximumLoads = std::size_t{1} << 28;
// A bound on memory, for kernels in which sums of sums stay alive.
constexpr std::size_t kMaximumNodes = std::size_t{1} << 22;

}  // namespace

ValueTracker::Node ValueTracker::add(const Entry& entry) {
  nodes_.push_back(entry);
  return static_cast<Node>(nodes_.size() - 1);
}

ValueTracker::Loads ValueTracker::begin_loads(std::uint32_t instruction, std::uint32_t count) {
  std::size_t& alive = alive_[instruction];
  if (alive + count > maximum_ || used_.size() + count > kMaximumLoads) {
    refused_ += count;
    return {};
  }
  alive += count;
  const Loads first{static_cast<Node>(nodes_.size()), used_.size()};
  for (std::uint32_t i = 0; i < count; ++i) {
    static_cast<void>(add({.is_load = true, .load = used_.size(), .instruction = instruction}));
    used_.push_back(false);
  }
  return first;
}

ValueTracker::Node ValueTracker::combine(Node a, Node b) {
  if (nodes_[a].is_used) a = kUntracked;
  if (nodes_[b].is_used) b = kUntracked;
  if (a == kUntracked || a == b) return b;
  if (b == kUntracked || nodes_.size() >= kMaximumNodes) return a;
  return add({.left = a, .right = b, .load = nodes_.back().load});
}

// Loads used before are not entered again, so all calls together take time linear in the number of
// nodes.
void ValueTracker::use(Node root) {
  if (root == kUntracked || nodes_[root].is_used) return;
  std::vector<std::pair<Load, std::uint32_t>> due;
  std::vector<Node> pending{root};
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    Entry& entry = nodes_[node];
    if (node == kUntracked || entry.is_used) continue;
    entry.is_used = true;
    if (entry.is_load) used_[entry.load] = true;
    if (entry.actions != 0) due.emplace_back(entry.load, std::exchange(entry.actions, 0));
    pending.push_back(entry.left);
    pending.push_back(entry.right);
  }
  std::sort(due.begin(), due.end());
  for (const auto& [load, index] : due) {
    const Actions actions = std::exchange(actions_[index], {});
    for (const auto& action : actions) action();
  }
}

void ValueTracker::store(Node node) {
  if (!nodes_[node].may_be_copied) use(node);
}

void ValueTracker::let_be_copied(Load load) { nodes_[node_of(load)].may_be_copied = true; }

void ValueTracker::let_be_taken_apart(Load load) {
  Entry& entry = nodes_[node_of(load)];
  entry.may_be_copied = true;
  entry.may_be_taken_apart = true;
}

ValueTracker::Node ValueTracker::node_of(Load load) const {
  const auto found = std::lower_bound(nodes_.begin() + 1, nodes_.end(), load,
                                      [](const Entry& e, Load wanted) { return e.load < wanted; });
  const bool is_there = found != nodes_.end() && found->load == load && found->is_load;
  return is_there ? static_cast<Node>(found - nodes_.begin()) : kUntracked;
}

void ValueTracker::when_used(Load load, std::function<void()> action) {
  if (is_used(load)) return action();
  const Node node = node_of(load);
  if (node == kUntracked) return;
  Entry& entry = nodes_[node];
  if (entry.actions == 0) {
    entry.actions = static_cast<std::uint32_t>(actions_.size());
    actions_.emplace_back();
  }
  actions_[entry.actions].push_back(std::move(action));
  ++waiting_;
}

void ValueTracker::mark(Node root, std::vector<Node>& kept) const {
  std::vector<Node> pending{root};
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    if (node == kUntracked || kept[node] != kUntracked || nodes_[node].is_used) continue;
    kept[node] = node;
    pending.push_back(nodes_[node].left);
    pending.push_back(nodes_[node].right);
  }
}

void ValueTracker::forget_all_but(std::vector<Node>& kept) {
  std::vector<Actions> actions(1);
  alive_.clear();
  Node next = 1;
  for (Node node = 1; node < nodes_.size(); ++node) {
    if (kept[node] == kUntracked) continue;
    Entry entry = nodes_[node];
    // Children come before their parents.
    entry.left = kept[entry.left];
    entry.right = kept[entry.right];
    if (entry.is_load) ++alive_[entry.instruction];
    if (entry.actions != 0) {
      actions.push_back(std::move(actions_[entry.actions]));
      entry.actions = static_cast<std::uint32_t>(actions.size() - 1);
    }
    kept[node] = next;
    nodes_[next++] = entry;
  }
  nodes_.resize(next);
  actions_ = std::move(actions);
  refused_ = 0;
  waiting_ = 0;
  crowded_at_ = std::max(kAlwaysRoomFor, 2 * nodes_.size());
}

}  // namespace warplens::machine
