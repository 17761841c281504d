#include "viz/scene/bar_chart.h"

#include <algorithm>

#include "viz/scene/chart_axis.h"
#include "viz/scene/chart_words.h"

namespace warplens::scene {
namespace {

using timing::Kind;

constexpr float kLowestRow = 1.1f, kHighestRow = 2.2f;  // in text sizes
constexpr float kWidestNames = 0.42f;                   // of the view

class Painter {
 public:
  Painter(const Chart& chart, ChartFigure figure, std::int64_t side, Size size, const Style& style)
      : chart_(chart),
        figure_(figure),
        side_(chart.index_of(side)),
        style_(style),
        theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
      if (chart.series[i].is_hidden) continue;
      (chart.series[i].kind == Kind::variant ? rows_ : lines_).push_back(i);
    }
  }

  DrawList paint() {
    place();
    if (!side_ || shown_ == 0 || bars_.width < style_.text_size) return std::move(list_);
    for (std::size_t row = 0; row < shown_; ++row) paint_row(rows_[row], row);
    if (shown_ < rows_.size()) {
      add_text(list_, style_, row_box(shown_),
               {hidden_rows_label(style_.language, rows_.size() - shown_)},
               {.color = theme_.muted_text});
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) paint_line(lines_[i], i);
    return std::move(list_);
  }

 private:
  [[nodiscard]] std::optional<double> value(std::size_t series) const {
    const timing::Entry* entry = chart_.series[series].points[*side_];
    return entry == nullptr ? std::nullopt : value_of(*entry, figure_);
  }

  // The lines' names stand above the bars, one below the other.
  void place() {
    const float unit = style_.text_size;
    float names = 0;
    double most = 0;
    for (const std::size_t i : rows_) {
      names = std::max(names, style_.measure(chart_.series[i].name, unit, false));
      if (side_) most = std::max(most, value(i).value_or(0));
    }
    std::erase_if(lines_, [this](std::size_t i) { return !side_ || !value(i); });
    for (const std::size_t i : lines_) most = std::max(most, *value(i));
    const float left = std::min(names, list_.width * kWidestNames) + unit * 0.5f;
    bars_ = {left, unit * 1.2f * static_cast<float>(lines_.size()), list_.width - left, 0};
    bars_.height = list_.height - bars_.y;
    values_ = {0, most > 0 ? most * 1.05 : 1, bars_.x, bars_.x + bars_.width, false};
    const auto fitting =
        static_cast<std::size_t>(std::max(bars_.height / (unit * kLowestRow), 0.0f));
    shown_ = rows_.size() <= fitting ? rows_.size() : fitting > 0 ? fitting - 1 : 0;
    keep_the_stage();
    const auto divided = static_cast<float>(std::min(rows_.size(), shown_ + 1));
    row_height_ = std::min(bars_.height / std::max(divided, 1.0f), unit * kHighestRow);
  }

  // A kernel that is looked at is never among those without room.
  void keep_the_stage() {
    std::size_t last = shown_;
    for (std::size_t row = shown_; row < rows_.size() && last > 0; ++row) {
      if (chart_.series[rows_[row]].is_on_stage) std::swap(rows_[row], rows_[--last]);
    }
    std::sort(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(shown_));
  }

  [[nodiscard]] Box row_box(std::size_t row) const {
    return {0, bars_.y + row_height_ * static_cast<float>(row), list_.width, row_height_};
  }

  void paint_row(std::size_t number, std::size_t row) {
    const ChartSeries& series = chart_.series[number];
    const Box box = row_box(row);
    if (series.is_on_stage) {
      list_.rectangles.push_back({box.x, box.y, box.width, box.height, theme_.cell, 0, 1, 0, {}});
    }
    const float gap = style_.text_size * 0.5f;
    add_text(list_, style_, {0, box.y, bars_.x - gap, box.height}, {series.name},
             {.align = Text::Align::right, .color = theme_.text});
    if (const auto length = value(number)) {
      paint_bar(series, box, *length);
    } else {
      add_text(list_, style_, {bars_.x, box.y, bars_.width, box.height},
               {word(Word::not_recorded, style_.language), "–"}, {.color = theme_.muted_text});
    }
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                0,
                                0,
                                1,
                                0,
                                {MarkId::Kind::bar, static_cast<std::uint32_t>(number), 0}});
  }

  // The value stands in the bar where it fits, else behind it.
  void paint_bar(const ChartSeries& series, const Box& row, double length) {
    const float right = values_.at(length), thick = row.height * 0.7f;
    const float top = row.y + (row.height - thick) / 2;
    const Color color = series_color(series, style_.theme);
    list_.rectangles.push_back({bars_.x,
                                top,
                                right - bars_.x,
                                thick,
                                color,
                                series.is_live ? theme_.highlight : 0,
                                1.5f,
                                0,
                                {MarkId::Kind::point, 0, 0}});
    const std::string words = figure_words(length, figure_);
    const float pad = style_.text_size * 0.3f,
                width = style_.measure(words, style_.text_size, false);
    const bool is_inside = right - bars_.x > width + 2 * pad;
    const Box place = is_inside ? Box{bars_.x, row.y, right - bars_.x - pad, row.height}
                                : Box{right + pad, row.y, list_.width - right - pad, row.height};
    add_text(list_, style_, place, {words},
             {.align = is_inside ? Text::Align::right : Text::Align::left,
              .color = is_inside ? text_on(color) : theme_.text});
  }

  // Its name and value end or begin at the line, whichever side has room.
  void paint_line(std::size_t number, std::size_t index) {
    const ChartSeries& series = chart_.series[number];
    const double at = *value(number);
    const float x = values_.at(at), line = style_.text_size * 1.2f;
    const float top = line * static_cast<float>(index);
    const Color color = series_color(series, style_.theme);
    const float bottom = bars_.y + row_height_ * static_cast<float>(shown_);
    add_series_line(list_, series, {x, top, x, bottom, color, 1.5f});
    const std::string value_text = figure_words(at, figure_);
    const std::string words = series.name + " " + value_text;
    const float pad = style_.text_size * 0.3f;
    const bool is_left = x > list_.width - x;
    const Box place =
        is_left ? Box{0, top, x - pad, line} : Box{x + pad, top, list_.width - x - pad, line};
    add_text(
        list_, style_, place, {words, value_text},
        {.align = is_left ? Text::Align::right : Text::Align::left, .color = theme_.muted_text});
  }

  const Chart& chart_;
  ChartFigure figure_;
  std::optional<std::size_t> side_;
  const Style& style_;
  const Theme& theme_;
  std::vector<std::size_t> rows_, lines_;  // series
  Box bars_;
  Axis values_;
  std::size_t shown_ = 0;
  float row_height_ = 0;
  DrawList list_;
};

}  // namespace

DrawList bar_chart(const Chart& chart, ChartFigure figure, std::int64_t side, Size size,
                   const Style& style) {
  return Painter(chart, figure, side, size, style).paint();
}

}  // namespace warplens::scene
