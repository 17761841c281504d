#include "kernels/machine/block/warp_collectives.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/machine/block/shuffle_source.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

void set_predicate(CallFrame& frame, std::uint32_t slot, std::uint32_t lane, bool value) {
  if (slot == kNoSlot) return;
  auto& bits = *reinterpret_cast<std::uint32_t*>(frame.slots + slot);
  bits = (bits & ~(1u << lane)) | std::uint32_t{value} << lane;
}

// minimum and maximum take a number rather than a NaN, and -0 for less than +0.
std::uint32_t combine_floats(const WarpOperation& operation, std::uint32_t bits_a,
                             std::uint32_t bits_b) {
  auto a = std::bit_cast<float>(bits_a), b = std::bit_cast<float>(bits_b);
  if (operation.is_of_magnitudes) a = std::abs(a), b = std::abs(b);
  if (operation.nan_wins && (std::isnan(a) || std::isnan(b))) return kCanonicalNan;
  return std::bit_cast<std::uint32_t>(operation.action == WarpAction::reduce_min ? minimum(a, b)
                                                                                 : maximum(a, b));
}

std::uint32_t combine(const WarpOperation& operation, std::uint32_t a, std::uint32_t b) {
  if (operation.is_float) return combine_floats(operation, a, b);
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

void WarpCollectives::perform(const Warp& warp, const Participants& participants,
                              std::uint32_t lanes) {
  switch (participants[first_lane(lanes)].operation->action) {
    case WarpAction::shuffle_up:
    case WarpAction::shuffle_down:
    case WarpAction::shuffle_bfly:
    case WarpAction::shuffle_idx:
      return shuffle(warp, participants, lanes);
    case WarpAction::vote_all:
    case WarpAction::vote_any:
    case WarpAction::vote_uni:
    case WarpAction::vote_ballot:
      return vote(warp, participants, lanes);
    case WarpAction::match_any:
    case WarpAction::match_all:
      return match(warp, participants, lanes);
    case WarpAction::elect:
      return elect(warp, participants, lanes);
    case WarpAction::transpose:
      return transpose(warp, participants, lanes);
    default:
      return reduce(warp, participants, lanes);
  }
}

void WarpCollectives::shuffle(const Warp& warp, const Participants& participants,
                              std::uint32_t lanes) {
  std::array<std::uint32_t, kWarpSize> values{};
  std::array<Node, kWarpSize> nodes{};
  each_lane(lanes, [&](std::uint32_t lane) {
    values[lane] = static_cast<std::uint32_t>(participants[lane].value(lane));
    if (!block_->values.is_on()) return;
    nodes[lane] = participants[lane].frame->node(participants[lane].operation->value)[lane];
  });
  each_lane(lanes, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    CallFrame& frame = *participants[lane].frame;
    const auto b = static_cast<std::uint32_t>(read_slot(frame.slots + operation.lane, 4, lane));
    const auto c = static_cast<std::uint32_t>(read_slot(frame.slots + operation.clamp, 4, lane));
    ShuffleSource source = shuffle_source(operation.action, lane, b, c);
    Node missing = ValueTracker::kUntracked;
    if ((lanes >> source.lane & 1) == 0) {
      missing = missing_source(participants[lane], warp, lane, source.lane);
      source.lane = lane;
    }
    write_slot(frame.slots + operation.destination, 4, lane, values[source.lane]);
    set_predicate(frame, operation.predicate, lane, source.is_in_range);
    if (!block_->values.is_on()) return;
    block_->values.receive(warp.index * kWarpSize + lane, nodes[source.lane]);
    const Node node = block_->values.combine(nodes[source.lane], frame.node(operation.lane)[lane]);
    frame.node(operation.destination)[lane] = block_->values.combine(node, missing);
    if (operation.predicate != kNoSlot) {
      frame.node(operation.predicate)[lane] = frame.node(operation.lane)[lane];
    }
  });
}

WarpCollectives::Node WarpCollectives::missing_source(const Participant& participant,
                                                      const Warp& warp, std::uint32_t lane,
                                                      std::uint32_t source) {
  TrackedValues& values = block_->values;
  if (!values.is_on()) {
    values.add_candidate({trace::FindingKind::inactive_shuffle, participant.instruction, kNoIndex},
                         participant.instruction);
  }
  const ValueTracker::Loads value = values.begin_value(participant.instruction);
  if (value.load == ValueTracker::kNotFollowed) return ValueTracker::kUntracked;
  const bool is_live = (warp.live >> source & 1) != 0;
  const FindingPlace place{participant.instruction, warp.index, lane};
  values.when_used(value.load, [this, place, source, is_live] {
    block_->report.add(trace::FindingKind::inactive_shuffle, place,
                       finding_text::inactive_shuffle(place.lane, source, is_live));
  });
  return value.node;
}

void WarpCollectives::share_nodes(const Warp& warp, const Participants& participants,
                                  std::uint32_t lanes) {
  if (!block_->values.is_on()) return;
  Node all = ValueTracker::kUntracked;
  each_lane(lanes, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    if (operation.value == kNoSlot) return;
    all = block_->values.combine(all, participants[lane].frame->node(operation.value)[lane]);
  });
  each_lane(lanes, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    CallFrame& frame = *participants[lane].frame;
    block_->values.receive(warp.index * kWarpSize + lane, all);
    frame.node(operation.destination)[lane] = all;
    if (operation.predicate != kNoSlot) frame.node(operation.predicate)[lane] = all;
  });
}

void WarpCollectives::vote(const Warp& warp, const Participants& participants,
                           std::uint32_t lanes) {
  std::uint32_t ballot = 0;
  each_lane(lanes, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    const auto bits =
        *reinterpret_cast<const std::uint32_t*>(participants[lane].frame->slots + operation.value);
    ballot |= (bits ^ operation.value_flip) & 1u << lane;
  });
  share_nodes(warp, participants, lanes);
  each_lane(lanes, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    CallFrame& frame = *participants[lane].frame;
    switch (operation.action) {
      case WarpAction::vote_ballot:
        write_slot(frame.slots + operation.destination, 4, lane, ballot);
        break;
      case WarpAction::vote_all:
        set_predicate(frame, operation.destination, lane, ballot == lanes);
        break;
      case WarpAction::vote_any:
        set_predicate(frame, operation.destination, lane, ballot != 0);
        break;
      default:
        set_predicate(frame, operation.destination, lane, ballot == 0 || ballot == lanes);
        break;
    }
  });
}

void WarpCollectives::match(const Warp& warp, const Participants& participants,
                            std::uint32_t lanes) {
  std::array<std::uint64_t, kWarpSize> values{};
  each_lane(lanes, [&](std::uint32_t lane) { values[lane] = participants[lane].value(lane); });
  share_nodes(warp, participants, lanes);
  each_lane(lanes, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    std::uint32_t same = 0;
    each_lane(lanes, [&](std::uint32_t other) {
      same |= std::uint32_t{values[other] == values[lane]} << other;
    });
    const bool is_all = operation.action == WarpAction::match_all;
    const std::uint32_t result = is_all && same != lanes ? 0 : same;
    participants[lane].write(lane, result);
    set_predicate(*participants[lane].frame, operation.predicate, lane, same == lanes);
  });
}

void WarpCollectives::reduce(const Warp& warp, const Participants& participants,
                             std::uint32_t lanes) {
  const std::uint32_t first = first_lane(lanes);
  const WarpOperation& operation = *participants[first].operation;
  auto result = static_cast<std::uint32_t>(participants[first].value(first));
  if (operation.is_float) result = combine_floats(operation, result, result);  // one lane's .abs
  each_lane(lanes & ~(1u << first), [&](std::uint32_t lane) {
    result = combine(operation, result, static_cast<std::uint32_t>(participants[lane].value(lane)));
  });
  share_nodes(warp, participants, lanes);
  each_lane(lanes, [&](std::uint32_t lane) { participants[lane].write(lane, result); });
}

void WarpCollectives::elect(const Warp& warp, const Participants& participants,
                            std::uint32_t lanes) {
  const std::uint32_t leader = first_lane(lanes);
  share_nodes(warp, participants, lanes);
  each_lane(lanes, [&](std::uint32_t lane) {
    const WarpOperation& operation = *participants[lane].operation;
    participants[lane].write(lane, leader);
    set_predicate(*participants[lane].frame, operation.predicate, lane, lane == leader);
  });
}

// Of 8 × 8 elements of 16 bits a lane holds two, of row lane / 4.
void WarpCollectives::transpose(const Warp& warp, const Participants& participants,
                                std::uint32_t lanes) {
  std::array<std::uint32_t, kWarpSize> values{};
  each_lane(lanes, [&](std::uint32_t lane) {
    values[lane] = static_cast<std::uint32_t>(participants[lane].value(lane));
  });
  share_nodes(warp, participants, lanes);
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint32_t column = lane / 4, row = lane % 4 * 2;
    const auto element = [&](std::uint32_t at) {
      return values[at * 4 + column / 2] >> column % 2 * 16 & 0xffff;
    };
    participants[lane].write(lane, element(row) | element(row + 1) << 16);
  });
}

}  // namespace warplens::machine
