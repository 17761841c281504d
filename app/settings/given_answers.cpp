#include "app/settings/given_answers.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>

#include "kernels/base/json.h"

namespace warplens::session {
namespace {

GivenAnswer given_answer_of(const JsonFields& fields) {
  return {fields.text_or("lesson", ""),
          fields.text_or("step", ""),
          fields.text_or("answer", ""),
          fields.flag_or("right", false),
          fields.integer_or<int>("attempt", 1, 0, kMostAnswers),
          fields.text_or("when", ""),
          fields.choice_or("kind", kAnswerKindNames, AnswerKind::question),
          fields.find_integer<std::int64_t>("value"),
          fields.find_integer<std::int64_t>("right_value")};
}

}  // namespace

void add_answer(std::vector<GivenAnswer>& answers, GivenAnswer given) {
  const auto same = [&](const GivenAnswer& each) {
    return each.lesson == given.lesson && each.step == given.step;
  };
  const auto before = std::find_if(answers.rbegin(), answers.rend(), same);
  given.attempt = before == answers.rend() ? 1 : before->attempt + 1;
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  given.when = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
  answers.push_back(std::move(given));
  if (answers.size() > kMostAnswers) answers.erase(answers.begin());
}

std::vector<GivenAnswer> given_answers_of(const std::vector<JsonFields>& list) {
  std::vector<GivenAnswer> answers;
  for (const JsonFields& each : list) {
    GivenAnswer given = given_answer_of(each);
    const bool is_whole = !given.lesson.empty() && !given.step.empty();
    if (is_whole && answers.size() < kMostAnswers) answers.push_back(std::move(given));
  }
  return answers;
}

SortedJson to_json(const std::vector<GivenAnswer>& answers) {
  SortedJson list = SortedJson::array();
  for (const GivenAnswer& each : answers) {
    list.push_back({{"lesson", each.lesson},
                    {"step", each.step},
                    {"kind", kAnswerKindNames[static_cast<std::size_t>(each.kind)]},
                    {"answer", each.answer},
                    {"right", each.is_right},
                    {"attempt", each.attempt},
                    {"when", each.when}});
    if (each.value) list.back()["value"] = *each.value;
    if (each.right_value) list.back()["right_value"] = *each.right_value;
  }
  return list;
}

}  // namespace warplens::session
