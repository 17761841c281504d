#include "viz/scene/charts/limits_view.h"

#include <algorithm>
#include <span>

#include "viz/analysis/limits/limits_text.h"

namespace warplens::scene {
namespace {

using analysis::UnitLimit;

constexpr TextView kMeasured = tr("measured");
constexpr TextView kMeasuredHere = tr("measured here");
constexpr TextView kNotMeasured = tr("not measured");
constexpr TextView kNotPublished = tr("rate not published");
constexpr TextView kMeasuredRate = tr("rate measured");
constexpr TextView kPublishedRate = tr("rate by data sheet");

constexpr float kRoomForSources = 46;  // in text sizes

class LimitsPainter {
 public:
  LimitsPainter(const analysis::Limits& limits, std::optional<MeasuredTime> measured, Size size,
                const Style& style)
      : limits_(limits),
        shown_(analysis::shown_units(limits)),
        units_(shown_),
        measured_(measured),
        style_(style),
        theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    const auto height = [&] { return size.height / static_cast<float>(units_.size() + 1); };
    if (height() < style.smallest_text) units_ = {&limits.of(limits.limiting), 1};
    row_height_ = std::min(height(), style.text_size * 2.4f);
    bars_ = name_width() + style.text_size;
    sources_ = list_.width > style.text_size * kRoomForSources ? source_width() : 0;
    longest_ = std::max(limits.seconds, measured ? measured->seconds : 0);
  }

  DrawList paint() {
    const bool has_room = row_height_ >= style_.smallest_text && bar_room() > 0 && longest_ > 0;
    if (!has_room) return std::move(list_);
    for (std::size_t i = 0; i < units_.size(); ++i) paint_unit(units_[i], i);
    paint_measured();
    return std::move(list_);
  }

 private:
  [[nodiscard]] float width_of(std::string_view words) const {
    return style_.measure(words, style_.text_size, false);
  }
  [[nodiscard]] float name_width() const {
    float width = width_of(kMeasuredHere.in(style_.language));
    for (const UnitLimit& limit : shown_) {
      width = std::max(width, width_of(analysis::name_of(limit.unit).in(style_.language)));
    }
    return std::min(width, list_.width * 0.4f);
  }
  [[nodiscard]] float source_width() const {
    return std::max(width_of(kMeasuredRate.in(style_.language)),
                    width_of(kPublishedRate.in(style_.language))) +
           style_.text_size;
  }
  // The room for the longest bar: its time stands behind it, and at the right edge where the unit's
  // rate comes from.
  [[nodiscard]] float bar_room() const {
    return list_.width - bars_ - width_of("0000000 ms") - style_.text_size - sources_;
  }
  [[nodiscard]] float length_of(double seconds) const {
    return bar_room() * static_cast<float>(seconds / longest_);
  }
  [[nodiscard]] Box row(std::size_t number) const {
    return {0, row_height_ * static_cast<float>(number), list_.width, row_height_};
  }

  void paint_name(const Box& box, std::string_view name, Color color) {
    add_text(list_, style_, {0, box.y, bars_ - style_.text_size / 2, box.height}, {name},
             {.align = Text::Align::right, .color = color});
  }
  void paint_bar(const Box& box, double seconds, Color color) {
    const float thick = box.height * 0.6f;
    list_.rectangles.push_back({bars_,
                                box.y + (box.height - thick) / 2,
                                std::max(length_of(seconds), 1.0f),
                                thick,
                                color,
                                0,
                                1,
                                2,
                                {}});
    paint_phrase(box, seconds, analysis::time_phrase(seconds), theme_.text);
  }
  // The x at which the words behind a bar begin.
  [[nodiscard]] float behind_bar(double seconds) const {
    return bars_ + length_of(seconds) + style_.text_size / 2;
  }
  void paint_phrase(const Box& box, double behind, std::string_view words, Color color) {
    const float from = behind_bar(behind);
    add_text(list_, style_, {from, box.y, list_.width - from, box.height}, {words},
             {.color = color});
  }
  void paint_source(const Box& box, bool is_measured) {
    const TextView& words = is_measured ? kMeasuredRate : kPublishedRate;
    add_text(list_, style_, {list_.width - sources_, box.y, sources_ - 4, box.height},
             {words.in(style_.language)},
             {.align = Text::Align::right, .color = theme_.muted_text});
  }
  void add_mark(const Box& box, MarkId id) {
    list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, 0, 1, 0, id});
  }

  [[nodiscard]] std::string phrase_of(const UnitLimit& limit) const {
    if (limit.seconds.has_value()) return analysis::time_phrase(*limit.seconds);
    return std::string(kNotPublished.in(style_.language));
  }
  void paint_unit(const UnitLimit& limit, std::size_t number) {
    const Box box = row(number);
    const bool limits_it = limit.unit == limits_.limiting;
    if (limits_it) {
      list_.rectangles.push_back({box.x, box.y, box.width, box.height, theme_.cell, 0, 1, 0, {}});
    }
    paint_name(box, analysis::name_of(limit.unit).in(style_.language), theme_.text);
    if (limit.seconds.has_value()) {
      paint_bar(box, *limit.seconds, limits_it ? theme_.conflict : theme_.hit);
    } else {
      paint_phrase(box, 0, phrase_of(limit), theme_.muted_text);
    }
    if (sources_ > 0 && limit.seconds.has_value()) paint_source(box, limit.is_rate_measured);
    add_mark(box, {MarkId::Kind::row, static_cast<std::uint32_t>(limit.unit), 0});
  }

  void paint_measured() {
    const Box box = row(units_.size());
    if (!measured_.has_value()) {
      paint_name(box, kMeasured.in(style_.language), theme_.muted_text);
      return paint_phrase(box, 0, kNotMeasured.in(style_.language), theme_.muted_text);
    }
    const TextView name = measured_->is_live ? kMeasuredHere : kMeasured;
    paint_name(box, name.in(style_.language), theme_.highlight);
    paint_bar(box, measured_->seconds, theme_.highlight);
    paint_measured_line(bars_ + length_of(measured_->seconds));
    add_mark(box, {MarkId::Kind::bar, 0, 0});
  }
  [[nodiscard]] bool has_words_at(const UnitLimit& limit, float x) const {
    return behind_bar(limit.seconds.value_or(0)) + width_of(phrase_of(limit)) >= x;
  }
  // Upwards from its bar, as far as it meets no words.
  void paint_measured_line(float x) {
    std::size_t top = units_.size();
    while (top > 0 && !has_words_at(units_[top - 1], x)) --top;
    const float bottom = row(units_.size()).y;
    if (top < units_.size()) {
      list_.lines.push_back({x, row(top).y, x, bottom, theme_.highlight, 1});
    }
  }

  const analysis::Limits& limits_;
  std::vector<UnitLimit> shown_;
  std::span<const UnitLimit> units_;  // all, or where they do not fit the limiting one alone
  std::optional<MeasuredTime> measured_;
  const Style& style_;
  const Theme& theme_;
  DrawList list_;
  float row_height_ = 0, bars_ = 0, sources_ = 0;
  double longest_ = 0;
};

}  // namespace

DrawList limits_view(const analysis::Limits& limits, std::optional<MeasuredTime> measured,
                     Size size, const Style& style) {
  return LimitsPainter(limits, measured, size, style).paint();
}

}  // namespace warplens::scene
