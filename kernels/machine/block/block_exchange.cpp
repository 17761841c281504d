// What a operation computes: shuffles, votes, matches, reductions (PTX ISA 9.7.9 and 9.7.13).
#include <algorithm>

#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

struct Source {
  std::uint32_t lane = 0;
  bool is_in_range = false;
};

// PTX ISA "shfl.sync": b is a lane or a distance, c holds the clamp and the segment mask.
Source shuffle_source(WarpAction mode, std::uint32_t lane, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t distance = b & 0x1f;
  const std::uint32_t clamp = c & 0x1f;
  const std::uint32_t segment = c >> 8 & 0x1f;
  const std::uint32_t last = (lane & segment) | (clamp & ~segment & 0x1f);
  const std::uint32_t first = lane & segment;
  switch (mode) {
    case WarpAction::shuffle_up: {
      const bool is_in =
          static_cast<int>(lane) - static_cast<int>(distance) >= static_cast<int>(last);
      return {is_in ? lane - distance : lane, is_in};
    }
    case WarpAction::shuffle_down:
      return lane + distance <= last ? Source{lane + distance, true} : Source{lane, false};
    case WarpAction::shuffle_bfly:
      return (lane ^ distance) <= last ? Source{lane ^ distance, true} : Source{lane, false};
    default: {
      const std::uint32_t source = first | (distance & ~segment & 0x1f);
      return source <= last ? Source{source, true} : Source{lane, false};
    }
  }
}

void set_predicate(CallFrame& frame, std::uint32_t slot, std::uint32_t lane, bool value) {
  if (slot == kNoSlot) return;
  auto& bits = *reinterpret_cast<std::uint32_t*>(frame.slots + slot);
  bits = (bits & ~(1u << lane)) | std::uint32_t{value} << lane;
}

std::uint32_t combine(const WarpOperation& operation, std::uint32_t a, std::uint32_t b) {
  const auto signed_a = static_cast<std::int32_t>(a);
  const auto signed_b = static_cast<std::int32_t>(b);
  switch (operation.action) {
    case WarpAction::reduce_add:
      return a + b;
    case WarpAction::reduce_and:
      return a & b;
    case WarpAction::reduce_or:
      return a | b;
    case WarpAction::reduce_xor:
      return a ^ b;
    case WarpAction::reduce_min:
      return operation.is_signed ? static_cast<std::uint32_t>(std::min(signed_a, signed_b))
                                 : std::min(a, b);
    default:
      return operation.is_signed ? static_cast<std::uint32_t>(std::max(signed_a, signed_b))
                                 : std::max(a, b);
  }
}

}  // namespace

std::uint64_t Block::participant_value(const Participants& participants, std::uint32_t lane) const {
  const Participant& participant = participants[lane];
  return read_slot(participant.frame->slots + participant.operation->value,
                   participant.operation->value_bytes, lane);
}

void Block::shuffle(Warp& warp, const Participants& participants, std::uint32_t group) {
  std::array<std::uint32_t, kWarpSize> values{};
  std::array<Node, kWarpSize> nodes{};
  each_lane(group, [&](std::uint32_t lane) {
    values[lane] = static_cast<std::uint32_t>(participant_value(participants, lane));
    if (tracker_)
      nodes[lane] = participants[lane].frame->node(participants[lane].operation->value)[lane];
  });
  each_lane(group, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    CallFrame& frame = *participants[lane].frame;
    const auto b = static_cast<std::uint32_t>(read_slot(frame.slots + operation.lane, 4, lane));
    const auto c = static_cast<std::uint32_t>(read_slot(frame.slots + operation.clamp, 4, lane));
    Source source = shuffle_source(operation.action, lane, b, c);
    Node missing = ValueTracker::kUntracked;
    if ((group >> source.lane & 1) == 0) {
      missing = missing_source(participants[lane], warp.index, lane, source.lane,
                               (warp.live >> source.lane & 1) != 0);
      source.lane = lane;
    }
    write_slot(frame.slots + operation.destination, 4, lane, values[source.lane]);
    set_predicate(frame, operation.predicate, lane, source.is_in_range);
    if (!tracker_) return;
    const Node node = tracker_->combine(nodes[source.lane], frame.node(operation.lane)[lane]);
    frame.node(operation.destination)[lane] = tracker_->combine(node, missing);
    if (operation.predicate != kNoSlot) {
      frame.node(operation.predicate)[lane] = frame.node(operation.lane)[lane];
    }
  });
}

// What every lane's result depends on: all lanes' values.
void Block::share_nodes(const Participants& participants, std::uint32_t group) {
  if (!tracker_) return;
  Node all = ValueTracker::kUntracked;
  each_lane(group, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    if (operation.value == kNoSlot) return;
    all = tracker_->combine(all, participants[lane].frame->node(operation.value)[lane]);
  });
  each_lane(group, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    participants[lane].frame->node(operation.destination)[lane] = all;
    if (operation.predicate != kNoSlot)
      participants[lane].frame->node(operation.predicate)[lane] = all;
  });
}

void Block::vote(const Participants& participants, std::uint32_t group) {
  std::uint32_t ballot = 0;
  each_lane(group, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    const auto bits =
        *reinterpret_cast<const std::uint32_t*>(participants[lane].frame->slots + operation.value);
    ballot |= (bits ^ operation.value_flip) & 1u << lane;
  });
  share_nodes(participants, group);
  each_lane(group, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    CallFrame& frame = *participants[lane].frame;
    switch (operation.action) {
      case WarpAction::vote_ballot:
        write_slot(frame.slots + operation.destination, 4, lane, ballot);
        break;
      case WarpAction::vote_all:
        set_predicate(frame, operation.destination, lane, ballot == group);
        break;
      case WarpAction::vote_any:
        set_predicate(frame, operation.destination, lane, ballot != 0);
        break;
      default:
        set_predicate(frame, operation.destination, lane, ballot == 0 || ballot == group);
        break;
    }
  });
}

void Block::match(const Participants& participants, std::uint32_t group) {
  std::array<std::uint64_t, kWarpSize> values{};
  each_lane(group,
            [&](std::uint32_t lane) { values[lane] = participant_value(participants, lane); });
  share_nodes(participants, group);
  each_lane(group, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    std::uint32_t same = 0;
    each_lane(group, [&](std::uint32_t other) {
      same |= std::uint32_t{values[other] == values[lane]} << other;
    });
    const bool is_all = operation.action == WarpAction::match_all;
    const std::uint32_t result = is_all && same != group ? 0 : same;
    write_slot(participants[lane].frame->slots + operation.destination, 4, lane, result);
    set_predicate(*participants[lane].frame, operation.predicate, lane, same == group);
  });
}

void Block::reduce(const Participants& participants, std::uint32_t group) {
  const std::uint32_t first = first_lane(group);
  auto result = static_cast<std::uint32_t>(participant_value(participants, first));
  each_lane(group & ~(1u << first), [&](std::uint32_t lane) {
    result = combine(*participants[first].operation, result,
                     static_cast<std::uint32_t>(participant_value(participants, lane)));
  });
  share_nodes(participants, group);
  each_lane(group, [&](std::uint32_t lane) {
    write_slot(participants[lane].frame->slots + participants[lane].operation->destination, 4, lane,
               result);
  });
}

void Block::elect(const Participants& participants, std::uint32_t group) {
  const std::uint32_t leader = first_lane(group);
  share_nodes(participants, group);
  each_lane(group, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    write_slot(participants[lane].frame->slots + operation.destination, 4, lane, leader);
    set_predicate(*participants[lane].frame, operation.predicate, lane, lane == leader);
  });
}

}  // namespace warplens::machine
