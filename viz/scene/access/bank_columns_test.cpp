#include "viz/scene/access/bank_columns.h"

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;

TEST(BankColumns, StandSideBySideAndCanBePointedAtAnywhere) {
  const DrawList list = bank_columns({5, kAllLanes, {}}, {640, 300}, {});
  const auto columns = with_kind(list, Kind::bank);
  ASSERT_EQ(columns.size(), 32u);
  for (std::size_t bank = 0; bank < columns.size(); ++bank) {
    const Rectangle& column = columns[bank];
    EXPECT_EQ(column.id.a, bank);
    const MarkId id = list.pick(column.x + column.width / 2, 299);
    EXPECT_EQ(id, (MarkId{Kind::bank, static_cast<std::uint32_t>(bank), 0}));
  }
  EXPECT_TRUE(with_kind(list, Kind::lane).empty());
  expect_well_formed(list, {});
}

TEST(BankColumns, ShowALaneThatIsToldOverItsBanks) {
  const DrawList list = bank_columns({5, kAllLanes, {{0, 12, 4}, {1, 8, 4}}}, {640, 300}, {});
  const auto told = with_kind(list, Kind::lane);
  const auto banks = with_kind(list, Kind::bank);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].id, (MarkId{Kind::lane, 0, 12}));
  EXPECT_EQ(told[1].id, (MarkId{Kind::lane, 1, 8}));
  EXPECT_NEAR(told[0].x, banks[12].x, 1);
  EXPECT_NEAR(told[0].x + told[0].width, banks[15].x + banks[15].width, 1);
}

TEST(BankColumns, TheAskedLanesRowIsMarkedAndSaysNothingOfItsBank) {
  const DrawList list = bank_columns({5, kAllLanes, {{0, 12, 4}, {5, 24, 4}}}, {640, 300}, {});
  EXPECT_TRUE(has_text(list, "lane 5 ?"));
  EXPECT_TRUE(has_text(list, "lane 7"));
  EXPECT_FALSE(has_text(list, "lane 8"));
  const auto asked = with_kind(list, Kind::row);
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].id.a, 5u);
  EXPECT_GT(asked[0].width, 32 * 15);
  EXPECT_EQ(with_kind(list, Kind::lane).size(), 1u) << "lane 5 was among the told ones";
}

TEST(BankColumns, AToldLaneFarFromTheAskedOneHasARowToo) {
  const DrawList list = bank_columns({31, kAllLanes, {{0, 3, 1}}}, {640, 300}, {});
  EXPECT_TRUE(has_text(list, "lane 0"));
  EXPECT_FALSE(has_text(list, "lane 1"));
  EXPECT_TRUE(has_text(list, "lane 24"));
}

TEST(BankColumns, FitAnySize) {
  for (const Size size : {Size{30, 20}, Size{200, 60}, Size{1600, 900}}) {
    expect_well_formed(bank_columns({9, kAllLanes, {{0, 31, 4}}}, size, {}), {});
  }
}

}  // namespace
}  // namespace warplens::scene
