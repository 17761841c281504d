// What a class has been given: a row a student, a cell a task.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/grading/submissions.h"
#include "viz/analysis/table.h"

namespace warplens::grading {

struct Cell {
  bool passed = false;
  std::string why;  // one line
};

// A cell as a line of JSON, in which one process tells it to another.
[[nodiscard]] std::string line_of(const Cell& cell);
// Of the last line of what such a process has printed; nothing: it told none.
[[nodiscard]] std::optional<Cell> cell_in(std::string_view printed);

// Columns: student, passed, of, each task (1 or 0), why. `cells`: as many for each submission, in
// the order of tasks.
[[nodiscard]] tables::Table table_of(std::span<const Submission> submissions,
                                     std::span<const Task> tasks, std::span<const Cell> cells);

}  // namespace warplens::grading
