#include "kernels/machine/block/tracked_values.h"

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void TrackedValues::start(const std::set<std::uint32_t>* loads) {
  loads_ = loads;
  candidates_.clear();
  settled_.clear();
  received_.clear();
  tracker_.reset();
  if (loads != nullptr) tracker_.emplace();
}

void TrackedValues::propagate(const Issue& issue, const Flow& flow) {
  if (tracker_->is_crowded()) forget_dead();
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
      const Node node = flow.takes_apart ? tracker_->taken_apart(source[lane])
                        : flow.is_move   ? source[lane]
                                         : tracker_->changed(source[lane]);
      nodes[lane] = tracker_->combine(nodes[lane], node);
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

void TrackedValues::receive(std::uint32_t thread, Node node) {
  tracker_->each_load(node, [&](Load load) { received_.emplace(thread, load); });
}

void TrackedValues::use(CallFrame& frame, std::uint32_t slot, std::uint32_t mask) {
  const Node* nodes = frame.node(slot);
  each_lane(mask, [&](std::uint32_t lane) {
    if (nodes[lane] != ValueTracker::kUntracked) tracker_->use(nodes[lane]);
  });
}

void TrackedValues::store(CallFrame& frame, std::uint32_t slot, std::uint32_t mask) {
  const Node* nodes = frame.node(slot);
  each_lane(mask, [&](std::uint32_t lane) { tracker_->store(nodes[lane]); });
}

void TrackedValues::clear(CallFrame& frame, std::uint32_t slot, std::uint32_t mask) {
  Node* nodes = frame.node(slot);
  each_lane(mask, [&](std::uint32_t lane) { nodes[lane] = ValueTracker::kUntracked; });
}

// A branch, a store or a barrier that a value decides about uses it. A guarded load does not: it
// passes the guard on, as arithmetic does.
void TrackedValues::use_guard(const Issue& issue) {
  if (issue.code.guard == kNoSlot) return;
  if (issue.code.kind == InstructionKind::load || issue.code.kind == InstructionKind::division ||
      issue.code.kind == InstructionKind::parameter_load) {
    return;
  }
  use(issue.frame, issue.code.guard, issue.present);
}

void TrackedValues::pass_guard(const Issue& issue, const MemoryAccess& access) {
  if (issue.code.guard == kNoSlot) return;
  const Node* guard = issue.frame.node(issue.code.guard);
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    Node* nodes = issue.frame.node(access.slots[i]);
    each_lane(issue.present, [&](std::uint32_t lane) {
      nodes[lane] = tracker_->combine(nodes[lane], guard[lane]);
    });
  }
}

ValueTracker::Loads TrackedValues::begin_load(const Issue& issue, std::uint32_t elements) {
  if (!follows(issue.instruction)) return {};
  if (tracker_->is_crowded()) forget_dead();
  return tracker_->begin_loads(issue.instruction, elements * kWarpSize);
}

ValueTracker::Load TrackedValues::follow_load(const Issue& issue, const MemoryAccess& access,
                                              std::uint32_t mask) {
  const ValueTracker::Loads first = begin_load(issue, access.elements);
  for (std::uint32_t i = 0; first.load != ValueTracker::kNotFollowed && i < access.elements; ++i) {
    set_load(issue, access.slots[i], mask, first.node + i * kWarpSize);
  }
  return first.load;
}

ValueTracker::Load TrackedValues::follow_result(const Issue& issue, std::uint32_t slot,
                                                std::uint32_t mask) {
  const ValueTracker::Loads first = begin_load(issue);
  if (first.load == ValueTracker::kNotFollowed) return first.load;
  Node* const nodes = issue.frame.node(slot);
  each_lane(mask, [&](std::uint32_t lane) {
    nodes[lane] = tracker_->combine(nodes[lane], first.node + lane);
  });
  return first.load;
}

ValueTracker::Loads TrackedValues::begin_value(std::uint32_t instruction) {
  if (!follows(instruction)) return {};
  return tracker_->begin_loads(instruction, 1);
}

// Values live in the frames of calls that have not returned.
void TrackedValues::forget_dead() {
  ++collections_;
  std::set<CallFrame*> frames;
  for (const Warp& warp : warps_) {
    for (const Fragment& fragment : warp.fragments) {
      for (CallFrame* frame = fragment.frame; frame != nullptr; frame = frame->caller) {
        frames.insert(frame);
      }
    }
  }
  tracker_->collect([&](const auto& visit) {
    for (CallFrame* frame : frames) {
      for (Node& node : frame->nodes) visit(node);
      for (Node& node : frame->parameter_nodes) visit(node);
    }
  });
  std::erase_if(received_,
                [&](const auto& received) { return !tracker_->is_open(received.second); });
}

void TrackedValues::set_load(const Issue& issue, std::uint32_t slot, std::uint32_t mask,
                             Node first) {
  if (first == ValueTracker::kUntracked) return;
  Node* nodes = issue.frame.node(slot);
  each_lane(mask, [&](std::uint32_t lane) { nodes[lane] = first + lane; });
}

void TrackedValues::use_loads(ValueTracker::Loads first) {
  if (first.node == ValueTracker::kUntracked) return;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) tracker_->use(first.node + lane);
}

void TrackedValues::load_parameter(const Issue& issue, const MemoryAccess& access,
                                   std::uint32_t mask, const LaneAddresses& addresses) {
  const std::uint64_t own = issue.frame.function->parameter_bytes;
  each_lane(mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = addresses[lane] - kFrameParameters;
    const bool is_own = addresses[lane] >= kFrameParameters && offset < own;
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

void TrackedValues::store_parameter(const Issue& issue, const MemoryAccess& access,
                                    std::uint32_t mask, const LaneAddresses& addresses) {
  const std::uint64_t own = issue.frame.function->parameter_bytes;
  each_lane(mask, [&](std::uint32_t lane) {
    if (addresses[lane] < kFrameParameters) return;
    const std::uint64_t offset = addresses[lane] - kFrameParameters;
    for (std::uint32_t byte = 0; byte < access.width && offset + byte < own; byte += 1) {
      const Node stored = issue.frame.node(access.slots[byte / access.element_bytes])[lane];
      Node& node = issue.frame.parameter_nodes[(offset + byte) / 4 * kWarpSize + lane];
      const bool is_first = (offset + byte) % 4 == 0;
      node = is_first ? stored : tracker_->combine(node, stored);
    }
  });
}

}  // namespace warplens::machine
