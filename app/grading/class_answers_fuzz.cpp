// Any bytes as a file of answers must give a table with as many cells in each row, or an error; and
// what is read as answers adds up to a row a student and a row a step.
#include <cstdint>
#include <string_view>

#include "app/grading/class_answers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto table = grading::parse_csv(text, "any");
  if (!table.has_value()) {
    if (table.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const tables::Row& row : *table)
    if (row.size() != table->front().size()) __builtin_trap();
  const auto answers = grading::answers_in(*table, "any");
  if (!answers.has_value()) {
    if (answers.error().message.empty()) __builtin_trap();
    return 0;
  }
  const std::size_t most = answers->size() + 1;  // with the columns' names
  if (grading::by_student(*answers).size() > most) __builtin_trap();
  if (grading::by_step(*answers).size() > most) __builtin_trap();
  return 0;
}
