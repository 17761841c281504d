#include "app/grading/class_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "viz/analysis/csv_reader.h"

namespace warplens::grading {
namespace {

Result<std::size_t> column(const tables::Row& head, std::string_view wanted,
                           const std::string& name) {
  const auto at = std::ranges::find(head, wanted);
  if (at == head.end())
    return fail(tr("{}: no column \"{}\": is it a file of Export answers…?", name, wanted));
  return static_cast<std::size_t>(at - head.begin());
}

int number(const std::string& text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// What one student has done with one step.
struct Tries {
  bool is_challenge = false;
  int first_right = 0;  // the attempt; 0: none was
  int attempts = 0;
};

using OfSteps = std::map<std::string, Tries>;

std::map<std::string, OfSteps> by_names(const std::vector<Answer>& answers) {
  std::map<std::string, OfSteps> all;
  for (const Answer& each : answers) {
    Tries& tries = all[each.student][each.step];
    tries.is_challenge = each.kind == "challenge";
    tries.attempts = std::max(tries.attempts, each.attempt);
    const bool is_earlier = tries.first_right == 0 || each.attempt < tries.first_right;
    if (each.is_right && is_earlier) tries.first_right = each.attempt;
  }
  return all;
}

std::set<std::string> steps_of(const std::vector<Answer>& answers) {
  std::set<std::string> steps;
  for (const Answer& each : answers) steps.insert(each.step);
  return steps;
}

template <class Keep>
std::string count_of(const OfSteps& steps, Keep keep) {
  return std::to_string(
      std::ranges::count_if(steps, [&](const auto& each) { return keep(each.second); }));
}

}  // namespace

Result<tables::Table> parse_csv(std::string_view text, const std::string& name) {
  TRY(auto table, tables::read_csv(text, name));
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].size() != table.front().size())
      return fail(tr("{}: row {} has {} cells, the first one {}", name, i + 1, table[i].size(),
                     table.front().size()));
  }
  if (table.empty()) return fail(tr("{}: the file is empty", name));
  return table;
}

Result<std::vector<Answer>> answers_in(const tables::Table& table, const std::string& name) {
  const tables::Row& head = table.front();
  TRY(const auto student, column(head, "name", name));
  TRY(const auto lesson, column(head, "lesson", name));
  TRY(const auto step, column(head, "step", name));
  TRY(const auto kind, column(head, "kind", name));
  TRY(const auto right, column(head, "right", name));
  TRY(const auto attempt, column(head, "attempt", name));
  std::vector<Answer> answers;
  for (std::size_t i = 1; i < table.size(); ++i) {
    const tables::Row& row = table[i];
    answers.push_back({row[student], row[lesson] + "/" + row[step], row[kind], row[right] == "1",
                       number(row[attempt])});
  }
  return answers;
}

tables::Table by_student(const std::vector<Answer>& answers) {
  const std::set<std::string> steps = steps_of(answers);
  tables::Row head{"name", "right_at_first", "right", "questions", "challenges"};
  head.insert(head.end(), steps.begin(), steps.end());
  tables::Table table{head};
  for (const auto& [student, of_steps] : by_names(answers)) {
    const auto question = [](const Tries& each) { return !each.is_challenge; };
    tables::Row row{
        student,
        count_of(of_steps, [&](const Tries& t) { return question(t) && t.first_right == 1; }),
        count_of(of_steps, [&](const Tries& t) { return question(t) && t.first_right > 0; }),
        count_of(of_steps, question),
        count_of(of_steps, [](const Tries& t) { return t.is_challenge && t.first_right > 0; })};
    for (const std::string& step : steps) {
      const auto tries = of_steps.find(step);
      row.push_back(tries == of_steps.end() ? "" : std::to_string(tries->second.first_right));
    }
    table.push_back(std::move(row));
  }
  return table;
}

tables::Table by_step(const std::vector<Answer>& answers) {
  struct Sums {
    int answered = 0, at_first = 0, in_the_end = 0, attempts = 0;
    std::string kind;
  };
  std::map<std::string, Sums> sums;
  for (const auto& [student, of_steps] : by_names(answers)) {
    for (const auto& [step, tries] : of_steps) {
      Sums& of = sums[step];
      ++of.answered;
      of.at_first += tries.first_right == 1 ? 1 : 0;
      of.in_the_end += tries.first_right > 0 ? 1 : 0;
      of.attempts += tries.attempts;
      of.kind = tries.is_challenge ? "challenge" : "question";
    }
  }
  tables::Table table{{"step", "kind", "students", "right_at_first", "right", "attempts"}};
  for (const auto& [step, of] : sums) {
    table.push_back({step, of.kind, std::to_string(of.answered), std::to_string(of.at_first),
                     std::to_string(of.in_the_end), std::to_string(of.attempts)});
  }
  return table;
}

}  // namespace warplens::grading
