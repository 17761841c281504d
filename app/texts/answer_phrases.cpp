#include "app/texts/answer_phrases.h"

#include "app/session/session.h"
#include "app/texts/place_phrases.h"
#include "viz/algebra/figures.h"

namespace warplens::ui {
namespace {

std::string option_phrase(const lessons::StepText& words, std::size_t option) {
  if (option >= words.options.size()) return {};
  std::string text = lessons::plain_text({words.options[option]});
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string order_phrase(const lessons::StepText& words, std::int64_t order) {
  std::string all;
  for (const std::size_t place : lessons::places_of(order, words.options.size())) {
    all += (all.empty() ? "" : " → ") + option_phrase(words, place);
  }
  return all;
}

// "lane 0–5, 8": each of them is told.
std::string lane_runs(const Speech& speech, std::int64_t lanes) {
  std::string all;
  const auto has = [&](std::uint32_t lane) { return lane < kWarpSize && (lanes >> lane & 1) != 0; };
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if (!has(lane)) continue;
    const std::uint32_t first = lane;
    while (has(lane + 1)) ++lane;
    all += fmt::format("{}{}", all.empty() ? "" : ", ", first);
    if (lane > first) all += fmt::format("{}{}", lane == first + 1 ? ", " : "–", lane);
  }
  return fmt::format("{} {}", speech.say(Str::lane), all);
}

std::string cell_phrase(const Speech& speech, const lessons::Prediction& prediction,
                        std::int64_t cell, const session::Session& session) {
  if (prediction.cell == lessons::CellKind::bank) {
    return fmt::format("{} {}", speech.say(Str::bank), cell);
  }
  const trace::Buffer* buffer = lessons::asked_buffer(prediction, session);
  if (buffer == nullptr || buffer->rows < 2) return speech.say(Str::answer_element, cell);
  const auto columns = static_cast<std::int64_t>(buffer->columns);
  return speech.say(Str::row_column, cell / columns, cell % columns);
}

}  // namespace

std::string answer_phrase(const Speech& speech, const lessons::Prediction& prediction,
                          const lessons::StepText& words, std::int64_t answer,
                          const session::Session& session) {
  using Kind = lessons::Prediction::Kind;
  switch (prediction.kind) {
    case Kind::number:
      break;
    case Kind::choice:
    case Kind::best: {
      const auto option = lessons::option_of(prediction, answer);
      if (option) return option_phrase(words, *option);
      break;
    }
    case Kind::order:
      return order_phrase(words, answer);
    case Kind::lanes:
      return answer == 0 ? std::string(speech.say(Str::answer_no_lane)) : lane_runs(speech, answer);
    case Kind::point: {
      const algebra::GridPoint at = algebra::grid_point(answer);
      return fmt::format("({}, {})", at.x, at.y);
    }
    case Kind::cell:
      return cell_phrase(speech, prediction, answer, session);
  }
  return std::to_string(answer);
}

std::string verdict_phrase(const Speech& speech, const lessons::Prediction& prediction,
                           const lessons::StepText& words, const session::Session& session) {
  const std::int64_t given = *session.activity().answer;
  const std::int64_t expected = *session.activity().expected;
  const std::string right = answer_phrase(speech, prediction, words, expected, session);
  if (given == expected) return speech.say(Str::right, right);
  const session::MeasurePtr& measure = prediction.ranking.measure;
  const bool is_recorded =
      (prediction.asked && prediction.asked->is_recorded()) || (measure && measure->is_recorded());
  return speech.say(is_recorded ? Str::not_quite_recorded : Str::not_quite,
                    answer_phrase(speech, prediction, words, given, session), right);
}

}  // namespace warplens::ui
