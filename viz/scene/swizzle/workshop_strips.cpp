#include <algorithm>
#include <cmath>

#include "viz/scene/swizzle/workshop_parts.h"
#include "viz/scene/swizzle/workshop_phrases.h"

namespace warplens::scene {
namespace {

using swizzle::Direction;

constexpr float kLeastBar = 3;  // pixels, with its gap
constexpr float kLargePhrase = 1.25f;

class StripPainter {
 public:
  explicit StripPainter(const WorkshopPaint& paint) : paint_(paint), answer_(*paint.scene.answer) {
    for (const Direction direction : {Direction::write, Direction::read}) {
      const swizzle::PatternAnswer& pattern = pattern_of(answer_, direction);
      highest_ = std::max({highest_, pattern.before.worst, pattern.after.worst});
    }
  }

  void paint(Direction direction) {
    const auto& strip = paint_.layout.strips[direction == Direction::write ? 0 : 1];
    if (strip.name.height <= 0) return;
    const Language language = paint_.style.language;
    const swizzle::PatternAnswer& pattern = pattern_of(answer_, direction);
    const bool is_chosen = paint_.scene.access.direction == direction;
    add_text(paint_.list, paint_.style, strip.name, {pattern_phrase(language, answer_, direction)},
             {.color = is_chosen ? paint_.colors.text : paint_.colors.muted_text});
    Style large = paint_.style;
    large.text_size *= kLargePhrase;
    const bool is_bad =
        pattern.after.fault.has_value() || is_costly(pattern.after.wavefronts, pattern.after.ideal);
    add_text(paint_.list, large, strip.change, {change_phrase(language, answer_, direction)},
             {.align = Text::Align::right,
              .color = is_bad ? paint_.colors.conflict : paint_.colors.text});
    if (strip.bars.width > 2 * kLeastBar) paint_bars(direction, strip.bars);
  }

 private:
  // The dearest of the accesses that share a bar.
  static std::uint32_t worst(const swizzle::PatternCost& cost, std::size_t from, std::size_t to) {
    std::uint32_t most = 0;
    for (std::size_t i = from; i < to; ++i) most = std::max(most, cost.accesses[i].wavefronts);
    return most;
  }

  void paint_bars(Direction direction, const Box& box) {
    const swizzle::PatternAnswer& pattern = pattern_of(answer_, direction);
    const std::size_t all = pattern.accesses.warps.size();
    const std::size_t bars = std::min(all, static_cast<std::size_t>(box.width / kLeastBar));
    const float base = box.y + box.height * 0.94f;
    paint_.list.lines.push_back({box.x, base, box.x + box.width, base, paint_.colors.grid, 1});
    for (std::size_t bar = 0; bar < bars; ++bar) {
      const std::size_t from = bar * all / bars, to = (bar + 1) * all / bars;
      const float x = box.x + box.width * static_cast<float>(bar) / static_cast<float>(bars);
      const float width = box.width / static_cast<float>(bars);
      const MarkId id{MarkId::Kind::event, static_cast<std::uint32_t>(from),
                      direction == Direction::read ? 1u : 0u};
      const bool is_chosen = paint_.scene.access.direction == direction &&
                             paint_.scene.access.index >= from && paint_.scene.access.index < to;
      paint_bar(pattern, from, to, {x, box.y, width, base - box.y}, is_chosen, id);
    }
  }

  [[nodiscard]] float length(std::uint32_t wavefronts, float most) const {
    return most * static_cast<float>(wavefronts) / static_cast<float>(highest_);
  }

  // Draws the cost before as a pale bar and the cost after in front of it.
  void paint_bar(const swizzle::PatternAnswer& pattern, std::size_t from, std::size_t to,
                 const Box& box, bool is_chosen, MarkId id) {
    const float gap = std::min(box.width * 0.2f, 3.0f);
    const float most = box.height * 0.9f, bottom = box.y + box.height;
    if (is_chosen) {
      paint_.list.rectangles.push_back(
          {box.x, box.y, box.width, box.height, 0, paint_.colors.highlight, 1.5f, 0, {}});
    }
    const float before = std::max(length(worst(pattern.before, from, to), most), 1.0f);
    paint_.list.rectangles.push_back({box.x + gap / 2,
                                      bottom - before,
                                      box.width - gap,
                                      before,
                                      paint_.colors.grid,
                                      0,
                                      1,
                                      0,
                                      {}});
    paint_.list.rectangles.push_back({box.x, box.y, box.width, box.height, 0, 0, 1, 0, id});
    if (pattern.after.fault.has_value()) return;
    const std::uint32_t now = worst(pattern.after, from, to);
    const float after = std::max(length(now, most), 1.5f);
    const std::uint32_t ideal =
        std::max<std::uint32_t>(pattern.after.accesses[from].ideal_wavefronts, 1);
    const Color color = cost_color(static_cast<double>(now) / ideal, paint_.style.theme);
    const float inset = box.width > 3 * kLeastBar ? gap / 2 + box.width * 0.15f : gap / 2;
    paint_.list.rectangles.push_back(
        {box.x + inset, bottom - after, box.width - 2 * inset, after, color, 0, 1, 0, {}});
  }

  const WorkshopPaint& paint_;
  const swizzle::SwizzleAnswer& answer_;
  std::uint32_t highest_ = 1;
};

}  // namespace

void paint_strips(const WorkshopPaint& paint) {
  StripPainter painter(paint);
  painter.paint(Direction::write);
  painter.paint(Direction::read);
}

}  // namespace warplens::scene
