#include "app/features/timing_chart/cited_bars.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace warplens::ui {
namespace {

// "862257ns": 862257 and "ns".
struct PrintedFigure {
  float amount = 0;
  std::string_view unit;
};

std::optional<PrintedFigure> read_figure(std::string_view printed) {
  PrintedFigure figure;
  const char* end = printed.data() + printed.size();
  const auto read = std::from_chars(printed.data(), end, figure.amount);
  if (read.ec != std::errc{} || !(figure.amount > 0)) return std::nullopt;
  figure.unit = printed.substr(static_cast<std::size_t>(read.ptr - printed.data()));
  return figure;
}

}  // namespace

std::vector<float> bar_shares(const timing::CitedTable& table, std::size_t column) {
  std::vector<float> amounts;
  std::optional<std::string_view> unit;
  for (const timing::CitedRow& row : table.rows) {
    const auto figure =
        column < row.figures.size() ? read_figure(row.figures[column]) : std::nullopt;
    if (!figure || unit.value_or(figure->unit) != figure->unit) return {};
    unit = figure->unit;
    amounts.push_back(figure->amount);
  }
  if (amounts.empty()) return {};
  const float largest = *std::ranges::max_element(amounts);
  for (float& amount : amounts) amount /= largest;
  return amounts;
}

}  // namespace warplens::ui
