#include "viz/scene/charts/ladder_chart.h"

#include <algorithm>
#include <array>

#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::scene {
namespace {

using analysis::Ladder;
using analysis::LadderRung;
using timing::Entry;

constexpr TextView kGained = tr("gained");
constexpr TextView kByLeastTimes = tr("by least times");
constexpr TextView kGainedPhrase = tr("gained {}");
constexpr TextView kLeastPhrase = tr("by the least times {}");
constexpr TextView kInAll = tr("{} over the lowest rung");

constexpr float kLowestRow = 1.5f, kHighestRow = 4.5f, kHead = 1.6f, kGap = 0.8f;  // in text sizes

std::optional<double> figure_of(const Ladder& ladder, const Entry* entry, const LadderLook& look) {
  if (entry == nullptr) return std::nullopt;
  if (look.figure != ChartFigure::share) return value_of(*entry, look.figure);
  const auto ceiling = std::ranges::find(ladder.yardsticks, look.ceiling, &Entry::kind);
  if (ceiling == ladder.yardsticks.end()) return std::nullopt;
  const bool is_copy = look.ceiling == timing::EntryKind::ceiling;
  const double rate = is_copy ? entry->bytes_per_second() : 1 / entry->seconds.median;
  const double best = is_copy ? (*ceiling)->bytes_per_second() : 1 / (*ceiling)->seconds.median;
  return rate / best;
}

std::string ratio_cell(std::optional<double> gain) { return gain ? ratio_phrase(*gain) : ""; }

class LadderPainter {
 public:
  LadderPainter(const Ladder& ladder, const LadderLook& look, Size size, const Style& style)
      : ladder_(ladder), look_(look), style_(style), theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    for (const Entry* entry : ladder.yardsticks) {
      if (figure_of(ladder, entry, look)) yardsticks_.push_back(entry);
    }
    place_columns();
    const float room = (size.height - head_) / static_cast<float>(rows());
    row_ = std::min(room, style.text_size * kHighestRow);
  }

  DrawList paint() {
    if (bars_end_ <= bars_ || row_ < style_.smallest_text || longest_ <= 0) return std::move(list_);
    paint_head();
    for (std::size_t i = 0; i < ladder_.rungs.size(); ++i) paint_rung(i);
    for (std::size_t i = 0; i < yardsticks_.size(); ++i) paint_yardstick(i);
    return std::move(list_);
  }

 private:
  [[nodiscard]] std::size_t rows() const { return ladder_.rungs.size() + yardsticks_.size(); }
  [[nodiscard]] float width_of(std::string_view words) const {
    return style_.measure(words, style_.text_size, false);
  }

  void place_columns() {
    const float gap = style_.text_size * kGap;
    float names = 0, values = 0;
    float gained = width_of(kGained.in(style_.language));
    float least = width_of(kByLeastTimes.in(style_.language));
    const auto take = [&](std::string_view name, const Entry* entry) {
      const auto value = figure_of(ladder_, entry, look_);
      names = std::max(names, width_of(name));
      values = std::max(values, width_of(value_phrase(value)));
      longest_ = std::max(longest_, value.value_or(0));
    };
    for (std::size_t i = 0; i < ladder_.rungs.size(); ++i) {
      take(ladder_.rungs[i].variant, ladder_.rungs[i].timed);
      gained = std::max(gained, width_of(ratio_cell(measured_gain(ladder_, i))));
      least = std::max(least, width_of(ratio_cell(least_gain(ladder_, i))));
    }
    for (const Entry* entry : yardsticks_) take(entry->name, entry);
    head_ = style_.text_size * kHead;
    bars_ = std::min(names, list_.width * 0.3f) + 2 * gap;
    least_end_ = list_.width - gap;
    gained_end_ = least_end_ - least - gap;
    values_end_ = gained_end_ - gained - gap;
    bars_end_ = values_end_ - values - gap;
  }

  [[nodiscard]] std::string value_phrase(std::optional<double> value) const {
    return value ? figure_phrase(*value, look_.figure)
                 : std::string(phrases::not_recorded.in(style_.language));
  }
  [[nodiscard]] float x_of(double value) const {
    return bars_ + (bars_end_ - bars_) * static_cast<float>(value / longest_);
  }
  [[nodiscard]] Box row_at(std::size_t from_top) const {
    return {0, head_ + row_ * static_cast<float>(from_top), list_.width, row_};
  }
  void cell(float end, const Box& row, std::string_view words, Color color) {
    if (words.empty()) return;
    put_text(list_, {0, row.y, end, row.height}, std::string(words), style_.text_size,
             {.align = Text::Align::right, .color = color});
  }

  void paint_head() {
    const Box head{0, 0, list_.width, head_};
    cell(values_end_, head, name_of(look_.figure, style_.language), theme_.muted_text);
    cell(gained_end_, head, kGained.in(style_.language), theme_.muted_text);
    cell(least_end_, head, kByLeastTimes.in(style_.language), theme_.muted_text);
  }

  // A row of its own, and a line down to the lowest rung.
  void paint_yardstick(std::size_t number) {
    const Entry* entry = yardsticks_[number];
    const bool is_library = entry->kind == timing::EntryKind::library;
    const Color color = series_hue(is_library ? kLibraryHue : kCeilingHue, style_.theme);
    const Box row = row_at(number);
    paint_bar(entry->name, color, entry, row, color);
    const auto value = figure_of(ladder_, entry, look_);
    const float x = x_of(*value);
    list_.lines.push_back({x, row.y + row.height / 2, x, row_at(rows()).y, color, 1});
  }

  // The lowest at the bottom.
  void paint_rung(std::size_t number) {
    const LadderRung& rung = ladder_.rungs[number];
    const Box row = row_at(rows() - 1 - number);
    const bool is_on_stage =
        std::ranges::find(look_.on_stage, rung.variant) != look_.on_stage.end();
    const Color ground = look_.pointed_at == number ? mix(theme_.cell, theme_.highlight, 0.25f)
                         : is_on_stage              ? theme_.cell
                                                    : 0;
    const MarkId id{MarkId::Kind::bar, static_cast<std::uint32_t>(number), 0};
    list_.rectangles.push_back({row.x, row.y, row.width, row.height, ground, 0, 1, 0, id});
    const Color hue =
        series_hue(is_on_stage ? std::optional<std::size_t>(0) : std::nullopt, style_.theme);
    paint_bar(rung.variant, hue, rung.timed, row, theme_.text);
    cell(gained_end_, row, ratio_cell(measured_gain(ladder_, number)), theme_.text);
    cell(least_end_, row, ratio_cell(least_gain(ladder_, number)), theme_.muted_text);
  }

  void paint_bar(std::string_view name, Color fill, const Entry* entry, const Box& row, Color ink) {
    const float gap = style_.text_size * kGap;
    put_text(list_, {gap, row.y, bars_ - 2 * gap, row.height},
             elided(style_, name, bars_ - 2 * gap), style_.text_size, {.color = ink});
    const auto value = figure_of(ladder_, entry, look_);
    cell(values_end_, row, value_phrase(value), value ? ink : theme_.muted_text);
    if (!value) return;
    const float thick = row.height * 0.62f;
    const float long_as = std::max(x_of(*value) - bars_, 1.0f);
    const float y = row.y + (row.height - thick) / 2;
    list_.rectangles.push_back({bars_, y, long_as, thick, fill, 0, 1, 2, {}});
  }

  const Ladder& ladder_;
  const LadderLook& look_;
  const Style& style_;
  const Theme& theme_;
  DrawList list_;
  std::vector<const Entry*> yardsticks_;  // that have the figure
  float head_ = 0, row_ = 0, bars_ = 0, bars_end_ = 0;
  float values_end_ = 0, gained_end_ = 0, least_end_ = 0;
  double longest_ = 0;
};

}  // namespace

float ladder_height(const Ladder& ladder, const Style& style) {
  const auto rows = static_cast<float>(ladder.rungs.size() + ladder.yardsticks.size());
  return style.text_size * (kHead + kLowestRow * rows);
}

DrawList ladder_chart(const Ladder& ladder, const LadderLook& look, Size size, const Style& style) {
  if (ladder.rungs.empty()) return {};
  return LadderPainter(ladder, look, size, style).paint();
}

std::string gain_phrase(const Ladder& ladder, std::size_t rung, Language language) {
  warplens::Text all;
  const auto add = [&](const TextView& words, std::optional<double> gain) {
    if (!gain) return;
    const warplens::Text more = tr(words, ratio_phrase(*gain));
    all = all.empty() ? more : tr("{}, {}", all, more);
  };
  add(kGainedPhrase, measured_gain(ladder, rung));
  add(kLeastPhrase, least_gain(ladder, rung));
  if (rung > 1) add(kInAll, gain_in_all(ladder, rung));
  return all.in(language);
}

}  // namespace warplens::scene
