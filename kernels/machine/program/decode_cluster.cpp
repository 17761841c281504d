// What only blocks of a cluster ask for: addresses of each other's shared memory, and stores and
// reductions that an mbarrier there counts.
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {

using ptx::ScalarType;

bool Decoder::decode_map_address(const Instruction& instruction, Decoded& code) {
  // mapa{.shared::cluster}.TYPE d, a, rank;   getctarank{.shared::cluster}.TYPE rank, a;
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  const bool is_map = instruction.opcode == "mapa";
  ClusterAddressUse use;
  use.is_generic = !modifiers.take("shared::cluster");
  const auto type = modifiers.take_type();
  if (type != ScalarType::u32 && type != ScalarType::u64) return false;
  if (!modifiers.empty() || operands.size() != (is_map ? 3 : 2)) return false;
  use.bytes = slot_bytes(*type);
  use.destination = destination(operands[0], is_map ? use.bytes : 4);
  use.address = source(operands[1], *type);
  if (is_map) use.rank = source(operands[2], ScalarType::u32);
  if (use.destination == kNoSlot || use.address == kNoSlot || (is_map && use.rank == kNoSlot)) {
    return false;
  }
  code.kind = InstructionKind::cluster_address;
  code.detail = static_cast<std::uint32_t>(image_->cluster_addresses.size());
  image_->cluster_addresses.push_back(use);
  return true;
}

bool Decoder::decode_async_access(const Instruction& instruction, Decoded& code) {
  // st.async{.weak}{.shared::cluster}.mbarrier::complete_tx::bytes{.vec}.TYPE [a], b, [mbarrier];
  // red.async.relaxed.cluster{…}.OP.TYPE [a], b, [mbarrier];
  if (!instruction.has("mbarrier::complete_tx::bytes") || instruction.operands.size() != 3) {
    return false;
  }
  AsyncAccess use;
  if (!decode_address(instruction.operands[2], use.barrier)) return false;
  const bool is_store = instruction.opcode == "st";
  if (!(is_store ? decode_access(instruction, code) : decode_atomic(instruction, code))) {
    return false;
  }
  (is_store ? use.access : use.atomic) = code.detail;
  image_->has_agents = true;
  code.kind = InstructionKind::async_access;
  code.operands[kOptionPlace] = 0;  // it orders nothing by itself
  code.detail = static_cast<std::uint32_t>(image_->async_accesses.size());
  image_->async_accesses.push_back(use);
  return true;
}

}  // namespace warplens::machine
