// atom and red.
#include "kernels/machine/operations/atomic_update.h"
#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;
using ptx::StateSpace;

bool is_float(ScalarType type) {
  switch (type) {
    case ScalarType::f16:
    case ScalarType::f16x2:
    case ScalarType::bf16:
    case ScalarType::bf16x2:
    case ScalarType::f32:
    case ScalarType::f64:
      return true;
    default:
      return false;
  }
}

// The order in which blocks come shows where a sum is rounded, in what an atomic returns, in who
// swapped last, and in what an ordering atomic publishes.
bool shows_order(std::string_view operation, ScalarType type, const trace::AccessTraits& traits,
                 bool is_ordering) {
  return is_float(type) || traits.result_used || is_ordering || operation == "exch" ||
         operation == "cas" || operation == "inc" || operation == "dec";
}

// A reduction's read makes no acquire pattern (PTX ISA, "Release and Acquire Patterns").
std::uint32_t atomic_ordering(const Strength& strength, bool has_result) {
  return kWritesStrongly | kUpdates | (has_result ? kReadsStrongly : kOrdersNothing) |
         (strength.acquires ? kAcquires : kOrdersNothing) |
         (strength.releases ? kReleases : kOrdersNothing) |
         (strength.is_of_block ? kOfBlock : kOrdersNothing);
}

std::vector<ptx::Operand> elements_of(const ptx::Operand& operand) {
  if (operand.kind == OperandKind::vector) return operand.elements;
  return {operand};
}

}  // namespace

bool Decoder::decode_atomic_slots(const Operand& operand, ScalarType type, bool is_written,
                                  std::uint32_t count, std::array<std::uint32_t, 8>& slots) {
  const std::vector<Operand> elements = elements_of(operand);
  if (elements.size() != count) return false;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    slots[i] = is_written ? destination(elements[i], slot_bytes(type)) : source(elements[i], type);
    if (slots[i] == kNoSlot) return false;
  }
  return true;
}

bool Decoder::decode_atomic(const Instruction& instruction, Decoded& code) {
  // atom{.sem}{.scope}{.space}.OP{.vec}.type d, [a], b{, c};   red: without d
  Modifiers modifiers(instruction);
  modifiers.take_completion();
  MemoryAccess access;
  AtomicAccess atomic;
  atomic.has_result = instruction.opcode == "atom";
  const bool is_multicast = instruction.opcode == "multimem";  // decode_memory.cpp
  if (is_multicast) modifiers.take("red");
  const Strength strength = take_strength(modifiers);
  access.space = modifiers.take_space();
  if (is_multicast && access.space != StateSpace::global && access.space != StateSpace::generic) {
    return false;
  }
  modifiers.take_cache_hints();
  modifiers.take("noftz");
  access.elements = static_cast<std::uint8_t>(modifiers.take_vector());
  constexpr std::string_view kOperations[] = {"add", "min", "max",  "and", "or",
                                              "xor", "cas", "exch", "inc", "dec"};
  const auto word =
      modifiers.take_one_of({"add", "min", "max", "and", "or", "xor", "cas", "exch", "inc", "dec"});
  const auto type = modifiers.take_type();
  const auto& operands = instruction.operands;
  const std::size_t first = atomic.has_result ? 1 : 0;  // the address
  if (!word || !type || !modifiers.empty()) return false;
  const std::string_view name = kOperations[*word];
  const bool is_cas = name == "cas";
  if (operands.size() < first + 2 + (is_cas ? 1 : 0)) return false;
  const auto operation = find_atomic(name, *type);
  if (!operation) return false;

  atomic.operation = *operation;
  access.element_bytes = static_cast<std::uint8_t>(ptx::size_of(*type));
  access.width = static_cast<std::uint8_t>(access.element_bytes * access.elements);
  access.register_bytes = access.element_bytes;
  access.shared_kind = RaceAccessKind::atomic;
  access.is_of_block = strength.is_of_block;
  if (!decode_address(operands[first], access.address)) return false;
  access.reach = reach_of(operands[first]);
  if (!decode_atomic_slots(operands[first + 1], *type, false, access.elements, atomic.b)) {
    return false;
  }
  if (is_cas) atomic.c = source(operands[first + 2], *type);
  if (is_cas && (atomic.c == kNoSlot || access.elements != 1)) return false;
  if (atomic.has_result &&
      !decode_atomic_slots(operands[0], *type, true, access.elements, atomic.destinations)) {
    return false;
  }
  trace::AccessTraits traits;
  traits.result_used = atomic.has_result && is_read(operands[0]);
  traits.constant_one_add = name == "add" && known_constant(operands[first + 1]) == 1u;
  access.polls = traits.result_used;
  atomic.reads_old = name != "exch" || traits.result_used;
  if (access.space != StateSpace::shared &&
      shows_order(name, *type, traits, strength.is_ordering)) {
    image_->order_dependent = true;
  }
  note_read(operands[first], access.space);
  note_write(operands[first], access.space);
  add_access_sites(instruction, trace::EventKind::atomic, traits, access);
  atomic.access = static_cast<std::uint32_t>(image_->accesses.size());
  image_->accesses.push_back(access);
  code.kind = InstructionKind::atomic;
  code.operands[kOptionPlace] = atomic_ordering(strength, atomic.has_result);
  code.detail = static_cast<std::uint32_t>(image_->atomics.size());
  image_->atomics.push_back(atomic);
  return true;
}

}  // namespace warplens::machine
