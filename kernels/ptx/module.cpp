#include "kernels/ptx/module.h"

#include <algorithm>
#include <array>

namespace warplens::ptx {
namespace {

struct TypeRow {
  std::string_view name;
  std::uint32_t size;
};

// Rows in the order of ScalarType.
constexpr std::array<TypeRow, 27> kTypes = {{
    {"none", 0},   {"pred", 0},       {"b8", 1},      {"b16", 2}, {"b32", 4},   {"b64", 8},
    {"b128", 16},  {"u8", 1},         {"u16", 2},     {"u32", 4}, {"u64", 8},   {"s8", 1},
    {"s16", 2},    {"s32", 4},        {"s64", 8},     {"f16", 2}, {"f16x2", 4}, {"bf16", 2},
    {"bf16x2", 4}, {"tf32", 4},       {"f32", 4},     {"f64", 8}, {"e4m3", 1},  {"e5m2", 1},
    {"texref", 0}, {"samplerref", 0}, {"surfref", 0},
}};
static_assert(kTypes.size() == static_cast<std::size_t>(ScalarType::surfref) + 1);

}  // namespace

std::uint32_t size_of(ScalarType type) { return kTypes[static_cast<std::size_t>(type)].size; }

std::string_view name_of(ScalarType type) { return kTypes[static_cast<std::size_t>(type)].name; }

std::optional<ScalarType> scalar_type(std::string_view word) {
  if (word.starts_with('.')) word.remove_prefix(1);
  for (std::size_t i = 1; i < kTypes.size(); ++i) {
    if (kTypes[i].name == word) return static_cast<ScalarType>(i);
  }
  return std::nullopt;
}

bool Instruction::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

std::string Instruction::mnemonic() const {
  std::string whole = opcode;
  for (const std::string& modifier : modifiers) whole.append(1, '.').append(modifier);
  return whole;
}

const Function* Module::find_function(std::string_view name) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const Function& function) { return function.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

const Variable* Module::find_variable(std::string_view name) const {
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const Variable& variable) { return variable.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

const Function* Module::find_entry(std::string_view name) const {
  const Function* only = nullptr;
  for (const Function& function : functions) {
    if (!function.is_entry) continue;
    if (function.name == name) return &function;
    if (!name.empty()) continue;
    if (only != nullptr) return nullptr;
    only = &function;
  }
  return only;
}

}  // namespace warplens::ptx
