// Search over lessons: titles and step texts of both languages, by any name that a term has.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/glossary.h"
#include "app/lessons/lesson.h"

namespace warplens::lessons {

// What of a place has the words; those that say it best come first.
enum class FoundIn : std::uint8_t { number, whole_title, title, text };

struct SearchHit {
  std::size_t lesson = 0;
  std::optional<std::size_t> step;  // none: the lesson's own title
  Language language = Language::en;
  // What stands around the first place that was found; its bytes [begin, end) are the words.
  std::string snippet;
  std::size_t begin = 0, end = 0;
  FoundIn in = FoundIn::text;
};

// One hit a step at most: "7", "lesson 7" and "7.3" are numbers of a lesson or step; then titles,
// then texts, each in the order of the lessons; first in `language`, then in the other one. Latin
// letters match whatever their case, digits whole numbers alone. Nothing for a text of blanks.
[[nodiscard]] std::vector<SearchHit> search(std::span<const Lesson> lessons, std::string_view words,
                                            Language language);

// The same, and behind it the steps that say it by another name that the glossary has for it:
// "合并访存" leads to where lessons say "合并访问".
[[nodiscard]] std::vector<SearchHit> search(std::span<const Lesson> lessons,
                                            const Glossary& glossary, std::string_view words,
                                            Language language);

}  // namespace warplens::lessons
