#include "app/ui/strings.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warplens::ui {
namespace {

TEST(Strings, EveryTextStandsAtItsPlaceInBothLanguages) {
  for (std::size_t i = 0; i < all_strings().size(); ++i) {
    const StringRow& row = all_strings()[i];
    EXPECT_EQ(static_cast<std::size_t>(row.id), i) << row.en;
    EXPECT_FALSE(row.en.empty()) << i;
    EXPECT_FALSE(row.zh.empty()) << row.en;
  }
}

TEST(Strings, BothLanguagesTakeTheSameArguments) {
  const auto places = [](std::string_view words) {
    return std::ranges::count(words, '{') + 100 * std::ranges::count(words, '}');
  };
  for (const StringRow& row : all_strings()) EXPECT_EQ(places(row.en), places(row.zh)) << row.en;
}

}  // namespace
}  // namespace warplens::ui
