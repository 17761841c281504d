#include "viz/scene/fragments/fragment_layout.h"

#include <algorithm>

namespace warplens::scene {
namespace {

using fragments::cells_across;
using fragments::cells_of_register;
using fragments::span_of;
using machine::FragmentElement;
using machine::FragmentMap;
using machine::FragmentPart;
using machine::MatrixForm;

constexpr float kTableShare = 0.48f;    // of the width, at most
constexpr float kWidestOfText = 4.6f;   // a cell, in text sizes
constexpr float kHighestOfText = 2.6f;  // the same
constexpr float kLowOfText = 16;        // a view: its words get one line
constexpr std::uint32_t kLanes = 32;
constexpr const char* kWidestValue = "-0.0888";

// The smallest cells whose number can be read.
Size least_cell(const FragmentLook& look, const Style& style) {
  const float text = std::max(smallest_mark(style), style.text_size * 0.6f);
  return {style.measure(look.shows_values ? kWidestValue : "28", text, false) + text * 0.4f,
          text * 1.3f};
}

struct Room {
  Box box;
  Size least;
  float title = 0, margin = 0;
};

float most_wide(const Style& style) { return style.text_size * kWidestOfText; }
float most_high(const Style& style) { return style.text_size * kHighestOfText; }

// As many of `count` cells as have room at `least`, and how large they then are.
struct Run {
  std::uint32_t first = 0, count = 0;
  float each = 0;
};
Run fitted_run(float room, std::uint32_t count, std::uint32_t first, float least, float most) {
  const auto whole = static_cast<std::uint32_t>(std::max(room / least, 1.0f));
  Run run;
  run.count = std::min(count, whole);
  run.first = std::min(first, count - run.count);
  run.each = std::clamp(room / static_cast<float>(std::max(run.count, 1u)), 1.0f, most);
  return run;
}

std::vector<MatrixPart> alone(const MatrixForm& form, const FragmentLook& look, const Room& room,
                              const Style& style) {
  const FragmentMap& map = form.operands[look.operand].map;
  const std::uint32_t across = map.matrices > 1 ? 2 : 1;
  const std::uint32_t down = (map.matrices + across - 1) / across;
  const float margins = room.margin * (1.5f * static_cast<float>(across) - 0.5f);
  const float width = (room.box.width - margins) / static_cast<float>(across);
  const float height = room.box.height / static_cast<float>(down) - room.title * 2;
  if (width < room.least.width || height < room.least.height) return {};
  const Run columns =
      fitted_run(width, cells_across(map), look.first_column, room.least.width, most_wide(style));
  const Run rows =
      fitted_run(height, map.rows, look.first_row, room.least.height, most_high(style));
  std::vector<MatrixPart> parts;
  for (std::uint32_t m = 0; m < map.matrices; ++m) {
    MatrixPart part{
        look.operand,  m,   {}, columns.each, rows.each, rows.first, columns.first, rows.count,
        columns.count, true};
    const float step_x = room.margin * 1.5f + columns.each * static_cast<float>(columns.count);
    const float step_y = room.title * 2 + rows.each * static_cast<float>(rows.count);
    part.box = {room.box.x + room.margin + static_cast<float>(m % across) * step_x,
                room.box.y + room.title * 2 + static_cast<float>(m / across) * step_y,
                columns.each * static_cast<float>(columns.count),
                rows.each * static_cast<float>(rows.count)};
    parts.push_back(part);
  }
  return parts;
}

// How A, B and a sum stand to each other.
struct Arrangement {
  bool is_in_a_row = false;  // else as a product is written: B above the sum
  std::uint32_t along = 0;   // k
  std::uint32_t rows = 0;    // of all that stands one below the other
  float margins = 0, titles = 0;
};

Arrangement arrangement_of(const FragmentMap& a, const FragmentMap& b, bool is_in_a_row) {
  const std::uint32_t along = cells_across(a);
  if (is_in_a_row) return {true, along, std::max(a.rows, b.rows), 3, 2};
  return {false, along, a.rows + b.rows, 2, 4};
}

// Empty: there is no room for them.
std::vector<MatrixPart> arranged(const MatrixForm& form, std::size_t sum, const FragmentLook& look,
                                 const Room& room, const Style& style, bool is_in_a_row) {
  const FragmentMap &a = form.operands[0].map, &b = form.operands[1].map,
                    &d = form.operands[sum].map;
  const Arrangement how = arrangement_of(a, b, is_in_a_row);
  // In a row B stands beside the sum.
  const std::uint32_t times = is_in_a_row ? 2 : 1;
  const float width = room.box.width - how.margins * room.margin;
  const float height = room.box.height - how.titles * room.title;
  const std::uint32_t least = how.along + times * std::min(d.columns, 16u);
  if (width < room.least.width * static_cast<float>(least) ||
      height < room.least.height * static_cast<float>(how.rows)) {
    return {};
  }
  const auto whole = static_cast<std::uint32_t>(width / room.least.width);
  const std::uint32_t columns = std::min(d.columns, (whole - how.along) / times);
  const std::uint32_t first = std::min(look.first_column, d.columns - columns);
  const float w =
      std::min(width / static_cast<float>(how.along + times * columns), most_wide(style));
  const float h = std::min(height / static_cast<float>(how.rows), most_high(style));
  const auto size = [&](std::uint32_t across, std::uint32_t down) {
    return Size{w * static_cast<float>(across), h * static_cast<float>(down)};
  };
  const float left = room.box.x + room.margin, top = room.box.y + 2 * room.title;
  const float right = left + size(how.along, 0).width + room.margin;
  const float below = is_in_a_row ? top : top + size(0, b.rows).height + 2 * room.title;
  const float last = is_in_a_row ? right + size(columns, 0).width + room.margin : right;
  const auto part = [&](std::size_t operand, float x, float y, std::uint32_t begin,
                        std::uint32_t down, std::uint32_t across) {
    const Size taken = size(across, down);
    return MatrixPart{operand, 0, {x, y, taken.width, taken.height}, w, h, 0, begin, down, across};
  };
  return {part(0, left, below, 0, a.rows, how.along), part(1, right, top, first, b.rows, columns),
          part(sum, last, below, first, d.rows, columns)};
}

// A, B and of the sums the one that is chosen, else D.
std::vector<MatrixPart> as_product(const MatrixForm& form, const FragmentLook& look,
                                   const Room& room, const Style& style) {
  if (form.operands.size() != 4 || form.operands[3].map.matrices > 1) return {};
  const std::size_t sum = look.operand == 2 ? 2 : 3;
  auto parts = arranged(form, sum, look, room, style, false);
  return parts.empty() ? arranged(form, sum, look, room, style, true) : parts;
}

// The widest of a table's cells.
std::string widest_cell(const FragmentMap& map, const FragmentLook& look) {
  if (look.shows_values) return span_of(map) > 1 ? "0x00000000" : kWidestValue;
  return map.rows > 99 || map.columns > 99 ? "08,208" : "08,08";
}

// With cells as narrow as can be read, or as wide as there is room.
std::optional<RegisterTable> table_of(const FragmentMap& map, const FragmentLook& look,
                                      const Box& room, const Style& style, bool is_narrow) {
  const float labels = label_size(style);
  RegisterTable table;
  table.label_width = style.measure("31", labels, false) + labels * 0.8f;
  table.header = labels * (cells_of_register(map) > 1 ? 2.6f : 1.4f);
  const float text = std::max(smallest_mark(style), style.text_size * 0.7f);
  const float least = style.measure(widest_cell(map, look), text, false) + text * 0.5f;
  const float least_height = text * 1.2f;
  const float height = room.height - table.header;
  const std::uint32_t all = map.registers * cells_of_register(map);
  if (map.is_in_memory() || room.width < least + table.label_width || height < least_height) {
    return std::nullopt;
  }
  table.lanes = std::min(kLanes, static_cast<std::uint32_t>(height / least_height));
  for (const std::uint32_t bands : {1u, 2u, 4u}) {
    const float width = room.width / static_cast<float>(bands) - table.label_width;
    if (height < least_height * static_cast<float>(kLanes / bands) ||
        width < least * static_cast<float>(all)) {
      continue;
    }
    table.bands = bands;
    table.lanes = kLanes / bands;
    break;
  }
  table.first_lane = std::min(look.first_lane, kLanes - table.lanes * table.bands);
  const float width = room.width / static_cast<float>(table.bands) - table.label_width;
  const Run columns =
      fitted_run(width, all, look.first_register, least, is_narrow ? least : most_wide(style));
  table.first = columns.first;
  table.columns = columns.count;
  table.cell_width = columns.each;
  table.cell_height = std::min(height / static_cast<float>(table.lanes), most_high(style));
  table.box.width = columns.each * static_cast<float>(columns.count);
  table.box.height = table.cell_height * static_cast<float>(table.lanes);
  table.next_band = table.box.width + table.label_width;
  table.box.x =
      room.x + room.width - table.next_band * static_cast<float>(table.bands) + table.label_width;
  table.box.y = room.y + table.header;
  return table;
}

float width_of(const RegisterTable& table) {
  return table.next_band * static_cast<float>(table.bands);
}

bool is_inside(const Box& box, float x, float y) {
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}

std::uint32_t index_at(float at, float begin, float each) {
  return static_cast<std::uint32_t>((at - begin) / each);
}

bool has_long_rows(const MatrixForm& form) {
  return std::ranges::any_of(form.operands,
                             [](const auto& operand) { return operand.map.rows > 100; });
}

// Scrolled as little as it takes.
std::uint32_t scrolled(std::uint32_t first, std::uint32_t count, std::uint32_t wanted) {
  if (wanted < first) return wanted;
  return wanted >= first + count ? wanted + 1 - count : first;
}

}  // namespace

FragmentLayout fragment_layout(const MatrixForm& form, const FragmentLook& look, Size size,
                               const Style& style) {
  FragmentLayout layout;
  layout.operand = look.operand;
  const float labels = label_size(style), line = style.text_size * 1.5f;
  layout.title = labels * 1.35f;
  layout.margin = style.measure(has_long_rows(form) ? "127" : "31", labels, false) + labels * 0.6f;
  const float words = size.height < kLowOfText * style.text_size ? line : 2 * line;
  layout.phrase = {0, size.height - words, size.width, words};
  const float gap = style.text_size;
  const float height = size.height - layout.phrase.height - gap * 0.5f;
  const Box right{size.width * (1 - kTableShare), 0, size.width * kTableShare, height};
  for (const bool is_narrow : {true, false}) {
    layout.table = table_of(form.operands[look.operand].map, look, right, style, is_narrow);
    const float taken = layout.table ? width_of(*layout.table) + gap : 0;
    const Room room{
        {0, 0, size.width - taken, height}, least_cell(look, style), layout.title, layout.margin};
    layout.matrices =
        is_narrow ? as_product(form, look, room, style) : alone(form, look, room, style);
    if (!layout.matrices.empty()) break;
  }
  return layout;
}

bool has_hidden_rows(const MatrixForm& form, const FragmentLayout& layout) {
  return std::ranges::any_of(layout.matrices, [&](const MatrixPart& part) {
    return part.rows < form.operands[part.operand].map.rows;
  });
}

std::optional<FragmentMark> fragment_at(const MatrixForm& form, const FragmentLayout& layout,
                                        float x, float y) {
  for (const MatrixPart& part : layout.matrices) {
    if (!is_inside(part.box, x, y)) continue;
    const FragmentMap& map = form.operands[part.operand].map;
    const FragmentElement element{
        part.matrix, part.first_row + index_at(y, part.box.y, part.cell_height),
        (part.first_column + index_at(x, part.box.x, part.cell_width)) * span_of(map)};
    const auto holders = map.holders(element);
    if (holders.empty()) return std::nullopt;
    return FragmentMark{part.operand, holders.front()};
  }
  if (!layout.table) return std::nullopt;
  const RegisterTable& table = *layout.table;
  const FragmentMap& map = form.operands[layout.operand].map;
  const std::uint32_t cells = cells_of_register(map);
  for (std::uint32_t i = 0; i < table.bands; ++i) {
    const Box band = table.band(i);
    if (!is_inside(band, x, y)) continue;
    const std::uint32_t column = table.first + index_at(x, band.x, table.cell_width);
    const std::uint32_t lane =
        table.first_lane + i * table.lanes + index_at(y, band.y, table.cell_height);
    return FragmentMark{layout.operand, {lane, column / cells, column % cells * span_of(map)}};
  }
  return std::nullopt;
}

FragmentLook brought_into_sight(const MatrixForm& form, FragmentLook look, Size size,
                                const Style& style) {
  if (!look.mark) return look;
  look.operand = look.mark->operand;
  const FragmentMap& map = form.operands[look.operand].map;
  const FragmentElement element = map.at(look.mark->part);
  const FragmentLayout layout = fragment_layout(form, look, size, style);
  for (const MatrixPart& part : layout.matrices) {
    if (part.operand != look.operand || part.matrix != element.matrix) continue;
    look.first_row = scrolled(part.first_row, part.rows, element.row);
    // In a product the columns of A are all there.
    if (part.is_alone || part.operand != 0) {
      look.first_column = scrolled(part.first_column, part.columns, element.column / span_of(map));
    }
  }
  if (layout.table) {
    const std::uint32_t column =
        look.mark->part.reg * cells_of_register(map) + look.mark->part.part / span_of(map);
    const RegisterTable& table = *layout.table;
    look.first_register = scrolled(table.first, table.columns, column);
    look.first_lane = scrolled(table.first_lane, table.lanes * table.bands, look.mark->part.lane);
  }
  return look;
}

}  // namespace warplens::scene
