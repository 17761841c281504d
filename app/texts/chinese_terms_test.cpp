// One table of terms for every Chinese text: lessons, glossary, window, catalogue.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>

#include "app/features/features.h"
#include "app/lessons/glossary.h"
#include "app/lessons/lesson.h"
#include "app/lessons/measured.h"
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
    ChineseTerm{"转角", "用共享内存中转"},
    ChineseTerm{"转置暂存", "用共享内存中转"},
    ChineseTerm{"混洗", "swizzle"},
    ChineseTerm{"XOR", "异或", {"异或（XOR）"}},
    ChineseTerm{"-way", "路"},
    ChineseTerm{"4 字节字", "字"},
    ChineseTerm{"填充方式", "初值"},
    ChineseTerm{"追踪", "访问轨迹"},
    ChineseTerm{"本地内存", "局部内存"},
    ChineseTerm{"载入", "读取"},
    ChineseTerm{"空闲 lane", "空闲的 lane"},
    ChineseTerm{"反转", "反色"},
    ChineseTerm{"主序", "行优先"},
    ChineseTerm{"您", "你"},
    ChineseTerm{"会花时间", "影响用时"},
    ChineseTerm{"轨迹", "访问轨迹", {"访问轨迹"}},
    ChineseTerm{"舞台", "画面"},
    ChineseTerm{"束内交换", "shuffle"},
    ChineseTerm{"warp 内交换", "shuffle"},
    ChineseTerm{"洗牌", "shuffle"},
    ChineseTerm{" kernel ", "核函数"},
};

bool is_within(std::string_view text, std::size_t at, const ChineseTerm& term) {
  for (const std::string_view word : term.within) {
    const std::size_t inside = word.find(term.wrong);
    if (word.empty() || word == term.wrong || at < inside) continue;
    if (text.substr(at - inside).starts_with(word)) return true;
  }
  return false;
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

// "3000" in place of "3,000"; a GPU's name is no number.
std::string numbers_without_comma(const lessons::Markdown& text) {
  static const std::regex kNumber("(RTX |[A-Za-z0-9,._])?[0-9]{4,}");
  const std::string typed = lessons::plain_text(
      lessons::with_measured(text, [](const lessons::Measured&) { return ""; }));
  std::string found;
  for (auto each = std::sregex_iterator(typed.begin(), typed.end(), kNumber);
       each != std::sregex_iterator(); ++each) {
    if (!(*each)[1].matched) found += each->str() + " ";
  }
  return found;
}

// A mark of Latin text between Chinese words.
bool has_half_width_mark(const std::string& text) {
  static const std::regex kMark("[\xe3-\xe9][\x80-\xbf]{2}[,;:?!] ?[\xe3-\xe9]");
  return std::regex_search(text, kMark);
}

TEST(ChineseTerms, AreToldRightFromWrong) {
  EXPECT_EQ(wrong_terms("一个瓦片"), "瓦片: say tile; ");
  EXPECT_EQ(wrong_terms("一个 4 字节字"), "4 字节字: say 字; ");
  EXPECT_EQ(wrong_terms("与行号做 XOR"), "XOR: say 异或; ");
  EXPECT_EQ(wrong_terms("用 warp 内交换"), "warp 内交换: say shuffle; ");
  EXPECT_EQ(wrong_terms("看轨迹"), "轨迹: say 访问轨迹; ");
  EXPECT_EQ(wrong_terms("访问轨迹里的字（4 字节）、异或（XOR）"), "");
}

TEST(ChineseTerms, NumbersAndMarksAreToldRightFromWrong) {
  const auto numbers = [](std::string_view text) {
    return numbers_without_comma(lessons::parse_markdown(text));
  };
  EXPECT_EQ(numbers("边长 4096 时"), "4096 ");
  EXPECT_EQ(numbers("4,096 × 4,096，RTX 4090，0x2008，{{time add/vector4 16384}}"), "");
  EXPECT_TRUE(has_half_width_mark("任意数; 前面"));
  EXPECT_FALSE(has_half_width_mark("任意数；前面 (a; b)"));
}

TEST(ChineseTerms, OfTheCatalogueAreThoseOfTheTable) {
  for (const Translation& each : translations(Language::zh)) {
    EXPECT_EQ(wrong_terms(each.text), "") << each.text;
    EXPECT_FALSE(has_half_width_mark(std::string(each.text))) << each.text;
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
        EXPECT_FALSE(has_half_width_mark(lessons::plain_text(*part)))
            << lesson.id << "/" << step.id;
      }
    }
  }
}

TEST(ChineseTerms, NumbersOfTheLessonsHaveTheirCommas) {
  const auto loaded =
      lessons::load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons", features::all()).value();
  for (const lessons::Lesson& lesson : loaded.lessons) {
    for (const lessons::Step& step : lesson.steps) {
      for (const Language language : {Language::en, Language::zh}) {
        for (const auto* part : step.text[language].parts()) {
          EXPECT_EQ(numbers_without_comma(*part), "") << lesson.id << "/" << step.id;
        }
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

TEST(ChineseTerms, OfTheLessonsSourcesAreThoseOfTheTable) {
  const std::filesystem::path lessons = WARPLENS_SOURCE_DIR "/assets/lessons";
  int files = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(lessons)) {
    if (!each.path().string().ends_with(".cu.zh.txt")) continue;
    EXPECT_EQ(wrong_terms(run::read_text(each.path()).value()), "") << each.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace warplens::ui
