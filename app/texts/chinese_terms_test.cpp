// One table of terms for every Chinese text: lessons, glossary, window, catalogue.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/features/features.h"
#include "app/lessons/glossary.h"
#include "app/lessons/lesson.h"
#include "kernels/catalog/family.h"
#include "kernels/catalog/source_comments.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::ui {
namespace {

struct ChineseTerm {
  std::string_view wrong, right;
  std::array<std::string_view, 6> within{};  // words in which it is no term
};

// What people who write CUDA in Chinese say; what stays as it is in English stands so.
constexpr std::array kTerms{
    ChineseTerm{"瓦片", "tile"},
    ChineseTerm{"扇区", "sector"},
    ChineseTerm{"波前", "wavefront"},
    ChineseTerm{"线程束", "warp"},
    ChineseTerm{"存储体", "bank", {"bank（存储体）"}},
    ChineseTerm{"转角", "转置暂存"},
    ChineseTerm{"轨迹", "访问轨迹", {"访问轨迹"}},
    ChineseTerm{"舞台", "画面"},
    ChineseTerm{"束内交换", "shuffle"},
    ChineseTerm{"warp 内交换", "shuffle"},
    ChineseTerm{"洗牌", "shuffle"},
    ChineseTerm{" kernel ", "核函数"},
    ChineseTerm{"字", "4 字节字"},
};

// Characters that "字" may stand beside.
constexpr std::array<std::string_view, 5> kBeforeZi{"数", "名", "文", "汉", "节"};
constexpr std::array<std::string_view, 6> kAfterZi{"节", "符", "段", "母", "体", "号"};

bool is_within(std::string_view text, std::size_t at, const ChineseTerm& term) {
  for (const std::string_view word : term.within) {
    const std::size_t inside = word.find(term.wrong);
    if (word.empty() || word == term.wrong || at < inside) continue;
    if (text.substr(at - inside).starts_with(word)) return true;
  }
  if (term.wrong != "字") return false;
  const auto before = [&](std::string_view each) { return text.substr(0, at).ends_with(each); };
  const auto after = [&](std::string_view each) {
    return text.substr(at + term.wrong.size()).starts_with(each);
  };
  return std::ranges::any_of(kBeforeZi, before) || std::ranges::any_of(kAfterZi, after);
}

// "瓦片: say tile", once for each term that a text gets wrong.
std::string wrong_terms(std::string_view text) {
  std::string found;
  for (const ChineseTerm& term : kTerms) {
    for (std::size_t at = text.find(term.wrong); at != std::string_view::npos;
         at = text.find(term.wrong, at + 1)) {
      if (is_within(text, at, term)) continue;
      found += fmt::format("{}: say {}; ", term.wrong, term.right);
      break;
    }
  }
  return found;
}

TEST(ChineseTerms, AreToldRightFromWrong) {
  EXPECT_EQ(wrong_terms("一个瓦片"), "瓦片: say tile; ");
  EXPECT_EQ(wrong_terms("一个字"), "字: say 4 字节字; ");
  EXPECT_EQ(wrong_terms("用 warp 内交换"), "warp 内交换: say shuffle; ");
  EXPECT_EQ(wrong_terms("看轨迹"), "轨迹: say 访问轨迹; ");
  EXPECT_EQ(wrong_terms("访问轨迹里的 4 字节字、字节、数字和字符"), "");
}

TEST(ChineseTerms, OfTheCatalogueAreThoseOfTheTable) {
  for (const Translation& each : translations(Language::zh)) {
    EXPECT_EQ(wrong_terms(each.text), "") << each.text;
  }
}

TEST(ChineseTerms, OfTheLessonsAreThoseOfTheTable) {
  const auto loaded =
      lessons::load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons", features::all()).value();
  for (const lessons::Lesson& lesson : loaded.lessons) {
    EXPECT_EQ(wrong_terms(lesson.title.zh), "") << lesson.id;
    for (const lessons::Step& step : lesson.steps) {
      const lessons::StepText& text = step.text[Language::zh];
      EXPECT_EQ(wrong_terms(text.title), "") << lesson.id << "/" << step.id;
      for (const auto* part : text.parts()) {
        EXPECT_EQ(wrong_terms(lessons::plain_text(*part)), "") << lesson.id << "/" << step.id;
      }
    }
  }
}

TEST(ChineseTerms, OfTheGlossaryAreThoseOfTheTable) {
  const auto glossary = lessons::load_glossary(WARPLENS_SOURCE_DIR "/assets").value();
  for (const lessons::Term& term : glossary.terms()) {
    EXPECT_EQ(wrong_terms(term.name.zh), "");
    EXPECT_EQ(wrong_terms(lessons::plain_text(term.text[Language::zh])), "") << term.name.en;
  }
}

TEST(ChineseTerms, OfTheSourcesAreThoseOfTheTable) {
  for (const catalog::Family& family : catalog::families()) {
    for (const catalog::Variant& variant : family.variants) {
      const std::string comments = catalog::chinese_comments_path(variant.source);
      const auto words = run::read_text(std::filesystem::path(WARPLENS_SOURCE_DIR) / comments);
      ASSERT_TRUE(words.has_value()) << words.error().message.in(Language::en);
      EXPECT_EQ(wrong_terms(*words), "") << comments;
    }
  }
}

}  // namespace
}  // namespace warplens::ui
