#include "app/features/hardware_tile/tile_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace warplens::hardware_tile {
namespace {

constexpr std::array<std::string_view, 4> kShows{"both", "written", "read", "overlay"};
constexpr std::uint64_t kSharedWindow = std::uint64_t{1} << 24;  // more than any block has

// Takes a number off the text's beginning.
template <class Number>
bool take_number(std::string_view& text, Number& number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take_dot(std::string_view& text) {
  if (!text.starts_with('.')) return false;
  text.remove_prefix(1);
  return true;
}

bool take_operand(std::string_view& text, char& operand) {
  if (text.empty() || (text[0] != 'A' && text[0] != 'B' && text[0] != '-')) return false;
  operand = text[0] == '-' ? '\0' : text[0];
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::string_view name_of(TileShow show) { return kShows[static_cast<std::size_t>(show)]; }

std::optional<TileShow> tile_show_named(std::string_view name) {
  const auto found = std::ranges::find(kShows, name);
  if (found == kShows.end()) return std::nullopt;
  return static_cast<TileShow>(found - kShows.begin());
}

std::optional<std::uint64_t> parse_unit(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x");
  if (is_hexadecimal) text.remove_prefix(2);
  std::uint64_t address = 0;
  if (!take_number(text, address, is_hexadecimal ? 16 : 10) || !text.empty()) return std::nullopt;
  if (address >= kSharedWindow) return std::nullopt;
  return address / kUnitBytes * kUnitBytes;
}

std::string text_of(const ChosenRead& at) {
  return fmt::format("{}.{}.{}.{}", at.ptx_line, at.operand == 0 ? '-' : at.operand, at.block,
                     at.read);
}

std::optional<ChosenRead> parse_read(std::string_view text) {
  ChosenRead at;
  const bool is_read = take_number(text, at.ptx_line) && take_dot(text) &&
                       take_operand(text, at.operand) && take_dot(text) &&
                       take_number(text, at.block) && take_dot(text) && take_number(text, at.read);
  if (!is_read || !text.empty()) return std::nullopt;
  return at;
}

}  // namespace warplens::hardware_tile
