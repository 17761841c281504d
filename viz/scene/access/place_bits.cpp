#include "viz/scene/access/place_bits.h"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace warplens::scene {
namespace {

constexpr float kLineHeight = 1.5f;  // times the text's size
constexpr float kBitWidth = 1.4f;
constexpr int kLines = 3;

struct BitLine {
  std::string name;
  std::uint32_t value = 0;
  std::uint32_t marked = 0;  // bits that stand out
};

std::array<BitLine, kLines> lines_of(const SharedLayout& layout, MatrixPlace place,
                                     Language language) {
  const std::uint32_t groups = layout.columns / layout.group;
  const std::uint32_t column = place.column / layout.group;
  const std::uint32_t row = (place.row >> layout.row_shift) % groups;
  const bool flips = layout.swizzle == Swizzle::exclusive_or;
  const std::uint32_t kept = flips ? column ^ row : (column + row) % groups;
  const SwizzleWords words = swizzle_words(language, layout);
  return {BitLine{words.moved, column, 0}, BitLine{words.row, row, flips ? row : 0},
          BitLine{words.sum, kept, column ^ kept}};
}

}  // namespace

float place_bits_height(const SharedLayout& layout, const Style& style) {
  if (!layout.is_known() || layout.swizzle == Swizzle::none) return 0;
  return style.text_size * kLineHeight * kLines;
}

DrawList place_bits(const SharedLayout& layout, MatrixPlace place, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const Theme& colors = theme(style.theme);
  const auto bits = static_cast<std::uint32_t>(std::bit_width(layout.columns / layout.group - 1));
  const float height = size.height / kLines, bit = style.text_size * kBitWidth;
  const float left = (size.width - bit * static_cast<float>(bits)) / 2, number = bit * 2;
  if (left < number + bit) return list;
  float y = 0;
  for (const BitLine& line : lines_of(layout, place, style.language)) {
    add_text(list, style, {0, y, std::max(left - number - bit, 0.0f), height}, {line.name},
             {.align = Text::Align::right, .color = colors.muted_text});
    add_text(list, style, {left - number - bit / 2, y, number, height},
             {fmt::format("{}", line.value)}, {.align = Text::Align::right, .color = colors.text});
    for (std::uint32_t i = 0; i < bits; ++i) {
      const std::uint32_t mask = 1u << (bits - 1 - i);
      const Box box{left + bit * static_cast<float>(i), y + height * 0.08f, bit, height * 0.84f};
      const Color fill = line.marked & mask ? colors.highlight : colors.cell;
      list.rectangles.push_back({box.x, box.y, box.width, box.height, fill, colors.grid, 1, 0, {}});
      add_text(list, style, box, {line.value & mask ? "1" : "0"},
               {.align = Text::Align::center, .color = text_on(fill), .monospace = true});
    }
    y += height;
  }
  return list;
}

}  // namespace warplens::scene
