#include "app/state/metric_comparison.h"

#include <algorithm>

namespace warplens::ui {
namespace {

using scene::MetricClass;
using scene::MetricLabel;
using scene::MetricRow;
using scene::MetricTable;
using session::Side;

constexpr auto kLastLabel = MetricLabel::no_rule;
constexpr auto kLastClass = MetricClass::bulk_store;

const MetricRow* find(const std::vector<MetricRow>& rows, MetricLabel label) {
  const auto it = std::ranges::find(rows, label, &MetricRow::label);
  return it == rows.end() ? nullptr : &*it;
}

std::optional<Side> better(MetricLabel label, double left, double right, Judged judged) {
  if (left == right || judged == Judged::nothing) return std::nullopt;
  const Side fewer = left < right ? Side::left : Side::right;
  switch (label) {
    case MetricLabel::sectors:
    case MetricLabel::wavefronts:
      return judged == Judged::kernel ? std::optional(fewer) : std::nullopt;
    case MetricLabel::conflicts:
    case MetricLabel::n_way:
      return fewer;
    case MetricLabel::efficiency:
      return session::other(fewer);
    default:
      return std::nullopt;
  }
}

const std::vector<MetricRow>& rows_of(const std::vector<MetricTable>& tables, MetricClass of) {
  static const std::vector<MetricRow> kNone;
  const auto it = std::ranges::find(tables, of, &MetricTable::of);
  return it == tables.end() ? kNone : it->rows;
}

}  // namespace

std::vector<ComparedRow> compare_metrics(const std::vector<MetricRow>& left,
                                         const std::vector<MetricRow>& right, Judged judged) {
  std::vector<ComparedRow> rows;
  for (int i = 0; i <= static_cast<int>(kLastLabel); ++i) {
    const auto label = static_cast<MetricLabel>(i);
    const MetricRow* a = find(left, label);
    const MetricRow* b = find(right, label);
    if (a == nullptr && b == nullptr) continue;
    ComparedRow row{label, a == nullptr ? "" : a->value, b == nullptr ? "" : b->value, {}};
    if (a != nullptr && b != nullptr) row.better = better(label, a->amount, b->amount, judged);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<ComparedTable> compare_tables(const std::vector<MetricTable>& left,
                                          const std::vector<MetricTable>& right,
                                          const std::vector<MetricLabel>& labels, Judged judged) {
  std::vector<ComparedTable> tables;
  for (int i = 0; i <= static_cast<int>(kLastClass); ++i) {
    const auto of = static_cast<MetricClass>(i);
    std::vector<ComparedRow> rows = compare_metrics(rows_of(left, of), rows_of(right, of), judged);
    std::erase_if(rows, [&](const ComparedRow& row) {
      return std::ranges::find(labels, row.label) == labels.end();
    });
    if (!rows.empty()) tables.push_back({of, std::move(rows)});
  }
  return tables;
}

}  // namespace warplens::ui
