#include "app/lessons/lesson_search.h"

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

bool find(SearchHit& hit, std::string_view text, std::string_view wanted) {
  const std::size_t at = lower(text).find(wanted);
  if (at == std::string::npos) return false;
  fill_snippet(hit, text, at, wanted.size());
  return true;
}

Markdown without_measured(const Markdown& text) {
  return with_measured(text, [](const Measured&) { return "…"; });
}

bool find(SearchHit& hit, const StepText& text, std::string_view wanted) {
  if (find(hit, text.title, wanted)) return true;
  for (const Markdown* part : text.parts()) {
    if (find(hit, plain_text(without_measured(*part)), wanted)) return true;
  }
  return false;
}

}  // namespace

std::vector<SearchHit> search(std::span<const Lesson> lessons, std::string_view words,
                              Language language) {
  std::vector<SearchHit> hits;
  const std::string wanted = lower(trimmed_view(words));
  if (wanted.empty()) return hits;
  const Language other = language == Language::zh ? Language::en : Language::zh;
  // `text_in` gives the text of a language.
  const auto add = [&](std::size_t lesson, std::optional<std::size_t> step, const auto& text_in) {
    for (const Language in : {language, other}) {
      SearchHit hit;
      hit.lesson = lesson;
      hit.step = step;
      hit.language = in;
      if (!find(hit, text_in(in), wanted)) continue;
      hits.push_back(std::move(hit));
      return;
    }
  };
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    add(i, std::nullopt, [&](Language in) -> std::string_view { return lessons[i].title.in(in); });
    for (std::size_t step = 0; step < lessons[i].steps.size(); ++step) {
      add(i, step, [&](Language in) -> const StepText& { return lessons[i].steps[step].text[in]; });
    }
  }
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
