#include "kernels/own/scalar_operation.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace warplens::own {
namespace {

using Inputs = std::span<const std::int64_t>;
using Function = std::int64_t (*)(Inputs);

std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::int64_t number(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::int64_t product(std::int64_t a, std::int64_t b) { return number(bits(a) * bits(b)); }
std::int64_t sum(std::int64_t a, std::int64_t b) { return number(bits(a) + bits(b)); }
unsigned shift_of(std::int64_t by) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(by, 0, 63));
}

// The low bits of x[0] in place of so many, x[3], of x[1] from bit x[2] on.
std::int64_t inserted(Inputs x) {
  const std::uint64_t all =
      x[3] > 63 ? ~std::uint64_t{0} : (std::uint64_t{1} << shift_of(x[3])) - 1;
  const std::uint64_t place = all << shift_of(x[2]);
  return number((bits(x[1]) & ~place) | (bits(x[0]) << shift_of(x[2]) & place));
}

struct Operation {
  std::size_t inputs;
  Function apply;
};

const std::map<std::string_view, Operation>& operations() {
  static const std::map<std::string_view, Operation> all = {
      {"mov", {1, [](Inputs x) { return x[0]; }}},
      {"cvt", {1, [](Inputs x) { return x[0]; }}},
      {"cvta", {1, [](Inputs x) { return x[0]; }}},
      {"add", {2, [](Inputs x) { return sum(x[0], x[1]); }}},
      {"sub", {2, [](Inputs x) { return number(bits(x[0]) - bits(x[1])); }}},
      {"mul", {2, [](Inputs x) { return product(x[0], x[1]); }}},
      {"mad", {3, [](Inputs x) { return sum(product(x[0], x[1]), x[2]); }}},
      {"neg", {1, [](Inputs x) { return number(0 - bits(x[0])); }}},
      {"min", {2, [](Inputs x) { return std::min(x[0], x[1]); }}},
      {"max", {2, [](Inputs x) { return std::max(x[0], x[1]); }}},
      {"and", {2, [](Inputs x) { return x[0] & x[1]; }}},
      {"or", {2, [](Inputs x) { return x[0] | x[1]; }}},
      {"xor", {2, [](Inputs x) { return x[0] ^ x[1]; }}},
      {"bfi", {4, inserted}},
      {"shl", {2, [](Inputs x) { return number(bits(x[0]) << shift_of(x[1])); }}},
      {"shr", {2, [](Inputs x) { return x[0] >> shift_of(x[1]); }}},
      {"div", {2, [](Inputs x) { return x[1] == -1 ? number(0 - bits(x[0])) : x[0] / x[1]; }}},
      {"rem", {2, [](Inputs x) { return x[1] == -1 ? 0 : x[0] % x[1]; }}}};
  return all;
}

bool is_word_sized(const ptx::Instruction& instruction) {
  if (instruction.modifiers.empty()) return false;
  const std::string& type = instruction.modifiers.back();
  return type == "u32" || type == "s32" || type == "b32";
}

bool is_of_integers(const ptx::Instruction& instruction) {
  constexpr std::string_view kNot[] = {"f32",  "f64",    "f16", "f16x2",
                                       "bf16", "bf16x2", "hi",  "pred"};
  return std::none_of(std::begin(kNot), std::end(kNot),
                      [&](std::string_view word) { return instruction.has(word); });
}

}  // namespace

bool is_scalar_operation(const ptx::Instruction& instruction) {
  return operations().contains(instruction.opcode) && is_of_integers(instruction);
}

std::optional<std::int64_t> scalar_operation(const ptx::Instruction& instruction, Inputs inputs) {
  const auto found = operations().find(instruction.opcode);
  if (found == operations().end() || found->second.inputs != inputs.size()) return std::nullopt;
  const bool divides = instruction.opcode == "div" || instruction.opcode == "rem";
  if (divides && inputs[1] == 0) return std::nullopt;
  const std::int64_t result = found->second.apply(inputs);
  const bool is_wide = instruction.has("wide");
  return is_word_sized(instruction) && !is_wide ? static_cast<std::int32_t>(result) : result;
}

}  // namespace warplens::own
