#include "app/texts/strings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/features/features.h"
#include "app/lessons/glossary.h"

namespace warplens::ui {
namespace {

bool has_chinese(std::string_view words) {
  return std::ranges::any_of(words, [](char c) { return static_cast<unsigned char>(c) >= 0xe3; });
}

bool has_letters(std::string_view words) {
  return std::ranges::any_of(
      words, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

// "{}" or "{:.0f}", in order.
std::vector<std::string> places(std::string_view words) {
  std::vector<std::string> found;
  for (std::size_t at = words.find('{'); at != std::string_view::npos;
       at = words.find('{', at + 1)) {
    found.emplace_back(words.substr(at, words.find('}', at) - at + 1));
  }
  return found;
}

// Words that stay English inside Chinese, so that they may stand alone there.
const std::set<std::string_view> kSameInBoth{
    "warp",       "lane",     "bank",     "wavefront", "PTX",         "CUDA",     "tile",
    "sector",     "shuffle",  "float4",   "ldmatrix",  "Tensor Core", "volatile", "halo",
    "CUDA graph", "fragment", "mbarrier", "TMA",       "tensor map",  "warpgroup"};

// Nothing when the pair is a translation; otherwise what is wrong with it.
std::string trouble(std::string_view en, std::string_view zh) {
  if (en.empty() || zh.empty()) return "a language is missing";
  if (places(en) != places(zh)) return "different arguments";
  if (has_chinese(en)) return "Chinese in the English text";
  if (has_letters(en) && !has_chinese(zh) && !kSameInBoth.contains(zh)) return "not translated";
  return {};
}

TEST(Strings, ATextIsFoundByItsName) {
  EXPECT_EQ(text(Str::lesson_of).in(Language::zh), "第 {} 课");
  EXPECT_EQ(text(Str::timing_options).in(Language::en), "Options");
  EXPECT_EQ(text(Str::on_gpu).in(Language::zh), "GPU（{}）");
}

TEST(Strings, AMissingTranslationIsFound) {
  EXPECT_EQ(trouble("Play", "Play"), "not translated");
  EXPECT_EQ(trouble("Play", ""), "a language is missing");
  EXPECT_EQ(trouble("Step {}", "第几步"), "different arguments");
  EXPECT_EQ(trouble("播放", "播放"), "Chinese in the English text");
  EXPECT_EQ(trouble("warp", "warp"), "");
}

TEST(Strings, EveryTextOfTheGlossaryHasBothLanguages) {
  const auto glossary = lessons::load_glossary(WARPLENS_SOURCE_DIR "/assets");
  ASSERT_TRUE(glossary.has_value());
  for (const lessons::Term& term : glossary->terms()) {
    EXPECT_EQ(trouble(term.name.en, term.name.zh), "");
    EXPECT_EQ(trouble(lessons::plain_text(term.text[Language::en]),
                      lessons::plain_text(term.text[Language::zh])),
              "")
        << term.name.en;
  }
}

TEST(Strings, EveryTextOfTheLessonsHasBothLanguages) {
  const auto all = lessons::load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons", features::all());
  ASSERT_TRUE(all.has_value());
  EXPECT_TRUE(all->broken.empty());
  for (const lessons::Lesson& lesson : all->lessons) {
    EXPECT_TRUE(has_chinese(lesson.title.zh)) << lesson.id;
    for (const lessons::Step& step : lesson.steps) {
      const lessons::StepText& en = step.text[Language::en];
      const lessons::StepText& zh = step.text[Language::zh];
      EXPECT_TRUE(has_chinese(zh.title)) << lesson.id << " " << step.id;
      for (const auto part : {&lessons::StepText::body, &lessons::StepText::todo,
                              &lessons::StepText::question, &lessons::StepText::seen}) {
        const std::string words = lessons::plain_text(en.*part);
        EXPECT_EQ(words.empty(), lessons::plain_text(zh.*part).empty())
            << lesson.id << " " << step.id;
        EXPECT_FALSE(has_chinese(words)) << lesson.id << " " << step.id;
        EXPECT_TRUE(words.empty() || has_chinese(lessons::plain_text(zh.*part)))
            << lesson.id << " " << step.id;
      }
    }
  }
}

}  // namespace
}  // namespace warplens::ui
