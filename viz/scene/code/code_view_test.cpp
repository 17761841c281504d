// The picture of source, PTX and SASS: what is lit, what bars tell, and that it stays legible.
#include "viz/scene/code/code_view.h"

#include <gtest/gtest.h>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using code::CodeColumn;
using code::CodeModel;

constexpr Size kWide{1500, 900};

// Forty lines of each, line i of one belonging to line i of the others.
CodeModel forty_lines() {
  CodeModel model;
  model.kernel = "k";
  model.capability = 90;
  model.source.push_back({"k.cu", 0, {}});
  for (std::uint32_t i = 0; i < 40; ++i) {
    const code::CodeFigures figures{1, static_cast<std::uint16_t>(i + 1), i == 30 ? 1u : 0u};
    model.source.push_back(
        {"  sum += a[" + std::to_string(i) + "] * b[i];  // 一行", i + 1, figures});
    model.ptx.push_back({"fma.rn.f32 %f1, %f2, %f3, %f1;", 100 + i, {i + 1}, {}, figures});
    code::SassCodeRow row;
    row.text = "FFMA R" + std::to_string(i) + ", R2, R3, R4";
    row.address = 16 * i;
    row.ptx = i;
    row.live = sass::LiveRegisters{static_cast<std::uint16_t>(i + 1), 2, 1, 0};
    row.is_spill = i == 30;
    row.executions = 1024;
    row.cost = i == 5 ? "32 W/R" : "";
    row.times = i == 5 ? 32 : 0;
    model.sass.push_back(std::move(row));
  }
  model.pressure.is_known = true;
  model.pressure.peak.general = 40;
  model.pressure.peak_at = 39;
  model.pressure.spills = {{30, true, 4, 130, false}};
  code::add_needs({.threads = 256, .registers = 48, .shared_bytes = 0}, model);
  return model;
}

CodeLook marked(CodeColumn column, std::uint32_t row) {
  CodeLook look;
  look.mark = code::CodeMark{column, row};
  return look;
}

TEST(CodeView, LightsTheLinesThatBelongTogetherInAllColumns) {
  const CodeModel model = forty_lines();
  const auto rows =
      with_kind(code_view(model, marked(CodeColumn::sass, 3), kWide, {}), MarkId::Kind::row);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].id, (MarkId{MarkId::Kind::row, 4, 0})) << "source, behind its heading";
  EXPECT_EQ(rows[1].id, (MarkId{MarkId::Kind::row, 3, 1}));
  EXPECT_EQ(rows[2].id, (MarkId{MarkId::Kind::row, 3, 2}));
}

TEST(CodeView, APointFindsTheRowThatIsDrawnThere) {
  const CodeModel model = forty_lines();
  const CodeLook look = marked(CodeColumn::sass, 3);
  const CodeLayout layout = code_layout(model, look, kWide, {});
  for (const Rectangle& row : with_kind(code_view(model, look, kWide, {}), MarkId::Kind::row)) {
    const auto at = code_at(model, layout, row.x + row.width / 2, row.y + row.height / 2);
    ASSERT_TRUE(at.has_value());
    EXPECT_EQ(at->row, row.id.a);
    EXPECT_EQ(static_cast<std::uint32_t>(at->column), row.id.b);
  }
  EXPECT_EQ(code_at(model, layout, -1, -1), std::nullopt);
  EXPECT_TRUE(is_in_overview(layout, kWide.width - 2, 400));
}

TEST(CodeView, TellsFiguresAboveTheColumns) {
  const DrawList list = code_view(forty_lines(), {}, kWide, {});
  EXPECT_TRUE(has_text(list, "48"));
  EXPECT_TRUE(has_text(list, "live at most, at line 40"));
  EXPECT_TRUE(has_text(list, "spilled: 1 stores, 0 loads"));
  EXPECT_TRUE(has_text(list, "≤ 40 registers"));
}

TEST(CodeView, HidesCostsWhileTheyAreAskedFor) {
  const CodeModel model = forty_lines();
  CodeLook look;
  EXPECT_TRUE(has_text(code_view(model, look, kWide, {}), "32 W/R"));
  look.hides_costs = true;
  EXPECT_FALSE(has_text(code_view(model, look, kWide, {}), "32 W/R"));
}

TEST(CodeView, ScrollsUntilWhatBelongsToTheMarkIsInSight) {
  const CodeModel model = forty_lines();
  const Size low{1500, 420};
  const CodeLook look = brought_into_sight(model, marked(CodeColumn::sass, 35), low, {});
  const CodeLayout layout = code_layout(model, look, low, {});
  ASSERT_EQ(layout.columns.size(), 3u);
  EXPECT_TRUE(layout.find(CodeColumn::sass)->has(35));
  EXPECT_TRUE(layout.find(CodeColumn::ptx)->has(35));
  EXPECT_TRUE(layout.find(CodeColumn::source)->has(36));
}

TEST(CodeView, KeepsSassWhereAllHaveNoRoom) {
  const CodeLayout layout = code_layout(forty_lines(), {}, {420, 500}, {});
  EXPECT_NE(layout.find(CodeColumn::sass), nullptr);
  EXPECT_EQ(layout.find(CodeColumn::ptx), nullptr);
}

TEST(CodeView, WithoutMachineCodeShowsTheOthers) {
  CodeModel model = forty_lines();
  model.sass.clear();
  const CodeLayout layout = code_layout(model, {}, kWide, {});
  EXPECT_EQ(layout.columns.size(), 2u);
  EXPECT_EQ(layout.overview.width, 0);
  expect_well_formed(code_view(model, {}, kWide, {}), {});
}

TEST(CodeView, IsWellFormedAtEverySizeInBothLanguages) {
  const CodeModel model = forty_lines();
  for (const Size size :
       {Size{120, 90}, Size{300, 220}, Size{420, 700}, Size{900, 500}, Size{1600, 1000}}) {
    for (const Language language : {Language::en, Language::zh}) {
      SCOPED_TRACE(size.width);
      Style style;
      style.language = language;
      CodeLook look = marked(CodeColumn::ptx, 5);
      look.found = "ffma";
      expect_well_formed(code_view(model, look, size, style), style);
    }
  }
}

}  // namespace
}  // namespace warplens::scene
