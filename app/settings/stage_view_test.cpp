#include "app/settings/stage_view.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace warplens::session {
namespace {

TEST(StageViews, EachHasANameAndAKeyOfItsOwn) {
  std::set<std::string_view> names;
  std::set<int> digits;
  for (const StageViewRow& row : kStageViews) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(stage_view_named(row.name), row.view);
    if (row.digit == kNoDigit) continue;
    EXPECT_TRUE(digits.insert(row.digit).second) << row.name;
    EXPECT_EQ(stage_view_of_digit(row.digit), row.view);
    EXPECT_LE(row.digit, 9) << row.name;
  }
  EXPECT_FALSE(stage_view_named("no_view").has_value());
}

TEST(StageViews, ATenthNeedsNoKey) {
  std::vector<StageViewRow> ten(kStageViews.begin(), kStageViews.end());
  while (ten.size() < 10) ten.push_back({static_cast<StageView>(ten.size()), "another"});
  for (int digit = 1; digit <= 9; ++digit) {
    const auto view = stage_view_of_digit(digit, ten);
    ASSERT_TRUE(view.has_value()) << digit;
    EXPECT_NE(*view, ten.back().view) << digit;
  }
  EXPECT_FALSE(stage_view_of_digit(kNoDigit, ten).has_value());
  EXPECT_FALSE(stage_view_of_digit(10, ten).has_value());
}

TEST(StageViews, AMissingRowIsFound) {
  const std::span<const StageViewRow> all = kStageViews;
  EXPECT_FALSE(has_every_view(all.first(all.size() - 1)));
  EXPECT_FALSE(has_every_view(all.subspan(1)));
}

}  // namespace
}  // namespace warplens::session
