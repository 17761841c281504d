#include "viz/scene/access/gemm_view.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/cost/access_cost.h"
#include "kernels/run/run.h"
#include "viz/scene/access/gemm_names.h"
#include "viz/scene/access/gemm_phrases.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using analysis::GemmFlow;
using analysis::MatrixElement;
using Kind = MarkId::Kind;
using trace::EventKind;
using trace::Space;

constexpr Size kGemmRoom{1000, 520};

struct GemmPicture {
  explicit GemmPicture(const std::string& kernel, const catalog::Parameters& sizes,
                       std::uint32_t block = 0) {
    const auto catalogue = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
    run::Options options;
    options.machine.cost = analysis::add_cost;
    trace = run::run_variant(*catalogue, kernel, sizes, options)->traces.front();
    const GemmRoles roles = *catalogue->find(kernel)->family->gemm;
    shape = *analysis::gemm_shape(*trace, roles);
    flow = analysis::gemm_flow(*trace, roles, shape, block);
    counts = analysis::gemm_counts(*trace, shape);
  }
  [[nodiscard]] DrawList at(std::size_t event, Size size = kGemmRoom, const GemmLook& look = {},
                            GemmMarks marks = GemmMarks::all, double phase = 1) const {
    const auto moment = gemm_moment(flow, event);
    return gemm_view({flow, moment, counts, event, phase, look}, size, style, marks);
  }
  [[nodiscard]] GemmLayout layout(std::size_t event, const GemmLook& look = {},
                                  Size size = kGemmRoom) const {
    return gemm_layout(flow, event, look, size, style);
  }
  // The n-th of the block's events of a kind.
  [[nodiscard]] std::size_t event(Space space, EventKind kind, std::size_t n = 0) const {
    for (std::size_t i = 0; i < trace->events.size(); ++i) {
      const trace::Site& site = trace->sites[trace->events.site(i)];
      const bool is_it = trace->events.block(i) == flow.block && site.space == space;
      if (is_it && site.kind == kind && n-- == 0) return i;
    }
    throw std::runtime_error("no such event");
  }
  std::shared_ptr<const trace::Trace> trace;
  analysis::GemmShape shape;
  GemmFlow flow;
  analysis::GemmCounts counts;
  Style style;
};

// Of C, the third grid.
std::size_t cells_of_color(const DrawList& list, Color color) {
  return static_cast<std::size_t>(std::ranges::count(list.grids.at(2).colors, color));
}

const catalog::Parameters kRow{{"m", 4}, {"n", 32}, {"k", 8}};
const catalog::Parameters kTileSizes{{"m", 64}, {"n", 64}, {"k", 32}};

std::vector<std::string> gemm_words(const DrawList& list) {
  std::vector<std::string> words;
  for (const Text& text : list.texts) words.push_back(text.text);
  return words;
}

TEST(GemmView, ASmallProductIsFollowedByNames) {
  const GemmPicture view("gemm/outer_register", {{"m", 3}, {"n", 2}, {"k", 2}});
  const std::size_t first = view.event(Space::global, EventKind::load, 0);
  EXPECT_THAT(gemm_words(view.at(first)), testing::IsSupersetOf({"1", "2", "3", "4", "5", "6"}));
  EXPECT_THAT(gemm_words(view.at(first)), testing::IsSupersetOf({"a", "b", "c", "d"}));
  EXPECT_THAT(gemm_words(view.at(first)), testing::Not(testing::Contains("1a")));
  const std::size_t stored = view.event(Space::global, EventKind::store, 0);
  EXPECT_THAT(gemm_words(view.at(stored)), testing::IsSupersetOf({"1a + 2c", "1b + 2d"}));
  EXPECT_THAT(gemm_words(view.at(stored)), testing::IsSupersetOf({"3a + 4c", "3b + 4d"}));
}

TEST(GemmView, TheFirstSliceLeavesOneTermInEachSum) {
  const GemmPicture view("gemm/outer_register", {{"m", 3}, {"n", 2}, {"k", 2}});
  std::set<std::string> seen;
  for (std::size_t i = 0; i < view.trace->events.size(); ++i)
    for (const std::string& word : gemm_words(view.at(i))) seen.insert(word);
  EXPECT_THAT(seen, testing::IsSupersetOf({"1a", "1b", "3a", "3b", "5a", "5b"}));
  EXPECT_THAT(seen, testing::Not(testing::Contains("2c"))) << "the slices come in their order";
}

TEST(GemmView, LargerProductsHaveLaneNumbersAlone) {
  const GemmPicture view("gemm/row_loop", kRow);
  EXPECT_FALSE(has_names(view.shape));
  EXPECT_THAT(gemm_words(view.at(view.event(Space::global, EventKind::load))),
              testing::Not(testing::Contains("a")));
}

TEST(GemmView, ReadElementsCarryTheLaneAndSoDoesWhatTheyFeed) {
  const GemmPicture view("gemm/row_loop", kRow);
  const std::size_t of_a = view.event(Space::global, EventKind::load, 0);
  const std::size_t of_b = view.event(Space::global, EventKind::load, 1);
  EXPECT_EQ(
      with_kind(view.at(of_a), Kind::lane).size() + with_kind(view.at(of_b), Kind::lane).size(),
      33u)
      << "one element of A for all, one of B each";
  for (const std::size_t event : {of_a, of_b}) {
    const DrawList list = view.at(event);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      EXPECT_EQ(list.grids[2].colors[lane], lane_color(lane)) << lane;
    }
  }
}

TEST(GemmView, AnElementOfCGetsGreyerWithItsTerms) {
  const GemmPicture view("gemm/row_loop", kRow);
  const Theme& colors = theme(ThemeName::dark);
  const std::size_t store = view.event(Space::global, EventKind::store);
  const Color whole = mix(colors.cell, colors.muted_text, 0.62f);
  const std::size_t last = view.event(Space::global, EventKind::load, 15);
  EXPECT_EQ(cells_of_color(view.at(last), whole), 0u) << "fed by the last load";
  EXPECT_EQ(cells_of_color(view.at(store + 1), whole), 32u);
  EXPECT_EQ(cells_of_color(view.at(0, kGemmRoom, {}, GemmMarks::all, 0), colors.cell), 32u);
}

TEST(GemmView, TheStepOfKIsFramedInBothFactors) {
  const GemmPicture view("gemm/vector_reads", kTileSizes);
  const DrawList list = view.at(view.event(Space::shared, EventKind::load));
  const GemmLayout layout = view.layout(view.event(Space::shared, EventKind::load));
  const auto framed = [&](const Box& box) {
    return std::ranges::count_if(list.lines, [&](const Line& line) {
      return line.width == 1.5f && line.x0 >= box.x && line.x1 <= box.x + box.width + 0.1f &&
             line.y0 >= box.y && line.y1 <= box.y + box.height + 0.1f;
    });
  };
  EXPECT_EQ(framed(layout.a), 4);
  EXPECT_EQ(framed(layout.b), 4);
  EXPECT_EQ(framed(layout.c), 0);
}

TEST(GemmView, APointedElementLightsItsRowAndColumnAndItsThreadsTile) {
  const GemmPicture view("gemm/vector_reads", kTileSizes);
  const std::size_t event = view.event(Space::global, EventKind::load);
  GemmLook look;
  look.picked = MatrixElement{9, 14};
  const DrawList list = view.at(event, kGemmRoom, look);
  const auto marks = with_kind(list, Kind::word);
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0].id.a, 9u);
  EXPECT_EQ(marks[0].id.b, 14u);
  // Its thread's 4 × 4 elements lie together: 16 sides of cells around them.
  const auto sides = [&](const DrawList& of) {
    return std::ranges::count(of.lines, 2.0f, &Line::width);
  };
  EXPECT_EQ(sides(list), 16);
  EXPECT_EQ(sides(view.at(event)), 0) << "what is brought is no thread's";
  EXPECT_EQ(sides(view.at(view.event(Space::shared, EventKind::load))), 16)
      << "the first lane's that reads";
}

TEST(GemmView, AnElementIsFoundUnderThePointer) {
  const GemmPicture view("gemm/vector_reads", kTileSizes);
  const GemmLayout layout = view.layout(0);
  EXPECT_EQ(gemm_cell_at(layout, layout.c.x + 2.5f * layout.column_width,
                         layout.c.y + 7.5f * layout.row_height),
            (MatrixElement{7, 2}));
  EXPECT_FALSE(gemm_cell_at(layout, layout.a.x + 1, layout.a.y + 1));
  EXPECT_FALSE(gemm_cell_at(layout, layout.c.x + layout.c.width + 1, layout.c.y + 1));
}

TEST(GemmView, TheWholeOfCTakesThePlaceOfTheBlocksTile) {
  const GemmPicture view("gemm/chessboard", {{"m", 48}, {"n", 32}, {"k", 16}}, 3);
  const GemmWindow tile = view.layout(0).window, whole = view.layout(0, {true, {}}).window;
  EXPECT_EQ(tile.first_row, 16u);
  EXPECT_EQ(tile.rows, 16u);
  EXPECT_EQ(whole.first_row, 0u);
  EXPECT_EQ(whole.rows, 48u);
  const DrawList list = view.at(0, kGemmRoom, {true, {}});
  EXPECT_EQ(cells_of_color(list, theme(ThemeName::dark).outside), 48u * 32 - 16 * 16)
      << "other blocks' elements";
}

TEST(GemmView, WhatDoesNotFitIsLeftOutAndTheRestIsNamed) {
  const GemmPicture view("gemm/warp_tiles", {{"m", 128}, {"n", 128}, {"k", 64}});
  const std::size_t event = view.event(Space::shared, EventKind::load, 500);
  const GemmWindow window = view.layout(event, {}, {300, 200}).window;
  EXPECT_LT(window.rows, 128u);
  const auto now = view.flow.touches_of(event);
  const auto in_sight = std::ranges::count_if(now, [&](const analysis::GemmTouch& touch) {
    const bool is_a = touch.factor == analysis::Factor::a;
    const std::uint32_t first = is_a ? window.first_row : window.first_column;
    return window.has_step(touch.step()) &&
           touch.along() - first < (is_a ? window.rows : window.columns);
  });
  EXPECT_GT(in_sight, 0) << "what is touched is there";
  EXPECT_TRUE(has_text(view.at(event), factor_b_phrase(Language::en, view.layout(event).window)));
}

TEST(GemmView, PlainMarksTellNothingOfWhatIsFedOrCounted) {
  const GemmPicture view("gemm/vector_reads", kTileSizes);
  const std::size_t event = view.event(Space::shared, EventKind::load, 40);
  const DrawList list = view.at(event, kGemmRoom, {}, GemmMarks::plain);
  EXPECT_EQ(cells_of_color(list, theme(ThemeName::dark).cell), 64u * 64);
  EXPECT_FALSE(with_kind(list, Kind::lane).empty());
  for (const Text& text : list.texts) {
    EXPECT_EQ(text.text.find("multiply-add"), std::string::npos) << text.text;
  }
}

TEST(GemmView, BelowStandWhatTheAccessFeedsAndWhatAMultiplyAddTakes) {
  const GemmPicture view("gemm/vector_reads", kTileSizes);
  const DrawList list = view.at(view.event(Space::shared, EventKind::load, 1));
  EXPECT_TRUE(has_text(list,
                       "This access reads 128 values of B (64 different); each takes part in "
                       "4 multiply-adds"));
  EXPECT_TRUE(has_text(list,
                       "For each multiply-add: 0.0312 values from global memory (0.00781 "
                       "loads), 0.5 from shared memory (0.125 loads)"));
  EXPECT_TRUE(has_text(view.at(view.event(Space::global, EventKind::store)),
                       "This access stores 32 elements of C"));
}

TEST(GemmView, SaysThatNoLaneLoadsWhatTmaBrings) {
  const GemmPicture view("tensor_gemm/tma", kTileSizes);
  EXPECT_TRUE(has_text(view.at(view.event(Space::global, EventKind::store)),
                       "No lane loads A or B: TMA brings them"));
}

TEST(GemmView, NothingIsCutAtAnySize) {
  for (const char* kernel :
       {"gemm/row_loop", "gemm/chessboard", "gemm/vector_reads", "gemm/warp_tiles",
        "tensor_gemm/swizzled", "tensor_gemm/tma", "tensor_gemm/tma_store"}) {
    GemmPicture view(kernel, {{"m", 70}, {"n", 152}, {"k", 40}});
    for (const Language language : {Language::en, Language::zh}) {
      view.style.language = language;
      view.style.theme = language == Language::en ? ThemeName::dark : ThemeName::light;
      for (const Size size :
           {Size{20, 20}, Size{90, 400}, Size{300, 110}, kGemmRoom, Size{1800, 1000}}) {
        for (const bool is_whole : {false, true}) {
          SCOPED_TRACE(fmt::format("{} {}x{}", kernel, size.width, size.height));
          const GemmLook look{is_whole, MatrixElement{1, 2}};
          for (const std::size_t event : {std::size_t{0}, view.trace->events.size() / 2}) {
            expect_well_formed(view.at(event, size, look, GemmMarks::all, 0.6), view.style);
          }
        }
      }
    }
  }
}

TEST(GemmPhrases, SayWhatAnElementOfCNeeds) {
  const GemmPicture view("gemm/row_loop", kRow);
  const auto moment = gemm_moment(view.flow, view.event(Space::global, EventKind::load, 3));
  EXPECT_EQ(cell_phrase(Language::en, view.flow, moment, {0, 17}, true),
            "C[0][17] · warp 0 lane 17 · 2 of 8 terms\nneeds row 0 of A and column 17 of B");
  EXPECT_EQ(cell_phrase(Language::en, view.flow, moment, {0, 17}, false),
            "C[0][17] · warp 0 lane 17\nneeds row 0 of A and column 17 of B");
  EXPECT_EQ(cell_phrase(Language::en, view.flow, moment, {2, 3}, true),
            "C[2][3] · another block's\nneeds row 2 of A and column 3 of B");
}

}  // namespace
}  // namespace warplens::scene
