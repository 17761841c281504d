#include "kernels/own/follow_sizes.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "kernels/run/toolkit/entry_name.h"

namespace warplens::own {
namespace {

using Widths = std::map<std::uint32_t, std::uint32_t>;  // bytes of an integer, by its offset

std::optional<std::uint32_t> width_of_integer(const ptx::Instruction& instruction) {
  if (instruction.modifiers.empty()) return std::nullopt;
  const auto type = ptx::scalar_type(instruction.modifiers.back());
  if (!type.has_value()) return std::nullopt;
  using enum ptx::ScalarType;
  const bool is_word = *type == u32 || *type == s32 || *type == b32;
  const bool is_long = *type == u64 || *type == s64 || *type == b64;
  if (!is_word && !is_long) return std::nullopt;
  return is_word ? 4u : 8u;
}

// What the kernel loads of its parameter, piece by piece.
Widths integers_read(const ptx::Function& entry, const std::string& parameter) {
  Widths widths;
  for (const ptx::Instruction& instruction : entry.instructions) {
    if (instruction.opcode != "ld" || !instruction.has("param")) continue;
    if (instruction.operands.size() < 2 || instruction.operands[1].elements.empty()) continue;
    const ptx::Operand& memory = instruction.operands[1];
    const auto width = width_of_integer(instruction);
    if (!width.has_value() || memory.elements[0].text != parameter) continue;
    const std::uint32_t count = instruction.has("v2") ? 2 : instruction.has("v4") ? 4 : 1;
    for (std::uint32_t i = 0; i < count; ++i)
      widths[static_cast<std::uint32_t>(memory.bits) + i * *width] = *width;
  }
  return widths;
}

const FormSize* only_size_of(const LaunchForm& form, std::int64_t value) {
  const auto has_value = [&](const FormSize& size) { return size.value == value; };
  if (value < 2 || std::ranges::count_if(form.sizes, has_value) != 1) return nullptr;
  return &*std::ranges::find_if(form.sizes, has_value);
}

bool is_taken(const FormStructure& structure, std::uint32_t offset) {
  const auto is_there = [&](const auto& part) { return part.offset == offset; };
  return std::ranges::any_of(structure.pointers, is_there) ||
         std::ranges::any_of(structure.members, is_there);
}

void follow(const Widths& widths, FormStructure& structure, LaunchForm& form) {
  for (const auto& [offset, width] : widths) {
    if (offset + width > structure.contents.size() || is_taken(structure, offset)) continue;
    std::int64_t value = 0;
    std::memcpy(&value, structure.contents.data() + offset, width);
    const FormSize* size = only_size_of(form, value);
    if (size == nullptr) continue;
    using catalog::ElementType;
    structure.members.push_back(
        {offset, width == 4 ? ElementType::i32 : ElementType::i64, size->name});
    form.assumptions.push_back(tr("{0}'s integer at byte {1} is {2}, as {3} is: it follows {3}",
                                  structure.name, offset, value, size->name));
  }
}

}  // namespace

void follow_sizes(LaunchForm& form, const ptx::Module& module) {
  const auto entry = run::find_entry(module, form.entry);
  if (!entry.has_value()) return;
  const auto& parameters = (*entry)->parameters;
  for (std::size_t i = 0; i < std::min(parameters.size(), form.arguments.size()); ++i)
    if (auto* structure = std::get_if<FormStructure>(&form.arguments[i]))
      follow(integers_read(**entry, parameters[i].name), *structure, form);
}

}  // namespace warplens::own
