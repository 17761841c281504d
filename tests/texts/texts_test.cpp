// Catalogues beside the English texts: nothing is lost, and terms are the same everywhere. That
// every text of the sources is there is held by `scripts/texts check`.
#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <set>

#include "kernels/base/text.h"

namespace warplens {
namespace {

std::vector<Language> others() {
  std::vector<Language> all;
  for (std::size_t i = 1; i < languages().size(); ++i) all.push_back(static_cast<Language>(i));
  return all;
}

// The values that a text names and their forms: {"0", "1:.1f"}; those without a number count up.
std::set<std::string> places(std::string_view text) {
  static const std::regex kPlace("\\{\\{|\\}\\}|\\{([0-9]*)(:[^{}]*)?\\}");
  const std::string words(text);
  std::set<std::string> all;
  int next = 0;
  for (auto it = std::sregex_iterator(words.begin(), words.end(), kPlace);
       it != std::sregex_iterator(); ++it) {
    const std::string found = it->str();
    if (found == "{{" || found == "}}") continue;
    const std::string number = (*it)[1].str();
    all.insert((number.empty() ? std::to_string(next++) : number) + (*it)[2].str());
  }
  return all;
}

TEST(Catalogues, NameNoValueThatEnglishDoesNotNameInThatForm) {
  for (const Language language : others()) {
    for (const Translation& each : translations(language)) {
      EXPECT_THAT(places(each.english), testing::IsSupersetOf(places(each.text)))
          << each.english << '\n'
          << each.text;
    }
  }
}

TEST(Catalogues, BreakLinesWhereEnglishDoes) {
  const auto lines = [](std::string_view text) { return std::ranges::count(text, '\n'); };
  for (const Language language : others()) {
    for (const Translation& each : translations(language)) {
      EXPECT_EQ(lines(each.text), lines(each.english)) << each.english;
    }
  }
}

// docs/GLOSSARY.md: some terms stay as NVIDIA writes them, the others have one word each.
struct Term {
  const char* english;
  const char* chinese;  // any of them, parted by |
};
constexpr Term kTerms[] = {
    {"warps?", "warp"},           {"banks?", "bank"},
    {"wavefronts?", "wavefront"}, {"sectors?", "sector"},
    {"tiles?", "tile"},           {"blocks?", "块|block"},
    {"threads?", "线程"},         {"shared memory", "共享内存"},
    {"registers?", "寄存器"},     {"launch(es)?", "启动"},
    {"conflicts?", "冲突"},       {"global memory", "全局内存"},
    {"warpgroups?", "warpgroup"},
};

TEST(Catalogues, ChineseUsesTheTableOfTerms) {
  for (const Term& term : kTerms) {
    const std::regex english("\\b" + std::string(term.english) + "\\b", std::regex::icase);
    const std::regex chinese(term.chinese, std::regex::icase);
    for (const Translation& each : translations(Language::zh)) {
      const std::string from(each.english), to(each.text);
      if (!std::regex_search(from, english)) continue;
      EXPECT_TRUE(std::regex_search(to, chinese)) << term.english << ": " << from << '\n' << to;
    }
  }
}

}  // namespace
}  // namespace warplens
