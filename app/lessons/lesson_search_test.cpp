#include "app/lessons/lesson_search.h"
#include "app/features/features.h"

#include <gtest/gtest.h>

namespace warplens::lessons {
namespace {

const std::vector<Lesson>& shipped_lessons() {
  static const std::vector<Lesson> lessons =
      load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons", features::all())->lessons;
  return lessons;
}

TEST(LessonSearch, EveryStepIsFoundByItsTitleInEitherLanguage) {
  for (std::size_t i = 0; i < shipped_lessons().size(); ++i) {
    const Lesson& lesson = shipped_lessons()[i];
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      for (const Language language : {Language::en, Language::zh}) {
        const std::string& title = lesson.steps[step].text[language].title;
        const auto hits = search(shipped_lessons(), title, language);
        EXPECT_TRUE(std::ranges::any_of(hits, [&](const SearchHit& hit) {
          return hit.lesson == i && hit.step == step;
        })) << title;
      }
    }
  }
}

TEST(LessonSearch, TheSnippetHoldsWhatWasLookedFor) {
  for (const std::string_view words : {"WAVEFRONT", "tile", "bank"}) {
    const auto hits = search(shipped_lessons(), words, Language::zh);
    ASSERT_FALSE(hits.empty()) << words;
    for (const SearchHit& hit : hits) {
      ASSERT_LE(hit.end, hit.snippet.size());
      EXPECT_EQ(hit.end - hit.begin, words.size());
      const std::string found = hit.snippet.substr(hit.begin, hit.end - hit.begin);
      EXPECT_TRUE(std::ranges::equal(found, words, {}, ::tolower, ::tolower)) << found;
      EXPECT_EQ(hit.snippet.find('\n'), std::string::npos);
    }
  }
}

TEST(LessonSearch, ATextInTheOtherLanguageIsFoundToo) {
  const auto hits = search(shipped_lessons(), "共享内存", Language::en);
  ASSERT_FALSE(hits.empty());
  EXPECT_EQ(hits.front().language, Language::zh);
}

TEST(LessonSearch, BlanksAndNonsenseFindNothing) {
  EXPECT_TRUE(search(shipped_lessons(), "  ", Language::en).empty());
  EXPECT_TRUE(search(shipped_lessons(), "xyzzy", Language::en).empty());
}

}  // namespace
}  // namespace warplens::lessons
