#include "viz/scene/cache_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/scene/cache_strip.h"
#include "viz/scene/cache_words.h"
#include "viz/scene/sector_strip.h"
#include "viz/scene/service.h"

namespace warplens::scene {
namespace {

using Outcome = analysis::CacheLookup::Outcome;

constexpr std::uint32_t kFewLines = 64;  // of a cache that is shown with its empty lines
constexpr std::uint64_t kMostCells = 8;  // of a line that is shown element by element
constexpr float kWidestCell = 9;         // in text sizes
constexpr float kHighestRow = 2.6f, kLowestRow = 1.25f;

class Painter {
 public:
  Painter(const analysis::CacheReplay& replay, const trace::Trace& trace, const CacheMoment& moment,
          Size size, const Style& style, CacheMarks marks)
      : replay_(replay),
        trace_(trace),
        event_(moment.event),
        style_(style),
        theme_(theme(style.theme)),
        plain_(marks == CacheMarks::plain) {
    list_.width = size.width;
    list_.height = size.height;
    first_ = replay.before(event_);
    count_ = replay.lookups_of(event_).size();
    Service service;
    service.passes = static_cast<std::uint32_t>(count_);
    const double over = passes_done(service, moment.phase);
    done_ = plain_ ? first_ : first_ + static_cast<std::size_t>(over);
    progress_ = over - static_cast<double>(static_cast<std::size_t>(over));
  }

  DrawList paint() {
    const float unit = style_.text_size;
    float top = 0, bottom = list_.height;
    if (!plain_) {
      top = paint_words();
      bottom = paint_totals();
    }
    const float strip = std::min(unit * 3.9f, (bottom - top) * (plain_ ? 1.0f : 0.42f));
    const Box box{0, bottom - strip, list_.width, strip};
    paint_cache_strip(list_, replay_, trace_, {done_, first_, count_, !plain_}, box, style_);
    if (!plain_) paint_lines({0, top, list_.width, box.y - unit * 0.5f - top});
    return std::move(list_);
  }

 private:
  // What the access does; the text is whole before the motion is over.
  float paint_words() {
    const float height = style_.text_size * 1.5f;
    if (list_.height < height * 2) return 0;
    const std::string words = cache_access_words(style_.language, replay_, trace_, event_);
    const analysis::CacheTotals totals = replay_.totals_of(event_);
    const Color color = totals.misses > 0 ? theme_.conflict
                        : totals.hits > 0 ? theme_.hit
                                          : theme_.muted_text;
    add_text(list_, style_, {0, 0, list_.width, height}, {words},
             {.color = color, .id = {MarkId::Kind::label, 0, 0}});
    return height;
  }

  float paint_totals() {
    const float height = style_.text_size * 1.5f;
    if (list_.height < height * 3) return list_.height;
    const analysis::CacheTotals totals = replay_.totals(done_);
    add_text(
        list_, style_, {0, list_.height - height, list_.width, height},
        {cache_totals_words(style_.language, totals), cache_totals_short(style_.language, totals)},
        {.color = theme_.text, .id = {MarkId::Kind::label, 1, 0}});
    return list_.height - height;
  }

  [[nodiscard]] bool is_moving() const { return progress_ > 0 && done_ < first_ + count_; }
  [[nodiscard]] std::uint32_t all_rows() const {
    const std::uint32_t lines = replay_.options().lines;
    return lines <= kFewLines ? lines : replay_.used_slots();
  }
  // The slot of the lookup under way, or of the last one that is over.
  [[nodiscard]] std::uint32_t slot_in_sight() const {
    const std::size_t now = is_moving() ? done_ : done_ > 0 ? done_ - 1 : 0;
    return now < replay_.lookups().size() ? replay_.lookups()[now].slot : 0;
  }

  void lay_out_rows(const Box& box) {
    const float unit = style_.text_size;
    const std::uint32_t all = all_rows();
    const auto fitting =
        static_cast<std::uint32_t>(std::max(box.height / (unit * kLowestRow), 0.0f));
    shown_ = all <= fitting ? all : fitting > 0 ? fitting - 1 : 0;
    if (shown_ == 0) return;
    first_row_ = slot_in_sight() / shown_ * shown_;
    rows_height_ = std::min(box.height / static_cast<float>(shown_ + (all > shown_ ? 1 : 0)),
                            unit * kHighestRow);
    gutter_ = style_.measure(fmt::format("{}", all), unit * 0.8f, false) + unit * 0.5f;
    const std::uint64_t elements = replay_.options().line_bytes / element_bytes();
    cells_ = elements <= kMostCells
                 ? static_cast<std::uint32_t>(std::max<std::uint64_t>(elements, 1))
                 : replay_.options().line_bytes / replay_.options().sector_bytes;
    cell_width_ = std::min((box.width - gutter_) / static_cast<float>(cells_), unit * kWidestCell);
  }

  [[nodiscard]] std::uint64_t element_bytes() const {
    const auto& buffer = replay_.options().buffer;
    return buffer && *buffer < trace_.buffers.size()
               ? std::max(trace_.buffers[*buffer].element_bytes, 1u)
               : 4;
  }

  void paint_lines(const Box& box) {
    lay_out_rows(box);
    if (shown_ == 0 || cell_width_ < 2) return;
    const std::uint32_t end = std::min(first_row_ + shown_, all_rows());
    for (std::uint32_t slot = first_row_; slot < end; ++slot) paint_slot(box, slot);
    const std::uint32_t hidden = all_rows() - (end - first_row_);
    if (hidden == 0) return;
    const float y = box.y + rows_height_ * static_cast<float>(shown_);
    add_text(list_, style_, {gutter_, y, box.width - gutter_, rows_height_},
             {hidden_rows_label(style_.language, hidden)}, {.color = theme_.muted_text});
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
    const bool arrives = is_moving() && replay_.lookups()[done_].slot == slot;
    const auto held = replay_.held(slot, done_);
    const auto next = arrives ? replay_.held(slot, done_ + 1) : held;
    const bool is_replaced = held && next && held->line != next->line;
    for (std::uint32_t cell = 0; cell < cells_; ++cell) {
      if (held && has(*held, cell)) paint_cell(row, *held, cell, is_replaced);
      if (arrives && next && has(*next, cell) && !(held && !is_replaced && has(*held, cell))) {
        paint_mover(row, *next, cell);
      }
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
    const std::size_t end = done_ + (is_moving() ? 1 : 0);
    for (std::size_t i = first_; i < end; ++i) {
      if (replay_.lookups()[i].slot == slot) return true;
    }
    return false;
  }

  // How the event's lookup of this sector came out; nothing when it has not looked there yet.
  [[nodiscard]] std::optional<Outcome> outcome_of(std::uint64_t sector) const {
    for (std::size_t i = first_; i < done_; ++i) {
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
    const trace::EventView event = trace_.events.view(event_);
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
    const auto t = static_cast<float>(progress_ * progress_ * (3 - 2 * progress_));
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
    add_text(list_, style_, {box.x + 2, box.y, std::max(box.width - 4, 0.0f), box.height}, {label},
             {.align = Text::Align::center, .color = text_on(behind), .monospace = true});
  }

  void outline(const Box& row) {
    list_.rectangles.push_back(
        {row.x, row.y, row.width, row.height, 0, theme_.highlight, 2, 0, {}});
  }

  const analysis::CacheReplay& replay_;
  const trace::Trace& trace_;
  std::size_t event_;
  const Style& style_;
  const Theme& theme_;
  bool plain_;
  DrawList list_;
  std::size_t first_ = 0, count_ = 0, done_ = 0;  // lookups: of the event, and that are over
  double progress_ = 0;                           // of the one after these
  std::uint32_t shown_ = 0, first_row_ = 0, cells_ = 1;
  float rows_height_ = 0, gutter_ = 0, cell_width_ = 0;
};

}  // namespace

DrawList cache_view(const analysis::CacheReplay& replay, const trace::Trace& trace,
                    const CacheMoment& moment, Size size, const Style& style, CacheMarks marks) {
  return Painter(replay, trace, moment, size, style, marks).paint();
}

}  // namespace warplens::scene
