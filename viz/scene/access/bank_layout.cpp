#include "viz/scene/access/bank_layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::scene {
namespace {

constexpr float kMarkOfRow = 0.88f;  // its height: mark_box()

float gutter_width(const BankViewInput& input, const Style& style, float label_size) {
  const auto measured = [&](std::string_view text) {
    return style.measure(text, label_size, false);
  };
  float width = std::max(measured(phrases::bank.in(style.language)),
                         measured(phrases::wavefronts.in(style.language)));
  std::uint64_t last = input.shared_bytes;
  for (const analysis::WordUse& use : input.access->words) last = std::max(last, use.word * 4);
  for (const trace::SharedArray& array : input.arrays)
    width = std::max(width, measured(fmt::format("{} +{}", array.name, array.bytes)));
  return std::max(width, measured(fmt::format("{}", last))) + style.text_size * 0.6f;
}

bool is_whole(const BankRows& rows) {
  return !rows.panels.empty() && std::ranges::all_of(rows.panels, [](const BankPanel& panel) {
    return panel.hidden_rows == 0;
  });
}

}  // namespace

std::optional<std::size_t> BankLayout::row_of(const analysis::WordUse& use,
                                              const Panel& panel) const {
  const std::vector<std::uint64_t>& rows = panel.content.rows;
  const auto row = std::ranges::lower_bound(rows, use.row());
  if (use.group != panel.content.group || row == rows.end() || *row != use.row()) return {};
  return static_cast<std::size_t>(row - rows.begin());
}

std::optional<Box> BankLayout::box_of(const analysis::WordUse& use, const Panel& panel) const {
  const auto row = row_of(use, panel);
  if (!row) return std::nullopt;
  return cell(use.bank(), panel.rows + static_cast<float>(*row) * row_height, row_height);
}

BankLayout bank_layout(const BankViewInput& input, Size size, const Style& style) {
  BankLayout layout;
  layout.label_size = label_size(style);
  layout.line_height = layout.label_size * 1.4f;
  layout.gutter = gutter_width(input, style, layout.label_size);
  layout.cell_width = (size.width - layout.gutter) / analysis::kBanks;
  if (layout.cell_width < 3) return layout;
  const float gap = style.text_size * 0.5f;
  BankRoom room{.height = size.height - layout.line_height,
                .panel_overhead = 2 * layout.line_height + gap,
                .smallest_row = std::max(3.0f, style.text_size * 0.32f),
                .largest_row = std::max(layout.cell_width, style.text_size * 6),
                .readable_row = smallest_mark(style) / kMarkOfRow,
                .wants_numbers = style.smallest_mark > 0};
  BankRows chosen = choose_bank_rows(*input.access, input.shared_bytes, room);
  if (!is_whole(chosen)) {
    room.panel_overhead -= layout.line_height;
    BankRows untitled = choose_bank_rows(*input.access, input.shared_bytes, room);
    layout.has_titles = !is_whole(untitled);  // which say how many rows are hidden
    if (!layout.has_titles) chosen = std::move(untitled);
  }
  const float title = layout.has_titles ? layout.line_height : 0;
  layout.row_height = chosen.row_height;
  float y = layout.line_height;
  for (BankPanel& content : chosen.panels) {
    const auto rows = static_cast<float>(content.rows.size());
    const float depths = y + title;
    layout.panels.push_back({std::move(content), y, depths, depths + layout.line_height});
    y = depths + layout.line_height + rows * layout.row_height + gap;
  }
  return layout;
}

Box mark_box(const Box& cell, bool conflict) {
  const float side = cell.width * (conflict ? 0.13f : 0.04f);
  const float top = std::min(cell.height, cell.width) * 0.06f;
  return {cell.x + side, cell.y + top, cell.width - 2 * side, cell.height - 2 * top};
}

}  // namespace warplens::scene
