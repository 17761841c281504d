#include "kernels/device/fuse_products.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "kernels/ptx/control_flow.h"

namespace warplens::device {
namespace {

using ptx::Instruction;
using ptx::Operand;
using Kind = Operand::Kind;

constexpr std::array<std::string_view, 6> kTypes{"f16", "f16x2", "bf16", "bf16x2", "f32", "f64"};

// "ftz.f32" of what has no other modifiers; empty: it is rounded in a way that is said, or no
// arithmetic of floats.
std::string open_type(const Instruction& instruction) {
  const auto& modifiers = instruction.modifiers;
  if (modifiers.empty() || std::ranges::find(kTypes, modifiers.back()) == kTypes.end()) return {};
  if (modifiers.size() == 1) return modifiers.back();
  const bool flushes = modifiers.size() == 2 && modifiers.front() == "ftz";
  return flushes ? "ftz." + modifiers.back() : std::string();
}

bool is_plain(const Operand& operand) {
  return operand.kind == Kind::reg && operand.component < 0 && !operand.negated;
}
bool is_value(const Operand& operand) {
  return is_plain(operand) || operand.kind == Kind::f32 || operand.kind == Kind::f64;
}
bool is_register(const Operand& operand, std::uint32_t index) {
  return operand.kind == Kind::reg && operand.index == index;
}

bool is_open(const Instruction& instruction) {
  return !open_type(instruction).empty() && instruction.operands.size() == 3 &&
         is_plain(instruction.operands[0]) && is_value(instruction.operands[1]) &&
         is_value(instruction.operands[2]);
}
bool is_open_sum(const Instruction& instruction) {
  return (instruction.opcode == "add" || instruction.opcode == "sub") && is_open(instruction);
}

// Calls act(register) for each that the operand names.
template <class Act>
void each_register(const Operand& operand, Act act) {
  if (operand.kind == Kind::reg) act(operand.index);
  for (const Operand& element : operand.elements) each_register(element, act);
}

class Fusing {
 public:
  Fusing(const ptx::Function& function, FusedWhere where)
      : function_(function),
        where_(where),
        block_of_(ptx::build_control_flow(function).block_of),
        written_(function.registers.size()),
        takers_(function.registers.size()) {
    const auto& code = function.instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      for (std::size_t k = 0; k < code[i].operands.size(); ++k) {
        each_register(code[i].operands[k], [&](std::uint32_t index) {
          if (k == 0) written_[index].push_back(i);
          if (k != 0 || !is_plain(code[i].operands[0])) takers_[index].push_back(i);
        });
      }
      if (code[i].guard != ptx::kNone) takers_[code[i].guard].push_back(i);
    }
    for (std::uint32_t i = 0; i < code.size(); ++i)
      if (is_fusable(i)) products_[code[i].operands[0].index] = i;
    leave_second_products();
  }

  // Each sum that becomes a fma: its number, and its text.
  [[nodiscard]] std::map<std::uint32_t, std::string> sums() const {
    std::map<std::uint32_t, std::string> all;
    for (const auto& [product, at] : products_)
      for (const std::uint32_t sum : takers_[product]) all[sum] = fused(at, sum);
    return all;
  }

 private:
  [[nodiscard]] const Instruction& at(std::uint32_t index) const {
    return function_.instructions[index];
  }

  [[nodiscard]] bool is_fusable(std::uint32_t index) const {
    const Instruction& product = at(index);
    if (product.opcode != "mul" || product.guard != ptx::kNone || !is_open(product)) return false;
    const std::uint32_t result = product.operands[0].index;
    const auto& takers = takers_[result];
    return written_[result].size() == 1 && !takers.empty() &&
           std::ranges::all_of(takers, [&](std::uint32_t sum) { return may_take(index, sum); });
  }

  [[nodiscard]] bool may_take(std::uint32_t index, std::uint32_t sum) const {
    const Instruction& product = at(index);
    const Instruction& taker = at(sum);
    if (sum <= index || !is_open_sum(taker) || open_type(taker) != open_type(product)) return false;
    if (where_ == FusedWhere::in_a_block && block_of_[sum] != block_of_[index]) return false;
    const std::uint32_t result = product.operands[0].index;
    const bool is_first = is_register(taker.operands[1], result);
    if (is_first == is_register(taker.operands[2], result)) return false;
    const Operand& other = taker.operands[is_first ? 2 : 1];
    const Operand& to = taker.operands[0];
    const bool needs_room = taker.opcode == "sub";
    for (std::size_t k = 1; k <= 2; ++k) {
      const Operand& factor = product.operands[k];
      if (factor.kind == Kind::reg && is_written_between(factor.index, index, sum)) return false;
      if (needs_room && is_register(factor, to.index)) return false;
    }
    return !needs_room || !is_register(other, to.index);
  }

  [[nodiscard]] bool is_written_between(std::uint32_t index, std::uint32_t product,
                                        std::uint32_t sum) const {
    return std::ranges::any_of(written_[index],
                               [&](std::uint32_t at) { return product < at && at < sum; });
  }

  void leave_second_products() {
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const Instruction& sum : function_.instructions) {
        if (!is_open_sum(sum) || !is_product(sum.operands[1]) || !is_product(sum.operands[2]))
          continue;
        products_.erase(sum.operands[2].index);
        is_changed = true;
      }
    }
  }
  [[nodiscard]] bool is_product(const Operand& operand) const {
    return operand.kind == Kind::reg && products_.contains(operand.index);
  }

  [[nodiscard]] std::string text_of(const Operand& operand) const {
    if (operand.kind == Kind::f32)
      return fmt::format("0f{:08X}", static_cast<std::uint32_t>(operand.bits));
    if (operand.kind == Kind::f64) return fmt::format("0d{:016X}", operand.bits);
    return function_.registers[operand.index].name;
  }

  [[nodiscard]] std::string fused(std::uint32_t index, std::uint32_t number) const {
    const Instruction& product = at(index);
    const Instruction& sum = at(number);
    const bool is_first = is_register(sum.operands[1], product.operands[0].index);
    const std::string to = text_of(sum.operands[0]), type = open_type(sum);
    std::string a = text_of(product.operands[1]), c = text_of(sum.operands[is_first ? 2 : 1]);
    const std::string guard = sum.guard == ptx::kNone
                                  ? ""
                                  : fmt::format("@{}{} ", sum.guard_negated ? "!" : "",
                                                function_.registers[sum.guard].name);
    std::string text;
    if (sum.opcode == "sub") {
      std::string& negated = is_first ? c : a;
      text = fmt::format("{}neg.{} {}, {}; ", guard, type, to, negated);
      negated = to;
    }
    return text + fmt::format("{}fma.rn.{} {}, {}, {}, {};", guard, type, to, a,
                              text_of(product.operands[2]), c);
  }

  const ptx::Function& function_;
  FusedWhere where_;
  std::vector<std::uint32_t> block_of_;
  std::vector<std::vector<std::uint32_t>> written_, takers_;  // by register: instructions
  std::map<std::uint32_t, std::uint32_t> products_;           // by register: the product
};

}  // namespace

std::optional<std::string> with_fused_products(const ptx::Module& module, FusedWhere where) {
  std::string text;
  std::size_t copied = 0;
  for (const ptx::Function& function : module.functions) {
    for (const auto& [number, sum] : Fusing(function, where).sums()) {
      const Instruction& before = function.instructions[number];
      text.append(module.text, copied, before.text_begin - copied);
      text += sum;
      copied = before.text_end;
    }
  }
  if (copied == 0) return std::nullopt;
  return text.append(module.text, copied);
}

}  // namespace warplens::device
