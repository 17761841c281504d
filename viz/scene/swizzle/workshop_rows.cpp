#include <algorithm>
#include <bit>

#include "kernels/cost/shared_breakdown.h"
#include "viz/scene/access/service.h"
#include "viz/scene/draw/phrases.h"
#include "viz/scene/swizzle/workshop_parts.h"
#include "viz/scene/swizzle/workshop_phrases.h"

namespace warplens::scene {
namespace {

using analysis::kBanks;

class RowPainter {
 public:
  RowPainter(const WorkshopPaint& paint, bool is_after)
      : paint_(paint),
        answer_(*paint.scene.answer),
        at_(cost_of(answer_, paint.scene.access.direction, is_after)),
        box_(paint.layout.rows[is_after ? 1 : 0]),
        is_after_(is_after),
        column_(box_.width / static_cast<float>(kBanks)) {}

  void paint() {
    paint_title();
    paint_labels();
    if (at_.cost->fault.has_value()) return;
    const swizzle::WarpAccess& warp = at_.pattern->accesses.warps[paint_.scene.access.index];
    const analysis::SharedBreakdown access = analysis::shared_breakdown(
        at_.pattern->accesses.site, event_of(warp, answer_.spec.tile, *at_.placement));
    paint_ground(access);
    const Service service = shared_service(access);
    for (std::size_t i = 0; i < access.words.size(); ++i) {
      paint_word(access.words[i], service.words[i]);
    }
    if (is_after_) paint_saved(service.passes);
  }

 private:
  [[nodiscard]] float row_y(std::uint32_t row) const {
    return box_.y + paint_.layout.row_height * static_cast<float>(row);
  }

  void paint_title() {
    const swizzle::PatternCost& cost = *at_.cost;
    const analysis::AccessCost& access = cost.accesses[paint_.scene.access.index];
    const bool is_bad =
        cost.fault.has_value() || is_costly(access.wavefronts, access.ideal_wavefronts);
    add_text(paint_.list, paint_.style, paint_.layout.row_titles[is_after_ ? 1 : 0],
             {rows_title(paint_.style.language, answer_, paint_.scene.access, is_after_)},
             {.color = is_bad ? paint_.colors.conflict : paint_.colors.text,
              .id = {MarkId::Kind::label, 2u + (is_after_ ? 1u : 0u), 0}});
  }

  // The banks' numbers.
  void paint_labels() {
    const float size = paint_.layout.label_size, height = size * 1.25f;
    const std::uint64_t step = label_step(column_, paint_.style.measure("31", size, false) * 1.3);
    for (std::uint32_t bank = 0; bank < kBanks; bank += step) {
      put_text(paint_.list,
               {box_.x + column_ * static_cast<float>(bank), box_.y - height, column_, height},
               fmt::format("{}", bank), size,
               {.align = Text::Align::center, .color = paint_.colors.muted_text});
    }
    const std::string bank(phrases::bank.in(paint_.style.language));
    const float room = paint_.style.measure(bank, size, false);
    const float right = box_.x - paint_.style.text_size * 0.3f;
    if (right - room < (is_after_ ? paint_.layout.row_titles[1].x : 0)) return;
    put_text(paint_.list, {right - room, box_.y - height, room, height}, bank, size,
             {.align = Text::Align::right, .color = paint_.colors.muted_text});
  }

  // Marks where there were wavefronts without the map and are none with it.
  void paint_saved(std::uint32_t wavefronts) {
    const std::uint32_t before = at_.pattern->before.accesses[paint_.scene.access.index].wavefronts;
    if (before <= wavefronts || at_.pattern->before.fault.has_value()) return;
    const float y = row_y(wavefronts), bottom = row_y(before);
    paint_.list.rectangles.push_back(
        {box_.x, y + 1, box_.width, bottom - y - 1, 0, paint_.colors.grid, 1, 0, {}});
    Style large = paint_.style;
    large.text_size *= 1.6f;
    add_text(paint_.list, large, {box_.x, y, box_.width, bottom - y},
             {saved_phrase(paint_.style.language, before, wavefronts)},
             {.align = Text::Align::center, .color = paint_.colors.muted_text});
  }

  // Empty places of all wavefronts; a line between groups, which are served one after the other.
  void paint_ground(const analysis::SharedBreakdown& access) {
    std::uint32_t row = 0;
    for (const analysis::SharedGroup& group : access.groups) {
      const float height = paint_.layout.row_height * static_cast<float>(group.wavefronts);
      paint_.list.rectangles.push_back({box_.x,
                                        row_y(row),
                                        box_.width,
                                        height,
                                        paint_.colors.cell,
                                        0,
                                        1,
                                        0,
                                        {MarkId::Kind::group, row, is_after_ ? 1u : 0u}});
      row += group.wavefronts;
    }
    const float bottom = row_y(row);
    for (std::uint32_t bank = 0; bank <= kBanks; bank += 4) {
      const float x = box_.x + column_ * static_cast<float>(bank);
      paint_.list.lines.push_back({x, box_.y, x, bottom, paint_.colors.grid, 1});
    }
    paint_row_numbers(row);
  }

  void paint_row_numbers(std::uint32_t rows) {
    const float size = paint_.layout.label_size;
    const std::uint64_t step = label_step(paint_.layout.row_height, size);
    for (std::uint32_t row = static_cast<std::uint32_t>(step) - 1; row < rows; row += step) {
      const std::string number = fmt::format("{}", row + 1);
      const float room = paint_.style.measure(number, size, false);
      put_text(paint_.list,
               {box_.x - paint_.style.text_size * 0.3f - room, row_y(row), room,
                paint_.layout.row_height},
               number, size, {.align = Text::Align::right, .color = paint_.colors.muted_text});
    }
  }

  void paint_word(const analysis::WordUse& use, const WordTurn& turn) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(use.lanes));
    const float gap = paint_.layout.row_height > 4 ? 1.0f : 0.5f;
    const Box cell{box_.x + column_ * static_cast<float>(use.bank()) + 0.5f, row_y(turn.first),
                   column_ - 1, paint_.layout.row_height - gap};
    const Color fill = lane_color(lane);
    paint_.list.rectangles.push_back({cell.x,
                                      cell.y,
                                      cell.width,
                                      cell.height,
                                      fill,
                                      0,
                                      1,
                                      0,
                                      {MarkId::Kind::lane, lane, is_after_ ? 1u : 0u}});
    const std::string all = lane_ranges(use.lanes), first = fmt::format("{}", lane);
    add_text(paint_.list, paint_.style, cell, {all, first},
             {.align = Text::Align::center, .color = text_on(fill)});
  }

  const WorkshopPaint& paint_;
  const swizzle::SwizzleAnswer& answer_;
  const WorkshopCost at_;
  const Box box_;
  const bool is_after_;
  const float column_;
};

}  // namespace

void paint_rows(const WorkshopPaint& paint) {
  for (const bool is_after : {false, true}) RowPainter(paint, is_after).paint();
}

}  // namespace warplens::scene
