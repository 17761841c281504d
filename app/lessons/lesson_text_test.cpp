// The shipped texts: both languages complete, saying the same with the same figures.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "app/lessons/lesson.h"

namespace warplens::lessons {
namespace {

// Chinese characters; their punctuation and full-width forms.
bool has_chinese(const std::string& text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead >= 0xe3 && lead <= 0xef) return true;
  }
  return false;
}

// The numbers in digits; those inside names, such as float4, among them, but not in the Chinese for
// "word".
std::set<std::string> numbers(const Markdown& text) {
  static const std::regex kWord("4 字节字");
  const std::string plain = std::regex_replace(plain_text(text), kWord, "");
  static const std::regex kNumber("[0-9]+(,[0-9]{3})*(\\.[0-9]+)?");
  return {std::sregex_token_iterator(plain.begin(), plain.end(), kNumber), {}};
}

std::vector<MarkdownBlock::Kind> kinds(const Markdown& text) {
  std::vector<MarkdownBlock::Kind> kinds;
  for (const MarkdownBlock& block : text) kinds.push_back(block.kind);
  return kinds;
}

struct Part {
  std::string where;
  const Markdown& en;
  const Markdown& zh;
};

std::vector<Part> parts_of(const std::vector<Lesson>& lessons) {
  std::vector<Part> parts;
  for (const Lesson& lesson : lessons) {
    for (const Step& step : lesson.steps) {
      const StepText& en = step.text[Language::en];
      const StepText& zh = step.text[Language::zh];
      const std::string where = lesson.id + "/" + step.id;
      parts.push_back({where, en.body, zh.body});
      parts.push_back({where + " Do", en.todo, zh.todo});
      parts.push_back({where + " Predict", en.question, zh.question});
      parts.push_back({where + " options", en.options, zh.options});
      parts.push_back({where + " Why", en.reasons, zh.reasons});
      parts.push_back({where + " Seen", en.seen, zh.seen});
    }
  }
  return parts;
}

class LessonTexts : public ::testing::Test {
 protected:
  std::vector<Lesson> lessons_ =
      load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons").value().lessons;
};

TEST_F(LessonTexts, TitlesAreInBothLanguages) {
  for (const Lesson& lesson : lessons_) {
    EXPECT_FALSE(has_chinese(lesson.title.en)) << lesson.id;
    EXPECT_TRUE(has_chinese(lesson.title.zh)) << lesson.id;
    for (const Step& step : lesson.steps) {
      EXPECT_FALSE(has_chinese(step.text[Language::en].title)) << step.id;
      EXPECT_TRUE(has_chinese(step.text[Language::zh].title)) << step.id;
    }
  }
}

TEST_F(LessonTexts, EnglishHasNoChineseAndChineseIsNotEnglish) {
  for (const Part& part : parts_of(lessons_)) {
    EXPECT_EQ(part.en.size(), part.zh.size()) << part.where;
    for (const MarkdownBlock& block : part.en)
      EXPECT_FALSE(has_chinese(plain_text({block}))) << part.where;
    for (std::size_t i = 0; i < part.zh.size(); ++i) {
      const std::string words = plain_text({part.zh[i]});
      // A kernel's name or a number is an option in both.
      const bool is_same_option =
          part.where.ends_with(" options") && words == plain_text({part.en[i]});
      EXPECT_TRUE(has_chinese(words) || is_same_option) << part.where;
    }
  }
}

TEST_F(LessonTexts, BothLanguagesHaveTheSameParagraphsAndNumbers) {
  for (const Part& part : parts_of(lessons_)) {
    EXPECT_EQ(kinds(part.en), kinds(part.zh)) << part.where;
    EXPECT_EQ(numbers(part.en), numbers(part.zh)) << part.where;
  }
}

TEST_F(LessonTexts, EachLessonHasSevenToTenStepsAndAsksInAboutEveryThird) {
  for (const Lesson& lesson : lessons_) {
    const auto steps = lesson.steps.size();
    const auto asked = static_cast<std::size_t>(std::ranges::count_if(
        lesson.steps, [](const Step& step) { return step.prediction.has_value(); }));
    EXPECT_GE(steps, 7u) << lesson.id;
    EXPECT_LE(steps, 10u) << lesson.id;
    EXPECT_GE(asked * 4, steps) << lesson.id;
    EXPECT_LE(asked * 2, steps) << lesson.id;
  }
}

}  // namespace
}  // namespace warplens::lessons
