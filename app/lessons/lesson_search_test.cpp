#include "app/lessons/lesson_search.h"
#include "app/features/features.h"

#include <gtest/gtest.h>

#include <set>

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

// Words of articles and books, and the lesson that is meant.
struct WantedWords {
  std::string_view words;
  int lesson;
};
constexpr std::array kWantedWords{
    WantedWords{"合并访存", 3},
    WantedWords{"合并访问", 3},
    WantedWords{"向量化访存", 4},
    WantedWords{"向量化", 4},
    WantedWords{"循环展开", 12},
    WantedWords{"loop unrolling", 12},
    WantedWords{"卷积", 17},
    WantedWords{"convolution", 17},
    WantedWords{"洗牌", 12},
    WantedWords{"混洗", 12},
    WantedWords{"网格跨步循环", 11},
    WantedWords{"网格跨步", 11},
    WantedWords{"大数吃小数", 15},
    WantedWords{"延迟隐藏", 16},
    WantedWords{"latency hiding", 16},
    WantedWords{"双射", 9},
    WantedWords{"bijection", 9},
    WantedWords{"行优先", 2},
    WantedWords{"列优先", 2},
    WantedWords{"行主序", 2},
    WantedWords{"中转", 6},
    WantedWords{"中转站", 6},
    WantedWords{"corner turn", 6},
    WantedWords{"swizzle", 9},
    WantedWords{"异或", 9},
    WantedWords{"xor", 9},
    WantedWords{"存储体冲突", 7},
    WantedWords{"扇区", 3},
    WantedWords{"线程束", 2},
    WantedWords{"瓦片", 6},
    WantedWords{"volatile", 12},
    WantedWords{"点积", 13},
    WantedWords{"计算强度", 17},
    WantedWords{"Kahan", 15},
};

TEST(LessonSearch, WordsThatPeopleSearchWithLeadToTheLesson) {
  const Glossary glossary = load_glossary(WARPLENS_SOURCE_DIR "/assets").value();
  for (const auto& [words, number] : kWantedWords) {
    const auto hits = search(shipped_lessons(), glossary, words, Language::zh);
    EXPECT_TRUE(std::ranges::any_of(hits, [&](const SearchHit& hit) {
      return shipped_lessons()[hit.lesson].number == number;
    })) << words;
  }
}

TEST(LessonSearch, OtherNamesComeBehindTheWordsThemselves) {
  const Glossary glossary = load_glossary(WARPLENS_SOURCE_DIR "/assets").value();
  const auto own = search(shipped_lessons(), "wavefront", Language::zh);
  const auto all = search(shipped_lessons(), glossary, "wavefront", Language::zh);
  ASSERT_GE(all.size(), own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(std::pair(all[i].lesson, all[i].step), std::pair(own[i].lesson, own[i].step));
  }
  std::set<std::pair<std::size_t, std::optional<std::size_t>>> places;
  for (const SearchHit& hit : all) EXPECT_TRUE(places.emplace(hit.lesson, hit.step).second);
}

TEST(LessonSearch, BlanksAndNonsenseFindNothing) {
  EXPECT_TRUE(search(shipped_lessons(), "  ", Language::en).empty());
  EXPECT_TRUE(search(shipped_lessons(), "xyzzy", Language::en).empty());
}

}  // namespace
}  // namespace warplens::lessons
