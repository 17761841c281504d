// What a person has answered to lessons' questions, each try.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/json_fields.h"
#include "kernels/base/json_types.h"

namespace warplens::session {

// What an answer is to: a question, or a challenge that the trace has judged.
enum class AnswerKind : std::uint8_t { question, challenge };
inline constexpr std::array<std::string_view, 2> kAnswerKindNames{"question", "challenge"};

struct GivenAnswer {
  std::string lesson, step;  // ids
  std::string answer{};      // in words, of a question
  bool is_right = false;
  int attempt = 1;   // at this step, from 1
  std::string when{};  // 2026-11-24T14:05:09Z
  AnswerKind kind = AnswerKind::question;
  // As lessons/prediction.h has them, in no language; nothing of a challenge, and where an earlier
  // version kept it.
  std::optional<std::int64_t> value{}, right_value{};
  friend bool operator==(const GivenAnswer&, const GivenAnswer&) = default;
};

inline constexpr std::size_t kMostAnswers = 2000;  // that are kept: the latest

// Adds one, given now, as the next attempt at its step.
void add_answer(std::vector<GivenAnswer>& answers, GivenAnswer given);

// As settings.json has them: what is none is left out.
[[nodiscard]] std::vector<GivenAnswer> given_answers_of(const std::vector<JsonFields>& list);
[[nodiscard]] SortedJson to_json(const std::vector<GivenAnswer>& answers);

}  // namespace warplens::session
