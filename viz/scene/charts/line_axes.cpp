#include "viz/scene/charts/line_axes.h"

#include <algorithm>
#include <bit>

#include "viz/scene/charts/chart_phrases.h"

namespace warplens::scene {
namespace {

class AxesPainter {
 public:
  AxesPainter(DrawList& list, const Chart& chart, const LineChartLook& look,
              const LineChartLayout& layout, const Style& style)
      : list_(list),
        chart_(chart),
        look_(look),
        layout_(layout),
        style_(style),
        theme_(theme(style.theme)) {}

  void paint() {
    paint_l2();
    paint_values();
    paint_sizes();
    paint_lit_size();
  }

 private:
  [[nodiscard]] float x_of(std::size_t side) const {
    return layout_.sizes.at(static_cast<double>(chart_.sides[side]));
  }

  // Up to half way to the first size that does not fit.
  void paint_l2() {
    const Box& plot = layout_.plot;
    std::size_t count = 0;
    while (count < chart_.sides.size() && fits_in_l2(chart_, count)) ++count;
    if (count == 0) return;
    const float right =
        count == chart_.sides.size() ? plot.x + plot.width : (x_of(count - 1) + x_of(count)) / 2;
    list_.rectangles.push_back({plot.x,
                                plot.y,
                                right - plot.x,
                                plot.height,
                                theme_.cell,
                                0,
                                1,
                                0,
                                {MarkId::Kind::label, 0, 0}});
    const float line = style_.text_size * 1.2f;
    add_text(list_, style_, {plot.x + line * 0.3f, plot.y, right - plot.x - line * 0.6f, line},
             {phrases::in_l2.in(style_.language), "L2"}, {.color = theme_.muted_text});
  }

  // Writes what is measured at the left, and what dashes mean at the right, in the longest wording
  // that fits.
  void paint_titles(float line) {
    const std::string title = title_of(chart_, look_.figure, style_.language);
    const float right = layout_.plot.x + layout_.plot.width;
    add_text(list_, style_, {0, 0, right, line}, {title}, {.color = theme_.muted_text});
    const float dashes = style_.text_size * 2.2f, gap = style_.text_size * 0.5f;
    const float room = right - style_.measure(title, style_.text_size, false) - dashes - 3 * gap;
    for (const std::string& words : odd_sizes_wordings(chart_, style_.language)) {
      const float width = style_.measure(words, style_.text_size, false);
      if (width > room) continue;
      const float left = right - width;
      add_text(list_, style_, {left, 0, width + 1, line}, {words}, {.color = theme_.muted_text});
      const float y = line / 2, width_of_line = std::max(1.0f, style_.text_size * 0.1f);
      add_dashed_line(list_,
                      {left - gap - dashes, y, left - gap, y, theme_.muted_text, width_of_line});
      return;
    }
  }

  void paint_values() {
    const Box& plot = layout_.plot;
    const float line = style_.text_size * 1.2f;
    paint_titles(line);
    float above = list_.height;
    for (const double tick : layout_.ticks) {
      const float y = layout_.values.at(tick);
      list_.lines.push_back({plot.x, y, plot.x + plot.width, y, theme_.grid, 1});
      if (above - y < style_.text_size) continue;
      above = y;
      const float top = std::clamp(y - line / 2, line, list_.height - 2 * line);
      put_text(list_, {0, top, plot.x - line * 0.3f, line}, tick_phrase(tick, look_.figure),
               style_.text_size * 0.9f,
               {.align = Text::Align::right,
                .color = theme_.muted_text,
                .id = {MarkId::Kind::axis, 1, 0}});
    }
    list_.lines.push_back({plot.x, plot.y, plot.x, plot.y + plot.height, theme_.padding, 1});
  }

  // The order in which labels take their room: the lit size, the ends, powers of two, the rest.
  [[nodiscard]] int weight_of(std::size_t side) const {
    if (chart_.sides[side] == look_.side) return 0;
    if (side == 0 || side + 1 == chart_.sides.size()) return 1;
    return std::has_single_bit(static_cast<std::uint64_t>(chart_.sides[side])) ? 2 : 3;
  }

  void paint_sizes() {
    const Box& plot = layout_.plot;
    const float bottom = plot.y + plot.height, line = style_.text_size * 1.2f;
    list_.lines.push_back({plot.x, bottom, plot.x + plot.width, bottom, theme_.padding, 1});
    const float size = style_.text_size * 0.9f;
    std::vector<Box> taken;
    for (int weight = 0; weight < 4; ++weight) {
      for (std::size_t i = 0; i < chart_.sides.size(); ++i) {
        if (weight_of(i) == weight) paint_size(i, bottom, taken);
      }
    }
    float left = list_.width;
    for (const Box& box : taken) left = std::min(left, box.x);
    const std::string title = axis_title(chart_, style_.language);
    const float width = style_.measure(title, size, false);
    if (width <= left) {
      put_text(list_, {0, bottom + line * 0.3f, left, line}, title, size,
               {.color = theme_.muted_text});
    } else if (width <= plot.width && chart_.swept) {
      put_text(list_, {plot.x, bottom + line * 1.4f, plot.width, line}, title, size,
               {.align = Text::Align::center, .color = theme_.muted_text});
    }
  }

  // A label that has no room is left out.
  void paint_size(std::size_t side, float bottom, std::vector<Box>& taken) {
    const float line = style_.text_size * 1.2f, size = style_.text_size * 0.9f;
    const float x = x_of(side);
    list_.lines.push_back({x, bottom, x, bottom + line * 0.25f, theme_.padding, 1});
    const std::string words = grouped_digits(chart_.sides[side]);
    const float width = style_.measure(words, size, false) + line * 0.4f;
    const float left = std::clamp(x - width / 2, 0.0f, std::max(0.0f, list_.width - width));
    const bool is_free = std::ranges::none_of(
        taken, [&](const Box& box) { return left < box.x + box.width && box.x < left + width; });
    if (!is_free || width > list_.width) return;
    taken.push_back({left, 0, width, line});
    const bool is_lit = chart_.sides[side] == look_.side;
    put_text(list_, {left, bottom + line * 0.3f, width, line}, words, size,
             {.align = Text::Align::center,
              .color = is_lit ? theme_.highlight : theme_.muted_text,
              .id = {MarkId::Kind::axis, 0, static_cast<std::uint32_t>(side)}});
  }

  void paint_lit_size() {
    const auto index = chart_.index_of(look_.side);
    if (!index) return;
    const float x = x_of(*index);
    const Box& plot = layout_.plot;
    list_.lines.push_back({x, plot.y, x, plot.y + plot.height,
                           mix(theme_.highlight, theme_.background, 0.45f), 1.5f});
  }

  DrawList& list_;
  const Chart& chart_;
  const LineChartLook& look_;
  const LineChartLayout& layout_;
  const Style& style_;
  const Theme& theme_;
};

}  // namespace

void add_line_axes(DrawList& list, const Chart& chart, const LineChartLook& look,
                   const LineChartLayout& layout, const Style& style) {
  AxesPainter(list, chart, look, layout, style).paint();
}

}  // namespace warplens::scene
