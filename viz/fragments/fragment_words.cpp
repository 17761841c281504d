#include "viz/fragments/fragment_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace warplens::fragments {
namespace {

using machine::MatrixElement;

constexpr std::string_view kWordsOfAll[] = {"sync", "aligned", "mma_async",   "row", "col",
                                            "m8n8", "shared",  "shared::cta", "b16"};

std::string element_name(MatrixElement element) { return std::string(machine::name_of(element)); }

std::string name_in_kernel(const HeldElement& held) {
  return held.name.empty() ? std::string() : fmt::format(" ({})", held.name);
}

FragmentElement in_all_rows(const HeldElement& held) {
  FragmentElement element = held.operand.map.at(held.part);
  element.row += held.first_row;
  return element;
}

// "0x3c00"
std::string bits_word(const FragmentMap& map, const std::byte* registers,
                      const FragmentPart& part) {
  const std::uint32_t count = span_of(map) * machine::bits_of(map.element);
  return fmt::format("0x{:0{}x}", map.bits(registers, part, span_of(map)), count / 4);
}

Text phrase_of_shared(const std::string& element, const std::string& value) {
  if (value.empty()) return tr("{} is read from shared memory: no register holds it", element);
  return tr("{} = {} is read from shared memory: no register holds it", element, value);
}

}  // namespace

std::uint32_t span_of(const FragmentMap& map) {
  return map.element == MatrixElement::b1 ? std::min(map.parts, 32u) : 1;
}

std::uint32_t cells_across(const FragmentMap& map) { return map.columns / span_of(map); }

std::uint32_t cells_of_register(const FragmentMap& map) { return map.parts / span_of(map); }

std::string short_name(const MatrixForm& form) {
  std::string name;
  for (std::size_t begin = 0; begin < form.name.size();) {
    const std::size_t end = std::min(form.name.find('.', begin), form.name.size());
    const std::string_view word = std::string_view(form.name).substr(begin, end - begin);
    if (std::ranges::find(kWordsOfAll, word) == std::end(kWordsOfAll)) {
      name += (name.empty() ? "" : ".") + std::string(word);
    }
    begin = end + 1;
  }
  return name;
}

std::string operand_name(const FormOperand& operand) {
  return std::string(1, static_cast<char>(std::toupper(operand.letter)));
}

std::string operand_title(const FormOperand& operand) {
  const FragmentMap& map = operand.map;
  const std::string times = map.matrices > 1 ? fmt::format("{} × ", map.matrices) : std::string();
  return fmt::format("{} {}{} × {} {}", operand_name(operand), times, map.rows, map.columns,
                     map.is_raw ? "b16" : element_name(map.element));
}

std::string register_word(const FormOperand& operand, std::uint32_t reg) {
  return fmt::format("{}{}", operand.letter, reg);
}

std::string element_word(const FormOperand& operand, const FragmentElement& element) {
  const std::string matrix =
      operand.map.matrices > 1 ? fmt::format("{}", element.matrix) : std::string();
  const std::uint32_t span = span_of(operand.map);
  const std::string column = span == 1
                                 ? fmt::format("{}", element.column)
                                 : fmt::format("{}…{}", element.column, element.column + span - 1);
  return fmt::format("{}{}[{}][{}]", operand_name(operand), matrix, element.row, column);
}

Text part_phrase(const FragmentMap& map, std::uint32_t part) {
  const std::uint32_t cells = cells_of_register(map);
  if (cells == 1) return {};
  if (cells == 2) return part == 0 ? tr("lower half") : tr("upper half");
  const std::uint32_t bits = machine::bits_of(map.element);
  if (bits == 8) return tr("byte {}", part);
  return tr("bits {} to {}", part * bits, (part + span_of(map)) * bits - 1);
}

std::string part_sign(const FragmentMap& map, std::uint32_t part) {
  const std::uint32_t cells = cells_of_register(map);
  if (cells == 1) return {};
  if (cells == 2) return part == 0 ? "lo" : "hi";
  return fmt::format("{}", part / span_of(map));
}

std::string value_word(const FragmentMap& map, const std::byte* registers,
                       const FragmentPart& part) {
  if (map.is_raw || span_of(map) > 1) return bits_word(map, registers, part);
  const double value = map.value(registers, part);
  if (machine::is_integer(map.element) || map.element == MatrixElement::f64) {
    return fmt::format("{}", value);
  }
  return fmt::format("{}", static_cast<float>(value));
}

std::string short_value(const FragmentMap& map, const std::byte* registers,
                        const FragmentPart& part) {
  std::string whole = value_word(map, registers, part);
  if (map.is_raw || span_of(map) > 1 || machine::is_integer(map.element)) return whole;
  std::string brief = fmt::format("{:.3g}", map.value(registers, part));
  return brief.size() < whole.size() ? brief : whole;
}

Text held_phrase(const HeldElement& held) {
  const std::string element = element_word(held.operand, in_all_rows(held));
  if (held.operand.map.is_in_memory()) return phrase_of_shared(element, held.value);
  const std::string reg = register_word(held.operand, held.part.reg) + name_in_kernel(held);
  const Text part = part_phrase(held.operand.map, held.part.part);
  const bool is_whole = cells_of_register(held.operand.map) == 1;
  if (held.value.empty()) {
    return is_whole ? tr("{} is in lane {}'s register {}", element, held.part.lane, reg)
                    : tr("{} is in lane {}'s register {}, {}", element, held.part.lane, reg, part);
  }
  return is_whole
             ? tr("{} = {} is in lane {}'s register {}", element, held.value, held.part.lane, reg)
             : tr("{} = {} is in lane {}'s register {}, {}", element, held.value, held.part.lane,
                  reg, part);
}

Text held_phrase_short(const HeldElement& held) {
  const std::string sign = part_sign(held.operand.map, held.part.part);
  const std::string reg =
      register_word(held.operand, held.part.reg) + (sign.empty() ? "" : " ") + sign;
  const std::string element = element_word(held.operand, in_all_rows(held));
  if (held.operand.map.is_in_memory()) return phrase_of_shared(element, held.value);
  if (held.value.empty()) return tr("{}: lane {}, {}", element, held.part.lane, reg);
  return tr("{} = {}: lane {}, {}", element, held.value, held.part.lane, reg);
}

}  // namespace warplens::fragments
