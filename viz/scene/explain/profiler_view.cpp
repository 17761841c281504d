#include "viz/scene/explain/profiler_view.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

using explain::Cause;
using explain::ExplainedAccess;
using explain::Part;

const std::vector<Part>& parts_of(const ExplainedAccess& access, bool is_shared) {
  return is_shared ? access.wavefronts : access.sectors;
}

bool is_needed(Cause cause) {
  return cause == Cause::request || cause == Cause::width || cause == Cause::bytes;
}

struct Sums {
  std::uint64_t all = 0, beyond = 0;
};

Sums sums_of(const std::vector<Part>& parts) {
  Sums sums;
  for (const Part& part : parts) {
    sums.all += part.count;
    if (!is_needed(part.cause)) sums.beyond += part.count;
  }
  return sums;
}

std::optional<std::uint64_t> measured_of(const ExplainedAccess& access, bool is_shared) {
  if (!access.measured) return std::nullopt;
  return is_shared ? access.measured->wavefronts : access.measured->sectors;
}

std::string grouped(std::uint64_t count) {
  return grouped_digits(static_cast<std::int64_t>(count));
}

constexpr TextView kPartOfBar = tr_in("part of a bar", "{} {}");

class ProfilerPainter {
 public:
  ProfilerPainter(const explain::Explanation& explanation, const std::vector<ProfilerRow>& rows,
                  std::size_t chosen, Size size, const Style& style)
      : explanation_(explanation),
        rows_(rows),
        chosen_(chosen),
        style_(larger(style, rows.size(), size)),
        theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    const float least = style_.text_size * 2.6f;
    const auto fitting = static_cast<std::size_t>(std::max(size.height / least, 0.0f));
    count_ = std::min(rows.size(), fitting);
    if (count_ == 0) return;
    row_height_ =
        std::min(size.height / static_cast<float>(count_), style_.text_size * kTallestRow);
    bars_ = std::min(name_width() + style_.text_size, size.width * 0.4f);
    room_ = size.width - bars_ - number_width() - style_.text_size;
  }

  DrawList paint() {
    if (count_ == 0 || room_ < style_.text_size) return std::move(list_);
    for (std::size_t i = 0; i < count_; ++i) paint_row(i);
    return std::move(list_);
  }

 private:
  static constexpr float kTallestRow = 5;  // in text sizes

  // Few rows are written larger.
  [[nodiscard]] static Style larger(const Style& style, std::size_t rows, Size size) {
    constexpr float kMost = 1.5f;
    Style grown = style;
    const float room =
        size.height / (kTallestRow * static_cast<float>(std::max<std::size_t>(rows, 1)));
    const float by_width = size.width / 40;
    grown.text_size =
        std::clamp(std::min(room, by_width), style.text_size, style.text_size * kMost);
    return grown;
  }

  [[nodiscard]] std::string say(const warplens::Text& words) const {
    return words.in(style_.language);
  }
  [[nodiscard]] float width_of(std::string_view words) const {
    return style_.measure(words, style_.text_size, false);
  }
  [[nodiscard]] std::string line_of(const ExplainedAccess& access) const {
    return say(tr("line {}", access.place.line));
  }
  [[nodiscard]] std::string kind_of(const ExplainedAccess& access) const {
    return std::string(words_of(access.kind).in(style_.language));
  }
  [[nodiscard]] std::string total_of(const ProfilerRow& row, std::uint64_t all) const {
    return say(row.is_shared ? tr("{} wavefronts", grouped(all)) : tr("{} sectors", grouped(all)));
  }
  [[nodiscard]] std::string measured_words(std::uint64_t measured) const {
    return say(tr("measured {}", grouped(measured)));
  }

  [[nodiscard]] float name_width() const {
    float width = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const ExplainedAccess& access = explanation_.accesses[rows_[i].access];
      width = std::max({width, width_of(line_of(access)), width_of(kind_of(access))});
    }
    return width;
  }
  [[nodiscard]] float number_width() const {
    float width = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const ExplainedAccess& access = explanation_.accesses[rows_[i].access];
      const auto all = sums_of(parts_of(access, rows_[i].is_shared)).all;
      width = std::max(width, width_of(total_of(rows_[i], all)));
      if (const auto measured = measured_of(access, rows_[i].is_shared))
        width = std::max(width, width_of(measured_words(*measured)));
    }
    return width;
  }
  // The most of a unit, of what is drawn: bars of wavefronts and of sectors have each their own.
  [[nodiscard]] std::uint64_t longest(bool is_shared) const {
    std::uint64_t most = 1;
    for (std::size_t i = 0; i < count_; ++i) {
      if (rows_[i].is_shared != is_shared) continue;
      const ExplainedAccess& access = explanation_.accesses[rows_[i].access];
      most = std::max({most, sums_of(parts_of(access, is_shared)).all,
                       measured_of(access, is_shared).value_or(0)});
    }
    return most;
  }
  [[nodiscard]] float length_of(std::uint64_t count, bool is_shared) const {
    return room_ * static_cast<float>(count) / static_cast<float>(longest(is_shared));
  }

  [[nodiscard]] Color color_of(Cause cause) const {
    if (!is_needed(cause)) return theme_.conflict;
    return cause == Cause::width ? mix(theme_.hit, theme_.background, 0.35f) : theme_.hit;
  }

  void paint_row(std::size_t number) {
    const ProfilerRow& row = rows_[number];
    const ExplainedAccess& access = explanation_.accesses[row.access];
    const Box box{0, row_height_ * static_cast<float>(number), list_.width, row_height_};
    if (number == chosen_) {
      list_.rectangles.push_back({box.x, box.y, box.width, box.height, theme_.cell, 0, 1, 4, {}});
    }
    paint_name(box, access);
    const float thick = std::min(box.height * 0.42f, style_.text_size * 2);
    const Box bar{bars_, box.y + box.height * 0.12f, room_, thick};
    paint_parts(bar, parts_of(access, row.is_shared), row.is_shared);
    const Box numbers{bars_ + room_ + style_.text_size / 2, bar.y,
                      list_.width - bars_ - room_ - style_.text_size / 2, thick};
    const auto all = sums_of(parts_of(access, row.is_shared)).all;
    add_text(list_, style_, numbers, {total_of(row, all)}, {.color = theme_.text});
    paint_measured(box, bar, row, access);
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                0,
                                0,
                                1,
                                0,
                                {MarkId::Kind::row, static_cast<std::uint32_t>(number), 0}});
  }

  void paint_name(const Box& box, const ExplainedAccess& access) {
    const float half = box.height * 0.4f, top = box.y + box.height * 0.1f;
    const float width = bars_ - style_.text_size;
    add_text(list_, style_, {style_.text_size / 2, top, width, half}, {line_of(access)},
             {.color = theme_.text});
    add_text(list_, style_, {style_.text_size / 2, top + half, width, half}, {kind_of(access)},
             {.color = theme_.muted_text});
  }

  void paint_parts(const Box& bar, const std::vector<Part>& parts, bool is_shared) {
    float x = bar.x;
    for (const Part& part : parts) {
      const float width = std::max(length_of(part.count, is_shared), 1.0f);
      const Color color = color_of(part.cause);
      list_.rectangles.push_back({x, bar.y, width, bar.height, color, 0, 1, 0, {}});
      const std::string words = say(tr(kPartOfBar, grouped(part.count), words_of(part.cause)));
      add_text(list_, style_, {x + 2, bar.y, width - 4, bar.height}, {words, grouped(part.count)},
               {.align = Text::Align::center, .color = text_on(color)});
      x += width;
    }
  }

  void paint_measured(const Box& box, const Box& bar, const ProfilerRow& row,
                      const ExplainedAccess& access) {
    const auto measured = measured_of(access, row.is_shared);
    if (!measured) return;
    const float top = bar.y + bar.height + box.height * 0.06f;
    const float thick = box.height * 0.14f;
    list_.rectangles.push_back({bar.x,
                                top,
                                std::max(length_of(*measured, row.is_shared), 1.0f),
                                thick,
                                theme_.highlight,
                                0,
                                1,
                                0,
                                {}});
    const float x = bars_ + room_ + style_.text_size / 2;
    add_text(list_, style_, {x, bar.y + bar.height, list_.width - x, box.height * 0.36f},
             {measured_words(*measured), grouped(*measured)}, {.color = theme_.highlight});
  }

  const explain::Explanation& explanation_;
  const std::vector<ProfilerRow>& rows_;
  std::size_t chosen_, count_ = 0;
  const Style style_;
  const Theme& theme_;
  DrawList list_;
  float row_height_ = 0, bars_ = 0, room_ = 0;
};

}  // namespace

std::vector<ProfilerRow> profiler_rows(const explain::Explanation& explanation) {
  std::vector<ProfilerRow> rows;
  for (std::size_t i = 0; i < explanation.accesses.size(); ++i) {
    for (const bool is_shared : {true, false}) {
      if (!parts_of(explanation.accesses[i], is_shared).empty()) rows.push_back({i, is_shared});
    }
  }
  std::ranges::stable_sort(rows, [&](const ProfilerRow& a, const ProfilerRow& b) {
    const auto key = [&](const ProfilerRow& row) {
      const Sums sums = sums_of(parts_of(explanation.accesses[row.access], row.is_shared));
      return std::pair(sums.beyond, sums.all);
    };
    return key(a) > key(b);
  });
  return rows;
}

DrawList profiler_view(const explain::Explanation& explanation,
                       const std::vector<ProfilerRow>& rows, std::size_t chosen, Size size,
                       const Style& style) {
  return ProfilerPainter(explanation, rows, chosen, size, style).paint();
}

}  // namespace warplens::scene
