#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "viz/scene/access/bank_layout.h"
#include "viz/scene/access/bank_view.h"

namespace warplens::scene {
namespace {

constexpr float kRounding = 2;

// Slow, fast, slow.
float eased(double progress) {
  return static_cast<float>(progress * progress * (3 - 2 * progress));
}

Box between(const Box& from, const Box& to, float share) {
  const auto mixed = [share](float a, float b) { return a + (b - a) * share; };
  return {mixed(from.x, to.x), mixed(from.y, to.y), mixed(from.width, to.width),
          mixed(from.height, to.height)};
}

struct Chip {
  Box box;
  std::uint32_t lane = 0;
  std::uint32_t word = 0;
  bool is_waiting = false;
};

class Movers {
 public:
  Movers(const BankViewInput& input, Size size, const Style& style)
      : input_(input), style_(style), layout_(bank_layout(input, size, style)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    for (const BankLayout::Panel& panel : layout_.panels) {
      if (!panel.content.group) continue;
      paint_rail(panel);
      collect(panel);
    }
    // Chips under way lie over those that wait.
    std::ranges::stable_sort(chips_, std::greater{}, &Chip::is_waiting);
    for (std::size_t i = 0; i < chips_.size(); ++i) paint_chip(i);
    return std::move(list_);
  }

 private:
  [[nodiscard]] Box seat(const BankLayout::Panel& panel, std::uint32_t lane) const {
    return mark_box(layout_.cell(lane, panel.title, layout_.line_height), false);
  }

  // A seat for each lane of the group, and how many of the access's wavefronts have begun.
  void paint_rail(const BankLayout::Panel& panel) {
    const Theme& colors = theme(style_.theme);
    const std::uint32_t lanes = input_.access->groups[*panel.content.group].lanes;
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
      const Box box = seat(panel, static_cast<std::uint32_t>(std::countr_zero(left)));
      list_.rectangles.push_back(
          {box.x, box.y, box.width, box.height, 0, colors.grid, 1, kRounding, {}});
    }
    if (panel.content.group != 0u) return;
    const Motion& motion = *input_.motion;
    const std::string count = fmt::format(
        "{:.0f}/{}", std::ceil(passes_done(motion.service, motion.phase)), motion.service.passes);
    put_text(list_, {0, panel.title, layout_.gutter - style_.text_size * 0.4f, layout_.line_height},
             count, layout_.label_size, {.align = Text::Align::right, .color = colors.highlight});
  }

  // A lane waits in its seat for the first of its words that has not set out.
  void collect(const BankLayout::Panel& panel) {
    std::uint32_t seated = 0;
    const auto& words = input_.access->words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].group != panel.content.group) continue;
      for (std::uint32_t left = words[i].lanes; left != 0; left &= left - 1)
        collect(panel, i, static_cast<std::uint32_t>(std::countr_zero(left)), seated);
    }
  }

  void collect(const BankLayout::Panel& panel, std::size_t index, std::uint32_t lane,
               std::uint32_t& seated) {
    const analysis::WordUse& use = input_.access->words[index];
    const Motion& motion = *input_.motion;
    const double progress = motion.progress(pass_of(motion.service.words[index], use, lane));
    const auto word = static_cast<std::uint32_t>(use.word);
    if (progress >= 1) return;
    const auto target = layout_.box_of(use, panel);
    if (progress > 0 && target) {
      const Box to = mark_box(*target, input_.access->depth(use) > 1);
      chips_.push_back({between(seat(panel, lane), to, eased(progress)), lane, word, false});
    } else if ((seated >> lane & 1) == 0) {
      chips_.push_back({seat(panel, lane), lane, word, true});
      seated |= 1u << lane;
    }
  }

  void paint_chip(std::size_t index) {
    const Chip& chip = chips_[index];
    const Theme& colors = theme(style_.theme);
    Color fill = lane_color(chip.lane);
    if (chip.is_waiting) fill = waiting_color(fill, style_.theme);
    list_.rectangles.push_back({chip.box.x,
                                chip.box.y,
                                chip.box.width,
                                chip.box.height,
                                fill,
                                chip.is_waiting ? 0 : colors.highlight,
                                1,
                                kRounding,
                                {MarkId::Kind::mover, chip.lane, chip.word}});
    const float size = fitting_mark(style_, "31", {chip.box.width, chip.box.height});
    if (size == 0 || is_covered(index)) return;
    put_text(list_, chip.box, fmt::format("{}", chip.lane), size,
             {.align = Text::Align::center, .color = text_on(fill), .in_cell = true});
  }

  // Texts lie over all rectangles, so that of a chip under another one would show through.
  [[nodiscard]] bool is_covered(std::size_t index) const {
    const Box& box = chips_[index].box;
    return std::any_of(chips_.begin() + static_cast<std::ptrdiff_t>(index) + 1, chips_.end(),
                       [&box](const Chip& other) {
                         return box.x < other.box.x + other.box.width &&
                                other.box.x < box.x + box.width &&
                                box.y < other.box.y + other.box.height &&
                                other.box.y < box.y + box.height;
                       });
  }

  const BankViewInput& input_;
  const Style& style_;
  BankLayout layout_;
  std::vector<Chip> chips_;
  DrawList list_;
};

}  // namespace

DrawList bank_movers(const BankViewInput& input, Size size, const Style& style) {
  if (input.motion == nullptr || !input.motion->is_under_way())
    return {size.width, size.height, {}, {}, {}, {}, {}};
  return Movers(input, size, style).paint();
}

}  // namespace warplens::scene
