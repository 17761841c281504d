// Two kernels' figures row by row, and which side is the better one. No drawing.
#pragma once

#include <optional>
#include <vector>

#include "app/session/selection.h"
#include "viz/scene/access/metrics_view.h"

namespace warplens::ui {

struct ComparedRow {
  scene::MetricLabel label = scene::MetricLabel::requests;
  std::string left, right;  // empty: this side has no such figure
  std::optional<session::Side> better;
};

// What may be called better. Of single accesses only what does not grow with their width; of whole
// kernels also sums, when both do the same work; nothing otherwise. Requests, active lanes, and
// sectors a request are no virtue or fault by themselves.
enum class Judged : std::uint8_t { nothing, access, kernel };

// Every label that one of the sides has, in the order of MetricLabel.
[[nodiscard]] std::vector<ComparedRow> compare_metrics(const std::vector<scene::MetricRow>& left,
                                                       const std::vector<scene::MetricRow>& right,
                                                       Judged judged);

struct ComparedTable {
  scene::MetricClass of = scene::MetricClass::global_load;
  std::vector<ComparedRow> rows;
};
// The whole kernels: for each class of access that one of the sides makes, the rows named.
[[nodiscard]] std::vector<ComparedTable> compare_tables(
    const std::vector<scene::MetricTable>& left, const std::vector<scene::MetricTable>& right,
    const std::vector<scene::MetricLabel>& labels, Judged judged);

}  // namespace warplens::ui
