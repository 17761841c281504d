#include "app/grading/grade_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "kernels/base/json_fields.h"
#include "kernels/base/visible_text.h"

namespace warplens::grading {
namespace {

std::string reasons_of(std::span<const Task> tasks, std::span<const Cell> cells) {
  std::string reasons;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (cells[i].passed) continue;
    if (!reasons.empty()) reasons += "; ";
    reasons +=
        tasks.size() == 1 ? cells[i].why : fmt::format("{}: {}", tasks[i].name(), cells[i].why);
  }
  return reasons;
}

}  // namespace

std::string line_of(const Cell& cell) {
  return json_text(Json{{"passed", cell.passed}, {"why", cell.why}}, -1);
}

std::optional<Cell> cell_in(std::string_view printed) {
  while (printed.ends_with('\n')) printed.remove_suffix(1);
  const auto fields = JsonFields::parse(printed.substr(printed.rfind('\n') + 1));
  if (!fields) return std::nullopt;
  Cell cell{fields->flag("passed"), fields->text("why")};
  return fields->error() ? std::nullopt : std::optional(std::move(cell));
}

tables::Table table_of(std::span<const Submission> submissions, std::span<const Task> tasks,
                       std::span<const Cell> cells) {
  tables::Row head{"student", "passed", "of"};
  for (const Task& task : tasks) head.push_back(task.name());
  head.emplace_back("why");
  tables::Table table{head};
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    const std::span<const Cell> own = cells.subspan(i * tasks.size(), tasks.size());
    const auto passed = std::ranges::count(own, true, &Cell::passed);
    tables::Row row{visible_line(submissions[i].student), fmt::format("{}", passed),
                    fmt::format("{}", tasks.size())};
    for (const Cell& each : own) row.emplace_back(each.passed ? "1" : "0");
    row.push_back(reasons_of(tasks, own));
    table.push_back(std::move(row));
  }
  return table;
}

}  // namespace warplens::grading
