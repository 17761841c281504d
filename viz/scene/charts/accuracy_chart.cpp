#include "viz/scene/charts/accuracy_chart.h"

#include <algorithm>
#include <cmath>

#include "viz/scene/charts/accuracy_phrases.h"
#include "viz/scene/charts/chart.h"
#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/charts/line_names.h"

namespace warplens::scene {
namespace {

constexpr double kLeastError = 0.1;  // at the plot's bottom, in roundings
constexpr double kMargin = 1.6;      // beyond the last size
constexpr float kSmallestPlot = 4;   // in text sizes; below that nothing is drawn

class AccuracyPainter {
 public:
  AccuracyPainter(const AccuracyChart& chart, const AccuracyLook& look, Size size,
                  const Style& style)
      : chart_(chart), look_(look), style_(style), theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    line_ = style.text_size * 1.2f;
    lay_out();
  }

  DrawList paint() {
    const float least = style_.text_size * kSmallestPlot;
    if (chart_.sizes.empty() || plot_.width < least || plot_.height < least)
      return std::move(list_);
    paint_values();
    paint_sizes();
    paint_note();
    paint_bound();
    paint_one_rounding();
    for (std::size_t i = 0; i < chart_.series.size(); ++i) paint_series(i);
    paint_names();
    return std::move(list_);
  }

 private:
  void lay_out() {
    names_ = 0;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      names_ = std::max(names_, width_of(name_phrase(i)));
    }
    names_ = std::min(names_ + line_, list_.width * 0.34f);
    const bool is_far = largest_error() * kMargin >= 1e6;  // with tensor cores of few bits
    const float gutter = width_of(is_far ? "10,000,000" : "100,000") + line_ * 0.5f;
    plot_ = {gutter, line_ * 1.4f, list_.width - gutter - names_,
             list_.height - line_ * (3.9f + note_lines())};
    if (chart_.sizes.empty()) return;
    const auto first = static_cast<double>(chart_.sizes.front());
    const auto last = static_cast<double>(chart_.sizes.back());
    // The label of one rounding stands left of the first points.
    const float called = width_of(phrases::one_rounding.in(style_.language)) + line_;
    const float from = plot_.x + std::min(called, plot_.width * 0.25f);
    terms_ = {first, last * kMargin, from, plot_.x + plot_.width, true};
    const double most = std::max({10.0, last * kMargin, largest_error() * kMargin});
    errors_ = {kLeastError, most, plot_.y + plot_.height, plot_.y, true};
  }

  // The sums of tensor cores may be off by more than the bound.
  [[nodiscard]] double largest_error() const {
    double largest = 0;
    for (const AccuracySeries& series : chart_.series) {
      if (series.sizes == nullptr) continue;
      for (const run::SizeAccuracy& each : series.sizes->at)
        largest = std::max(largest, each.largest);
    }
    return largest;
  }
  [[nodiscard]] bool is_passed() const {
    const auto is_above = [](const run::SizeAccuracy& each) {
      return each.largest > static_cast<double>(each.size);
    };
    return std::ranges::any_of(chart_.series, [&](const AccuracySeries& series) {
      return series.sizes != nullptr && std::ranges::any_of(series.sizes->at, is_above);
    });
  }
  [[nodiscard]] float note_lines() const { return chart_.on_tensor_cores ? 1.1f : 0; }

  [[nodiscard]] float width_of(std::string_view words) const {
    return style_.measure(words, style_.text_size, false);
  }
  [[nodiscard]] bool stands_out(std::size_t series) const {
    return chart_.series[series].is_on_stage || look_.pointed_at == series;
  }
  // Ever thinner, so that of lines that lie over each other all can be seen.
  [[nodiscard]] float line_width(std::size_t series) const {
    const float thinner = 0.07f * static_cast<float>(std::min<std::size_t>(series, kSeriesHues));
    return std::max(1.0f, style_.text_size * (0.36f - thinner));
  }
  [[nodiscard]] double value_of(const run::SizeAccuracy& error) const {
    return look_.by_rms ? error.rms : error.largest;
  }
  [[nodiscard]] float y_of(double error) const { return errors_.at(std::max(error, kLeastError)); }
  [[nodiscard]] float x_of(std::int64_t terms) const {
    return terms_.at(static_cast<double>(terms));
  }
  [[nodiscard]] std::int64_t told_size() const {
    return std::ranges::binary_search(chart_.sizes, look_.size) ? look_.size : chart_.sizes.back();
  }
  [[nodiscard]] std::string name_phrase(std::size_t number) const {
    const AccuracySeries& series = chart_.series[number];
    const run::SizeAccuracy* told = series.sizes ? series.sizes->find(told_size()) : nullptr;
    return told ? fmt::format("{} {}", series.name, roundings_phrase(value_of(*told)))
                : series.name;
  }

  void paint_values() {
    const TextView& title = look_.by_rms ? phrases::rms_error : phrases::largest_error;
    const TextView& brief = look_.by_rms ? phrases::rms_error_short : phrases::largest_error_short;
    add_text(list_, style_, {0, 0, list_.width, line_},
             {title.in(style_.language), brief.in(style_.language)}, {.color = theme_.muted_text});
    const auto most = static_cast<std::size_t>(std::clamp(plot_.height / (line_ * 1.6f), 2.f, 8.f));
    for (const double tick : nice_ticks(errors_, most)) {
      const float y = errors_.at(tick);
      list_.lines.push_back({plot_.x, y, plot_.x + plot_.width, y, theme_.grid, 1});
      if (y < line_ * 1.6f) continue;
      put_text(list_, {0, y - line_ / 2, plot_.x - line_ * 0.3f, line_},
               tick < 1 ? fmt::format("{:.1f}", tick) : grouped_digits(std::llround(tick)),
               style_.text_size * 0.9f, {.align = Text::Align::right, .color = theme_.muted_text});
    }
    list_.lines.push_back({plot_.x, plot_.y, plot_.x, plot_.y + plot_.height, theme_.padding, 1});
  }

  void paint_sizes() {
    const float bottom = plot_.y + plot_.height, size = style_.text_size * 0.9f;
    list_.lines.push_back({plot_.x, bottom, plot_.x + plot_.width, bottom, theme_.padding, 1});
    float taken = 0;
    for (std::size_t i = 0; i < chart_.sizes.size(); ++i) {
      const std::string text = grouped_digits(chart_.sizes[i]);
      const float x = x_of(chart_.sizes[i]), width = style_.measure(text, size, false) + line_ / 2;
      list_.lines.push_back({x, bottom, x, bottom + line_ * 0.25f, theme_.padding, 1});
      const bool is_told = chart_.sizes[i] == told_size();
      if (is_told) {
        list_.lines.push_back(
            {x, plot_.y, x, bottom, mix(theme_.highlight, theme_.background, 0.45f), 1.5f});
      }
      const Box box{x - width / 2, bottom + line_ * 0.3f, width, line_};
      if (box.x < taken || box.x + width > list_.width) continue;
      taken = box.x + width;
      list_.rectangles.push_back({box.x,
                                  box.y,
                                  box.width,
                                  box.height,
                                  0,
                                  0,
                                  1,
                                  0,
                                  {MarkId::Kind::axis, 0, static_cast<std::uint32_t>(i)}});
      put_text(
          list_, box, text, size,
          {.align = Text::Align::center, .color = is_told ? theme_.highlight : theme_.muted_text});
    }
    put_text(list_, {plot_.x, bottom + line_ * 1.3f, plot_.width, line_},
             std::string(phrases::terms_axis.in(style_.language)), size,
             {.align = Text::Align::center, .color = theme_.muted_text});
  }

  // Whose sums were held against hardware.
  void paint_note() {
    if (!chart_.on_tensor_cores) return;
    const bool has_published = std::ranges::any_of(chart_.series, &AccuracySeries::is_published);
    const TextView& words = has_published ? phrases::as_published : phrases::as_hardware;
    const TextView& brief =
        has_published ? phrases::as_published_short : phrases::as_hardware_short;
    add_text(list_, style_, {0, plot_.y + plot_.height + line_ * 2.4f, list_.width, line_},
             {words.in(style_.language), brief.in(style_.language)},
             {.align = Text::Align::center, .color = theme_.muted_text});
  }

  void paint_bound() {
    const auto end = [this](double terms) {
      return LineChartLayout::Place{terms_.at(terms), errors_.at(terms)};
    };
    const auto from = end(terms_.low), to = end(terms_.high);
    const float width = std::max(1.0f, style_.text_size * 0.1f);
    add_dashed_line(list_, {from.x, from.y, to.x, to.y, theme_.muted_text, width});
    const float left = plot_.x + line_ * 0.3f;
    if (is_passed()) {
      add_text(
          list_, style_, {left, from.y - line_ / 2, from.x - left - line_ * 0.3f, line_},
          {phrases::bound_at_start.in(style_.language), phrases::bound_short.in(style_.language)},
          {.align = Text::Align::right, .color = theme_.muted_text});
      return;
    }
    // No error is above it, so that its words have the room left of it.
    const float y = plot_.y + line_;
    const float slope = (to.x - from.x) / (to.y - from.y);
    const float right = to.x + (y + line_ - to.y) * slope - line_ * 0.5f;
    add_text(list_, style_, {left, y - line_ / 2, right - left, line_},
             {phrases::bound.in(style_.language), phrases::bound_short.in(style_.language)},
             {.align = Text::Align::right, .color = theme_.muted_text});
  }

  void paint_one_rounding() {
    const float y = errors_.at(1), width = std::max(1.0f, style_.text_size * 0.1f);
    add_dashed_line(list_, {plot_.x, y, plot_.x + plot_.width, y, theme_.muted_text, width});
    add_text(
        list_, style_,
        {plot_.x + line_ * 0.3f, y - line_ * 1.1f, terms_.begin - plot_.x - line_ * 0.6f, line_},
        {phrases::one_rounding.in(style_.language), "2⁻²⁴"}, {.color = theme_.muted_text});
  }

  void paint_series(std::size_t number) {
    const AccuracySeries& series = chart_.series[number];
    if (series.sizes == nullptr) return;
    const Color color = accuracy_color(chart_, number, look_, style_.theme);
    const float width = line_width(number);
    const auto& at = series.sizes->at;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const float x = x_of(at[i].size), y = y_of(value_of(at[i]));
      if (i > 0) {
        const Line line{x_of(at[i - 1].size), y_of(value_of(at[i - 1])), x, y, color, width};
        series.is_published ? add_dashed_line(list_, line) : list_.lines.push_back(line);
      }
      const float radius = style_.text_size * (stands_out(number) ? 0.38f : 0.22f);
      add_series_mark(list_, {x, y, radius, color, value_of(at[i]) < kLeastError, false},
                      style_.theme);
      const float reach = style_.text_size * 0.5f;
      list_.rectangles.push_back({x - reach,
                                  y - reach,
                                  2 * reach,
                                  2 * reach,
                                  0,
                                  0,
                                  1,
                                  0,
                                  {MarkId::Kind::point, static_cast<std::uint32_t>(number),
                                   static_cast<std::uint32_t>(i)}});
    }
  }

  void paint_names() {
    std::vector<LineName> names;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      const AccuracySeries& series = chart_.series[i];
      if (series.sizes == nullptr || series.sizes->at.empty()) continue;
      const run::SizeAccuracy& last = series.sizes->at.back();
      names.push_back({i, {x_of(last.size), y_of(value_of(last))}, y_of(value_of(last))});
    }
    std::ranges::stable_sort(names, {}, &LineName::y);
    const float height = style_.text_size * 1.15f;
    names.resize(std::min(names.size(), static_cast<std::size_t>(plot_.height / height)));
    push_apart(names, plot_, height);
    const float left = plot_.x + plot_.width + line_ * 0.4f;
    for (const LineName& name : names) {
      const Color color = accuracy_color(chart_, name.series, look_, style_.theme);
      list_.lines.push_back(
          {name.end.x, name.end.y, left - line_ * 0.2f, name.y, with_alpha(color, 0x80), 1});
      const Box box{left, name.y - height / 2, list_.width - left, height};
      list_.rectangles.push_back(
          {box.x,
           box.y,
           box.width,
           box.height,
           0,
           0,
           1,
           0,
           {MarkId::Kind::label, static_cast<std::uint32_t>(name.series), 1}});
      add_text(list_, style_, box, {name_phrase(name.series), chart_.series[name.series].name},
               {.color = color});
    }
  }

  const AccuracyChart& chart_;
  const AccuracyLook& look_;
  const Style& style_;
  const Theme& theme_;
  DrawList list_;
  Box plot_;
  Axis terms_, errors_;
  float line_ = 0, names_ = 0;
};

}  // namespace

Color accuracy_color(const AccuracyChart& chart, std::size_t series, const AccuracyLook& look,
                     ThemeName name) {
  if (series < kSeriesHues) return series_hue(series, name);
  const bool stands_out = chart.series[series].is_on_stage || look.pointed_at == series;
  return stands_out ? pointed_series(name) : series_hue(std::nullopt, name);
}

DrawList accuracy_chart(const AccuracyChart& chart, const AccuracyLook& look, Size size,
                        const Style& style) {
  return AccuracyPainter(chart, look, size, style).paint();
}

}  // namespace warplens::scene
