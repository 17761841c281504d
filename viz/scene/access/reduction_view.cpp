#include "viz/scene/access/reduction_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/scene/access/reduction_layout.h"
#include "viz/scene/access/reduction_phrases.h"

namespace warplens::scene {
namespace {

using analysis::FlowEdge;
using analysis::FlowStep;
using analysis::FlowValue;
using analysis::ValueFlow;

constexpr std::uint8_t kFaint = 0x38, kToCome = 0x48;

enum class When : std::uint8_t { done, now, to_come };

class Painter {
 public:
  Painter(const ValueFlow& flow, const ReductionMoment& moment, Size size, const Style& style,
          ReductionMarks marks)
      : flow_(flow),
        moment_(moment),
        style_(style),
        theme_(theme(style.theme)),
        layout_(reduction_layout(flow, moment.scrolled, size, style)),
        last_step_(marks == ReductionMarks::all ? flow.steps.size() : step_in_question()) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    for (std::size_t i = 0; i < flow_.values.size(); ++i) {
      if (flow_.values[i].step < last_step_) paint_value(i);
    }
    for (const FlowEdge& edge : flow_.edges) {
      if (flow_.values[edge.value].step < last_step_) paint_edge(edge);
    }
    paint_lanes();
    for (std::size_t step = 0; step < flow_.steps.size(); ++step) paint_phrase(step);
    if (layout_.note.height > 0) {
      add_text(list_, style_, layout_.note,
               {columns_phrase(style_.language, layout_.first, layout_.first + layout_.shown - 1,
                               flow_.columns)},
               {.color = theme_.muted_text});
    }
    return std::move(list_);
  }

 private:
  // The step of the event under the cursor, or the first that is still to come.
  [[nodiscard]] std::size_t step_in_question() const {
    std::size_t step = flow_.steps.size();
    for (const FlowValue& value : flow_.values) {
      if (value.event >= moment_.event) step = std::min<std::size_t>(step, value.step);
    }
    for (const FlowEdge& edge : flow_.edges) {
      if (edge.event == moment_.event) step = flow_.values[edge.value].step;
    }
    return step;
  }

  [[nodiscard]] When when(std::uint32_t event) const {
    if (event < moment_.event) return When::done;
    return event == moment_.event ? When::now : When::to_come;
  }

  // The least distance between values of a step, in columns.
  [[nodiscard]] std::uint32_t spacing(std::uint32_t step) const {
    std::uint32_t least = layout_.shown;
    std::optional<std::uint32_t> before;
    for (const std::uint32_t column : columns_of(step)) {
      if (before) least = std::min(least, column - *before);
      before = column;
    }
    return std::max(least, 1u);
  }
  // The number of elements that each value of the step is made of; 0 if they differ.
  [[nodiscard]] std::uint64_t elements_of(std::size_t step) const {
    std::optional<std::uint64_t> elements;
    for (const FlowValue& value : flow_.values) {
      if (value.step != step) continue;
      if (elements && *elements != value.elements) return 0;
      elements = value.elements;
    }
    return elements.value_or(0);
  }
  [[nodiscard]] std::vector<std::uint32_t> columns_of(std::size_t step) const {
    std::vector<std::uint32_t> columns;
    for (const FlowValue& value : flow_.values) {
      if (value.step == step) columns.push_back(value.column);
    }
    std::ranges::sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
  }

  [[nodiscard]] Box box_of(const FlowValue& value) {
    if (widths_.empty()) {
      for (std::uint32_t step = 0; step < flow_.steps.size(); ++step) {
        const float room = static_cast<float>(spacing(step)) * layout_.column;
        const float gap = std::min(room * 0.2f, style_.text_size * 0.3f);
        widths_.push_back(std::clamp(room - gap, 1.0f, style_.text_size * kWidestValue));
      }
    }
    const float width = widths_[value.step];
    const float height = value_height(layout_, style_);
    const float left = layout_.tree.x - layout_.margin;
    const float right = layout_.tree.x + layout_.tree.width;
    const float x = std::clamp(layout_.middle_of(value.column) - width / 2, left,
                               std::max(right - width, left));
    return {x, layout_.values_top(value.step), std::min(width, right - left), height};
  }

  void paint_value(std::size_t index) {
    const FlowValue& value = flow_.values[index];
    if (!layout_.is_in_sight(value.column)) return;
    const Box box = box_of(value);
    const When then = when(value.event);
    const Color warp = warp_color(value.thread / kWarpSize);
    Rectangle mark{
        box.x,      box.y, box.width,
        box.height, warp,  0,
        1,          0,     {MarkId::Kind::element, static_cast<std::uint32_t>(index), 0}};
    mark.rounding = std::min(box.width, box.height) * 0.25f;
    if (!value.is_used) mark.fill = with_alpha(warp, kFaint);
    if (!value.is_used) mark.outline = with_alpha(warp, 0xa0);
    if (then == When::to_come) mark.fill = with_alpha(warp, kToCome), mark.outline = 0;
    if (then == When::now)
      mark.outline = theme_.highlight,
      mark.outline_width = std::clamp(box.width * 0.15f, 1.0f, 2.0f);
    list_.rectangles.push_back(mark);
    if (then == When::to_come) return;
    const Color behind = value.is_used ? warp : theme_.background;
    add_text(list_, style_, {box.x + 1, box.y, std::max(box.width - 2, 0.0f), box.height},
             {fmt::format("{}", value.elements)},
             {.align = Text::Align::center, .color = text_on(behind)});
  }

  // A line between values whose columns are in sight, or up to the edge of what is.
  void paint_edge(const FlowEdge& edge) {
    const FlowValue& from = flow_.values[edge.from];
    const FlowValue& to = flow_.values[edge.value];
    if (!layout_.is_in_sight(from.column) && !layout_.is_in_sight(to.column)) return;
    const float height = value_height(layout_, style_);
    Line line{layout_.middle_of(from.column),
              layout_.values_top(from.step) + height,
              layout_.middle_of(to.column),
              layout_.values_top(to.step),
              theme_.muted_text,
              1};
    clip(line);
    const bool is_lit = when(edge.event) == When::now || when(to.event) == When::now;
    if (!is_lit) {
      const bool is_done = when(to.event) == When::done;
      line.color = is_done ? with_alpha(theme_.muted_text, to.is_used ? 0xd0 : 0x50)
                           : with_alpha(theme_.muted_text, kToCome);
      list_.lines.push_back(line);
      return;
    }
    const auto share = static_cast<float>(std::clamp(moment_.phase, 0.0, 1.0));
    line.x1 = line.x0 + (line.x1 - line.x0) * share;
    line.y1 = line.y0 + (line.y1 - line.y0) * share;
    line.color = theme_.highlight;
    line.width = std::clamp(layout_.column * 0.15f, 1.0f, 2.0f);
    list_.lines.push_back(line);
  }

  void clip(Line& line) const {
    const float left = layout_.tree.x, right = layout_.tree.x + layout_.tree.width;
    const Line whole = line;
    const auto at = [&](float x) {
      return whole.y0 + (whole.y1 - whole.y0) * (x - whole.x0) / (whole.x1 - whole.x0);
    };
    const auto keep = [&](float& x, float& y) {
      if (x >= left && x <= right) return;
      x = x < left ? left : right;
      y = at(x);
    };
    keep(line.x0, line.y0);
    keep(line.x1, line.y1);
  }

  // The lanes that make a value in each step: a warp's colour, and an outline where others idle.
  void paint_lanes() {
    const std::uint32_t end = std::min(layout_.first + layout_.shown, flow_.threads);
    if (end <= layout_.first || layout_.lane_row < 1) return;
    const float height = layout_.lane_row * 0.62f;
    for (std::size_t step = 0; step < std::min(last_step_, flow_.steps.size()); ++step) {
      const float y = layout_.lanes.y + layout_.lane_row * static_cast<float>(step) +
                      (layout_.lane_row - height) / 2;
      CellGrid grid{layout_.lanes.x, y, layout_.column, height, end - layout_.first, 1, {}};
      for (std::uint32_t thread = layout_.first; thread < end; ++thread) {
        grid.colors.push_back(lane_cell(flow_.steps[step], thread));
      }
      list_.grids.push_back(std::move(grid));
      paint_warps(step, y, height);
    }
  }

  [[nodiscard]] Color lane_cell(const FlowStep& step, std::uint32_t thread) const {
    const std::uint32_t active = step.active[thread / kWarpSize];
    if (active == 0) return theme_.outside;
    const bool is_active = (active >> thread % kWarpSize & 1) != 0;
    return is_active ? warp_color(thread / kWarpSize) : theme_.padding;
  }

  void paint_warps(std::size_t step, float y, float height) {
    for (std::uint32_t warp = 0; warp * kWarpSize < flow_.threads; ++warp) {
      const std::uint32_t first = std::max(warp * kWarpSize, layout_.first);
      const std::uint32_t end =
          std::min({(warp + 1) * kWarpSize, flow_.threads, layout_.first + layout_.shown});
      const std::uint32_t active = flow_.steps[step].active[warp];
      const std::uint32_t lanes = std::min(flow_.threads - warp * kWarpSize, kWarpSize);
      const std::uint32_t live = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
      if (first >= end) continue;
      const float x = layout_.lanes.x + static_cast<float>(first - layout_.first) * layout_.column;
      const bool is_divergent = active != 0 && active != live;
      list_.rectangles.push_back({x,
                                  y,
                                  static_cast<float>(end - first) * layout_.column,
                                  height,
                                  0,
                                  is_divergent ? theme_.conflict : theme_.background,
                                  1.5f,
                                  0,
                                  {MarkId::Kind::row, static_cast<std::uint32_t>(step), warp}});
    }
  }

  [[nodiscard]] bool is_current(std::size_t step) const {
    return std::ranges::any_of(flow_.values,
                               [&](const FlowValue& value) {
                                 return value.step == step && value.event == moment_.event;
                               }) ||
           std::ranges::any_of(flow_.edges, [&](const FlowEdge& edge) {
             return edge.event == moment_.event && flow_.values[edge.value].step == step;
           });
  }

  void paint_phrase(std::size_t step) {
    const Language language = style_.language;
    const TextAttributes name{.color = is_current(step) ? theme_.highlight : theme_.muted_text};
    const float gap = style_.text_size * 0.4f;
    const float height =
        std::max(value_height(layout_, style_), std::min(layout_.tree_row, style_.text_size));
    const float lanes_y = layout_.lanes.y + layout_.lane_row * static_cast<float>(step);
    for (const Box& box :
         {Box{0, layout_.values_top(static_cast<std::uint32_t>(step)), layout_.names - gap, height},
          Box{0, lanes_y, layout_.names - gap, layout_.lane_row}}) {
      add_text(list_, style_, box,
               {step_name(language, flow_, step), step_name_short(language, flow_, step)}, name);
    }
    if (step >= last_step_) return;
    const float right = layout_.tree.x + layout_.tree.width + gap;
    const float room = list_.width - right;
    const TextAttributes count{.color = theme_.text};
    add_text(list_, style_,
             {right, layout_.values_top(static_cast<std::uint32_t>(step)), room, height},
             {values_phrase(language, columns_of(step).size(), elements_of(step)),
              values_phrase(language, columns_of(step).size())},
             name);
    add_text(list_, style_, {right, lanes_y, room, layout_.lane_row},
             {lanes_phrase(language, flow_.steps[step]),
              lanes_phrase_short(language, flow_.steps[step])},
             count);
  }

  const ValueFlow& flow_;
  const ReductionMoment& moment_;
  const Style& style_;
  const Theme& theme_;
  ReductionLayout layout_;
  std::size_t last_step_;      // those from here on are not told
  std::vector<float> widths_;  // of the values of each step
  DrawList list_;
};

}  // namespace

DrawList reduction_view(const ValueFlow& flow, const ReductionMoment& moment, Size size,
                        const Style& style, ReductionMarks marks) {
  return Painter(flow, moment, size, style, marks).paint();
}

std::int64_t most_scrolled(const ValueFlow& flow, Size size, const Style& style) {
  return std::int64_t{flow.columns} - reduction_layout(flow, 0, size, style).shown;
}

}  // namespace warplens::scene
