#include "app/features/fragments/fragment_choice.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace warplens::fragments {
namespace {

constexpr std::uint32_t kMostIndex = 1 << 16;

// Takes a number that is no sign and no blank off the text's beginning.
std::optional<std::uint32_t> take_index(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > kMostIndex) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<std::uint32_t> take_bracketed(std::string_view& text) {
  if (!text.starts_with('[')) return std::nullopt;
  text.remove_prefix(1);
  const auto number = take_index(text);
  if (!number || !text.starts_with(']')) return std::nullopt;
  text.remove_prefix(1);
  return number;
}

std::optional<NamedElement> read_element(std::string_view text) {
  constexpr std::string_view kLetters = "abcdr";
  if (text.empty()) return std::nullopt;
  const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  if (kLetters.find(letter) == kLetters.npos) return std::nullopt;
  text.remove_prefix(1);
  if (text.empty()) return NamedElement{letter};
  machine::FragmentElement element;
  if (!text.starts_with('[')) {
    const auto matrix = take_index(text);
    if (!matrix) return std::nullopt;
    element.matrix = *matrix;
  }
  const auto row = take_bracketed(text);
  const auto column = row ? take_bracketed(text) : std::nullopt;
  if (!column || !text.empty()) return std::nullopt;
  element.row = *row;
  element.column = *column;
  return NamedElement{letter, element};
}

}  // namespace

Result<NamedElement> parse_element(std::string_view text) {
  if (const auto named = read_element(text)) return *named;
  return fail(
      tr("'{}' names no element: write A, D[3][5], or R2[3][5] of ldmatrix's matrix 2", text));
}

std::string element_text(const FragmentChoice& choice) {
  if (choice.operand == 0) return {};
  std::string text(1, static_cast<char>(std::toupper(static_cast<unsigned char>(choice.operand))));
  if (!choice.element) return text;
  if (choice.element->matrix != 0) text += fmt::format("{}", choice.element->matrix);
  return text + fmt::format("[{}][{}]", choice.element->row, choice.element->column);
}

}  // namespace warplens::fragments
