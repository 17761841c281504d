#include "app/settings/given_answers.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>

namespace warplens::session {
namespace {

std::string words_in(const SortedJson& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

GivenAnswer given_answer_of(const SortedJson& object) {
  GivenAnswer given{words_in(object, "lesson"),
                    words_in(object, "step"),
                    words_in(object, "answer"),
                    object.value("right", SortedJson()) == true,
                    1,
                    words_in(object, "when")};
  const auto attempt = object.find("attempt");
  const bool is_count = attempt != object.end() && attempt->is_number_unsigned() &&
                        attempt->get<std::uint64_t>() <= kMostAnswers;
  if (is_count) given.attempt = attempt->get<int>();
  return given;
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

std::vector<GivenAnswer> given_answers_of(const SortedJson& list) {
  std::vector<GivenAnswer> answers;
  if (!list.is_array()) return answers;
  for (const SortedJson& each : list) {
    if (!each.is_object() || answers.size() == kMostAnswers) continue;
    GivenAnswer given = given_answer_of(each);
    if (!given.lesson.empty() && !given.step.empty()) answers.push_back(std::move(given));
  }
  return answers;
}

SortedJson to_json(const std::vector<GivenAnswer>& answers) {
  SortedJson list = SortedJson::array();
  for (const GivenAnswer& each : answers) {
    list.push_back({{"lesson", each.lesson},
                    {"step", each.step},
                    {"answer", each.answer},
                    {"right", each.is_right},
                    {"attempt", each.attempt},
                    {"when", each.when}});
  }
  return list;
}

}  // namespace warplens::session
