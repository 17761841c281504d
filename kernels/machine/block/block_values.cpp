// What becomes of the values of tracked loads (value_tracker.h).
//
// A register's node is kept lane by lane beside its slot. Arithmetic and shuffles pass nodes on; a
// store, an address, and the guard of anything but arithmetic use them.
#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void Block::propagate(const Issue& issue, const Flow& flow) {
  const bool is_guarded = issue.code.guard != kNoSlot;
  std::array<Node, kWarpSize> nodes{};
  // Whether a guarded result is the new or the old value depends on the guard, in every lane.
  const std::uint32_t lanes = is_guarded ? issue.present : issue.mask;
  std::uint32_t chosen_first = 0;
  if (flow.choice != kNoSlot) {
    const std::byte* slot = issue.frame.slots + flow.choice;
    chosen_first = *reinterpret_cast<const std::uint32_t*>(slot) ^ flow.choice_flip;
    const Node* choice = issue.frame.node(flow.choice);
    each_lane(issue.mask, [&](std::uint32_t lane) { nodes[lane] = choice[lane]; });
  }
  for (std::uint8_t i = 0; i < flow.source_count; ++i) {
    const Node* source = issue.frame.node(flow.sources[i]);
    const std::uint32_t lanes_of_source =
        flow.choice == kNoSlot ? issue.mask : issue.mask & (i == 0 ? chosen_first : ~chosen_first);
    each_lane(lanes_of_source, [&](std::uint32_t lane) {
      nodes[lane] = tracker_->combine(nodes[lane], source[lane]);
    });
  }
  for (std::uint8_t i = 0; i < flow.destination_count; ++i) {
    Node* destination = issue.frame.node(flow.destinations[i]);
    if (is_guarded) {
      const Node* guard = issue.frame.node(issue.code.guard);
      each_lane(lanes, [&](std::uint32_t lane) {
        const Node kept = (issue.mask >> lane & 1) != 0 ? nodes[lane] : destination[lane];
        destination[lane] = tracker_->combine(kept, guard[lane]);
      });
    } else {
      each_lane(lanes, [&](std::uint32_t lane) { destination[lane] = nodes[lane]; });
    }
  }
}

void Block::use_lanes(CallFrame& frame, std::uint32_t slot, std::uint32_t mask) {
  const Node* nodes = frame.node(slot);
  each_lane(mask, [&](std::uint32_t lane) {
    if (nodes[lane] != ValueTracker::kUntracked) tracker_->use(nodes[lane]);
  });
}

void Block::clear_lanes(CallFrame& frame, std::uint32_t slot, std::uint32_t mask) {
  Node* nodes = frame.node(slot);
  each_lane(mask, [&](std::uint32_t lane) { nodes[lane] = ValueTracker::kUntracked; });
}

// The value that a shuffle takes from a lane that is not there: a finding if it is used.
ValueTracker::Node Block::missing_source(const Participant& participant, std::uint32_t warp,
                                         std::uint32_t lane, std::uint32_t source, bool is_live) {
  if (!tracker_) candidates_.insert(participant.instruction);
  if (!tracker_ || !control_->tracked_loads->contains(participant.instruction)) {
    return ValueTracker::kUntracked;
  }
  const Node node = tracker_->load();
  tracker_->when_used(node,
                      [this, instruction = participant.instruction, warp, lane, source, is_live] {
                        report(Kind::inactive_shuffle, {instruction, warp, lane},
                               finding_text::inactive_shuffle(lane, source, is_live));
                      });
  return node;
}

// A branch, a store or a barrier that a value decides about uses it. A guarded load does not: it
// passes the guard on, as arithmetic does.
void Block::use_guard(const Issue& issue) {
  if (issue.code.guard == kNoSlot) return;
  if (issue.code.kind == InstructionKind::load ||
      issue.code.kind == InstructionKind::parameter_load) {
    return;
  }
  use_lanes(issue.frame, issue.code.guard, issue.present);
}

void Block::pass_guard(const Issue& issue, const MemoryAccess& access) {
  if (issue.code.guard == kNoSlot) return;
  const Node* guard = issue.frame.node(issue.code.guard);
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    Node* nodes = issue.frame.node(access.slots[i]);
    each_lane(issue.present, [&](std::uint32_t lane) {
      nodes[lane] = tracker_->combine(nodes[lane], guard[lane]);
    });
  }
}

ValueTracker::Node Block::begin_load(const Issue& issue, std::uint32_t elements) {
  if (!tracker_ || !control_->tracked_loads->contains(issue.instruction)) {
    return ValueTracker::kUntracked;
  }
  const Node first = tracker_->load();
  for (std::uint32_t i = 1; i < elements * kWarpSize; ++i) static_cast<void>(tracker_->load());
  return first;
}

void Block::track_load(const Issue& issue, std::uint32_t slot, std::uint32_t mask, Node first) {
  if (first == ValueTracker::kUntracked) return;
  Node* nodes = issue.frame.node(slot);
  each_lane(mask, [&](std::uint32_t lane) { nodes[lane] = first + lane; });
}

void Block::track_parameter_load(const Issue& issue, const MemoryAccess& access,
                                 std::uint32_t mask) {
  const std::uint64_t own = issue.frame.function->parameter_bytes;
  each_lane(mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = event_.address[lane] - kFrameParameters;
    const bool is_own = event_.address[lane] >= kFrameParameters && offset < own;
    Node node = ValueTracker::kUntracked;
    for (std::uint32_t byte = 0; is_own && byte < access.width; byte += 4) {
      if (offset + byte >= own) break;
      node = tracker_->combine(node,
                               issue.frame.parameter_nodes[(offset + byte) / 4 * kWarpSize + lane]);
    }
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      issue.frame.node(access.slots[i])[lane] = node;
    }
  });
}

void Block::track_parameter_store(const Issue& issue, const MemoryAccess& access,
                                  std::uint32_t mask) {
  const std::uint64_t own = issue.frame.function->parameter_bytes;
  each_lane(mask, [&](std::uint32_t lane) {
    if (event_.address[lane] < kFrameParameters) return;
    const std::uint64_t offset = event_.address[lane] - kFrameParameters;
    for (std::uint32_t byte = 0; byte < access.width && offset + byte < own; byte += 1) {
      const Node stored = issue.frame.node(access.slots[byte / access.element_bytes])[lane];
      Node& node = issue.frame.parameter_nodes[(offset + byte) / 4 * kWarpSize + lane];
      const bool is_first = (offset + byte) % 4 == 0;
      node = is_first ? stored : tracker_->combine(node, stored);
    }
  });
}

}  // namespace warplens::machine
