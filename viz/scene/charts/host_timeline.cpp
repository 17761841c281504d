#include "viz/scene/charts/host_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "kernels/timing/timeline_figures.h"
#include "viz/scene/charts/host_timeline_phrases.h"

namespace warplens::scene {
namespace {

using timing::Action;
using timing::Span;
using timing::Track;

constexpr float kLowest = 5;  // of the view, in text sizes; below that nothing is drawn
constexpr float kTick = 6;    // text sizes from tick to tick, at least

class Painter {
 public:
  Painter(const timing::TimelineRun& run, const HostTimelineLook& look, Size size,
          const Style& style)
      : run_(run),
        look_(look),
        style_(style),
        theme_(theme(style.theme)),
        layout_(host_timeline_layout(run, look, size, style)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    if (list_.height < style_.text_size * kLowest || layout_.host.width < style_.text_size * 4) {
      return std::move(list_);
    }
    paint_rows();
    if (look_.only_order) {
      paint_order();
      return std::move(list_);
    }
    paint_axis();
    paint_links();
    for (std::size_t i = 0; i < run_.spans.size(); ++i) paint_span(i);
    if (!layout_.streams.empty()) paint_moments();
    if (!layout_.work.empty()) paint_work();
    paint_uncertainty();
    paint_between_events();
    return std::move(list_);
  }

 private:
  [[nodiscard]] float clamped(double seconds) const {
    const Box& plot = layout_.host;
    return std::clamp(layout_.time.at(seconds), plot.x, plot.x + plot.width);
  }
  [[nodiscard]] bool is_in_window(const Span& span) const {
    return span.end >= look_.window.begin && span.begin <= look_.window.end;
  }

  void paint_rows() {
    paint_row(name_of(Track::host, style_.language), layout_.host);
    if (layout_.streams.empty()) paint_row(name_of(Track::device, style_.language), layout_.device);
    for (const HostTimelineLayout::StreamRow& row : layout_.streams)
      paint_row(stream_name(row.stream, style_.language), row.box);
    for (std::size_t i = 0; i < layout_.work.size(); ++i)
      paint_row(work_name(timing::kDeviceWork[i], style_.language), layout_.work[i]);
  }

  void paint_row(std::string_view name, const Box& row) {
    list_.rectangles.push_back(
        {row.x, row.y, row.width, row.height, theme_.cell, 0, 1, 0, {MarkId::Kind::row, 0, 0}});
    add_text(list_, style_, {0, row.y, row.x - style_.text_size * 0.4f, row.height},
             {std::string(name)}, {.align = Text::Align::right, .color = theme_.text});
  }

  void paint_axis() {
    const Box& row = layout_.axis;
    const auto most = static_cast<std::size_t>(row.width / (style_.text_size * kTick));
    float free_from = 0;
    for (const double tick : nice_ticks(layout_.time, most)) {
      const float x = layout_.time.at(tick);
      if (x < row.x - 0.5f || x > row.x + row.width + 0.5f) continue;
      const float at = std::clamp(x, row.x, row.x + row.width);
      const Box& gap = layout_.links;  // what the spans leave free
      list_.lines.push_back({at, gap.y, at, gap.y + gap.height, theme_.grid, 1});
      const std::string words = si_phrase(tick, "s", 6, true);
      const float size = style_.text_size * 0.9f, width = style_.measure(words, size, false);
      const float left = std::clamp(at - width / 2, 0.0f, list_.width - width);
      if (left < free_from) continue;
      free_from = left + width + style_.text_size * 0.5f;
      put_text(list_, {left, row.y, width, row.height}, words, size,
               {.color = theme_.muted_text, .id = {MarkId::Kind::axis, 0, 0}});
    }
  }

  // Of streams only the chosen one's: all of them would hide the rows.
  void paint_links() {
    for (std::size_t i = 0; i < run_.spans.size(); ++i) {
      const Span& span = run_.spans[i];
      if (span.track == Track::host) continue;
      if (!layout_.streams.empty() && look_.chosen != i && look_.chosen != *span.queued_by)
        continue;
      paint_link(run_.spans[*span.queued_by], span);
    }
  }

  // Links the begin of a call to the begin of its work; only while both are in the window.
  void paint_link(const Span& call, const Span& work) {
    for (const double moment : {call.begin, work.begin}) {
      if (moment < look_.window.begin || moment > look_.window.end) return;
    }
    list_.lines.push_back({clamped(call.begin), layout_.links.y, clamped(work.begin),
                           layout_.row_of(work).y, theme_.text, 1.2f});
  }

  void paint_span(std::size_t index) {
    const Span& span = run_.spans[index];
    if (!is_in_window(span)) return;
    Box box = box_in(layout_.row_of(span), span);
    // A probe is no part of the program: it is drawn low, at the row's foot.
    const float height = span.is_probe ? box.height * 0.3f : box.height;
    box.y += box.height - height;
    box.height = height;
    const Color color = action_color(span.action, style_.theme);
    paint_bar(index, box, color, look_.chosen == index);
    if (!span.is_probe) paint_label(span, box, color);
  }

  // A span's place in its row, a pixel wide at least.
  [[nodiscard]] Box box_in(const Box& row, const Span& span) const {
    const float left = clamped(span.begin), width = std::max(clamped(span.end) - left, 1.0f);
    return {std::min(left, row.x + row.width - width), row.y, width, row.height};
  }

  void paint_bar(std::size_t index, const Box& box, Color color, bool is_chosen) {
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                color,
                                is_chosen          ? theme_.highlight
                                : box.width > 3.0f ? theme_.background
                                                   : Color{0},
                                is_chosen ? 2.0f : 1.0f,
                                0,
                                {MarkId::Kind::bar, static_cast<std::uint32_t>(index), 0}});
  }

  void paint_label(const Span& span, const Box& box, Color color) {
    // Text that a tooltip tells as well need not be squeezed in.
    Style readable = style_;
    readable.smallest_text = std::max(style_.smallest_text, style_.text_size * 0.75f);
    const float pad = style_.text_size * 0.25f;
    if (box.width < style_.text_size * 2) return;
    const std::string time = si_phrase(span.seconds(), "s");
    const std::string both = span.name + "  " + time;
    const std::string shorter = span.name.substr(span.name.rfind(' ') + 1);  // "HtoD"
    const float line = std::min(box.height / 2, style_.text_size * 1.5f);
    const float top = box.y + box.height / 2 - line;
    const TextAttributes look{.align = Text::Align::center, .color = text_on(color)};
    const Box inner{box.x + pad, box.y, box.width - 2 * pad, box.height};
    if (line < style_.text_size * 1.1f) {
      add_text(list_, readable, inner, {both, span.name, shorter, time}, look);
      return;
    }
    if (!add_text(list_, readable, {inner.x, top, inner.width, line}, {span.name}, look)) {
      add_text(list_, readable, inner, {time}, look);
      return;
    }
    add_text(list_, readable, {inner.x, top + line, inner.width, line}, {time}, look);
  }

  // When an event is reached, through the rows of all streams.
  void paint_moments() {
    for (const Span& span : run_.spans) {
      if (span.track == Track::host || span.action != Action::event || !is_in_window(span))
        continue;
      const float x = clamped(span.end);
      list_.lines.push_back(
          {x, layout_.device.y, x, layout_.device.y + layout_.device.height, theme_.text, 1.5f});
    }
  }

  // The device's work by what does it, numbered in its order: a chunk has the same number in each.
  void paint_work() {
    std::map<Action, int> numbers;
    for (std::size_t i = 0; i < run_.spans.size(); ++i) {
      const Span& span = run_.spans[i];
      const Box* row = layout_.work_row_of(span);
      if (row == nullptr) continue;
      const std::string number = std::to_string(++numbers[span.action]);
      if (!is_in_window(span)) continue;
      const Box box = box_in(*row, span);
      const Color color = action_color(span.action, style_.theme);
      paint_bar(i, box, color, false);
      if (timing::has_chunks(run_.scenario) && box.width > style_.text_size) {
        add_text(list_, style_, box, {number},
                 {.align = Text::Align::center, .color = text_on(color)});
      }
    }
  }

  // Either way of the chosen span's ends, where it is the device's.
  void paint_uncertainty() {
    if (!look_.chosen || *look_.chosen >= run_.spans.size()) return;
    const Span& span = run_.spans[*look_.chosen];
    if (span.track == Track::host || !is_in_window(span)) return;
    const Box& row = layout_.row_of(span);
    for (const double moment : {span.begin, span.end}) {
      const float left = clamped(moment - run_.uncertainty);
      const float right = clamped(moment + run_.uncertainty);
      if (right - left < 1) continue;
      list_.rectangles.push_back(
          {left, row.y, right - left, row.height, with_alpha(theme_.highlight, 0x40), 0, 1, 0, {}});
    }
  }

  void paint_between_events() {
    if (!run_.between_events || layout_.events.height <= 0) return;
    std::vector<double> moments;
    for (const Span& span : run_.spans) {
      if (span.track == Track::device && span.action == Action::event) moments.push_back(span.end);
    }
    if (moments.size() != 2) return;
    const Box& row = layout_.events;
    const float left = clamped(moments[0]), right = clamped(moments[1]);
    const float y = row.y + row.height * 0.25f;
    list_.lines.push_back({left, y, right, y, theme_.text, 1.5f});
    for (const float x : {left, right}) {
      list_.lines.push_back({x, row.y, x, row.y + row.height * 0.5f, theme_.text, 1.5f});
    }
    const std::string words = between_phrase(*run_.between_events, style_.language);
    const float size = style_.text_size, width = style_.measure(words, size, false);
    if (width > list_.width) return;
    const float x = std::clamp((left + right - width) / 2, 0.0f, list_.width - width);
    put_text(list_, {x, row.y + row.height * 0.4f, width, row.height * 0.6f}, words, size,
             {.color = theme_.text, .id = {MarkId::Kind::label, 0, 0}});
  }

  struct CallSeries {
    const Span* first = nullptr;
    std::size_t count = 0;
  };
  [[nodiscard]] std::vector<CallSeries> series_of_calls() const {
    std::vector<CallSeries> calls;
    for (const Span& span : run_.spans) {
      if (span.track == Track::device || span.is_probe) continue;
      if (calls.empty() || calls.back().first->name != span.name) calls.push_back({&span, 0});
      ++calls.back().count;
    }
    return calls;
  }

  // Boxes of one width, that say nothing of times: one for each series of the same call.
  void paint_order() {
    const std::vector<CallSeries> calls = series_of_calls();
    const Box& row = layout_.host;
    const float width = row.width / static_cast<float>(std::max<std::size_t>(calls.size(), 1));
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Span& call = *calls[i].first;
      const Box box{row.x + width * static_cast<float>(i), row.y, width, row.height};
      const Color color = action_color(call.action, style_.theme);
      list_.rectangles.push_back({box.x,
                                  box.y,
                                  std::max(box.width - 1, 1.0f),
                                  box.height,
                                  color,
                                  0,
                                  1,
                                  0,
                                  {MarkId::Kind::label, static_cast<std::uint32_t>(i), 0}});
      const std::string times = calls[i].count > 1 ? fmt::format(" ×{}", calls[i].count) : "";
      add_text(list_, style_, {box.x + 2, box.y, box.width - 5, box.height}, {call.name + times},
               {.align = Text::Align::center, .color = text_on(color)});
    }
  }

  const timing::TimelineRun& run_;
  const HostTimelineLook& look_;
  const Style& style_;
  const Theme& theme_;
  HostTimelineLayout layout_;
  DrawList list_;
};

}  // namespace

DrawList host_timeline(const timing::TimelineRun& run, const HostTimelineLook& look, Size size,
                       const Style& style) {
  return Painter(run, look, size, style).paint();
}

}  // namespace warplens::scene
