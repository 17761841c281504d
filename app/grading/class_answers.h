// Answers of a whole class: the files that students export, added up.
#pragma once

#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "viz/analysis/table.h"

namespace warplens::grading {

// RFC 4180, with or without a mark for UTF-8. Errors: quotes that do not close, a row with another
// number of cells than the first; `name` of the file.
Result<tables::Table> parse_csv(std::string_view text, const std::string& name);

// One attempt, as `Export answers…` writes it.
struct Answer {
  std::string student, step;  // "padding/bytes"
  std::string kind;           // "question" or "challenge"
  bool is_right = false;
  int attempt = 0;
};

// Errors: a column that is missing.
Result<std::vector<Answer>> answers_in(const tables::Table& table, const std::string& name);

// A row a student: of how many questions the first answer was right, the last one, how many were
// answered, challenges met; a column a step: the attempt that was right, 0 where none was, empty
// where it was not answered.
[[nodiscard]] tables::Table by_student(const std::vector<Answer>& answers);
// A row a step: how many answered, were right at first, in the end; the attempts of all.
[[nodiscard]] tables::Table by_step(const std::vector<Answer>& answers);

}  // namespace warplens::grading
