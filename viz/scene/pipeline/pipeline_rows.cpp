#include "viz/scene/pipeline/pipeline_rows.h"

#include <algorithm>

#include "viz/pipeline/pipeline_words.h"
#include "viz/scene/pipeline/pipeline_view.h"

namespace warplens::scene {
namespace {

using pipeline::MbarrierLife;
using pipeline::Span;
using pipeline::StageState;
using pipeline::Step;
using pipeline::Wait;
using pipeline::WarpLife;

constexpr float kRoomBetween = 1.6f;  // of a row, in label sizes: for words between its lines
constexpr float kLeastBand = 1.5f, kWideBand = 6;  // pixels

MarkId bar(std::uint32_t row, std::size_t item) {
  return {MarkId::Kind::bar, row, static_cast<std::uint32_t>(item)};
}

bool does_in(const WarpLife& life, const Span& span) {
  return std::ranges::any_of(life.doings, [&](const pipeline::Doing& doing) {
    return doing.at.begin < span.end && span.begin < doing.at.end;
  });
}

// The part of a box that is so much of its height, from below.
Box lower_part(const Box& box, double share) {
  const float height = box.height * static_cast<float>(std::clamp(share, 0.0, 1.0));
  return {box.x, box.y + box.height - height, box.width, height};
}

}  // namespace

Color stage_color(StageState state, ThemeName name) {
  const Color cell = theme(name).cell;
  switch (state) {
    case StageState::filling:
      return mix(series_hue(1, name), cell, 0.15f);
    case StageState::full:
      return mix(series_hue(0, name), cell, 0.25f);
    case StageState::reading:
      return mix(series_hue(2, name), cell, 0.2f);
    default:
      return cell;
  }
}

Box PipelineRows::box_in(const Box& row, const Span& span) const {
  const float right = row.x + row.width;
  const float left = std::min(layout_->x_of(span.begin), right - kLeastBand);
  const float width = std::max(layout_->x_of(span.end) - left, kLeastBand);
  return {left, row.y, std::min(width, right - left), row.height};
}

bool PipelineRows::goes_on(const Box& box, float& drawn_to) {
  if (box.x + box.width < drawn_to + kLeastBand) return false;
  drawn_to = box.x + box.width;
  return true;
}

void PipelineRows::add_band(const Box& box, Color color, MarkId id,
                            const std::string& words) const {
  // Neighbours of one colour stay apart.
  const Color edge = box.width > kWideBand ? theme(style_->theme).background : 0;
  list_->rectangles.push_back({box.x, box.y, box.width, box.height, color, edge, 1, 0, id});
  add_words(box, color, words);
}

void PipelineRows::add_words(const Box& box, Color color, const std::string& words,
                             Text::Align align) const {
  if (words.empty() || box.width < style_->text_size * 2) return;
  const float inset = style_->text_size * 0.25f;
  Style small = *style_;
  small.text_size = label_size(*style_);
  add_text(*list_, small, {box.x + inset, box.y, box.width - 2 * inset, box.height}, {words},
           {.align = align, .color = text_on(color)});
}

// The widest part of a stage's band that no mark of a fault lies over.
Box PipelineRows::beside_faults(const Box& box, std::uint32_t stage) const {
  const float flag = style_->text_size + label_size(*style_) * 1.1f;
  Box widest{box.x, box.y, 0, box.height};
  float begin = box.x;
  const auto take = [&](float end) {
    if (end - begin > widest.width) widest = {begin, box.y, end - begin, box.height};
  };
  for (const pipeline::Fault& fault : pipeline_->faults) {
    if (fault.stage != stage || !layout_->window.contains(fault.at)) continue;
    const float x = layout_->x_of(fault.at);
    if (x + flag < box.x || x - flag > box.x + box.width) continue;
    take(std::min(x - flag, box.x + box.width));
    begin = std::max(begin, x + flag);
  }
  take(box.x + box.width);
  return widest;
}

void PipelineRows::paint() const {
  const Theme& colors = theme(style_->theme);
  for (const PipelineRow& row : layout_->rows) {
    if (row.kind == PipelineRow::Kind::caption) continue;
    const Color back = row.kind == PipelineRow::Kind::warp ? colors.outside : colors.cell;
    list_->rectangles.push_back({row.box.x,
                                 row.box.y,
                                 row.box.width,
                                 row.box.height,
                                 back,
                                 0,
                                 1,
                                 0,
                                 {MarkId::Kind::row, row.index, 0}});
    if (row.kind == PipelineRow::Kind::stage) paint_stage(row);
    if (row.kind == PipelineRow::Kind::mbarrier) paint_mbarrier(row);
    if (row.kind == PipelineRow::Kind::warp) paint_warp(row);
  }
  paint_arrows();
}

void PipelineRows::paint_stage(const PipelineRow& row) const {
  const auto bands = bands_of(pipeline_->stages.all[row.index], pipeline_->steps());
  float drawn_to = 0;
  for (std::size_t i = 0; i < bands.size(); ++i) {
    if (!is_in_window(bands[i].at) || bands[i].state == StageState::free) continue;
    const Box box = box_in(row.box, bands[i].at);
    if (!goes_on(box, drawn_to)) continue;
    const Color color = stage_color(bands[i].state, style_->theme);
    add_band(box, color, bar(row.index, i), {});
    add_words(beside_faults(box, row.index), color,
              std::string(state_phrase(bands[i].state).in(style_->language)));
  }
  paint_faults(row);
}

void PipelineRows::paint_faults(const PipelineRow& row) const {
  const Color color = theme(style_->theme).conflict;
  float drawn_to = 0;
  for (std::size_t i = 0; i < pipeline_->faults.size(); ++i) {
    const pipeline::Fault& fault = pipeline_->faults[i];
    if (fault.stage != row.index || !layout_->window.contains(fault.at)) continue;
    const float width = std::clamp(layout_->step_width(), 4.0f, style_->text_size);
    const float right = row.box.x + row.box.width - width;
    const float x =
        std::clamp(layout_->x_of(fault.at) + (layout_->step_width() - width) / 2, row.box.x, right);
    if (x < drawn_to) continue;
    drawn_to = x + width;
    list_->rectangles.push_back({x,
                                 row.box.y,
                                 width,
                                 row.box.height,
                                 color,
                                 theme(style_->theme).background,
                                 1,
                                 0,
                                 {MarkId::Kind::event, static_cast<std::uint32_t>(i), 0}});
    drawn_to = std::max(drawn_to, paint_flag({x + width, row.box.y, 0, row.box.height}));
  }
}

// "!" at the right of a mark, or at its left where there is no room; where it ends.
float PipelineRows::paint_flag(const Box& beside) const {
  const float size = label_size(*style_);
  const float width = size * 1.1f, height = std::min(beside.height, size * 1.4f);
  if (height < size) return beside.x;
  const float right = layout_->area.x + layout_->area.width;
  const float x = beside.x + width <= right ? beside.x : right - width;
  const Color color = theme(style_->theme).conflict;
  list_->rectangles.push_back({x, beside.y, width, height, color, 0, 1, 0, {}});
  put_text(*list_, {x, beside.y, width, height}, "!", size,
           {.align = Text::Align::center, .color = text_on(color)});
  return x + width;
}

void PipelineRows::paint_mbarrier(const PipelineRow& row) const {
  const MbarrierLife& life = pipeline_->mbarriers[row.index];
  const Theme& colors = theme(style_->theme);
  float drawn_to = 0;
  for (std::size_t i = 0; i < life.phases.size(); ++i) {
    const pipeline::Phase& phase = life.phases[i];
    if (!is_in_window(phase.at)) continue;
    const Box box = box_in(row.box, phase.at);
    if (!goes_on(box, drawn_to)) continue;
    const Color color = phase.parity ? mix(colors.cell, colors.muted_text, 0.38f)
                                     : mix(colors.cell, colors.muted_text, 0.12f);
    add_band(box, color, bar(row.index, i), {});
    // Between the line of arrivals and the bytes, where there is room.
    if (box.height > label_size(*style_) * kRoomBetween)
      add_words(box, color, tr("phase {}", i).in(style_->language), Text::Align::left);
  }
  paint_bytes(row, life);
  paint_pending(row, life);
  paint_senders(row, life);
}

// Bytes that are still to come, from below.
void PipelineRows::paint_bytes(const PipelineRow& row, const MbarrierLife& life) const {
  if (life.most_bytes == 0) return;
  const Color color = stage_color(StageState::filling, style_->theme);
  float drawn_to = 0;
  for (std::size_t i = 0; i < life.steps.size(); ++i) {
    const Step end = i + 1 < life.steps.size() ? life.steps[i + 1].at : pipeline_->steps();
    const Span span{life.steps[i].at, std::max(end, life.steps[i].at + 1)};
    if (life.steps[i].after.bytes == 0 || !is_in_window(span)) continue;
    const double share = std::abs(static_cast<double>(life.steps[i].after.bytes)) /
                         static_cast<double>(life.most_bytes);
    const Box box = lower_part(box_in(row.box, span), share * 0.3);
    if (!goes_on(box, drawn_to)) continue;
    list_->rectangles.push_back({box.x, box.y, box.width, box.height, color, 0, 1, 0, {}});
  }
}

float PipelineRows::pending_y(const PipelineRow& row, const MbarrierLife& life,
                              std::uint32_t pending) {
  const float inset = std::min(2.0f, row.box.height * 0.1f);
  const float share = static_cast<float>(pending) / static_cast<float>(life.most_pending);
  return row.box.y + inset + (row.box.height - 2 * inset) * (1 - share);
}

// Arrivals that are still to come, as a line of steps.
void PipelineRows::paint_pending(const PipelineRow& row, const MbarrierLife& life) const {
  if (life.most_pending == 0) return;
  const Color color = theme(style_->theme).text;
  std::optional<float> last_y;
  float last_x = 0;
  for (std::size_t i = 0; i < life.steps.size(); ++i) {
    const Step end = i + 1 < life.steps.size() ? life.steps[i + 1].at : pipeline_->steps();
    if (!is_in_window({life.steps[i].at, std::max(end, life.steps[i].at + 1)})) continue;
    const float begin = layout_->x_of(life.steps[i].at), stop = layout_->x_of(end);
    const float y = pending_y(row, life, life.steps[i].after.pending);
    if (last_y && begin - last_x < 1 && stop - begin < 1) continue;
    if (last_y) list_->lines.push_back({begin, *last_y, begin, y, color, 1.5f});
    list_->lines.push_back({begin, y, stop, y, color, 1.5f});
    last_y = y;
    last_x = begin;
  }
}

void PipelineRows::paint_warp(const PipelineRow& row) const {
  const WarpLife& life = pipeline_->warps[row.index];
  paint_waits(row, life);
  float drawn_to = 0;
  for (std::size_t i = 0; i < life.doings.size(); ++i) {
    const pipeline::Doing& doing = life.doings[i];
    if (!is_in_window(doing.at)) continue;
    const Box box = box_in(row.box, doing.at);
    if (!goes_on(box, drawn_to)) continue;
    const Color color =
        stage_color(doing.fills ? StageState::filling : StageState::reading, style_->theme);
    add_band(box, color, bar(row.index, life.waits.size() + i),
             pipeline_->stages.all[doing.stage].name());
  }
  drawn_to = 0;
  const Color color = theme(style_->theme).text;
  for (const std::size_t arrival : life.arrivals) {
    const Step step = pipeline_->order.of_record(arrival);
    if (!layout_->window.contains(step)) continue;
    const Box box = lower_part(box_in(row.box, {step, step + 1}), 0.4);
    const float x = box.x + box.width / 2;
    if (x < drawn_to + 2) continue;
    drawn_to = x;
    list_->lines.push_back({x, box.y, x, box.y + box.height, color, 2});
  }
}

void PipelineRows::paint_waits(const PipelineRow& row, const WarpLife& life) const {
  const Color color =
      mix(series_hue(std::nullopt, style_->theme), theme(style_->theme).outside, 0.45f);
  float drawn_to = 0;
  for (std::size_t i = 0; i < life.waits.size(); ++i) {
    const Wait& wait = pipeline_->waits[life.waits[i]];
    if ((!wait.was_long() && wait.is_over) || !is_in_window(wait.at)) continue;
    Box box = box_in(row.box, wait.at);
    if (!goes_on(box, drawn_to)) continue;
    box.y += row.box.height * 0.2f;
    box.height *= 0.6f;
    // What it does meanwhile lies over it.
    add_band(box, color, bar(row.index, i), does_in(life, wait.at) ? "" : words_of(wait));
  }
}

std::string PipelineRows::words_of(const Wait& wait) const {
  if (wait.what == Wait::For::wgmma) return "wgmma";
  if (wait.what == Wait::For::cluster) return "barrier.cluster";
  if (wait.what == Wait::For::barrier) {
    return tr("barrier {}", wait.offset).in(style_->language);
  }
  return tr("waits at {}", mbarrier_name(*pipeline_, wait.offset)).in(style_->language);
}

}  // namespace warplens::scene
