// The style that every view gets besides its numbers, and helpers that place text so that nothing
// is ever cut: a text is drawn smaller, in a shorter wording, or not at all.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/palette.h"
#include "viz/scene/draw/phrases.h"

namespace warplens::scene {

// The width in pixels of `text` at `size` pixels.
using MeasureText = std::function<float(std::string_view text, float size, bool monospace)>;

// A stand-in where no font is at hand: 0.6 of the size for each character, 1 for a CJK one.
[[nodiscard]] float approximate_width(std::string_view text, float size, bool monospace);

struct Style {
  ThemeName theme = ThemeName::dark;
  Language language = Language::en;
  float text_size = 14;     // pixels, already scaled for the screen
  float smallest_text = 8;  // below this a text is left out
  float smallest_mark = 0;  // the same of a number in its cell; 0: as of any text
  float label_text = 0;     // of axes and rows; 0: a little smaller than text_size
  MeasureText measure = approximate_width;
};

// Pixels of the labels of axes and rows.
[[nodiscard]] float label_size(const Style& style);
// Below these a number in its cell is left out.
[[nodiscard]] float smallest_mark(const Style& style);

struct Size {
  float width = 0, height = 0;
};
struct Box {
  float x = 0, y = 0, width = 0, height = 0;
};

// The largest size up to style.text_size at which `text` fits into width × height; 0 when that
// would be under style.smallest_text.
[[nodiscard]] float fitting_size(const Style& style, std::string_view text, Size size,
                                 bool monospace = false);

// The same of a number in its cell: 0 under smallest_mark().
[[nodiscard]] float fitting_mark(const Style& style, std::string_view number, Size size);

struct TextAttributes {
  Text::Align align = Text::Align::left;
  Color color = 0xffffffff;
  bool monospace = false;
  MarkId id = {};
  bool in_cell = false;  // sized by fitting_mark()
};

// Adds the first of `wordings` that fits into the box; adds nothing and returns false if none does.
bool add_text(DrawList& list, const Style& style, const Box& box,
              std::initializer_list<std::string_view> wordings, const TextAttributes& look);

// Adds `text` at `size` pixels, anchored in the box as `look` says. The caller knows that it fits.
void put_text(DrawList& list, const Box& box, std::string text, float size,
              const TextAttributes& look);

// The smallest power of two such that labels of that many pixels, one every step, stay apart.
[[nodiscard]] std::uint64_t label_step(double pixels_per_item, double label_pixels);

}  // namespace warplens::scene
