// Register-to-register instructions: find_operation() knows them, the frame holds their operands.
#include <algorithm>
#include <array>
#include <string_view>

#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/special_registers.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;

void flatten(const ptx::Operand& operand, std::vector<ptx::Operand>& out) {
  if (operand.kind == OperandKind::vector || operand.kind == OperandKind::pair) {
    for (const ptx::Operand& element : operand.elements) flatten(element, out);
    return;
  }
  out.push_back(operand);
}

std::uint64_t window_of(ptx::StateSpace space) {
  switch (space) {
    case ptx::StateSpace::shared:
      return kSharedWindow;
    case ptx::StateSpace::local:
      return kLocalWindow;
    case ptx::StateSpace::param:
      return kParameterWindow;
    default:
      return 0;  // buffers may be given any address below the windows
  }
}

std::uint64_t window_bytes(ptx::StateSpace space, bool is_of_cluster) {
  if (space == ptx::StateSpace::local) return kLocalWindowsBytes;
  const bool is_of_block = space == ptx::StateSpace::shared && !is_of_cluster;
  return is_of_block ? kClusterPartBytes / 2 : kWindowBytes;
}

// isspacep: operands are predicate, address, first address of the window, one past the last.
void test_space(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
  const auto* address = reinterpret_cast<const std::uint64_t*>(frame + operands[1]);
  const auto* first = reinterpret_cast<const std::uint64_t*>(frame + operands[2]);
  const auto* last = reinterpret_cast<const std::uint64_t*>(frame + operands[3]);
  std::uint32_t inside = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    inside |= std::uint32_t{address[lane] >= first[lane] && address[lane] <= last[lane]} << lane;
  }
  auto& predicate = *reinterpret_cast<std::uint32_t*>(frame + operands[0]);
  predicate = (predicate & ~mask) | (inside & mask);
}

// cvta.local: operands are the generic address, the offset, where the thread's window begins.
void add_window(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
  auto* address = reinterpret_cast<std::uint64_t*>(frame + operands[0]);
  const auto* offset = reinterpret_cast<const std::uint64_t*>(frame + operands[1]);
  const auto* window = reinterpret_cast<const std::uint64_t*>(frame + operands[2]);
  each_lane(mask, [&](std::uint32_t lane) { address[lane] = offset[lane] + window[lane]; });
}

// Whether it may be there to get at some bits of a value.
bool takes_apart(const ptx::Instruction& instruction) {
  constexpr std::array<std::string_view, 12> kOpcodes = {
      "and", "or", "xor", "not", "shl", "shr", "shf", "bfe", "bfi", "prmt", "lop3", "cvt"};
  if (std::ranges::find(kOpcodes, instruction.opcode) != kOpcodes.end()) return true;
  return instruction.opcode == "mov" &&
         std::ranges::any_of(instruction.operands, [](const ptx::Operand& operand) {
           return operand.kind == OperandKind::vector;
         });
}

}  // namespace

bool Decoder::decode_local_address(const Instruction& instruction, Decoded& code, Flow& flow) {
  Modifiers modifiers(instruction);
  if (!modifiers.take("local") || modifiers.take_type() != ptx::ScalarType::u64 ||
      !modifiers.empty() || instruction.operands.size() != 2) {
    return false;
  }
  code.operands[0] = destination(instruction.operands[0], 8);
  code.operands[1] = source(instruction.operands[1], ptx::ScalarType::u64);
  code.operands[2] = layout_.special(kLocalWindowOfThread, 8);
  if (code.operands[0] == kNoSlot || code.operands[1] == kNoSlot) return false;
  flow.destinations[flow.destination_count++] = code.operands[0];
  flow.sources[flow.source_count++] = code.operands[1];
  code.function = add_window;
  code.kind = InstructionKind::arithmetic;
  return true;
}

bool Decoder::decode_arithmetic(const Instruction& instruction, Decoded& code, Flow& flow) {
  const auto operation = find_operation(instruction, ptx_->registers);
  if (!operation) return false;
  std::vector<Operand> operands;
  for (const Operand& operand : instruction.operands) {
    flatten(operand, operands);
  }
  for (std::size_t i = 0; i < operation->operands.size(); ++i) {
    const OperandShape& shape = operation->operands[i];
    if (!shape.is_carry && i >= operands.size()) return false;
    const std::uint32_t slot = shape.is_carry ? layout_.carry()
                               : shape.is_destination
                                   ? destination(operands[i], slot_bytes(shape.type))
                                   : source(operands[i], shape.type);
    if (slot == kNoSlot) return false;
    code.operands[i] = slot;
    if (shape.is_destination) {
      flow.destinations[flow.destination_count++] = slot;
    } else {
      flow.sources[flow.source_count++] = slot;
    }
  }
  if (instruction.opcode == "selp" && flow.source_count == 3) {
    flow.choice = flow.sources[--flow.source_count];
    flow.choice_flip = operands.back().negated ? ~0u : 0u;
  }
  flow.takes_apart = takes_apart(instruction);
  flow.is_move = instruction.opcode == "mov" || instruction.opcode == "selp";
  code.operands[kOptionPlace] = operation->option;
  code.function = operation->function;
  code.kind = InstructionKind::arithmetic;
  return true;
}

bool Decoder::decode_isspacep(const Instruction& instruction, Decoded& code, Flow& flow) {
  Modifiers modifiers(instruction);
  const bool is_of_cluster = instruction.has("shared::cluster");
  const ptx::StateSpace space = modifiers.take_space();
  if (!modifiers.empty() || instruction.operands.size() != 2) return false;
  const std::uint64_t first = window_of(space);
  const std::uint64_t bytes = window_bytes(space, is_of_cluster);
  const std::uint64_t last =
      space == ptx::StateSpace::global ? kFirstWindow - 1 : first + bytes - 1;
  if (space == ptx::StateSpace::generic || space == ptx::StateSpace::constant) return false;
  code.operands[0] = destination(instruction.operands[0], 0);
  code.operands[1] = source(instruction.operands[1], ptx::ScalarType::u64);
  const bool is_own = space == ptx::StateSpace::shared && !is_of_cluster;
  const std::uint32_t relative_to = is_own ? kSharedSymbol : kNoIndex;
  code.operands[2] = layout_.constant(8, first, relative_to);
  code.operands[3] = layout_.constant(8, last, relative_to);
  if (code.operands[0] == kNoSlot || code.operands[1] == kNoSlot) return false;
  flow.destinations[flow.destination_count++] = code.operands[0];
  flow.sources[flow.source_count++] = code.operands[1];
  code.function = test_space;
  code.kind = InstructionKind::arithmetic;
  return true;
}

}  // namespace warplens::machine
