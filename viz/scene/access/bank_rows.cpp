#include "viz/scene/access/bank_rows.h"

#include <algorithm>
#include <numeric>

namespace warplens::scene {
namespace {

std::vector<std::uint64_t> touched_rows(const analysis::SharedBreakdown& access,
                                        std::uint32_t group) {
  std::vector<std::uint64_t> rows;
  for (const analysis::WordUse& use : access.words)
    if (use.group == group && (rows.empty() || rows.back() != use.row())) rows.push_back(use.row());
  return rows;
}

std::vector<std::uint64_t> range(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> rows(count);
  std::iota(rows.begin(), rows.end(), first);
  return rows;
}

// `height` of `all` rows with `touched` among them. Windows start at multiples of half their
// height, so that neighbouring events share one.
std::vector<std::uint64_t> window(const std::vector<std::uint64_t>& touched, std::uint64_t all,
                                  std::uint64_t height) {
  const std::uint64_t step = std::max<std::uint64_t>(height / 2, 1);
  std::uint64_t first = std::min(touched.front() / step * step, all - height);
  if (touched.back() >= first + height) first = std::min(touched.front(), all - height);
  return range(first, height);
}

struct Capacity {
  std::uint64_t rows = 0;      // that have room at all
  std::uint64_t readable = 0;  // … and for numbers in their marks
  bool wants_numbers = false;
};

// All of shared memory where its marks have room for numbers, else a few rows about what is touched
// where that is so near together; where numbers come first, the touched span or the touched rows
// with room for them; else all, the touched span or the touched rows alone: the first that has
// room.
std::vector<std::uint64_t> rows_of_one_panel(const std::vector<std::uint64_t>& touched,
                                             std::uint32_t shared_bytes, Capacity capacity) {
  constexpr std::uint64_t kFewRows = 8;
  const std::uint64_t all = (std::uint64_t{shared_bytes} + kRowBytes - 1) / kRowBytes;
  if (touched.empty()) return range(0, std::min(all, capacity.rows));
  const bool inside = touched.back() < all;
  const std::uint64_t span = touched.back() - touched.front() + 1;
  const std::uint64_t few = std::min({kFewRows, capacity.rows, all});
  if (inside && all > capacity.readable && span <= few) return window(touched, all, few);
  if (capacity.wants_numbers && all > capacity.readable) {
    const std::uint64_t least = std::min(std::max(span, kFewRows), all);
    if (inside && least <= capacity.readable) return window(touched, all, least);
    if (touched.size() <= capacity.readable) return touched;
  }
  if (inside && all <= capacity.rows) return range(0, all);
  if (span > capacity.rows) return touched;
  return inside ? window(touched, all, capacity.rows) : range(touched.front(), span);
}

void trim(BankRows& rows, std::uint64_t capacity) {
  for (BankPanel& panel : rows.panels) {
    const std::uint64_t share = capacity / rows.panels.size();
    if (panel.rows.size() <= share) continue;
    panel.hidden_rows = panel.rows.size() - share;
    panel.rows.resize(share);
  }
}

}  // namespace

BankRows choose_bank_rows(const analysis::SharedBreakdown& access, std::uint32_t shared_bytes,
                          const BankRoom& room) {
  BankRows chosen;
  const std::size_t groups = access.groups.size();
  const float free =
      room.height - room.panel_overhead * static_cast<float>(std::max<std::size_t>(groups, 1));
  if (free < room.smallest_row) return chosen;
  const auto capacity = static_cast<std::uint64_t>(free / room.smallest_row);
  if (groups <= 1) {
    BankPanel panel;
    if (groups == 1) panel.group = 0;
    const auto readable = static_cast<std::uint64_t>(free / room.readable_row);
    panel.rows = rows_of_one_panel(touched_rows(access, 0), shared_bytes,
                                   {capacity, readable, room.wants_numbers});
    chosen.panels.push_back(std::move(panel));
  } else {
    for (std::uint32_t group = 0; group < groups; ++group)
      chosen.panels.push_back({group, touched_rows(access, group), 0});
  }
  std::uint64_t total = 0;
  for (const BankPanel& panel : chosen.panels) total += panel.rows.size();
  if (total > capacity) trim(chosen, capacity);
  const auto shown = static_cast<float>(std::clamp<std::uint64_t>(total, 1, capacity));
  chosen.row_height = std::clamp(free / shown, room.smallest_row, room.largest_row);
  return chosen;
}

}  // namespace warplens::scene
