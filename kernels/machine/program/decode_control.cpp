// Branches and calls.
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;

}  // namespace

bool Decoder::decode_branch(const Instruction& instruction, Decoded& code) {
  if (instruction.operands.size() != 1 || instruction.operands[0].kind != OperandKind::label) {
    return false;
  }
  code.kind = InstructionKind::branch;
  code.detail = instruction.operands[0].index;
  if (instruction.guard != ptx::kNone) {
    code.site = add_site(site(instruction, trace::EventKind::branch, trace::Space::none, 0));
  }
  return true;
}

bool Decoder::decode_indexed_branch(const Instruction& instruction, Decoded& code) {
  if (instruction.operands.size() != 2) return false;
  const std::string& name = instruction.operands[1].text;
  for (const ptx::TargetList& list : ptx_->target_lists) {
    if (list.name != name || list.labels.empty()) continue;
    code.operands[0] = source(instruction.operands[0], ptx::ScalarType::u32);
    if (code.operands[0] == kNoSlot) return false;
    code.kind = InstructionKind::indexed_branch;
    const auto next = static_cast<std::uint32_t>(image_->branch_targets.size());
    const auto [targets, is_new] = branch_targets_.try_emplace(&list, next);
    if (is_new) image_->branch_targets.push_back(list.labels);
    code.detail = targets->second;
    code.site = add_site(site(instruction, trace::EventKind::branch, trace::Space::none, 0));
    return true;
  }
  return false;
}

bool Decoder::decode_parameter_group(const Operand& group, std::vector<std::uint32_t>& offsets) {
  for (const Operand& element : group.elements) {
    if (element.kind != OperandKind::symbol) return false;
    const auto address = symbols_->find(index_, element.text);
    if (!address || address->space != ptx::StateSpace::param || address->value < kFrameParameters) {
      return false;
    }
    offsets.push_back(static_cast<std::uint32_t>(address->value - kFrameParameters));
  }
  return true;
}

bool Decoder::decode_callee(const Instruction&, const Operand& target, CallSite& call) {
  if (target.kind == OperandKind::reg) {
    call.callee = Callee::indirect;
    call.target = source(target, ptx::ScalarType::u64);
    call.name = "a function pointer";
    return call.target != kNoSlot;
  }
  if (target.kind != OperandKind::symbol) return false;
  call.name = target.text;
  if (const auto function = symbols_->function_of(target.text); function.has_value()) {
    call.callee = Callee::direct;
    call.function = *function;
    return true;
  }
  if (target.text == "vprintf") call.callee = Callee::print;
  if (target.text == "__assertfail") call.callee = Callee::assertion_failure;
  if (target.text == "malloc") call.callee = Callee::allocate;
  if (target.text == "free") call.callee = Callee::release;
  if (call.callee == Callee::allocate || call.callee == Callee::release) {
    // Who comes first gets which address.
    image_->uses_heap = image_->order_dependent = true;
  }
  return true;
}

bool Decoder::decode_call(const Instruction& instruction, Decoded& code) {
  // call (results), target, (arguments), prototype-or-list;   each part but the target is optional
  CallSite call;
  const auto& operands = instruction.operands;
  std::size_t next = 0;
  if (next < operands.size() && operands[next].kind == OperandKind::group) {
    if (!decode_parameter_group(operands[next++], call.results)) return false;
  }
  if (next >= operands.size() || !decode_callee(instruction, operands[next++], call)) return false;
  if (next < operands.size() && operands[next].kind == OperandKind::group) {
    if (!decode_parameter_group(operands[next], call.arguments)) return false;
  }
  code.kind = InstructionKind::call;
  code.detail = static_cast<std::uint32_t>(image_->calls.size());
  image_->calls.push_back(std::move(call));
  return true;
}

}  // namespace warplens::machine
