#include <algorithm>
#include <cmath>
#include <map>

#include "viz/scene/charts/accuracy_chart.h"
#include "viz/scene/charts/accuracy_phrases.h"
#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

constexpr float kNames = 0.22f, kWords = 0.26f;  // of the width, at most

class OrderPainter {
 public:
  OrderPainter(const AccuracyChart& chart, const AccuracyLook& look, Size size, const Style& style)
      : chart_(chart), look_(look), style_(style), theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    line_ = style.text_size * 1.2f;
    lay_out();
  }

  DrawList paint() {
    const bool has_room = plot_.width > line_ * 4 && row_ > line_ * 1.2f;
    if (!has_room || chart_.series.empty()) return std::move(list_);
    add_text(
        list_, style_, {0, 0, list_.width, line_},
        {phrases::order_error.in(style_.language), phrases::order_error_short.in(style_.language)},
        {.color = theme_.muted_text});
    paint_axis();
    for (std::size_t i = 0; i < chart_.series.size(); ++i) paint_row(i);
    return std::move(list_);
  }

 private:
  void lay_out() {
    float names = 0, told = 0;
    double low = 0, high = 0;
    for (const AccuracySeries& series : chart_.series) {
      names = std::max(names, style_.measure(series.name, style_.text_size, false));
      if (series.orders == nullptr) continue;
      told = std::max(told, style_.measure(distinct_phrase(*series.orders, style_.language),
                                           style_.text_size, false));
      for (const double error : series.orders->errors) {
        low = std::min(low, error);
        high = std::max(high, error);
      }
    }
    names = std::min(names, list_.width * kNames) + line_ * 0.6f;
    told = std::min(told, list_.width * kWords) + line_ * 0.6f;
    plot_ = {names, line_ * 1.6f, list_.width - names - told, list_.height - line_ * 4.2f};
    row_ = plot_.height / static_cast<float>(std::max<std::size_t>(chart_.series.size(), 1));
    const double room = std::max((high - low) * 0.08, 0.25);
    errors_ = {low - room, high + room, plot_.x, plot_.x + plot_.width, false};
  }

  void paint_axis() {
    const float bottom = plot_.y + plot_.height, size = style_.text_size * 0.9f;
    list_.lines.push_back({plot_.x, bottom, plot_.x + plot_.width, bottom, theme_.padding, 1});
    const auto most = static_cast<std::size_t>(std::clamp(plot_.width / (line_ * 4), 2.f, 9.f));
    for (const double tick : nice_ticks(errors_, most)) {
      const float x = errors_.at(tick);
      const bool is_exact = std::abs(tick) < 1e-9;
      list_.lines.push_back(
          {x, plot_.y, x, bottom + line_ * 0.25f, is_exact ? theme_.muted_text : theme_.grid, 1});
      const std::string text = is_exact ? "0" : fmt::format("{:+.3g}", tick);
      const float width = style_.measure(text, size, false) + 2;
      if (x - width / 2 < 0 || x + width / 2 > list_.width) continue;
      put_text(list_, {x - width / 2, bottom + line_ * 0.3f, width, line_}, text, size,
               {.align = Text::Align::center, .color = theme_.muted_text});
      if (!is_exact) continue;
      const std::string exact(phrases::exact.in(style_.language));
      const float wide = style_.measure(exact, size, false) + 2;
      const float left = std::clamp(x - wide / 2, 0.0f, list_.width - wide);
      put_text(list_, {left, bottom + line_ * 1.3f, wide, line_}, exact, size,
               {.align = Text::Align::center, .color = theme_.muted_text});
    }
  }

  void paint_row(std::size_t number) {
    const AccuracySeries& series = chart_.series[number];
    const Color color = accuracy_color(chart_, number, look_, style_.theme);
    const Box box{0, plot_.y + row_ * static_cast<float>(number), list_.width, row_};
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                series.is_on_stage ? theme_.cell : 0,
                                0,
                                1,
                                0,
                                {MarkId::Kind::bar, static_cast<std::uint32_t>(number), 0}});
    const float middle = box.y + (row_ - line_) / 2;
    add_text(list_, style_, {line_ * 0.2f, middle, plot_.x - line_ * 0.4f, line_}, {series.name},
             {.color = color});
    list_.lines.push_back(
        {plot_.x, box.y + row_, plot_.x + plot_.width, box.y + row_, theme_.grid, 1});
    if (series.orders == nullptr) return;
    paint_dots(number, box, color);
    const float left = plot_.x + plot_.width + line_ * 0.3f;
    add_text(list_, style_, {left, middle, list_.width - left, line_},
             {distinct_phrase(*series.orders, style_.language),
              fmt::format("{}", series.orders->distinct())},
             {.color = color});
  }

  // Results that are the same stand one above another.
  void paint_dots(std::size_t number, const Box& row, Color color) {
    const auto& errors = chart_.series[number].orders->errors;
    std::map<double, int> heights;
    int highest = 0;
    for (const double error : errors) highest = std::max(highest, ++heights[error]);
    const float step =
        std::min((row_ - line_ * 0.4f) / static_cast<float>(highest), style_.text_size * 1.1f);
    const float radius = std::clamp(step * 0.42f, 1.0f, style_.text_size * 0.45f);
    heights.clear();
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const float x = errors_.at(errors[i]);
      const float y =
          row.y + row_ - line_ * 0.2f - step * (static_cast<float>(heights[errors[i]]++) + 0.5f);
      list_.rectangles.push_back({x - radius,
                                  y - radius,
                                  2 * radius,
                                  2 * radius,
                                  color,
                                  0,
                                  1,
                                  radius,
                                  {MarkId::Kind::point, static_cast<std::uint32_t>(number),
                                   static_cast<std::uint32_t>(i)}});
    }
  }

  const AccuracyChart& chart_;
  const AccuracyLook& look_;
  const Style& style_;
  const Theme& theme_;
  DrawList list_;
  Box plot_;
  Axis errors_;
  float line_ = 0, row_ = 0;
};

}  // namespace

DrawList order_chart(const AccuracyChart& chart, const AccuracyLook& look, Size size,
                     const Style& style) {
  return OrderPainter(chart, look, size, style).paint();
}

}  // namespace warplens::scene
