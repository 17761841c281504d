// Decodes what threads do together: barriers, shuffles, votes, matches, reductions.
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;

}  // namespace

void Decoder::add_warp_operation(const WarpOperation& operation, Decoded& code) {
  code.kind = InstructionKind::warp_operation;
  code.detail = static_cast<std::uint32_t>(image_->warp_operations.size());
  image_->warp_operations.push_back(operation);
}

bool Decoder::decode_barrier(const Instruction& instruction, Decoded& code) {
  // bar{.cta} and barrier{.cta}: .sync a{,b}  .arrive a,b  .red.OP d, a{,b}, p   bar.warp.sync mask
  Modifiers modifiers(instruction);
  if (modifiers.take("warp")) return decode_warp_barrier(instruction, code);
  if (modifiers.take("cluster")) return decode_cluster_barrier(instruction, code);
  BarrierUse use;
  modifiers.take("cta");
  const auto action = modifiers.take_one_of({"sync", "arrive", "red"});
  use.is_aligned = modifiers.take("aligned") || instruction.opcode == "bar";
  const auto& operands = instruction.operands;
  if (!action || operands.empty()) return false;
  const bool reduces = *action == 2;
  std::size_t first = 0, last = operands.size();  // the barrier and its count
  if (reduces) {
    const auto operation = modifiers.take_one_of({"popc", "and", "or"});
    const auto type = modifiers.take_type();
    if (!operation || !type || operands.size() < 3) return false;
    constexpr BarrierAction kActions[] = {BarrierAction::count, BarrierAction::conjunction,
                                          BarrierAction::disjunction};
    use.action = kActions[*operation];
    use.destination = destination(operands[first++], slot_bytes(*type));
    use.predicate = source(operands[--last], ScalarType::pred);
    use.predicate_flip = operands[last].negated ? ~0u : 0u;
    if (use.destination == kNoSlot || use.predicate == kNoSlot) return false;
  } else if (*action == 1) {
    use.action = BarrierAction::arrive;
  }
  if (!modifiers.empty() || last - first < 1 || last - first > 2) return false;
  use.id = source(operands[first], ScalarType::u32);
  if (use.id == kNoSlot) return false;
  if (last - first == 2) {
    use.count = source(operands[first + 1], ScalarType::u32);
    if (use.count == kNoSlot) return false;
  }
  if (use.action == BarrierAction::arrive && use.count == kNoSlot) return false;
  code.kind = InstructionKind::barrier;
  code.site = add_site(site(instruction, trace::EventKind::barrier, trace::Space::none, 0));
  code.detail = static_cast<std::uint32_t>(image_->barriers.size());
  image_->barriers.push_back(use);
  return true;
}

bool Decoder::decode_cluster_barrier(const Instruction& instruction, Decoded& code) {
  // barrier.cluster.arrive{.release,.relaxed}{.aligned}   barrier.cluster.wait{.acquire}{.aligned}
  Modifiers modifiers(instruction);
  modifiers.take("cluster");
  modifiers.take("aligned");
  ClusterBarrierUse use;
  use.waits = modifiers.take("wait");
  if (!use.waits && !modifiers.take("arrive")) return false;
  if (use.waits) {
    modifiers.take("acquire");
  } else if (!modifiers.take("release")) {
    use.releases = !modifiers.take("relaxed");
  }
  if (!modifiers.empty() || !instruction.operands.empty()) return false;
  code.kind = InstructionKind::cluster_barrier;
  code.site = add_site(site(instruction, trace::EventKind::barrier, trace::Space::none, 0));
  code.detail = static_cast<std::uint32_t>(image_->cluster_barriers.size());
  image_->cluster_barriers.push_back(use);
  return true;
}

bool Decoder::decode_warp_barrier(const Instruction& instruction, Decoded& code) {
  if (!instruction.has("sync") || instruction.operands.size() != 1) return false;
  WarpOperation operation;
  operation.member_mask = source(instruction.operands[0], ScalarType::b32);
  if (operation.member_mask == kNoSlot) return false;
  code.site = add_site(site(instruction, trace::EventKind::barrier, trace::Space::none, 0));
  add_warp_operation(operation, code);
  return true;
}

bool Decoder::decode_shuffle(const Instruction& instruction, Decoded& code) {
  // shfl{.sync}.MODE.b32 d{|p}, a, b, c{, mask};
  Modifiers modifiers(instruction);
  WarpOperation operation;
  operation.is_sync = modifiers.take("sync");
  constexpr WarpAction kModes[] = {WarpAction::shuffle_up, WarpAction::shuffle_down,
                                   WarpAction::shuffle_bfly, WarpAction::shuffle_idx};
  const auto mode = modifiers.take_one_of({"up", "down", "bfly", "idx"});
  const auto type = modifiers.take_type();
  const auto& operands = instruction.operands;
  if (!mode || type != ScalarType::b32 || !modifiers.empty()) return false;
  if (operands.size() != (operation.is_sync ? 5u : 4u)) return false;
  operation.action = kModes[*mode];
  const bool is_pair = operands[0].kind == OperandKind::pair;
  operation.destination = destination(is_pair ? operands[0].elements[0] : operands[0], 4);
  if (is_pair) operation.predicate = destination(operands[0].elements[1], 0);
  operation.value = source(operands[1], ScalarType::b32);
  operation.lane = source(operands[2], ScalarType::b32);
  operation.clamp = source(operands[3], ScalarType::b32);
  if (operation.is_sync) operation.member_mask = source(operands[4], ScalarType::b32);
  if (operation.destination == kNoSlot || (is_pair && operation.predicate == kNoSlot) ||
      operation.value == kNoSlot || operation.lane == kNoSlot || operation.clamp == kNoSlot ||
      (operation.is_sync && operation.member_mask == kNoSlot)) {
    return false;
  }
  image_->shuffles = true;
  code.site = add_site(site(instruction, trace::EventKind::shuffle, trace::Space::none, 0));
  add_warp_operation(operation, code);
  return true;
}

bool Decoder::decode_vote(const Instruction& instruction, Decoded& code) {
  // vote{.sync}.{all,any,uni}.pred p, q{, mask};   vote{.sync}.ballot.b32 d, q{, mask};
  Modifiers modifiers(instruction);
  WarpOperation operation;
  operation.is_sync = modifiers.take("sync");
  constexpr WarpAction kModes[] = {WarpAction::vote_all, WarpAction::vote_any, WarpAction::vote_uni,
                                   WarpAction::vote_ballot};
  const auto mode = modifiers.take_one_of({"all", "any", "uni", "ballot"});
  const auto type = modifiers.take_type();
  const auto& operands = instruction.operands;
  if (!mode || !type || !modifiers.empty()) return false;
  if (operands.size() != (operation.is_sync ? 3u : 2u)) return false;
  operation.action = kModes[*mode];
  const bool is_ballot = operation.action == WarpAction::vote_ballot;
  if (*type != (is_ballot ? ScalarType::b32 : ScalarType::pred)) return false;
  operation.value_bytes = 0;
  operation.destination = destination(operands[0], is_ballot ? 4 : 0);
  operation.value = source(operands[1], ScalarType::pred);
  operation.value_flip = operands[1].negated ? ~0u : 0u;
  if (operation.is_sync) operation.member_mask = source(operands[2], ScalarType::b32);
  if (operation.destination == kNoSlot || operation.value == kNoSlot ||
      (operation.is_sync && operation.member_mask == kNoSlot)) {
    return false;
  }
  add_warp_operation(operation, code);
  return true;
}

bool Decoder::decode_match(const Instruction& instruction, Decoded& code) {
  // match.any.sync.TYPE d, a, mask;   match.all.sync.TYPE d{|p}, a, mask;
  Modifiers modifiers(instruction);
  WarpOperation operation;
  const auto mode = modifiers.take_one_of({"any", "all"});
  const bool is_sync = modifiers.take("sync");
  const auto type = modifiers.take_type();
  const auto& operands = instruction.operands;
  if (!mode || !is_sync || !type || !modifiers.empty() || operands.size() != 3) return false;
  if (*type != ScalarType::b32 && *type != ScalarType::b64) return false;
  operation.action = *mode == 0 ? WarpAction::match_any : WarpAction::match_all;
  operation.value_bytes = slot_bytes(*type);
  const bool is_pair = operands[0].kind == OperandKind::pair;
  operation.destination = destination(is_pair ? operands[0].elements[0] : operands[0], 4);
  if (is_pair) operation.predicate = destination(operands[0].elements[1], 0);
  operation.value = source(operands[1], *type);
  operation.member_mask = source(operands[2], ScalarType::b32);
  if (operation.destination == kNoSlot || (is_pair && operation.predicate == kNoSlot) ||
      operation.value == kNoSlot || operation.member_mask == kNoSlot) {
    return false;
  }
  add_warp_operation(operation, code);
  return true;
}

bool Decoder::decode_reduce(const Instruction& instruction, Decoded& code) {
  // redux.sync.OP.TYPE d, a, mask;   redux.sync.{min,max}{.abs}{.NaN}.f32 d, a, mask;
  Modifiers modifiers(instruction);
  WarpOperation operation;
  constexpr WarpAction kReductions[] = {WarpAction::reduce_add, WarpAction::reduce_min,
                                        WarpAction::reduce_max, WarpAction::reduce_and,
                                        WarpAction::reduce_or,  WarpAction::reduce_xor};
  const bool is_sync = modifiers.take("sync");
  const auto reduction = modifiers.take_one_of({"add", "min", "max", "and", "or", "xor"});
  operation.is_of_magnitudes = modifiers.take("abs");
  operation.nan_wins = modifiers.take("NaN");
  const auto type = modifiers.take_type();
  const auto& operands = instruction.operands;
  if (!is_sync || !reduction || !type || !modifiers.empty() || operands.size() != 3) return false;
  const bool is_logic = *reduction >= 3;
  const bool is_integer = *type == ScalarType::u32 || *type == ScalarType::s32;
  operation.action = kReductions[*reduction];
  operation.is_float = *type == ScalarType::f32 && (operation.action == WarpAction::reduce_min ||
                                                    operation.action == WarpAction::reduce_max);
  if (!operation.is_float) {
    if (operation.is_of_magnitudes || operation.nan_wins) return false;
    if (is_logic ? *type != ScalarType::b32 : !is_integer) return false;
  }
  operation.is_signed = *type == ScalarType::s32;
  operation.destination = destination(operands[0], 4);
  operation.value = source(operands[1], *type);
  operation.member_mask = source(operands[2], ScalarType::b32);
  if (operation.destination == kNoSlot || operation.value == kNoSlot ||
      operation.member_mask == kNoSlot) {
    return false;
  }
  add_warp_operation(operation, code);
  return true;
}

bool Decoder::decode_elect(const Instruction& instruction, Decoded& code) {
  // elect.sync d|p, mask;
  const auto& operands = instruction.operands;
  if (!instruction.has("sync") || operands.size() != 2 || operands[0].kind != OperandKind::pair) {
    return false;
  }
  WarpOperation operation;
  operation.action = WarpAction::elect;
  operation.destination = destination(operands[0].elements[0], 4);
  operation.predicate = destination(operands[0].elements[1], 0);
  operation.member_mask = source(operands[1], ScalarType::b32);
  if (operation.destination == kNoSlot || operation.predicate == kNoSlot ||
      operation.member_mask == kNoSlot) {
    return false;
  }
  add_warp_operation(operation, code);
  return true;
}

bool Decoder::decode_transpose(const Instruction& instruction, Decoded& code) {
  // movmatrix.sync.aligned.m8n8.trans.b16 d, a;
  Modifiers modifiers(instruction);
  const bool is_whole = modifiers.take("sync") && modifiers.take("aligned") &&
                        modifiers.take("m8n8") && modifiers.take("trans");
  const auto type = modifiers.take_type();
  const auto& operands = instruction.operands;
  if (!is_whole || type != ScalarType::b16 || !modifiers.empty() || operands.size() != 2)
    return false;
  ptx::Operand all_lanes;
  all_lanes.kind = OperandKind::integer;
  all_lanes.bits = ~std::uint64_t{0};
  WarpOperation operation;
  operation.action = WarpAction::transpose;
  operation.destination = destination(operands[0], 4);
  operation.value = source(operands[1], ScalarType::b32);
  operation.member_mask = source(all_lanes, ScalarType::b32);
  if (operation.destination == kNoSlot || operation.value == kNoSlot ||
      operation.member_mask == kNoSlot) {
    return false;
  }
  add_warp_operation(operation, code);
  return true;
}

bool Decoder::decode_active_mask(const Instruction& instruction, Decoded& code) {
  if (instruction.operands.size() != 1) return false;
  code.operands[0] = destination(instruction.operands[0], 4);
  code.kind = InstructionKind::active_mask;
  return code.operands[0] != kNoSlot;
}

}  // namespace warplens::machine
