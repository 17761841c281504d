#include "viz/scene/bank_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "viz/scene/bank_rows.h"

namespace warplens::scene {
namespace {

constexpr std::uint32_t kBanks = analysis::kBanks;
constexpr std::uint64_t kRowBytes = kBanks * analysis::kBankBytes;
constexpr float kRounding = 2;

class Painter {
 public:
  Painter(const BankViewInput& input, Size size, const Style& style)
      : input_(input), size_(size), style_(style), theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    label_size_ = std::max(style.text_size * 0.8f, style.smallest_text);
    line_height_ = label_size_ * 1.4f;
  }

  DrawList paint() {
    if (input_.shared_bytes == 0 && input_.access->words.empty()) {
      add_text(list_, style_, {0, 0, size_.width, size_.height},
               {word(Word::no_shared_memory, style_.language)},
               {.align = Text::Align::center, .color = theme_.muted_text});
      return std::move(list_);
    }
    gutter_ = gutter_width();
    cell_width_ = (size_.width - gutter_) / kBanks;
    if (cell_width_ < 3) return std::move(list_);
    const BankRows rows = choose_bank_rows(*input_.access, input_.shared_bytes, room());
    if (rows.panels.empty()) return std::move(list_);
    row_height_ = rows.row_height;
    float y = bank_header();
    for (const BankPanel& panel : rows.panels) y = paint_panel(panel, y);
    return std::move(list_);
  }

 private:
  BankRoom room() const {
    return {.height = size_.height - line_height_,
            .panel_overhead = 2 * line_height_ + style_.text_size * 0.5f,
            .smallest_row = std::max(3.0f, style_.text_size * 0.35f),
            .largest_row = std::max(cell_width_, style_.text_size * 1.6f)};
  }

  float measured(std::string_view text) const { return style_.measure(text, label_size_, false); }

  float gutter_width() const {
    float width = std::max(measured(word(Word::bank, style_.language)),
                           measured(word(Word::wavefronts, style_.language)));
    std::uint64_t last = input_.shared_bytes;
    for (const WordUse& use : input_.access->words) last = std::max(last, use.word * 4);
    for (const trace::SharedArray& array : input_.arrays)
      width = std::max(width, measured(fmt::format("{} +{}", array.name, array.bytes)));
    return std::max(width, measured(fmt::format("{}", last))) + style_.text_size * 0.6f;
  }

  [[nodiscard]] Box cell(std::uint32_t bank, float y, float height) const {
    return {gutter_ + static_cast<float>(bank) * cell_width_, y, cell_width_, height};
  }

  void gutter_text(std::string text, float y, float height, Color color, MarkId id = {}) {
    put_text(list_, {0, y, gutter_ - style_.text_size * 0.4f, height}, std::move(text), label_size_,
             {.align = Text::Align::right, .color = color, .id = id});
  }

  float bank_header() {
    gutter_text(std::string(word(Word::bank, style_.language)), 0, line_height_, theme_.muted_text);
    const float widest = measured("31") * 1.2f;
    const std::uint64_t step = label_step(cell_width_, widest);
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
      const Box box = cell(bank, 0, line_height_);
      const MarkId id{MarkId::Kind::bank, bank, 0};
      list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, 0, 1, 0, id});
      if (bank % step != 0) continue;
      put_text(list_, box, fmt::format("{}", bank), label_size_,
               {.align = Text::Align::center, .color = theme_.muted_text, .id = id});
    }
    return line_height_;
  }

  float paint_panel(const BankPanel& panel, float y) {
    paint_title(panel, y);
    y += line_height_;
    if (panel.group) paint_depths(*panel.group, y);
    y += line_height_;
    paint_rows(panel, y);
    if (panel.group) paint_words(panel, y);
    return y + static_cast<float>(panel.rows.size()) * row_height_ + style_.text_size * 0.5f;
  }

  void paint_title(const BankPanel& panel, float y) {
    if (!panel.group) return;
    const analysis::SharedGroup& group = input_.access->breakdown.groups[*panel.group];
    std::string full = group_label(style_.language, *panel.group, group.lanes, group.wavefronts);
    std::string brief = group_label_short(style_.language, *panel.group, group.wavefronts);
    if (panel.hidden_rows > 0) {
      const std::string more = "  " + hidden_rows_label(style_.language, panel.hidden_rows);
      full += more;
      brief += more;
    }
    const MarkId id{MarkId::Kind::group, *panel.group, 0};
    const Box box{gutter_, y, size_.width - gutter_, line_height_};
    list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, 0, 1, 0, id});
    const Color color = group.wavefronts > 1 ? theme_.conflict : theme_.text;
    add_text(list_, style_, box, {full, brief}, {.color = color, .id = id});
  }

  void paint_depths(std::uint32_t group, float y) {
    gutter_text(std::string(word(Word::wavefronts, style_.language)), y, line_height_, theme_.text);
    const auto& depths = input_.access->breakdown.groups[group].depth;
    const float size = fitting_size(style_, "32", {cell_width_ - 1, line_height_});
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
      const Box box = cell(bank, y, line_height_);
      const Color fill = depth_color(depths[bank], style_.theme);
      list_.rectangles.push_back({box.x + 0.5f,
                                  box.y + 1,
                                  box.width - 1,
                                  box.height - 2,
                                  fill,
                                  0,
                                  1,
                                  2,
                                  {MarkId::Kind::bank, bank, group}});
      if (depths[bank] == 0 || size == 0) continue;
      put_text(list_, box, fmt::format("{}", depths[bank]), size,
               {.align = Text::Align::center, .color = text_on(fill)});
    }
  }

  bool in_array(std::uint64_t offset) const {
    return std::any_of(input_.arrays.begin(), input_.arrays.end(), [offset](const auto& array) {
      return offset >= array.offset && offset - array.offset < array.bytes;
    });
  }

  // The words at rest as one grid of cells, thin lines between them, and offsets beside.
  void paint_rows(const BankPanel& panel, float y) {
    CellGrid grid{gutter_,     y,      cell_width_,
                  row_height_, kBanks, static_cast<std::uint32_t>(panel.rows.size()),
                  {}};
    for (const std::uint64_t row : panel.rows)
      for (std::uint64_t bank = 0; bank < kBanks; ++bank)
        grid.colors.push_back(in_array(row * kRowBytes + bank * 4) ? theme_.cell : theme_.outside);
    list_.grids.push_back(std::move(grid));
    paint_lines(panel, y);
    const std::uint64_t step = label_step(row_height_, label_size_ * 1.15);
    for (std::size_t i = 0; i < panel.rows.size(); i += step) {
      // A label may be higher than its row; it then reaches over the rows below, which have none.
      const float height = std::max(row_height_, label_size_);
      if (i + step > panel.rows.size() && height > row_height_ && i > 0) break;
      gutter_text(offset_label(input_.arrays, panel.rows[i] * kRowBytes),
                  y + static_cast<float>(i) * row_height_, height, theme_.muted_text,
                  {MarkId::Kind::row, static_cast<std::uint32_t>(panel.rows[i]), 0});
    }
  }

  void paint_lines(const BankPanel& panel, float y) {
    const float bottom = y + static_cast<float>(panel.rows.size()) * row_height_;
    for (std::uint32_t bank = 0; bank <= kBanks; ++bank) {
      const float x = gutter_ + static_cast<float>(bank) * cell_width_;
      list_.lines.push_back({x, y, x, bottom, theme_.grid, 1});
    }
    const float right = gutter_ + kBanks * cell_width_;
    for (std::size_t i = 0; i <= panel.rows.size(); ++i) {
      // A stronger line where rows between were left out.
      const bool jump = i > 0 && i < panel.rows.size() && panel.rows[i] != panel.rows[i - 1] + 1;
      const float line_y = y + static_cast<float>(i) * row_height_;
      list_.lines.push_back({gutter_, line_y, right, line_y, jump ? theme_.muted_text : theme_.grid,
                             jump ? 2.0f : 1.0f});
    }
  }

  void paint_words(const BankPanel& panel, float y) {
    std::vector<bool> taken(panel.rows.size() * kBanks);
    const auto place_of = [&](const WordUse& use) -> std::optional<std::size_t> {
      const auto row = std::lower_bound(panel.rows.begin(), panel.rows.end(), use.row());
      if (row == panel.rows.end() || *row != use.row() || use.group != *panel.group) return {};
      return static_cast<std::size_t>(row - panel.rows.begin()) * kBanks + use.bank();
    };
    for (const WordUse& use : input_.access->words) {
      if (const auto place = place_of(use)) taken[*place] = true;
      paint_word(use, panel, y);
    }
    if (row_height_ * 0.88f >= style_.smallest_text || row_height_ * 2 < style_.smallest_text)
      return;
    for (const WordUse& use : input_.access->words)
      if (const auto place = place_of(use); place && std::has_single_bit(use.lanes))
        number_beside(use, *place, taken, y);
  }

  // Rows too low for numbers: a number takes two rows' height in free cells beside its mark, left
  // and right in turn down a column, or below it.
  void number_beside(const WordUse& use, std::size_t place, const std::vector<bool>& taken,
                     float y) {
    const auto row = static_cast<std::int64_t>(place / kBanks);
    const auto bank = static_cast<std::int64_t>(place % kBanks);
    const auto rows = static_cast<std::int64_t>(taken.size() / kBanks);
    const auto is_free = [&](std::int64_t r, std::int64_t b) {
      return r >= 0 && r < rows && b >= 0 && b < kBanks &&
             !taken[static_cast<std::size_t>(r * kBanks + b)];
    };
    const float size = fitting_size(style_, "31", {cell_width_ * 0.95f, row_height_ * 2});
    if (size == 0) return;
    const std::int64_t side = bank + (row % 2 == 0 ? -1 : 1);
    const bool edge = row == 0 || row + 1 == rows;
    const bool beside =
        is_free(row, side) && (edge || (is_free(row - 1, side) && is_free(row + 1, side)));
    const bool below = is_free(row + 1, bank) && is_free(row + 2, bank);
    if (!beside && !below) return;
    const auto column = static_cast<std::uint32_t>(beside ? side : bank);
    const float middle = beside ? static_cast<float>(row) + 0.5f : static_cast<float>(row) + 2;
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(use.lanes));
    put_text(list_, cell(column, y + (middle - 1) * row_height_, 2 * row_height_),
             fmt::format("{}", lane), size,
             {.align = Text::Align::center,
              .color = theme_.text,
              .id = {MarkId::Kind::lane, lane, use.group}});
  }

  void paint_word(const WordUse& use, const BankPanel& panel, float y) {
    if (use.group != *panel.group) return;
    const auto row = std::lower_bound(panel.rows.begin(), panel.rows.end(), use.row());
    if (row == panel.rows.end() || *row != use.row()) return;
    const Box box = cell(use.bank(), y + static_cast<float>(row - panel.rows.begin()) * row_height_,
                         row_height_);
    const MarkId word_id{MarkId::Kind::word, static_cast<std::uint32_t>(use.word), use.group};
    list_.rectangles.push_back({box.x, box.y, box.width, box.height,
                                depth_color(input_.access->depth(use), style_.theme), 0, 1, 0,
                                word_id});
    const Box mark = mark_box(box, input_.access->depth(use) > 1);
    if (std::has_single_bit(use.lanes))
      paint_lane(static_cast<std::uint32_t>(std::countr_zero(use.lanes)), use.group, mark);
    else
      paint_broadcast(use, mark, word_id);
  }

  // A conflict leaves a wide frame of its depth's colour around the mark.
  static Box mark_box(const Box& cell, bool conflict) {
    const float side = cell.width * (conflict ? 0.13f : 0.04f);
    const float top = cell.height * 0.06f;
    return {cell.x + side, cell.y + top, cell.width - 2 * side, cell.height - 2 * top};
  }

  void paint_lane(std::uint32_t lane, std::uint32_t group, const Box& mark) {
    const Color fill = lane_color(lane);
    list_.rectangles.push_back({mark.x,
                                mark.y,
                                mark.width,
                                mark.height,
                                fill,
                                0,
                                1,
                                kRounding,
                                {MarkId::Kind::lane, lane, group}});
    mark_text(fmt::format("{}", lane), "31", mark, text_on(fill));
  }

  // Two plates, one behind the other, and how many lanes share the word.
  void paint_broadcast(const WordUse& use, const Box& mark, MarkId id) {
    const Color fill = lane_color(static_cast<std::uint32_t>(std::countr_zero(use.lanes)));
    const float shift = std::min(mark.width, mark.height) * 0.1f;
    const Box front{mark.x, mark.y, mark.width - shift, mark.height - shift};
    list_.rectangles.push_back({front.x + shift, front.y + shift, front.width, front.height,
                                mix(fill, theme_.background, 0.4f), 0, 1, kRounding, id});
    list_.rectangles.push_back(
        {front.x, front.y, front.width, front.height, fill, 0, 1, kRounding, id});
    mark_text(fmt::format("×{}", std::popcount(use.lanes)), "×32", front, text_on(fill));
  }

  // All marks use the size at which the widest fits, so that they look alike.
  void mark_text(std::string text, std::string_view widest, const Box& box, Color color) {
    const float size = fitting_size(style_, widest, {box.width, box.height});
    if (size == 0) return;
    put_text(list_, box, std::move(text), size, {.align = Text::Align::center, .color = color});
  }

  const BankViewInput& input_;
  Size size_;
  const Style& style_;
  const Theme& theme_;
  DrawList list_;
  float label_size_ = 0, line_height_ = 0, gutter_ = 0, cell_width_ = 0, row_height_ = 0;
};

}  // namespace

std::string offset_label(std::span<const trace::SharedArray> arrays, std::uint64_t offset) {
  for (const trace::SharedArray& array : arrays)
    if (offset >= array.offset && offset - array.offset < array.bytes)
      return fmt::format("{} +{}", array.name, offset - array.offset);
  return fmt::format("{}", offset);
}

DrawList bank_view(const BankViewInput& input, Size size, const Style& style) {
  return Painter(input, size, style).paint();
}

}  // namespace warplens::scene
