#include "kernels/machine/program/address_origins.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::StateSpace;

// Marks the offset of a passed pointer among the ids of variables.
constexpr std::uint32_t kPassed = 0x80000000u;

bool has_no_result(std::string_view opcode) {
  constexpr std::string_view kNames[] = {"st",        "red",    "bra",   "brx",         "call",
                                         "cp",        "ret",    "exit",  "stmatrix",    "fence",
                                         "trap",      "membar", "bar",   "barrier",     "prefetch",
                                         "prefetchu", "sust",   "sured", "stackrestore"};
  return std::ranges::find(kNames, opcode) != std::end(kNames);
}

// Opcodes whose result is still an address if an operand is one: copies, choices, steps, rounding.
bool carries_on(std::string_view opcode) {
  constexpr std::string_view kNames[] = {"mov", "cvta", "cvt", "add", "selp",
                                         "min", "max",  "and", "or",  "shfl"};
  return std::ranges::find(kNames, opcode) != std::end(kNames);
}

bool is_parts(const ptx::Operand& operand) { return operand.kind == OperandKind::vector; }

bool is_variable(const SymbolAddress& address) {
  return address.space == StateSpace::shared || address.space == StateSpace::local ||
         address.space == StateSpace::global || address.space == StateSpace::constant;
}

}  // namespace

bool AddressOrigins::Set::add(std::uint32_t id) {
  if (std::find(ids.begin(), ids.begin() + count, id) != ids.begin() + count) return false;
  if (count < kMost) {
    ids[count++] = id;
    return true;
  }
  return !std::exchange(is_unknown, true);
}

bool AddressOrigins::Set::add(const Set& other) {
  bool is_new = other.is_unknown && !is_unknown;
  is_unknown = is_unknown || other.is_unknown;
  for (std::uint8_t i = 0; i < other.count; ++i) is_new = add(other.ids[i]) || is_new;
  return is_new;
}

AddressOrigins::AddressOrigins(const ptx::Function& function, const Symbols& symbols,
                               std::size_t index)
    : function_(&function), symbols_(&symbols), index_(index) {
  registers_.resize(function.registers.size());
  name_variables();
  find();
}

void AddressOrigins::name_variables() {
  const auto name = [&](const std::string& symbol) {
    if (ids_.contains(symbol)) return;
    const auto address = symbols_->find(index_, symbol);
    if (!address || !is_variable(*address)) return;
    ids_.emplace(symbol, static_cast<std::uint32_t>(variables_.size()));
    variables_.push_back(*address);
  };
  for (const ptx::Instruction& instruction : function_->instructions) {
    for (const ptx::Operand& operand : instruction.operands) each_symbol(operand, name);
  }
}

// Until nothing is new: a loop hands addresses on to instructions that stand before.
void AddressOrigins::find() {
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const ptx::Instruction& instruction : function_->instructions) {
      is_new = update(instruction) || is_new;
    }
  }
}

bool AddressOrigins::update(const ptx::Instruction& instruction) {
  if (instruction.operands.empty() || has_no_result(instruction.opcode)) return false;
  const ptx::Operand& destination = instruction.operands[0];
  if (instruction.opcode != "ld") return assign(destination, result_of(instruction));
  if (!is_parts(destination)) return assign(destination, loaded_by(instruction));
  Set unknown;
  unknown.is_unknown = true;
  bool is_new = false;
  for (const ptx::Operand& part : destination.elements) {
    if (is_wide(part)) is_new = assign(part, unknown) || is_new;
  }
  return is_new;
}

AddressOrigins::Set AddressOrigins::result_of(const ptx::Instruction& instruction) const {
  const std::string& opcode = instruction.opcode;
  const std::size_t count = instruction.operands.size();
  Set set;
  if (opcode == "atom" || opcode == "ldu" || opcode == "alloca" || opcode == "stacksave") {
    set.is_unknown = is_wide(instruction.operands[0]);
    return set;
  }
  const bool has_parts = std::ranges::any_of(instruction.operands, is_parts);
  if (carries_on(opcode) && !has_parts) return sum_of(instruction, 1, count);
  const bool steps = opcode == "sub" || opcode == "mad";
  if (!steps || count < 3) return mix_of(instruction, 1, count);
  // A difference is no address, and so is a product.
  const bool is_sub = opcode == "sub";
  set = is_sub ? sum_of(instruction, 1, 2) : sum_of(instruction, 3, count);
  set.add(is_sub ? mix_of(instruction, 2, count) : mix_of(instruction, 1, 3));
  return set;
}

AddressOrigins::Set AddressOrigins::loaded_by(const ptx::Instruction& instruction) const {
  Set set;
  set.is_unknown = is_wide(instruction.operands[0]);
  if (!set.is_unknown || instruction.operands.size() < 2) return set;
  const ptx::Operand& memory = instruction.operands[1];
  if (memory.kind != OperandKind::memory || memory.elements.size() != 1) return set;
  const ptx::Operand& base = memory.elements[0];
  if (base.kind != OperandKind::symbol) return set;
  const auto address = symbols_->find(index_, base.text);
  if (!address || address->space != StateSpace::param) return set;
  const std::uint64_t offset = address->value + base.bits + memory.bits;
  if (offset >= kFrameParameters) return set;
  set.is_unknown = false;
  set.add(kPassed | static_cast<std::uint32_t>(offset));
  return set;
}

AddressOrigins::Set AddressOrigins::sum_of(const ptx::Instruction& instruction, std::size_t first,
                                           std::size_t last) const {
  Set sum;
  for (std::size_t i = first; i < std::min(last, instruction.operands.size()); ++i) {
    sum.add(set_of(instruction.operands[i]));
  }
  return sum;
}

AddressOrigins::Set AddressOrigins::mix_of(const ptx::Instruction& instruction, std::size_t first,
                                           std::size_t last) const {
  Set mixed;
  mixed.is_unknown = !sum_of(instruction, first, last).is_empty();
  return mixed;
}

AddressOrigins::Set AddressOrigins::set_of(const ptx::Operand& operand) const {
  Set set;
  if (operand.kind == OperandKind::reg && operand.index < registers_.size()) {
    return registers_[operand.index];
  }
  if (operand.kind == OperandKind::symbol || operand.kind == OperandKind::special) {
    const auto found = ids_.find(operand.text);
    if (found != ids_.end()) set.add(found->second);
    if (found == ids_.end()) set.is_unknown = operand.kind == OperandKind::symbol;
  }
  for (const ptx::Operand& element : operand.elements) set.add(set_of(element));
  return set;
}

bool AddressOrigins::assign(const ptx::Operand& destination, const Set& set) {
  if (destination.kind == OperandKind::reg && destination.index < registers_.size()) {
    const bool is_predicate = function_->registers[destination.index].type == ptx::ScalarType::pred;
    return !is_predicate && registers_[destination.index].add(set);
  }
  bool is_new = false;
  for (const ptx::Operand& part : destination.elements) is_new = assign(part, set) || is_new;
  return is_new;
}

bool AddressOrigins::is_wide(const ptx::Operand& destination) const {
  if (destination.kind != OperandKind::reg || destination.index >= registers_.size()) {
    return std::ranges::any_of(destination.elements,
                               [&](const ptx::Operand& part) { return is_wide(part); });
  }
  return ptx::size_of(function_->registers[destination.index].type) >= 8;
}

AddressOrigin AddressOrigins::of(const ptx::Operand& base) const {
  const Set set = set_of(base);
  AddressOrigin origin;
  origin.is_unknown = set.is_unknown || base.kind == OperandKind::integer;
  for (std::uint8_t i = 0; i < set.count; ++i) {
    if ((set.ids[i] & kPassed) != 0) {
      origin.parameters.push_back(set.ids[i] & ~kPassed);
    } else {
      origin.variables.push_back(variables_[set.ids[i]]);
    }
  }
  return origin;
}

}  // namespace warplens::machine
