#include "viz/scene/plane/formula.h"

#include <algorithm>

#include "viz/scene/draw/line_breaks.h"

namespace warplens::scene {
namespace {

constexpr float kLineHeight = 1.35f;
constexpr float kCellGap = 0.8f;   // between columns, in text sizes
constexpr float kBracket = 0.45f;  // from the outermost cells
constexpr float kBetween = 0.35f;  // pieces

float cell_width(const Style& style, const FormulaPiece& piece, std::size_t column, float size) {
  float widest = 0;
  for (const auto& row : piece.rows) {
    widest = std::max(widest, style.measure(row[column].text, size, false));
  }
  return widest;
}

float width_of(const Style& style, const FormulaPiece& piece, float size) {
  if (piece.rows.empty()) return style.measure(piece.words, size, false);
  float width = 2 * kBracket * size;
  for (std::size_t column = 0; column < piece.rows.front().size(); ++column) {
    width += cell_width(style, piece, column, size) + (column == 0 ? 0 : kCellGap * size);
  }
  return width;
}

float width_of(const Style& style, const FormulaLine& line, float size) {
  float width = -kBetween * size;
  for (const FormulaPiece& piece : line.pieces) {
    width += width_of(style, piece, size) + kBetween * size;
  }
  return width;
}

std::size_t rows_of(const FormulaLine& line) {
  std::size_t rows = 1;
  for (const FormulaPiece& piece : line.pieces) rows = std::max(rows, piece.rows.size());
  return rows;
}

class FormulaPainter {
 public:
  FormulaPainter(DrawList& list, const Style& style, const Box& box)
      : list_(list), style_(style), box_(box), y_(box.y) {}

  // The height that it takes at this size of text; nothing is drawn.
  [[nodiscard]] float height_of(const FormulaLine& line, float text) const {
    const float size = fitting(line, text);
    const std::size_t rows =
        line.wraps ? broken_lines(style_, line.pieces.front().words, size, box_.width).size()
                   : rows_of(line);
    return static_cast<float>(rows) * size * kLineHeight + line.above * text;
  }

  [[nodiscard]] bool has_room(const FormulaLine& line, float text) const {
    return y_ + height_of(line, text) <= box_.y + box_.height + 0.5f &&
           fitting(line, text) >= style_.smallest_text;
  }

  void paint(const FormulaLine& line, float text) {
    const float size = fitting(line, text);
    const float height = height_of(line, text);
    const float top = y_ + line.above * text;
    if (line.wraps) {
      paint_sentence(line.pieces.front(), size, top);
    } else {
      paint_pieces(line, size, top, height - line.above * text);
    }
    y_ += height;
  }

 private:
  // Smaller where it would be too wide.
  [[nodiscard]] float fitting(const FormulaLine& line, float text) const {
    const float size = line.size * text;
    if (line.wraps) return size;
    const float width = width_of(style_, line, size);
    return width <= box_.width ? size : size * box_.width / width * 0.995f;
  }
  [[nodiscard]] Color color_of(Color color) const {
    return color == 0 ? theme(style_.theme).text : color;
  }

  void paint_sentence(const FormulaPiece& piece, float size, float top) {
    for (const std::string& words : broken_lines(style_, piece.words, size, box_.width)) {
      put_text(list_, {box_.x, top, box_.width, size * kLineHeight}, words, size,
               {.color = color_of(piece.color)});
      top += size * kLineHeight;
    }
  }

  void paint_pieces(const FormulaLine& line, float size, float top, float height) {
    float x = box_.x;
    for (const FormulaPiece& piece : line.pieces) {
      const float width = width_of(style_, piece, size);
      const Box place{x, top, width, height};
      if (piece.rows.empty()) {
        put_text(list_, place, piece.words, size, {.color = color_of(piece.color)});
      } else {
        paint_matrix(piece, size, place);
      }
      x += width + kBetween * size;
    }
  }

  void paint_matrix(const FormulaPiece& piece, float size, const Box& place) {
    const float row_height = size * kLineHeight;
    const float all = row_height * static_cast<float>(piece.rows.size());
    const float top = place.y + (place.height - all) / 2;
    bracket(place.x, top, all, size * 0.2f);
    bracket(place.x + place.width, top, all, -size * 0.2f);
    float x = place.x + kBracket * size;
    for (std::size_t column = 0; column < piece.rows.front().size(); ++column) {
      const float width = cell_width(style_, piece, column, size);
      for (std::size_t row = 0; row < piece.rows.size(); ++row) {
        paint_cell(piece.rows[row][column], size,
                   {x, top + static_cast<float>(row) * row_height, width, row_height});
      }
      x += width + kCellGap * size;
    }
  }

  void paint_cell(const FormulaCell& cell, float size, const Box& place) {
    const Theme& colors = theme(style_.theme);
    if (cell.is_lit) {
      const float around = size * 0.2f;
      list_.rectangles.push_back({place.x - around,
                                  place.y + size * 0.08f,
                                  place.width + 2 * around,
                                  place.height - size * 0.16f,
                                  with_alpha(colors.highlight, 70),
                                  0,
                                  1,
                                  size * 0.2f,
                                  {}});
    }
    put_text(list_, place, cell.text, size,
             {.align = Text::Align::center, .color = color_of(cell.color)});
  }

  void bracket(float x, float top, float height, float arm) {
    const Color color = theme(style_.theme).text;
    const float inset = height * 0.04f, bottom = top + height - inset;
    top += inset;
    list_.lines.push_back({x, top, x, bottom, color, 1.5f});
    list_.lines.push_back({x, top, x + arm, top, color, 1.5f});
    list_.lines.push_back({x, bottom, x + arm, bottom, color, 1.5f});
  }

  DrawList& list_;
  const Style& style_;
  Box box_;
  float y_;
};

// Up to a half larger than other words of the view, as room lets it be.
float text_size_for(const FormulaPainter& painter, const Style& style, float room,
                    const std::vector<FormulaLine>& lines) {
  constexpr float kLargest = 1.4f, kStep = 0.04f;
  for (float times = kLargest; times > 0.8f; times -= kStep) {
    float height = 0;
    for (const FormulaLine& line : lines) {
      height += painter.height_of(line, style.text_size * times);
    }
    if (height <= room) return style.text_size * times;
  }
  return style.text_size * 0.8f;
}

}  // namespace

FormulaLine sentence(std::string words, Color color) {
  return {{{std::move(words), color, {}}}, 1, true, 0.6f};
}

FormulaLine formula(std::vector<FormulaPiece> pieces, float size) {
  return {std::move(pieces), size, false, 0.6f};
}

std::vector<std::string> broken_lines(const Style& style, std::string_view words, float size,
                                      float width) {
  std::vector<std::string> lines = lines_of(
      words, width, [&](std::string_view part) { return style.measure(part, size, false); });
  for (std::string& each : lines) {
    while (each.ends_with(' ')) each.pop_back();
  }
  return lines;
}

void paint_formulas(DrawList& list, const Style& style, const Box& box,
                    const std::vector<FormulaLine>& lines) {
  FormulaPainter painter(list, style, box);
  const float text =
      std::max(text_size_for(painter, style, box.height, lines), style.smallest_text);
  for (const FormulaLine& line : lines) {
    if (!painter.has_room(line, text)) return;
    painter.paint(line, text);
  }
}

}  // namespace warplens::scene
