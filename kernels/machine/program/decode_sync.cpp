// What threads do together: barriers, shuffles, votes, matches, reductions.
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;

}  // namespace

void Decoder::add_meeting(const Rendezvous& meeting, Decoded& code) {
  code.kind = Kind::rendezvous;
  code.detail = static_cast<std::uint32_t>(image_->meetings.size());
  image_->meetings.push_back(meeting);
}

bool Decoder::decode_barrier(const Instruction& instruction, Decoded& code) {
  // bar{.cta} and barrier{.cta}: .sync a{,b}  .arrive a,b  .red.OP d, a{,b}, p   bar.warp.sync mask
  Words words(instruction);
  if (words.take("warp")) return decode_warp_barrier(instruction, code);
  BarrierUse use;
  words.take("cta");
  const auto action = words.take_one_of({"sync", "arrive", "red"});
  use.is_aligned = words.take("aligned") || instruction.opcode == "bar";
  const auto& operands = instruction.operands;
  if (!action || operands.empty()) return false;
  const bool reduces = *action == 2;
  std::size_t first = 0, last = operands.size();  // the barrier and its count
  if (reduces) {
    const auto operation = words.take_one_of({"popc", "and", "or"});
    const auto type = words.take_type();
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
  if (!words.empty() || last - first < 1 || last - first > 2) return false;
  use.id = source(operands[first], ScalarType::u32);
  if (use.id == kNoSlot) return false;
  if (last - first == 2) {
    use.count = source(operands[first + 1], ScalarType::u32);
    if (use.count == kNoSlot) return false;
  }
  if (use.action == BarrierAction::arrive && use.count == kNoSlot) return false;
  code.kind = Kind::barrier;
  code.site = add_site(site(instruction, trace::EventKind::barrier, trace::Space::none, 0));
  code.detail = static_cast<std::uint32_t>(image_->barriers.size());
  image_->barriers.push_back(use);
  return true;
}

bool Decoder::decode_warp_barrier(const Instruction& instruction, Decoded& code) {
  if (!instruction.has("sync") || instruction.operands.size() != 1) return false;
  Rendezvous meeting;
  meeting.members = source(instruction.operands[0], ScalarType::b32);
  if (meeting.members == kNoSlot) return false;
  code.site = add_site(site(instruction, trace::EventKind::barrier, trace::Space::none, 0));
  add_meeting(meeting, code);
  return true;
}

bool Decoder::decode_shuffle(const Instruction& instruction, Decoded& code) {
  // shfl{.sync}.MODE.b32 d{|p}, a, b, c{, mask};
  Words words(instruction);
  Rendezvous meeting;
  meeting.is_sync = words.take("sync");
  constexpr Meeting kModes[] = {Meeting::shuffle_up, Meeting::shuffle_down, Meeting::shuffle_bfly,
                                Meeting::shuffle_idx};
  const auto mode = words.take_one_of({"up", "down", "bfly", "idx"});
  const auto type = words.take_type();
  const auto& operands = instruction.operands;
  if (!mode || type != ScalarType::b32 || !words.empty()) return false;
  if (operands.size() != (meeting.is_sync ? 5u : 4u)) return false;
  meeting.meeting = kModes[*mode];
  const bool is_pair = operands[0].kind == OperandKind::pair;
  meeting.destination = destination(is_pair ? operands[0].elements[0] : operands[0], 4);
  if (is_pair) meeting.predicate = destination(operands[0].elements[1], 0);
  meeting.value = source(operands[1], ScalarType::b32);
  meeting.lane = source(operands[2], ScalarType::b32);
  meeting.clamp = source(operands[3], ScalarType::b32);
  if (meeting.is_sync) meeting.members = source(operands[4], ScalarType::b32);
  if (meeting.destination == kNoSlot || (is_pair && meeting.predicate == kNoSlot) ||
      meeting.value == kNoSlot || meeting.lane == kNoSlot || meeting.clamp == kNoSlot ||
      (meeting.is_sync && meeting.members == kNoSlot)) {
    return false;
  }
  image_->shuffles = true;
  add_meeting(meeting, code);
  return true;
}

bool Decoder::decode_vote(const Instruction& instruction, Decoded& code) {
  // vote{.sync}.{all,any,uni}.pred p, q{, mask};   vote{.sync}.ballot.b32 d, q{, mask};
  Words words(instruction);
  Rendezvous meeting;
  meeting.is_sync = words.take("sync");
  constexpr Meeting kModes[] = {Meeting::vote_all, Meeting::vote_any, Meeting::vote_uni,
                                Meeting::vote_ballot};
  const auto mode = words.take_one_of({"all", "any", "uni", "ballot"});
  const auto type = words.take_type();
  const auto& operands = instruction.operands;
  if (!mode || !type || !words.empty()) return false;
  if (operands.size() != (meeting.is_sync ? 3u : 2u)) return false;
  meeting.meeting = kModes[*mode];
  const bool is_ballot = meeting.meeting == Meeting::vote_ballot;
  if (*type != (is_ballot ? ScalarType::b32 : ScalarType::pred)) return false;
  meeting.value_bytes = 0;
  meeting.destination = destination(operands[0], is_ballot ? 4 : 0);
  meeting.value = source(operands[1], ScalarType::pred);
  meeting.value_flip = operands[1].negated ? ~0u : 0u;
  if (meeting.is_sync) meeting.members = source(operands[2], ScalarType::b32);
  if (meeting.destination == kNoSlot || meeting.value == kNoSlot ||
      (meeting.is_sync && meeting.members == kNoSlot)) {
    return false;
  }
  add_meeting(meeting, code);
  return true;
}

bool Decoder::decode_match(const Instruction& instruction, Decoded& code) {
  // match.any.sync.TYPE d, a, mask;   match.all.sync.TYPE d{|p}, a, mask;
  Words words(instruction);
  Rendezvous meeting;
  const auto mode = words.take_one_of({"any", "all"});
  const bool is_sync = words.take("sync");
  const auto type = words.take_type();
  const auto& operands = instruction.operands;
  if (!mode || !is_sync || !type || !words.empty() || operands.size() != 3) return false;
  if (*type != ScalarType::b32 && *type != ScalarType::b64) return false;
  meeting.meeting = *mode == 0 ? Meeting::match_any : Meeting::match_all;
  meeting.value_bytes = slot_bytes(*type);
  const bool is_pair = operands[0].kind == OperandKind::pair;
  meeting.destination = destination(is_pair ? operands[0].elements[0] : operands[0], 4);
  if (is_pair) meeting.predicate = destination(operands[0].elements[1], 0);
  meeting.value = source(operands[1], *type);
  meeting.members = source(operands[2], ScalarType::b32);
  if (meeting.destination == kNoSlot || (is_pair && meeting.predicate == kNoSlot) ||
      meeting.value == kNoSlot || meeting.members == kNoSlot) {
    return false;
  }
  add_meeting(meeting, code);
  return true;
}

bool Decoder::decode_reduce(const Instruction& instruction, Decoded& code) {
  // redux.sync.OP.TYPE d, a, mask;
  Words words(instruction);
  Rendezvous meeting;
  constexpr Meeting kOperations[] = {Meeting::reduce_add, Meeting::reduce_min, Meeting::reduce_max,
                                     Meeting::reduce_and, Meeting::reduce_or,  Meeting::reduce_xor};
  const bool is_sync = words.take("sync");
  const auto operation = words.take_one_of({"add", "min", "max", "and", "or", "xor"});
  const auto type = words.take_type();
  const auto& operands = instruction.operands;
  if (!is_sync || !operation || !type || !words.empty() || operands.size() != 3) return false;
  const bool is_logic = *operation >= 3;
  const bool is_integer = *type == ScalarType::u32 || *type == ScalarType::s32;
  if (is_logic ? *type != ScalarType::b32 : !is_integer) return false;
  meeting.meeting = kOperations[*operation];
  meeting.is_signed = *type == ScalarType::s32;
  meeting.destination = destination(operands[0], 4);
  meeting.value = source(operands[1], *type);
  meeting.members = source(operands[2], ScalarType::b32);
  if (meeting.destination == kNoSlot || meeting.value == kNoSlot || meeting.members == kNoSlot) {
    return false;
  }
  add_meeting(meeting, code);
  return true;
}

bool Decoder::decode_elect(const Instruction& instruction, Decoded& code) {
  // elect.sync d|p, mask;
  const auto& operands = instruction.operands;
  if (!instruction.has("sync") || operands.size() != 2 || operands[0].kind != OperandKind::pair) {
    return false;
  }
  Rendezvous meeting;
  meeting.meeting = Meeting::elect;
  meeting.destination = destination(operands[0].elements[0], 4);
  meeting.predicate = destination(operands[0].elements[1], 0);
  meeting.members = source(operands[1], ScalarType::b32);
  if (meeting.destination == kNoSlot || meeting.predicate == kNoSlot ||
      meeting.members == kNoSlot) {
    return false;
  }
  add_meeting(meeting, code);
  return true;
}

bool Decoder::decode_active_mask(const Instruction& instruction, Decoded& code) {
  if (instruction.operands.size() != 1) return false;
  code.operands[0] = destination(instruction.operands[0], 4);
  code.kind = Kind::active_mask;
  return code.operands[0] != kNoSlot;
}

}  // namespace warplens::machine
