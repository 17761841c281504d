#include "viz/scene/access/reduction_layout.h"

#include <algorithm>

namespace warplens::scene {
namespace {

constexpr float kThinnestColumn = 2.5f;  // in pixels; a thinner one cannot be told from the next
constexpr float kWidestColumn = 4;       // in text sizes
constexpr float kLaneRow = 1.35f;        // likewise
constexpr float kLanesShare = 0.45f;     // of the height, at most
constexpr float kNoteRow = 1.4f;
constexpr float kNames = 4.5f, kCounts = 15;  // in text sizes
constexpr float kNamesShare = 0.14f, kCountsShare = 0.24f, kMarginShare = 0.03f;

void place_columns(ReductionLayout& layout, std::uint32_t columns, float room, float widest) {
  layout.column = std::min(room / static_cast<float>(std::max(columns, 1u)), widest);
  layout.shown = columns;
  if (layout.column >= kThinnestColumn) return;
  layout.column = kThinnestColumn;
  layout.shown = static_cast<std::uint32_t>(std::max(room / kThinnestColumn, 1.0f));
}

}  // namespace

ReductionLayout reduction_layout(const analysis::ValueFlow& flow, std::int64_t scrolled, Size size,
                                 const Style& style) {
  ReductionLayout layout;
  const float unit = style.text_size;
  layout.names = std::min(unit * kNames, size.width * kNamesShare);
  layout.counts = std::min(unit * kCounts, size.width * kCountsShare);
  layout.margin = std::min(unit * kWidestValue / 2, size.width * kMarginShare);
  const float left = layout.names + layout.margin;
  const float room = std::max(size.width - left - layout.counts, 1.0f);
  place_columns(layout, flow.columns, room, unit * kWidestColumn);
  const std::int64_t most = std::int64_t{flow.columns} - layout.shown;
  layout.first = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(scrolled, 0, std::max<std::int64_t>(most, 0)));

  const auto steps = static_cast<float>(std::max<std::size_t>(flow.steps.size(), 1));
  const float note = layout.shown < flow.columns && size.height > unit * 8 ? unit * kNoteRow : 0;
  const float height = size.height - note;
  layout.lane_row = std::min(unit * kLaneRow, height * kLanesShare / steps);
  const float lanes = layout.lane_row * steps;
  const float gap = std::min(unit * 0.6f, height * 0.03f);
  const float across = layout.column * static_cast<float>(layout.shown);
  layout.tree = {left, 0, across, std::max(height - lanes - gap, 0.0f)};
  layout.lanes = {left, layout.tree.height + gap, across, lanes};
  layout.tree_row = layout.tree.height / steps;
  layout.note = {layout.names, height, size.width - layout.names, note};
  return layout;
}

float value_height(const ReductionLayout& layout, const Style& style) {
  constexpr float kShare = 0.58f, kHighest = 1.6f;
  return std::min(layout.tree_row * kShare, style.text_size * kHighest);
}

}  // namespace warplens::scene
