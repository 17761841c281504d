#include "viz/scene/access/cache_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "viz/scene/access/sector_strip.h"

namespace warplens::scene {
namespace {

using Outcome = analysis::CacheLookup::Outcome;

constexpr std::uint32_t kFewLines = 64;  // of a cache that is shown with its empty lines
constexpr std::uint64_t kMostCells = 8;  // of a line that is shown element by element
constexpr float kWidestLineCell = 22;    // in text sizes
constexpr float kHighestRow = 6, kLowestRow = 1.25f;

std::uint32_t rows_of(const analysis::CacheReplay& replay) {
  const std::uint32_t lines = replay.options().lines;
  return lines <= kFewLines ? lines : replay.used_slots();
}

class Rows {
 public:
  Rows(DrawList& list, const analysis::CacheReplay& replay, const trace::Trace& trace,
       const CacheProgress& progress, const Style& style)
      : list_(list),
        replay_(replay),
        trace_(trace),
        progress_(progress),
        style_(style),
        theme_(theme(style.theme)) {}

  void paint(const Box& box) {
    lay_out_rows(box);
    if (shown_ == 0 || cell_width_ < 2) return;
    const std::uint32_t end = std::min(first_row_ + shown_, all_rows());
    for (std::uint32_t slot = first_row_; slot < end; ++slot) paint_slot(box, slot);
    if (shown_ < all_rows()) paint_scroll(box, end);
  }

 private:
  [[nodiscard]] std::uint32_t all_rows() const { return rows_of(replay_); }
  // The slot of the lookup under way, or of the last one that is over.
  [[nodiscard]] std::uint32_t slot_in_sight() const {
    const std::size_t now = progress_.is_moving() ? progress_.done
                            : progress_.done > 0  ? progress_.done - 1
                                                  : 0;
    return now < replay_.lookups().size() ? replay_.lookups()[now].slot : 0;
  }

  // Draws a scroll bar: which of the rows these are.
  void paint_scroll(const Box& box, std::uint32_t end) {
    const float height = rows_height_ * static_cast<float>(shown_);
    add_text(list_, style_, {gutter_, box.y + height, box.width - gutter_, rows_height_},
             {rows_in_sight_label(style_.language, first_row_, end - 1, all_rows())},
             {.color = theme_.muted_text});
    const float row = height / static_cast<float>(all_rows());
    const float x = box.x + box.width - bar_width();
    list_.rectangles.push_back({x, box.y, bar_width(), height, theme_.cell, 0, 1, 0, {}});
    list_.rectangles.push_back({x,
                                box.y + row * static_cast<float>(first_row_),
                                bar_width(),
                                std::max(row * static_cast<float>(shown_), bar_width()),
                                theme_.muted_text,
                                0,
                                1,
                                0,
                                {}});
  }
  [[nodiscard]] float bar_width() const { return style_.text_size * 0.4f; }

  void lay_out_rows(const Box& box) {
    const float unit = style_.text_size;
    const std::uint32_t all = all_rows();
    const auto fitting =
        static_cast<std::uint32_t>(std::max(box.height / (unit * kLowestRow), 0.0f));
    shown_ = all <= fitting ? all : fitting > 0 ? fitting - 1 : 0;
    if (shown_ == 0) return;
    const std::int64_t wanted = slot_in_sight() / shown_ * shown_ + progress_.scrolled;
    first_row_ = static_cast<std::uint32_t>(std::clamp<std::int64_t>(wanted, 0, all - shown_));
    rows_height_ = std::min(box.height / static_cast<float>(shown_ + (all > shown_ ? 1 : 0)),
                            unit * kHighestRow);
    gutter_ = style_.measure(fmt::format("{}", all), unit * 0.8f, false) + unit * 0.5f;
    const std::uint64_t elements = replay_.options().line_bytes / element_bytes();
    cells_ = elements <= kMostCells
                 ? static_cast<std::uint32_t>(std::max<std::uint64_t>(elements, 1))
                 : replay_.options().line_bytes / replay_.options().sector_bytes;
    const float right = all > shown_ ? 2 * bar_width() : 0;
    cell_width_ = std::min((box.width - gutter_ - right) / static_cast<float>(cells_),
                           unit * kWidestLineCell);
  }

  [[nodiscard]] std::uint64_t element_bytes() const {
    const auto& buffer = replay_.options().buffer;
    return buffer && *buffer < trace_.buffers.size()
               ? std::max(trace_.buffers[*buffer].element_bytes, 1u)
               : 4;
  }

  void paint_slot(const Box& box, std::uint32_t slot) {
    const float y = box.y + rows_height_ * static_cast<float>(slot - first_row_);
    const Box row{gutter_, y + 1, cell_width_ * static_cast<float>(cells_),
                  std::max(rows_height_ - 3, 1.0f)};
    list_.rectangles.push_back(
        {row.x, row.y, row.width, row.height, theme_.cell, 0, 1, 0, {MarkId::Kind::row, slot, 0}});
    Style small = style_;
    small.text_size *= 0.8f;
    add_text(list_, small, {0, y, gutter_ - style_.text_size * 0.3f, rows_height_},
             {fmt::format("{}", slot)}, {.align = Text::Align::right, .color = theme_.muted_text});
    const bool arrives = progress_.is_moving() && replay_.lookups()[progress_.done].slot == slot;
    const auto held = replay_.held(slot, progress_.done);
    const auto next = arrives ? replay_.held(slot, progress_.done + 1) : held;
    const bool is_replaced = held && next && held->line != next->line;
    for (std::uint32_t cell = 0; cell < cells_; ++cell) {
      if (held && has(*held, cell)) paint_cell(row, *held, cell, is_replaced);
    }
    for (std::uint32_t cell = 0; cell < cells_; ++cell) {
      const bool is_new = !held || is_replaced || !has(*held, cell);
      if (arrives && next && has(*next, cell) && is_new) paint_mover(row, *next, cell);
    }
    if (is_lit(slot)) outline(row);
  }

  [[nodiscard]] std::uint64_t cell_bytes() const { return replay_.options().line_bytes / cells_; }
  [[nodiscard]] bool has(const analysis::CacheFill& fill, std::uint32_t cell) const {
    const std::uint64_t sector = cell * cell_bytes() / replay_.options().sector_bytes;
    return (fill.sectors >> sector & 1) != 0;
  }

  // Whether the event has looked into this line.
  [[nodiscard]] bool is_lit(std::uint32_t slot) const {
    const std::size_t end = progress_.done + (progress_.is_moving() ? 1 : 0);
    for (std::size_t i = progress_.first; i < end; ++i) {
      if (replay_.lookups()[i].slot == slot) return true;
    }
    return false;
  }

  // How the event's lookup of this sector came out; nothing when it has not looked there yet.
  [[nodiscard]] std::optional<Outcome> outcome_of(std::uint64_t sector) const {
    for (std::size_t i = progress_.first; i < progress_.done; ++i) {
      if (replay_.lookups()[i].sector == sector) return replay_.lookups()[i].outcome;
    }
    return std::nullopt;
  }

  // A wanted element stands out from what came in with it.
  [[nodiscard]] Color fill_of(const analysis::CacheFill& fill, std::uint32_t cell) const {
    const Color calm = depth_color(1, style_.theme);
    const std::uint64_t address = fill.line * replay_.options().line_bytes + cell * cell_bytes();
    const auto outcome = outcome_of(address / replay_.options().sector_bytes);
    if (!outcome) return calm;
    const Color color = *outcome == Outcome::hit    ? theme_.hit
                        : *outcome == Outcome::miss ? theme_.conflict
                                                    : theme_.sector;
    return is_wanted(address) ? color : mix(calm, color, 0.35f);
  }

  [[nodiscard]] bool is_wanted(std::uint64_t address) const {
    const trace::EventView event = trace_.events.view(progress_.event);
    const std::uint32_t width = trace_.sites[event.site].width;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((event.mask >> lane & 1) == 0) continue;
      if (event.address[lane] < address + cell_bytes() && address < event.address[lane] + width) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] Box place_of(const Box& row, std::uint32_t cell) const {
    return {row.x + cell_width_ * static_cast<float>(cell), row.y, std::max(cell_width_ - 1, 1.0f),
            row.height};
  }

  void paint_cell(const Box& row, const analysis::CacheFill& fill, std::uint32_t cell,
                  bool is_leaving) {
    const Box box = place_of(row, cell);
    const Color full = fill_of(fill, cell);
    const Color color = is_leaving ? waiting_color(full, style_.theme) : full;
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                color,
                                0,
                                1,
                                0,
                                {MarkId::Kind::element, fill.slot, cell}});
    if (!is_leaving) paint_label(box, fill, cell, color);
  }

  // Comes from the right, where memory is.
  void paint_mover(const Box& row, const analysis::CacheFill& fill, std::uint32_t cell) {
    const Box place = place_of(row, cell);
    const auto t = static_cast<float>(progress_.next * progress_.next * (3 - 2 * progress_.next));
    const float start = std::max(list_.width - row.width, 0.0f) + place.x - row.x;
    const float from = std::min(start, list_.width - place.width);
    const Box box{from + (place.x - from) * t, place.y, place.width, place.height};
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                mix(theme_.conflict, theme_.cell, 0.25f),
                                0,
                                1,
                                0,
                                {MarkId::Kind::mover, fill.slot, cell}});
    paint_label(box, fill, cell, mix(theme_.conflict, theme_.cell, 0.25f));
  }

  void paint_label(const Box& box, const analysis::CacheFill& fill, std::uint32_t cell,
                   Color behind) {
    const std::uint64_t address = fill.line * replay_.options().line_bytes + cell * cell_bytes();
    const std::string label = element_label(trace_.buffers, address, cell_bytes());
    Style large = style_;
    large.text_size =
        std::max(style_.text_size, std::min(rows_height_ * 0.35f, style_.text_size * 1.5f));
    add_text(list_, large, {box.x + 2, box.y, std::max(box.width - 4, 0.0f), box.height}, {label},
             {.align = Text::Align::center, .color = text_on(behind), .monospace = true});
  }

  void outline(const Box& row) {
    list_.rectangles.push_back(
        {row.x, row.y, row.width, row.height, 0, theme_.highlight, 2, 0, {}});
  }

  DrawList& list_;
  const analysis::CacheReplay& replay_;
  const trace::Trace& trace_;
  const CacheProgress& progress_;
  const Style& style_;
  const Theme& theme_;
  std::uint32_t shown_ = 0, first_row_ = 0, cells_ = 1;
  float rows_height_ = 0, gutter_ = 0, cell_width_ = 0;
};

}  // namespace

float highest_cache_rows(const analysis::CacheReplay& replay, const Style& style) {
  return static_cast<float>(rows_of(replay)) * style.text_size * kHighestRow;
}

void paint_cache_rows(DrawList& list, const analysis::CacheReplay& replay,
                      const trace::Trace& trace, const CacheProgress& progress, const Box& box,
                      const Style& style) {
  Rows(list, replay, trace, progress, style).paint(box);
}

}  // namespace warplens::scene
