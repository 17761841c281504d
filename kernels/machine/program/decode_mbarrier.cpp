// mbarrier.* and cp.async.mbarrier.arrive.
#include <algorithm>

#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/mbarrier_state.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;
using ptx::StateSpace;

// mbarrier.pending_count: destination, state.
void pending_count(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
  auto* count = reinterpret_cast<std::uint32_t*>(frame + operands[0]);
  const auto* state = reinterpret_cast<const std::uint64_t*>(frame + operands[1]);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane & 1) != 0) count[lane] = MbarrierState::from_bits(state[lane]).pending;
  }
}

bool take_space(Modifiers& modifiers, MbarrierUse& use) {
  const bool is_of_cluster =
      std::ranges::find(modifiers.left(), "shared::cluster") != modifiers.left().end();
  const StateSpace space = modifiers.take_space();
  use.is_generic = space == StateSpace::generic;
  use.is_of_cluster = is_of_cluster || use.is_generic;
  return use.is_generic || space == StateSpace::shared;
}

}  // namespace

bool Decoder::decode_mbarrier(const Instruction& instruction, Decoded& code, Flow& flow) {
  Modifiers modifiers(instruction);
  if (modifiers.take("pending_count")) return decode_pending_count(instruction, code, flow);
  static_cast<void>(take_strength(modifiers));
  MbarrierUse use;
  const auto action = modifiers.take_one_of({"init", "inval", "arrive", "arrive_drop", "expect_tx",
                                             "complete_tx", "test_wait", "try_wait"});
  if (!action) return false;
  constexpr MbarrierAction kActions[] = {MbarrierAction::init,       MbarrierAction::invalidate,
                                         MbarrierAction::arrive,     MbarrierAction::arrive_drop,
                                         MbarrierAction::expect_tx,  MbarrierAction::complete_tx,
                                         MbarrierAction::test_state, MbarrierAction::test_state};
  use.action = kActions[*action];
  const bool arrives =
      use.action == MbarrierAction::arrive || use.action == MbarrierAction::arrive_drop;
  if (arrives) use.expects_bytes = modifiers.take("expect_tx");
  if (arrives) modifiers.take("noComplete");
  if (use.action == MbarrierAction::test_state && modifiers.take("parity")) {
    use.action = MbarrierAction::test_parity;
  }
  if (!take_space(modifiers, use)) return false;
  modifiers.take("b64");
  if (!modifiers.empty()) return false;
  return decode_mbarrier_operands(instruction, use) && add_mbarrier(use, code);
}

bool Decoder::decode_mbarrier_operands(const Instruction& instruction, MbarrierUse& use) {
  // {destination,} [address] {, count, state or parity} {, time limit}
  const auto& operands = instruction.operands;
  const bool tests =
      use.action == MbarrierAction::test_state || use.action == MbarrierAction::test_parity;
  std::size_t next = 0;
  if (!operands.empty() && operands[0].kind != OperandKind::memory) {
    use.destination = destination(operands[next++], tests ? 0 : 8);
    if (use.destination == kNoSlot) return false;
  }
  if (next >= operands.size() || !decode_address(operands[next++], use.address)) return false;
  if (next < operands.size()) {
    const bool is_wide = use.action == MbarrierAction::test_state;
    use.value = source(operands[next++], is_wide ? ScalarType::b64 : ScalarType::u32);
    if (use.value == kNoSlot) return false;
  }
  if (tests) return use.destination != kNoSlot && use.value != kNoSlot;
  const bool needs_value = use.action == MbarrierAction::init ||
                           use.action == MbarrierAction::expect_tx ||
                           use.action == MbarrierAction::complete_tx || use.expects_bytes;
  return next == operands.size() && (!needs_value || use.value != kNoSlot);
}

bool Decoder::decode_pending_count(const Instruction& instruction, Decoded& code, Flow& flow) {
  if (instruction.operands.size() != 2) return false;
  code.operands[0] = destination(instruction.operands[0], 4);
  code.operands[1] = source(instruction.operands[1], ScalarType::b64);
  if (code.operands[0] == kNoSlot || code.operands[1] == kNoSlot) return false;
  flow.destinations[flow.destination_count++] = code.operands[0];
  flow.sources[flow.source_count++] = code.operands[1];
  code.function = pending_count;
  code.kind = InstructionKind::arithmetic;
  return true;
}

bool Decoder::decode_copy_arrival(const Instruction& instruction, Decoded& code) {
  // cp.async.mbarrier.arrive{.noinc}{.shared}.b64 [address];
  Modifiers modifiers(instruction);
  MbarrierUse use;
  const bool is_known =
      modifiers.take("async") && modifiers.take("mbarrier") && modifiers.take("arrive");
  use.action =
      modifiers.take("noinc") ? MbarrierAction::copies_arrive : MbarrierAction::copies_arrive_extra;
  if (!is_known || !take_space(modifiers, use) || !modifiers.take("b64") || !modifiers.empty())
    return false;
  if (instruction.operands.size() != 1) return false;
  image_->has_agents = true;
  return decode_address(instruction.operands[0], use.address) && add_mbarrier(use, code);
}

bool Decoder::add_mbarrier(const MbarrierUse& use, Decoded& code) {
  code.kind = InstructionKind::mbarrier;
  code.detail = static_cast<std::uint32_t>(image_->mbarriers.size());
  image_->mbarriers.push_back(use);
  return true;
}

}  // namespace warplens::machine
