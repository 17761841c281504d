#include "viz/scene/draw/layout.h"

#include <algorithm>

namespace warplens::scene {

float approximate_width(std::string_view text, float size, bool) {
  float width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) == 0x80) continue;  // a UTF-8 sequence counts once, at its first byte
    width += byte >= 0xe3 ? size : 0.6f * size;
  }
  return width;
}

float label_size(const Style& style) {
  if (style.label_text > 0) return style.label_text;
  return std::max(style.text_size * 0.8f, style.smallest_text);
}

float smallest_mark(const Style& style) {
  return style.smallest_mark > 0 ? style.smallest_mark : style.smallest_text;
}

namespace {

struct Wanted {
  Size room;
  float smallest = 0;
  bool monospace = false;
};

float fitted(const Style& style, std::string_view text, const Wanted& wanted) {
  float pixels = std::min(style.text_size, wanted.room.height);
  if (pixels < wanted.smallest) return 0;
  const float width = style.measure(text, pixels, wanted.monospace);
  if (width > wanted.room.width) pixels *= wanted.room.width / width;
  // Fonts round their advances, so a scaled-down text is measured again.
  for (int attempt = 0; attempt < 4 && pixels >= wanted.smallest; ++attempt) {
    if (style.measure(text, pixels, wanted.monospace) <= wanted.room.width) return pixels;
    pixels -= 0.5f;
  }
  return 0;
}

}  // namespace

float fitting_size(const Style& style, std::string_view text, Size size, bool monospace) {
  return fitted(style, text, {size, style.smallest_text, monospace});
}

float fitting_mark(const Style& style, std::string_view number, Size size) {
  return fitted(style, number, {size, smallest_mark(style), false});
}

void put_text(DrawList& list, const Box& box, std::string text, float size,
              const TextAttributes& look) {
  float x = box.x;
  if (look.align == Text::Align::center) x += box.width / 2;
  if (look.align == Text::Align::right) x += box.width;
  list.texts.push_back({x, box.y + box.height / 2, size, look.align, look.color, look.monospace,
                        std::move(text), look.id, look.in_cell});
}

bool add_text(DrawList& list, const Style& style, const Box& box,
              std::initializer_list<std::string_view> wordings, const TextAttributes& look) {
  for (const std::string_view wording : wordings) {
    const float size = fitting_size(style, wording, {box.width, box.height}, look.monospace);
    if (size == 0) continue;
    put_text(list, box, std::string(wording), size, look);
    return true;
  }
  return false;
}

std::uint64_t label_step(double pixels_per_item, double label_pixels) {
  std::uint64_t step = 1;
  while (pixels_per_item * static_cast<double>(step) < label_pixels && step < (1ull << 62))
    step *= 2;
  return step;
}

}  // namespace warplens::scene
