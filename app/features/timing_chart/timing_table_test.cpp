// The figures of the timing view as text.
#include "app/features/timing_chart/timing_table.h"
#include "app/features/timing_chart/timing_commands.h"
#include "app/features/timing_chart/timing_keys.h"
#include "app/features/timing_chart/timing_window_test.h"
#include "app/state/saved_tables.h"

namespace warplens::ui {
namespace {

using scene::ChartFigure;
using session::StageView;

class TimingFigures : public ::testing::Test, protected TimingWindow {};

TEST_F(TimingFigures, TheTableHoldsEveryPointInFull) {
  record();
  const auto table = timing_table(left_timing(*app_), timing::Cited{});
  ASSERT_EQ(table.size(), 1 + timings_.entries.size());
  const timing::Entry& first = entry("linear_read", 64);
  EXPECT_EQ(table[1][1], "linear_read");
  EXPECT_EQ(table[1][3], "64");
  EXPECT_EQ(std::stod(table[1][5]), first.seconds.median);
  EXPECT_EQ(std::stod(table[1][13]), first.bytes_per_second());
  EXPECT_EQ(table[1][16], "Fake GPU");
  EXPECT_EQ(table[1][17], "recorded");
  for (const auto& row : table) EXPECT_EQ(row.size(), table.front().size());
  press(Key::e, false, true);
  ASSERT_TRUE(ui_.exports.wish.has_value());  // which Saver carries out
  EXPECT_EQ(ui_.exports.wish->kind, SaveWish::Kind::csv);
  EXPECT_EQ(ui_.exports.wish->table, kTimingTable);
}

TEST_F(TimingFigures, WhatDocumentsSayIsMarkedAsCited) {
  record();
  const auto table = timing_table(left_timing(*app_), app_->cited);
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(table[0], name) - table[0].begin());
  };
  const auto row = std::ranges::find_if(
      table, [](const auto& each) { return each[1] == "transpose_Smem_bcf (Padding)"; });
  ASSERT_NE(row, table.end());
  EXPECT_EQ((*row)[column("source")], "cited");
  EXPECT_EQ((*row)[column("our_variant")], "tile_padded");
  EXPECT_EQ((*row)[column("parameters")], "pitch=33");
  EXPECT_EQ((*row)[column("size_stated")], "8192 × 2048");
  EXPECT_EQ((*row)[column("median_s")], "");
  EXPECT_EQ((*row)[column("printed")],
            "mean time 0.445889 ms; effective bandwidth 301.1 GB/s; speedup over torch 2.54x");
  EXPECT_EQ(table.back()[column("device")], "not stated");
  for (const auto& each : table) EXPECT_EQ(each.size(), table.front().size());
}

TEST(TimingTable, CellsWithCommasAreQuoted) {
  EXPECT_EQ(as_csv({{"a", "b,c", "d\"e"}}), "a,\"b,c\",\"d\"\"e\"\r\n");
  EXPECT_EQ(as_tabs({{"a", "b,c"}}), "a\tb,c\n");
}

}  // namespace
}  // namespace warplens::ui
