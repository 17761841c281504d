#include <algorithm>

#include "viz/analysis/limits/occupancy_text.h"
#include "viz/scene/charts/occupancy_parts.h"

namespace warplens::scene {
namespace {

using analysis::kAllSmLimits;
using analysis::SmLimit;

// How far the block that does not fit sticks out beyond a bar's end, relative to its length.
constexpr float kBeyond = 0.06f;

class LimitPainter {
 public:
  LimitPainter(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style)
      : list_(list),
        gpu_(scene.gpus[scene.chosen]),
        box_(box),
        style_(style),
        colors_(theme(style.theme)),
        now_(occupancy_of(gpu_)),
        is_hidden_(scene.is_hidden) {
    row_ = box.height / analysis::kSmLimits;
    bars_ = box.x + name_width() + style.text_size * 0.6f;
    room_ = box.x + box.width - bars_ - amount_width() - style.text_size * 0.6f;
    full_ = room_ / (1 + kBeyond);
  }

  void paint() {
    if (full_ <= 0 || row_ < style_.smallest_text) return;
    for (const SmLimit limit : kAllSmLimits) paint_row(limit);
  }

 private:
  [[nodiscard]] float width_of(std::string_view words) const {
    return style_.measure(words, style_.text_size, false);
  }
  [[nodiscard]] float name_width() const {
    float width = 0;
    for (const SmLimit limit : kAllSmLimits) {
      width = std::max(width, width_of(analysis::name_of(limit).in(style_.language)));
    }
    return std::min(width, box_.width * 0.3f);
  }
  [[nodiscard]] float amount_width() const {
    float width = 0;
    for (const SmLimit limit : kAllSmLimits) width = std::max(width, width_of(amount(limit)));
    return std::min(width, box_.width * 0.3f);
  }
  // "61,440 / 65,536"
  [[nodiscard]] std::string amount(SmLimit limit) const {
    const std::uint32_t taken = now_.of_a_block(limit) * blocks();
    return fmt::format("{} / {}", analysis::amount_text(limit, taken),
                       analysis::amount_text(limit, capacity(*gpu_.sm, limit)));
  }
  [[nodiscard]] std::uint32_t blocks() const { return is_hidden_ ? 1 : now_.blocks; }
  [[nodiscard]] bool is_full(SmLimit limit) const { return !is_hidden_ && now_.limits(limit); }
  [[nodiscard]] float length_of(SmLimit limit, std::uint32_t amount) const {
    return full_ * static_cast<float>(amount) / static_cast<float>(capacity(*gpu_.sm, limit));
  }

  void paint_row(SmLimit limit) {
    const auto number = static_cast<std::uint32_t>(limit);
    const Box box{box_.x, box_.y + row_ * static_cast<float>(number), box_.width, row_};
    const Color words = is_full(limit) ? colors_.conflict : colors_.text;
    add_text(list_, style_, {box.x, box.y, bars_ - box.x - style_.text_size * 0.6f, box.height},
             {analysis::name_of(limit).in(style_.language)},
             {.align = Text::Align::right, .color = words});
    const float thick = std::min(row_ * 0.72f, style_.text_size * 5);
    paint_bar(limit, {bars_, box.y + (row_ - thick) / 2, full_, thick});
    const float from = bars_ + room_ + style_.text_size * 0.6f;
    add_text(list_, style_, {from, box.y, box.x + box.width - from, box.height}, {amount(limit)},
             {.color = words});
    list_.rectangles.push_back(
        {box.x, box.y, box.width, box.height, 0, 0, 1, 0, {MarkId::Kind::row, number, 0}});
  }

  void paint_bar(SmLimit limit, const Box& bar) {
    list_.rectangles.push_back(
        {bar.x, bar.y, bar.width, bar.height, colors_.outside, colors_.grid, 1, 0, {}});
    const float length = length_of(limit, now_.of_a_block(limit));
    for (std::uint32_t block = 0; block < blocks(); ++block) {
      // A block that does not fit is as long as the bar can be.
      const float from = std::min(length * static_cast<float>(block), room_);
      paint_block(limit, block, {bar.x + from, bar.y, std::min(length, room_ - from), bar.height});
    }
    if (is_full(limit)) paint_missing(bar, length);
    const float end = bar.x + bar.width;
    list_.lines.push_back({end, bar.y, end, bar.y + bar.height, colors_.text, 2});
  }

  void paint_block(SmLimit limit, std::uint32_t block, const Box& box) {
    const Color fill = is_full(limit) ? colors_.conflict : colors_.hit;
    const float gap = std::min(1.5f, box.width * 0.25f);
    const MarkId id{MarkId::Kind::group, block, static_cast<std::uint32_t>(limit)};
    list_.rectangles.push_back({box.x, box.y, box.width - gap, box.height, fill, 0, 1, 0, id});
    const std::string name = fmt::format("{}", block + 1);
    const float needed = style_.measure(name, style_.text_size, false) + 4;
    if (box.width < needed || box.height < style_.text_size) return;
    add_text(list_, style_, box, {name}, {.align = Text::Align::center, .color = text_on(fill)});
  }

  // The next block sticks out of what is full.
  void paint_missing(const Box& bar, float length) {
    const float from = std::min(length * static_cast<float>(now_.blocks), room_);
    const float width = std::min(length, room_ - from);
    if (width <= 1) return;
    list_.rectangles.push_back(
        {bar.x + from, bar.y + 1, width - 1, bar.height - 2, 0, colors_.conflict, 1.5f, 0, {}});
  }

  DrawList& list_;
  const OccupancyOfGpu& gpu_;
  const Box box_;
  const Style& style_;
  const Theme& colors_;
  const analysis::Occupancy now_;
  bool is_hidden_;
  float row_ = 0, bars_ = 0, room_ = 0, full_ = 0;
};

}  // namespace

void paint_limits(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style) {
  LimitPainter(list, scene, box, style).paint();
}

}  // namespace warplens::scene
