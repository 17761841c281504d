#include "viz/scene/pipeline/pipeline_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "viz/pipeline/pipeline_words.h"
#include "viz/scene/pipeline/pipeline_marks.h"
#include "viz/scene/pipeline/pipeline_rows.h"

namespace warplens::scene {
namespace {

using pipeline::Pipeline;
using pipeline::StageState;
using pipeline::Step;
using RowKind = PipelineRow::Kind;

class PipelinePainter {
 public:
  PipelinePainter(const Pipeline& pipeline, const PipelineLook& look, Size size, const Style& style)
      : pipeline_(pipeline),
        look_(look),
        style_(style),
        labels_(style),
        theme_(theme(style.theme)),
        layout_(pipeline_layout(pipeline, look, size, style)) {
    labels_.text_size = label_size(style);
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    if (layout_.rows.empty()) return std::move(list_);
    paint_legend();
    for (const PipelineRow& row : layout_.rows) paint_label(row);
    PipelineRows(pipeline_, layout_, style_, list_).paint();
    paint_mark();
    paint_cursor();
    paint_axis();
    paint_line();
    return std::move(list_);
  }

 private:
  void paint_legend() {
    const Box& box = layout_.legend;
    if (box.height == 0) return;
    float x = layout_.area.x;
    const float swatch = labels_.text_size * 0.9f, gap = labels_.text_size * 0.4f;
    const auto entry = [&](Color color, std::string_view words) {
      const float width = style_.measure(words, labels_.text_size, false);
      if (x + swatch + gap + width > list_.width) return;
      list_.rectangles.push_back(
          {x, box.y + (box.height - swatch) / 2, swatch, swatch, color, theme_.grid, 1, 0, {}});
      put_text(list_, {x + swatch + gap, box.y, width, box.height}, std::string(words),
               labels_.text_size, {.color = theme_.muted_text});
      x += swatch + gap + width + labels_.text_size * 1.2f;
    };
    if (!pipeline_.stages.all.empty()) {
      for (const StageState state :
           {StageState::filling, StageState::full, StageState::reading, StageState::free}) {
        entry(stage_color(state, style_.theme), state_phrase(state).in(style_.language));
      }
    }
    entry(series_hue(std::nullopt, style_.theme), tr("waits").in(style_.language));
    if (!pipeline_.faults.empty()) entry(theme_.conflict, tr("too early").in(style_.language));
  }

  void paint_label(const PipelineRow& row) {
    if (row.kind == RowKind::caption) {
      add_text(list_, labels_, {row.label.x, row.label.y, list_.width, row.label.height},
               {caption_of(row)}, {.color = theme_.muted_text});
      return;
    }
    Box name = row.label;
    const std::string now = state_now(row);
    const float two_lines = labels_.text_size * 2.2f;
    if (!now.empty() && row.label.height >= two_lines) {
      name.height /= 2;
      const Box below{name.x, name.y + name.height, name.width, name.height};
      add_text(list_, labels_, below, {now},
               {.align = Text::Align::right, .color = theme_.muted_text});
    }
    add_text(list_, labels_, name, {name_of(row)},
             {.align = Text::Align::right,
              .color = theme_.text,
              .id = {MarkId::Kind::label, row.index, static_cast<std::uint32_t>(row.kind)}});
  }
  [[nodiscard]] std::string_view caption_of(const PipelineRow& row) const {
    if (row.index == static_cast<std::uint32_t>(RowKind::stage)) {
      return tr("stages of shared memory").in(style_.language);
    }
    if (row.index == static_cast<std::uint32_t>(RowKind::mbarrier)) {
      return tr("mbarriers: phases, arrivals to come (line), bytes to come (filled)")
          .in(style_.language);
    }
    switch (row.role) {
      case pipeline::Role::producer:
        return tr("producers: warps that fill stages").in(style_.language);
      case pipeline::Role::both:
        return tr("warps that fill stages and read them").in(style_.language);
      case pipeline::Role::consumer:
        return tr("consumers: warps that read stages").in(style_.language);
      case pipeline::Role::elsewhere:
        return tr("other blocks of the cluster: what they do here").in(style_.language);
      default:
        return tr("other warps").in(style_.language);
    }
  }
  [[nodiscard]] std::string name_of(const PipelineRow& row) const {
    if (row.kind == RowKind::stage) return pipeline_.stages.all[row.index].name();
    if (row.kind == RowKind::mbarrier) return pipeline_.mbarriers[row.index].name;
    return row_name(pipeline_.warps[row.index], style_.language);
  }
  // What a row is at the cursor.
  [[nodiscard]] std::string state_now(const PipelineRow& row) const {
    if (!look_.cursor) return {};
    const Step step = *look_.cursor;
    if (row.kind == RowKind::stage) {
      for (const auto& band : bands_of(pipeline_.stages.all[row.index], pipeline_.steps())) {
        if (band.at.contains(step)) {
          return std::string(state_phrase(band.state).in(style_.language));
        }
      }
    }
    if (row.kind == RowKind::mbarrier) {
      const auto state = pipeline_.mbarriers[row.index].state_at(step + 1);
      if (state && pipeline_.mbarriers[row.index].most_bytes == 0) {
        return tr("{} to come", state->pending).in(style_.language);
      }
      if (state) return tr("{}, {} bytes", state->pending, state->bytes).in(style_.language);
    }
    return {};
  }

  void paint_mark() {
    if (!look_.mark) return;
    const auto kind = look_.mark->kind;
    if (kind == PipelineMark::Kind::step || kind == PipelineMark::Kind::fault) return;
    const RowKind row_kind = kind == PipelineMark::Kind::stage   ? RowKind::stage
                             : kind == PipelineMark::Kind::phase ? RowKind::mbarrier
                                                                 : RowKind::warp;
    const PipelineRow* const row = layout_.row_of(row_kind, look_.mark->row);
    if (row == nullptr) return;
    const pipeline::Span span = span_of(*look_.mark);
    const float left = layout_.x_of(span.begin);
    const float width = std::max(layout_.x_of(span.end) - left, 2.0f);
    const float most = layout_.area.x + layout_.area.width - width;
    list_.rectangles.push_back(
        {std::min(left, most), row->box.y, width, row->box.height, 0, theme_.highlight, 2, 0, {}});
  }
  [[nodiscard]] pipeline::Span span_of(const PipelineMark& mark) const {
    switch (mark.kind) {
      case PipelineMark::Kind::stage:
        return bands_of(pipeline_.stages.all[mark.row], pipeline_.steps())[mark.item].at;
      case PipelineMark::Kind::phase:
        return pipeline_.mbarriers[mark.row].phases[mark.item].at;
      case PipelineMark::Kind::wait:
        return pipeline_.waits[pipeline_.warps[mark.row].waits[mark.item]].at;
      default:
        return pipeline_.warps[mark.row].doings[mark.item].at;
    }
  }

  void paint_cursor() {
    if (!look_.cursor || !layout_.window.contains(*look_.cursor)) return;
    const float x = layout_.x_of(*look_.cursor) + layout_.step_width() / 2;
    // Captions stand over the steps.
    for (const PipelineRow& row : layout_.rows) {
      if (row.kind == RowKind::caption) continue;
      const float bottom = row.label.y + row.label.height;
      list_.lines.push_back({x, row.label.y, x, bottom, theme_.highlight, 2});
    }
    list_.rectangles.push_back({std::max(x - 1, layout_.area.x),
                                layout_.area.y,
                                2,
                                layout_.area.height,
                                0,
                                0,
                                1,
                                0,
                                {MarkId::Kind::line, *look_.cursor, 0}});
  }

  // 1, 2, 5, 10, 20…: the smallest such step at which labels stay apart.
  [[nodiscard]] Step round_steps(float label_pixels) const {
    for (Step decade = 1;; decade *= 10) {
      for (const Step factor : {1u, 2u, 5u}) {
        if (static_cast<float>(decade * factor) * layout_.step_width() >= label_pixels) {
          return decade * factor;
        }
      }
    }
  }
  void paint_axis() {
    const Box& axis = layout_.axis;
    if (axis.height == 0) return;
    const float size = labels_.text_size;
    const std::string title =
        tr("steps in the machine's order, not time").in(style_.language).data();
    const float title_width = style_.measure(title, size, false) + size;
    const float end = axis.x + axis.width - title_width;
    const float width = style_.measure(fmt::format("{}", layout_.window.end), size, false) * 1.6f;
    const Step every = round_steps(width);
    for (Step number = (layout_.window.begin / every + 1) * every; number <= layout_.window.end;
         number += every) {
      const float x = layout_.x_of(number - 1) + layout_.step_width() / 2;
      if (x + width / 2 > end) break;
      if (x - width / 2 < axis.x) continue;
      list_.lines.push_back({x, axis.y, x, axis.y + axis.height * 0.2f, theme_.muted_text, 1});
      put_text(list_, {x - width / 2, axis.y + axis.height * 0.15f, width, axis.height * 0.85f},
               fmt::format("{}", number), size,
               {.align = Text::Align::center, .color = theme_.muted_text});
    }
    if (title_width > axis.width) return;
    put_text(list_, {end, axis.y + axis.height * 0.15f, title_width, axis.height * 0.85f}, title,
             size, {.align = Text::Align::right, .color = theme_.muted_text});
  }

  // What is pointed at, else what happens at the cursor; below, rows that have no room.
  void paint_line() {
    std::string words;
    if (look_.mark) {
      words = pipeline_words(pipeline_, *look_.mark, style_.language);
    } else if (look_.cursor) {
      words = pipeline_words(pipeline_, {PipelineMark::Kind::step, 0, 0, *look_.cursor},
                             style_.language);
    }
    const std::uint32_t hidden = layout_.hidden_above + layout_.hidden_below;
    Box box = layout_.line;
    if (hidden != 0) {
      const std::string more = tr("{} more rows: scroll", hidden).in(style_.language);
      const float width = style_.measure(more, labels_.text_size, false) + labels_.text_size;
      if (width < box.width * 0.4f) {
        box.width -= width;
        put_text(list_, {box.x + box.width, box.y, width, box.height}, more, labels_.text_size,
                 {.align = Text::Align::right, .color = theme_.muted_text});
      }
    }
    if (!words.empty()) add_text(list_, style_, box, {words}, {.color = theme_.text});
  }

  const Pipeline& pipeline_;
  const PipelineLook& look_;
  const Style& style_;
  Style labels_;
  const Theme& theme_;
  PipelineLayout layout_;
  DrawList list_;
};

}  // namespace

DrawList pipeline_view(const Pipeline& pipeline, const PipelineLook& look, Size size,
                       const Style& style) {
  return PipelinePainter(pipeline, look, size, style).paint();
}

}  // namespace warplens::scene
