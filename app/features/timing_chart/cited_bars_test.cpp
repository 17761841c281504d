#include "app/features/timing_chart/cited_bars.h"

#include <gtest/gtest.h>

namespace warplens::ui {
namespace {

timing::CitedTable printed(const std::vector<std::string>& figures) {
  timing::CitedTable table;
  for (const std::string& figure : figures) table.rows.push_back({{}, "", {}, {figure}});
  return table;
}

TEST(CitedBars, AreAsLongAsTheirFigureBesideTheLargest) {
  EXPECT_EQ(bar_shares(printed({"0.50ms", "2ms", "1.0ms"}), 0),
            (std::vector<float>{0.25f, 1, 0.5f}));
}

TEST(CitedBars, StandBesideNumbersOfOneUnitAlone) {
  EXPECT_TRUE(bar_shares(printed({"1ms", "1us"}), 0).empty());
  EXPECT_TRUE(bar_shares(printed({"1ms", "n/a"}), 0).empty());
  EXPECT_TRUE(bar_shares(printed({"1ms", ""}), 0).empty());
  EXPECT_TRUE(bar_shares(printed({"1ms"}), 1).empty());
  EXPECT_TRUE(bar_shares(printed({}), 0).empty());
}

}  // namespace
}  // namespace warplens::ui
