#include "viz/scene/access/bank_columns.h"

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;

TEST(BankColumns, StandSideBySideAndCanBePointedAtAnywhere) {
  const DrawList list = bank_columns(std::nullopt, {640, 300}, {});
  const auto columns = with_kind(list, Kind::bank);
  ASSERT_EQ(columns.size(), 32u);
  for (std::size_t bank = 0; bank < columns.size(); ++bank) {
    const Rectangle& column = columns[bank];
    EXPECT_EQ(column.id.a, bank);
    const MarkId id = list.pick(column.x + column.width / 2, 290);
    EXPECT_EQ(id, (MarkId{Kind::bank, static_cast<std::uint32_t>(bank), 0}));
  }
  EXPECT_TRUE(with_kind(list, Kind::lane).empty());
  expect_well_formed(list, {});
}

TEST(BankColumns, ShowTheOneLaneThatIsToldAtItsBank) {
  const DrawList list = bank_columns(ToldLane{0, 7}, {640, 300}, {});
  const auto told = with_kind(list, Kind::lane);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].id, (MarkId{Kind::lane, 0, 7}));
  const Rectangle bank = with_kind(list, Kind::bank)[7];
  EXPECT_GE(told[0].x, bank.x - 1);
  EXPECT_LE(told[0].x + told[0].width, bank.x + bank.width + 1);
}

TEST(BankColumns, FitAnySize) {
  for (const Size size : {Size{30, 20}, Size{200, 60}, Size{1600, 900}}) {
    expect_well_formed(bank_columns(ToldLane{0, 31}, size, {}), {});
  }
}

}  // namespace
}  // namespace warplens::scene
