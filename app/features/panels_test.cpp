#include "app/features/panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace warplens::features {
namespace {

TEST(FeaturePanels, EveryViewHasOneAndOneAlone) {
  std::multiset<session::StageView> drawn;
  for (const ui::FeaturePanels& feature : panels()) {
    for (const ui::Panel& panel : feature.panels) {
      drawn.insert(panel.view);
      EXPECT_NE(panel.draw, nullptr) << name_of(panel.view);
    }
  }
  for (const session::StageViewRow& row : session::kStageViews) {
    EXPECT_EQ(drawn.count(row.view), 1u) << row.name;
  }
}

TEST(FeaturePanels, TablesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const ui::FeaturePanels& feature : panels()) {
    for (const ui::PanelTable& table : feature.tables) {
      EXPECT_TRUE(names.insert(table.table.name).second) << table.table.name;
    }
  }
  EXPECT_FALSE(names.empty());
}

}  // namespace
}  // namespace warplens::features
