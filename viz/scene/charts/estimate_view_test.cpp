#include "viz/scene/charts/estimate_view.h"

#include <algorithm>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using latency::Stall;

latency::Stalls cycles(std::initializer_list<std::pair<Stall, double>> all) {
  latency::Stalls made{};
  for (const auto& [stall, of_it] : all) made[static_cast<std::size_t>(stall)] = of_it;
  return made;
}

// Line 12 waits for memory most of all; line 20 issues alone.
EstimateScene tile() {
  EstimateScene scene;
  scene.seconds = 8.06e-6;
  scene.error = {"h100", 246, 0.178, 0.447, "a check"};
  scene.measured = MeasuredTime{8.29e-6};
  scene.lines = {
      {"11", "const int x = blockIdx.x * 32;", cycles({{Stall::wait, 30}})},
      {"12", "tile[y][x] = in[row * cols + x];",
       cycles({{Stall::long_scoreboard, 600}, {Stall::lg_throttle, 200}})},
      {"16", "out[row] = tile[x][y];", cycles({{Stall::mio_throttle, 150}})},
      {"20", "}", cycles({{Stall::selected, 20}})},
  };
  scene.agreement = latency::StallAgreement{"H200", 40, 25, 12, 3, 0.3, "a check"};
  return scene;
}

DrawList drawn_estimate(const EstimateScene& scene, Size size = {900, 500}) {
  return estimate_view(scene, size, {});
}

float width_of_part(const DrawList& list, std::uint32_t line, Stall reason) {
  const MarkId id{MarkId::Kind::bar, line, static_cast<std::uint32_t>(reason)};
  const auto found = std::ranges::find(list.rectangles, id, &Rectangle::id);
  return found == list.rectangles.end() ? 0 : found->width;
}

bool has_part_of_text(const DrawList& list, std::string_view words) {
  return std::ranges::any_of(
      list.texts, [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

TEST(EstimateView, SaysTheTimeItsErrorAndWhatWasRecorded) {
  const DrawList list = drawn_estimate(tile());
  EXPECT_TRUE(has_text(list, "8.06 µs"));
  EXPECT_TRUE(has_part_of_text(list,
                               "half of 246 recordings were off by less than 18%, nine in "
                               "ten by less than 45%"));
  EXPECT_TRUE(has_text(list, "recorded: 8.29 µs"));
}

TEST(EstimateView, HasNoTimeWhereItsErrorHasNoRoom) {
  for (float width = 20; width < 900; width += 20) {
    const DrawList list = drawn_estimate(tile(), {width, 400});
    EXPECT_TRUE(!has_text(list, "8.06 µs") || has_part_of_text(list, "±")) << width;
  }
}

TEST(EstimateView, WhereNothingWasRecordedItSaysSo) {
  EstimateScene scene = tile();
  scene.measured.reset();
  EXPECT_TRUE(has_text(drawn_estimate(scene), "not measured at this size"));
  scene.measured = MeasuredTime{9e-6, true};
  EXPECT_TRUE(has_text(drawn_estimate(scene), "measured here: 9 µs"));
}

TEST(EstimateView, BarsAreAsLongAsTheCyclesOfTheirReasons) {
  const DrawList list = drawn_estimate(tile());
  const float whole = width_of_part(list, 1, Stall::long_scoreboard);
  EXPECT_GT(whole, 100);
  EXPECT_NEAR(width_of_part(list, 1, Stall::lg_throttle), whole / 3, 1);
  EXPECT_NEAR(width_of_part(list, 2, Stall::mio_throttle), whole / 4, 1);
}

TEST(EstimateView, TheLongestLinesStandOut) {
  const DrawList list = drawn_estimate(tile());
  std::vector<std::uint32_t> marked;
  for (const Rectangle& r : list.rectangles) {
    if (r.id.kind == MarkId::Kind::row && r.fill != 0) marked.push_back(r.id.a);
  }
  EXPECT_EQ(marked, (std::vector<std::uint32_t>{1, 2}));
}

TEST(EstimateView, WhereRowsAreFewTheLongestLinesStandInTheSourcesOrder) {
  EstimateScene scene = tile();
  for (int i = 0; i < 60; ++i) scene.lines.push_back({"30", "x", cycles({{Stall::wait, 1}})});
  const DrawList list = drawn_estimate(scene, {900, 400});
  std::vector<std::uint32_t> rows;
  for (const Rectangle& r : list.rectangles) {
    if (r.id.kind == MarkId::Kind::row) rows.push_back(r.id.a);
  }
  ASSERT_LT(rows.size(), 40u);
  EXPECT_TRUE(std::ranges::is_sorted(rows));
  for (const std::uint32_t line : {0u, 1u, 2u, 3u}) {
    EXPECT_NE(std::ranges::find(rows, line), rows.end()) << line;
  }
}

TEST(EstimateView, SaysHowOftenReasonsWereThoseThatAGpuSampled) {
  EXPECT_TRUE(has_part_of_text(drawn_estimate(tile()),
                               "of 40 kernels sampled on an H200, the longest reason was the same "
                               "in 25"));
}

TEST(EstimateView, ReasonsHaveColoursOfTheirOwn) {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    std::vector<Color> colors;
    for (std::size_t i = 0; i < latency::kStalls; ++i) {
      colors.push_back(stall_color(static_cast<Stall>(i), name));
    }
    std::ranges::sort(colors);
    EXPECT_EQ(std::ranges::adjacent_find(colors), colors.end());
  }
}

TEST(EstimateView, IsWellFormedAtAllSizes) {
  for (const Size size : {Size{60, 40}, Size{200, 120}, Size{420, 300}, Size{1600, 900}}) {
    for (const Language language : {Language::en, Language::zh}) {
      Style style;
      style.language = language;
      expect_well_formed(estimate_view(tile(), size, style), style);
    }
  }
}

}  // namespace
}  // namespace warplens::scene
