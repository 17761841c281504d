#include "app/lessons/lesson_search.h"

#include <algorithm>
#include <set>

#include "app/lessons/letters.h"
#include "app/lessons/measured.h"

namespace warplens::lessons {
namespace {

constexpr std::size_t kBefore = 24, kAfter = 90;  // bytes shown around what was found

// The nearest start of a character at or before `at`.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && is_continuation(text[at])) --at;
  return at;
}

// Cuts `text` around [at, at + size): at line breaks, and near to blanks where they are.
void fill_snippet(SearchHit& hit, std::string_view text, std::size_t at, std::size_t size) {
  const std::size_t line =
      text.rfind('\n', at) == std::string_view::npos ? 0 : text.rfind('\n', at) + 1;
  std::size_t begin = at - line <= kBefore ? line : character_start(text, at - kBefore);
  if (begin > line) {
    const std::size_t blank = text.find(' ', begin);
    if (blank < at) begin = blank + 1;
  }
  std::size_t end = std::min(text.find('\n', at + size), text.size());
  const bool goes_on = end > at + size + kAfter;
  if (goes_on) end = character_start(text, at + size + kAfter);
  const std::string_view lead = begin > line ? "…" : "";
  hit.snippet = lead;
  hit.snippet += text.substr(begin, end - begin);
  if (goes_on) hit.snippet += "…";
  hit.begin = lead.size() + at - begin;
  hit.end = hit.begin + size;
}

bool is_a_digit(char c) { return c >= '0' && c <= '9'; }

// Where a number that is wanted is part of another one it is not found: "7" in "373".
bool cuts_a_number(std::string_view text, std::size_t at, std::size_t size) {
  const std::size_t end = at + size;
  return (at > 0 && is_a_digit(text[at]) && is_a_digit(text[at - 1])) ||
         (end < text.size() && is_a_digit(text[end]) && is_a_digit(text[end - 1]));
}

bool find(SearchHit& hit, std::string_view text, std::string_view wanted) {
  const std::string all = lower(text);
  std::size_t at = all.find(wanted);
  while (at != std::string::npos && cuts_a_number(all, at, wanted.size()))
    at = all.find(wanted, at + 1);
  if (at == std::string::npos) return false;
  fill_snippet(hit, text, at, wanted.size());
  return true;
}

bool find_title(SearchHit& hit, std::string_view title, std::string_view wanted) {
  if (!find(hit, title, wanted)) return false;
  hit.in = lower(title) == wanted ? FoundIn::whole_title : FoundIn::title;
  return true;
}

Markdown without_measured(const Markdown& text) {
  return with_measured(text, [](const Measured&) { return "…"; });
}

bool find(SearchHit& hit, const StepText& text, std::string_view wanted) {
  if (find_title(hit, text.title, wanted)) return true;
  for (const Markdown* part : text.parts()) {
    if (find(hit, plain_text(without_measured(*part)), wanted)) return true;
  }
  return false;
}

}  // namespace

namespace {

struct Number {
  int lesson = 0;
  std::optional<int> step;
};

std::optional<int> whole_number(std::string_view digits) {
  constexpr std::size_t kMostDigits = 4;
  if (digits.empty() || digits.size() > kMostDigits || !std::ranges::all_of(digits, is_a_digit))
    return std::nullopt;
  return std::stoi(std::string(digits));
}

// "7", "7.3", "lesson 7", "第 7 课".
std::optional<Number> named_number(std::string_view wanted) {
  for (const std::string_view word : {"lesson", "第"})
    if (wanted.starts_with(word)) wanted = trimmed_view(wanted.substr(word.size()));
  constexpr std::string_view kLesson = "课";
  if (wanted.ends_with(kLesson))
    wanted = trimmed_view(wanted.substr(0, wanted.size() - kLesson.size()));
  const std::size_t point = wanted.find('.');
  const auto lesson = whole_number(wanted.substr(0, point));
  if (!lesson) return std::nullopt;
  if (point == std::string_view::npos) return Number{*lesson, std::nullopt};
  const auto step = whole_number(wanted.substr(point + 1));
  return step ? std::optional<Number>({*lesson, step}) : std::nullopt;
}

std::optional<SearchHit> place_of_number(std::span<const Lesson> lessons, std::string_view wanted,
                                         Language language) {
  const auto number = named_number(wanted);
  if (!number) return std::nullopt;
  const auto lesson = std::ranges::find(lessons, number->lesson, &Lesson::number);
  if (lesson == lessons.end()) return std::nullopt;
  SearchHit hit;
  hit.lesson = static_cast<std::size_t>(lesson - lessons.begin());
  hit.language = language;
  hit.in = FoundIn::number;
  hit.snippet = lesson->title.in(language);
  if (!number->step) return hit;
  const auto step = static_cast<std::size_t>(*number->step);
  if (step == 0 || step > lesson->steps.size()) return std::nullopt;
  hit.step = step - 1;
  hit.snippet = lesson->steps[step - 1].text[language].title;
  return hit;
}

// In the order of the lessons.
std::vector<SearchHit> places_with(std::span<const Lesson> lessons, std::string_view wanted,
                                   Language language) {
  std::vector<SearchHit> hits;
  const Language other = language == Language::zh ? Language::en : Language::zh;
  // `finds` looks into the text of a language.
  const auto add = [&](std::size_t lesson, std::optional<std::size_t> step, const auto& finds) {
    for (const Language in : {language, other}) {
      SearchHit hit;
      hit.lesson = lesson;
      hit.step = step;
      hit.language = in;
      if (finds(hit, in)) return hits.push_back(std::move(hit));
    }
  };
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    add(i, std::nullopt, [&](SearchHit& hit, Language in) {
      return find_title(hit, lessons[i].title.in(in), wanted);
    });
    for (std::size_t step = 0; step < lessons[i].steps.size(); ++step) {
      add(i, step, [&](SearchHit& hit, Language in) {
        return find(hit, lessons[i].steps[step].text[in], wanted);
      });
    }
  }
  return hits;
}

}  // namespace

std::vector<SearchHit> search(std::span<const Lesson> lessons, std::string_view words,
                              Language language) {
  const std::string wanted = lower(trimmed_view(words));
  if (wanted.empty()) return {};
  std::vector<SearchHit> hits = places_with(lessons, wanted, language);
  if (const auto named = place_of_number(lessons, wanted, language)) {
    std::erase_if(hits, [&](const SearchHit& hit) {
      return hit.lesson == named->lesson && hit.step == named->step;
    });
    hits.insert(hits.begin(), *named);
  }
  std::ranges::stable_sort(hits, {}, &SearchHit::in);
  return hits;
}

std::vector<SearchHit> search(std::span<const Lesson> lessons, const Glossary& glossary,
                              std::string_view words, Language language) {
  std::vector<SearchHit> hits = search(lessons, words, language);
  std::set<std::pair<std::size_t, std::optional<std::size_t>>> places;
  for (const SearchHit& hit : hits) places.emplace(hit.lesson, hit.step);
  for (const std::string& name : glossary.other_names(words)) {
    for (SearchHit& hit : search(lessons, name, language)) {
      if (places.emplace(hit.lesson, hit.step).second) hits.push_back(std::move(hit));
    }
  }
  return hits;
}

}  // namespace warplens::lessons
