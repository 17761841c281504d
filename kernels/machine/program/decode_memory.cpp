// Loads and stores.
#include <algorithm>

#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::StateSpace;

std::uint32_t ordering_of(const Strength& strength, bool is_store) {
  if (!strength.is_strong && !strength.is_volatile) return kOrdersNothing;
  const std::uint32_t scope = strength.is_of_block ? kOfBlock : kOrdersNothing;
  const std::uint32_t sides = scope | (strength.acquires ? kAcquires : kOrdersNothing) |
                              (strength.releases ? kReleases : kOrdersNothing);
  return sides | (is_store ? kWritesStrongly : kReadsStrongly);
}

RaceAccessKind shared_kind(const Strength& strength, bool is_store) {
  if (strength.is_strong) return RaceAccessKind::atomic;
  if (strength.is_volatile) {
    return is_store ? RaceAccessKind::volatile_write : RaceAccessKind::volatile_read;
  }
  return is_store ? RaceAccessKind::write : RaceAccessKind::read;
}

// multimem.ld_reduce.OP{.acc::f32} and multimem.st: of the one device that there is, a multicast
// address means the same memory, and what one value is reduced to is itself.
bool take_multicast(Modifiers& modifiers, bool is_store) {
  if (is_store) return modifiers.take("st");
  if (!modifiers.take("ld_reduce")) return false;
  modifiers.take_one_of({"acc::f32", "acc::f16"});
  return modifiers.take_one_of({"add", "min", "max", "and", "or", "xor"}).has_value();
}

bool is_signed(ptx::ScalarType type) {
  return type == ptx::ScalarType::s8 || type == ptx::ScalarType::s16 ||
         type == ptx::ScalarType::s32 || type == ptx::ScalarType::s64;
}

}  // namespace

bool Decoder::address_from_register(const Operand& base, AddressOperand& address) const {
  std::uint32_t bytes = 0;
  address.slot = any_register(base, bytes);
  address.is_wide = bytes == 8;
  return address.slot != kNoSlot && bytes >= 4 && bytes <= 8;
}

bool Decoder::decode_address(const Operand& memory, AddressOperand& address) {
  if (memory.kind != OperandKind::memory || memory.elements.size() != 1) return false;
  const Operand& base = memory.elements[0];
  address.offset = memory.bits;
  if (base.kind == OperandKind::reg) return address_from_register(base, address);
  address.slot = constant_of(base, ptx::ScalarType::u64);
  return address.slot != kNoSlot;
}

bool Decoder::decode_access_slots(const Operand& data, ptx::ScalarType type, bool is_store,
                                  MemoryAccess& access) {
  const std::vector<Operand> elements =
      data.kind == OperandKind::vector ? data.elements : std::vector<Operand>{data};
  if (elements.size() != access.elements) return false;
  std::uint32_t bytes = 0;
  for (const Operand& element : elements) {
    std::uint32_t own = 0;
    if (element.kind == OperandKind::reg && any_register(element, own) == kNoSlot) return false;
    if (own != 0 && bytes != 0 && own != bytes) return false;
    bytes = std::max(bytes, own);
  }
  if (bytes == 0) bytes = slot_bytes(type);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    std::uint32_t ignored = 0;
    const OperandKind kind = elements[i].kind;
    if (kind == OperandKind::reg) {
      access.slots[i] = any_register(elements[i], ignored);
    } else if (kind == OperandKind::sink && !is_store) {
      access.slots[i] = layout_.scratch(bytes);
    } else if (bytes == slot_bytes(type)) {
      access.slots[i] = source(elements[i], type);
    } else {
      return false;
    }
    if (access.slots[i] == kNoSlot) return false;
  }
  access.alone = find_moves(access.element_bytes, bytes, is_signed(type), false);
  access.concurrent = find_moves(access.element_bytes, bytes, is_signed(type), true);
  access.register_bytes = static_cast<std::uint8_t>(bytes);
  return is_store ? access.alone.store != nullptr : access.alone.load != nullptr;
}

bool Decoder::decode_access(const Instruction& instruction, Decoded& code) {
  const bool is_multicast = instruction.opcode == "multimem";
  const bool is_store = is_multicast ? instruction.has("st") : instruction.opcode == "st";
  Modifiers modifiers(instruction);
  modifiers.take_completion();
  MemoryAccess access;
  if (is_multicast && !take_multicast(modifiers, is_store)) return false;
  const Strength strength = take_strength(modifiers);
  access.space = modifiers.take_space();
  const bool is_elsewhere =
      access.space != StateSpace::global && access.space != StateSpace::generic;
  if (is_multicast && is_elsewhere) return false;
  access.is_non_coherent = modifiers.take("nc");
  modifiers.take_cache_hints();
  access.elements = static_cast<std::uint8_t>(modifiers.take_vector());
  const auto type = modifiers.take_type();
  // Beyond data and address an operand can only be a cache policy, which changes no value.
  const std::size_t operands = instruction.operands.size();
  if (!type || !modifiers.empty() || operands < 2 || operands > 3) return false;
  if (ptx::size_of(*type) == 0) return false;
  access.element_bytes = static_cast<std::uint8_t>(ptx::size_of(*type));
  access.width = static_cast<std::uint8_t>(access.element_bytes * access.elements);
  access.polls = strength.is_strong || strength.is_volatile;
  access.shared_kind = shared_kind(strength, is_store);
  access.is_of_block = strength.is_of_block;
  const Operand& data = instruction.operands[is_store ? 1 : 0];
  const Operand& memory = instruction.operands[is_store ? 0 : 1];
  if (!decode_access_slots(data, *type, is_store, access)) return false;
  if (!decode_address(memory, access.address)) return false;
  access.reach = reach_of(memory);
  const bool is_parameter = access.space == StateSpace::param;
  code.kind = is_parameter
                  ? (is_store ? InstructionKind::parameter_store : InstructionKind::parameter_load)
                  : (is_store ? InstructionKind::store : InstructionKind::load);
  code.operands[kOptionPlace] = ordering_of(strength, is_store);
  code.detail = static_cast<std::uint32_t>(image_->accesses.size());
  add_access_sites(instruction, is_store ? trace::EventKind::store : trace::EventKind::load, {},
                   access);
  if (!is_store && access.sites[static_cast<std::size_t>(trace::Space::shared)] != trace::kNone) {
    image_->reads_shared = true;
  }
  if ((strength.is_strong || strength.is_volatile) && access.space != StateSpace::shared &&
      access.space != StateSpace::local) {
    image_->order_dependent = true;
  }
  is_store ? note_write(memory, access.space) : note_read(memory, access.space);
  if (access.is_non_coherent) note_non_coherent_read(memory);
  image_->accesses.push_back(access);
  return true;
}

// membar.{cta,gl,sys}   fence{.sc,.acq_rel,.acquire,.release}.SCOPE: every scope holds the block,
// but for .cta all hold the others, too.
// Of those between proxies, only what wgmma reads is asked for (generic_writes.h).
bool Decoder::decode_fence(const Instruction& instruction, Decoded& code) {
  Modifiers modifiers(instruction);
  if (modifiers.take("proxy")) {
    code.kind = modifiers.take("async") ? InstructionKind::proxy_fence : InstructionKind::nop;
    return true;
  }
  const bool is_membar = instruction.opcode == "membar";
  const auto order = modifiers.take_one_of({"acquire", "release", "acq_rel", "sc"});
  const auto scope = modifiers.take_one_of({"cta", "cluster", "gpu", "gl", "sys"});
  if (!modifiers.empty() || !scope || (!order && !is_membar)) {
    code.kind = InstructionKind::nop;
    return true;
  }
  code.kind = InstructionKind::fence;
  const std::uint32_t sides = order == 0u   ? kAcquires
                              : order == 1u ? kReleases
                                            : kAcquires | kReleases;
  code.operands[kOptionPlace] = sides | (scope == 0u ? kOfBlock : kOrdersNothing);
  return true;
}

}  // namespace warplens::machine
