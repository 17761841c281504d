#include "viz/scene/access/bank_view.h"

#include <set>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

constexpr Size kBankRoom{900, 700};
using Kind = MarkId::Kind;

struct BankPicture {
  analysis::SharedBreakdown access;
  DrawList list;
};

BankPicture draw(const trace::Site& site, const trace::EventView& event, std::uint32_t shared_bytes,
                 const Style& style = {}, Size size = kBankRoom) {
  BankPicture view{analysis::shared_breakdown(site, event), {}};
  const trace::SharedArray tile{"tile", 0, shared_bytes};
  view.list = bank_view({&view.access, {&tile, 1}, shared_bytes}, size, style);
  return view;
}

// The bank that a rectangle stands in, from its place alone.
std::uint32_t column_of(const Rectangle& mark, const DrawList& list) {
  for (const Rectangle& bank : with_kind(list, Kind::bank))
    if (mark.x + mark.width / 2 >= bank.x && mark.x + mark.width / 2 < bank.x + bank.width)
      return bank.id.a;
  return 99;
}

TEST(BankView, ColumnReadStandsInOneBankAndIsThirtyTwoDeep) {
  const BankPicture view = draw(shared_load(), column_read(32), 32 * 32 * 4);
  const auto lanes = with_kind(view.list, Kind::lane);
  ASSERT_EQ(lanes.size(), 32u);
  for (const Rectangle& mark : lanes) {
    EXPECT_EQ(column_of(mark, view.list), 0u);
    EXPECT_EQ(mark.fill, lane_color(mark.id.a));
  }
  const auto words = with_kind(view.list, Kind::word);
  ASSERT_EQ(words.size(), 32u);
  for (const Rectangle& word : words) EXPECT_EQ(word.fill, depth_color(32, ThemeName::dark));
  EXPECT_TRUE(has_text(view.list, "group 0: lanes 0–31, 32 wavefronts"));
  expect_well_formed(view.list, {});
}

// As Present draws at 1920 × 1080: rows that nobody touches give way to numbers.
TEST(BankView, OnAProjectorEveryLanesNumberStandsInItsCellAndLabelsHaveTwentyPixels) {
  const Style style{
      .text_size = 21.3f, .smallest_text = 20.35f, .smallest_mark = 13.9f, .label_text = 25.9f};
  for (const std::uint32_t rows : {32u, 64u, 96u}) {
    const BankPicture view = draw(shared_load(), column_read(32), rows * 128, style, {1100, 760});
    std::set<std::string> numbers;
    for (const Text& text : view.list.texts) {
      if (!text.in_cell) {
        EXPECT_GE(text.size, 20) << text.text;
        continue;
      }
      EXPECT_GE(text.size, style.smallest_mark);
      EXPECT_EQ(column_of({text.x, text.y, 0, 0, 0, 0, 0, 0, {}}, view.list), 0u) << text.text;
      numbers.insert(text.text);
    }
    EXPECT_EQ(numbers.size(), 32u) << rows << " rows";
  }
}

TEST(BankView, OneColumnOfPaddingSpreadsTheLanesOverAllBanks) {
  const BankPicture view = draw(shared_load(), column_read(33), 32 * 33 * 4);
  std::set<std::uint32_t> banks;
  for (const Rectangle& mark : with_kind(view.list, Kind::lane)) {
    EXPECT_EQ(column_of(mark, view.list), mark.id.a * 33 % 32);
    banks.insert(column_of(mark, view.list));
  }
  EXPECT_EQ(banks.size(), 32u);
  for (const Rectangle& word : with_kind(view.list, Kind::word))
    EXPECT_EQ(word.fill, depth_color(1, ThemeName::dark));
  expect_well_formed(view.list, {});
}

TEST(BankView, LaneMarksLieInTheRowOfTheirWord) {
  const BankPicture view = draw(shared_load(), column_read(32), 32 * 32 * 4);
  const CellGrid& grid = view.list.grids.at(0);
  EXPECT_EQ(grid.rows, 32u);
  for (const Rectangle& mark : with_kind(view.list, Kind::lane)) {
    const float row = (mark.y + mark.height / 2 - grid.y) / grid.cell_height;
    EXPECT_EQ(static_cast<std::uint32_t>(row), mark.id.a);
  }
}

TEST(BankView, InLowRowsABroadcastsCountStandsBesideItsMark) {
  const auto event = make_event(kAllLanes, [](auto lane) { return lane < 16 ? 8u : 128u * 20; });
  const BankPicture view = draw(shared_load(), event, 4096, {}, {1200, 260});
  ASSERT_LT(view.list.grids.at(0).cell_height, Style{}.smallest_text);
  EXPECT_TRUE(has_text(view.list, "×16"));
  expect_well_formed(view.list, {});
}

TEST(BankView, AFewTouchedRowsAreHighEnoughForTheirNumbers) {
  const auto event = make_event(kAllLanes, [](auto lane) { return 1024 + 4 * lane; });
  const BankPicture view = draw(shared_load(), event, 4096, {}, {1200, 260});
  EXPECT_GE(view.list.grids.at(0).cell_height, Style{}.smallest_text);
  for (const char* lane : {"0", "31"}) {
    const auto text = std::ranges::find(view.list.texts, lane, &Text::text);
    ASSERT_NE(text, view.list.texts.end());
  }
}

TEST(BankView, NumbersBesideLowRowsOverlapNoMarkAndEachLaneHasOne) {
  // Eight rows of 128 bytes, XORed by groups of 16 bytes: each lane four banks further on.
  const auto event = make_event(kAllLanes, [](auto l) { return l * 128u + l % 8 * 16u; });
  const BankPicture view = draw(shared_load(16), event, 4096, {}, {1000, 390});
  ASSERT_LT(view.list.grids.at(0).cell_height, Style{}.smallest_text);
  std::set<std::string> lanes;
  for (const Text& text : view.list.texts) {
    if (text.id.kind != Kind::lane) continue;
    lanes.insert(text.text);
    for (const Rectangle& mark : with_kind(view.list, Kind::lane)) {
      const Box box{mark.x, mark.y, mark.width, mark.height};
      EXPECT_FALSE(overlap(box_of(text, {}), box)) << text.text << " over " << mark.id.a;
    }
    const CellGrid& grid = view.list.grids.at(text.id.b);
    const float bottom = grid.y + static_cast<float>(grid.rows) * grid.cell_height;
    EXPECT_LE(text.y + text.size / 2, bottom + 1) << text.text;
  }
  EXPECT_EQ(lanes.size(), 32u);
}

TEST(BankView, OfALongArrayAFewRowsAboutTheTouchedOneAreShownAndStandStill) {
  const auto row = [](std::uint32_t r) {
    return make_event(kAllLanes, [r](auto l) { return r * 128u + l * 4u; });
  };
  const Size low{900, 420};
  const BankPicture view = draw(shared_load(), row(2), 100 * 128, {}, low);
  ASSERT_EQ(view.list.grids.at(0).rows, 8u);
  EXPECT_GE(view.list.grids[0].cell_height, 30);
  EXPECT_TRUE(has_text(view.list, "31")) << "lanes have their numbers";
  const auto offsets = [](const BankPicture& of) {
    std::set<std::string> labels;
    for (const Text& text : of.list.texts)
      if (text.text.starts_with("tile +")) labels.insert(text.text);
    return labels;
  };
  EXPECT_EQ(offsets(view), offsets(draw(shared_load(), row(3), 100 * 128, {}, low)));
  EXPECT_TRUE(has_text(draw(shared_load(), row(99), 100 * 128, {}, low).list, "tile +12672"));
  EXPECT_EQ(draw(shared_load(), column_read(32), 60 * 128, {}, low).list.grids[0].rows, 60u)
      << "so many are touched that all are shown";
}

TEST(BankView, AFewRowsFillTheRoom) {
  const auto event = make_event(kAllLanes, [](auto l) { return l * 32u; });
  const BankPicture view = draw(shared_load(), event, 1024, {}, {900, 500});
  const CellGrid& grid = view.list.grids.at(0);
  EXPECT_EQ(grid.rows, 8u);
  EXPECT_GT(grid.y + 8 * grid.cell_height, 400);
}

TEST(BankView, AnEventElsewhereSaysSo) {
  const BankPicture view = draw(global_load(), column_read(32), 4096);
  EXPECT_TRUE(has_text(view.list, "No lane of this event touches shared memory."));
  expect_well_formed(view.list, {});
}

TEST(BankView, BroadcastIsOneStackedMarkWithItsCount) {
  const BankPicture view = draw(shared_load(), make_event(0xffff, [](auto) { return 8u; }), 4096);
  EXPECT_TRUE(with_kind(view.list, Kind::lane).empty());
  EXPECT_TRUE(has_text(view.list, "×16"));
  EXPECT_EQ(view.list.pick(with_kind(view.list, Kind::word)[0].x + 5,
                           with_kind(view.list, Kind::word)[0].y + 5),
            (MarkId{Kind::word, 2, 0}));
  expect_well_formed(view.list, {});
}

TEST(BankView, ACountOfTwoLanesHasRoomWhereOneOfThirtyTwoHasNot) {
  Style style;
  style.smallest_text = 13;
  const Size size{850, 500};
  const auto pairs = make_event(kAllLanes, [](auto l) { return l / 2 * 4u; });
  const auto all = make_event(kAllLanes, [](auto) { return 8u; });
  EXPECT_TRUE(has_text(draw(shared_load(), pairs, 512, style, size).list, "×2"));
  EXPECT_FALSE(has_text(draw(shared_load(), all, 512, style, size).list, "×32"));
}

TEST(BankView, SixteenByteGroupsAreDrawnApart) {
  const BankPicture view =
      draw(shared_load(16), make_event(kAllLanes, [](auto l) { return l * 16u; }), 4096);
  const auto groups = with_kind(view.list, Kind::group);
  ASSERT_EQ(groups.size(), 4u);
  ASSERT_EQ(view.list.grids.size(), 4u);
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_GT(groups[i].y, view.list.grids[i - 1].y + view.list.grids[i - 1].cell_height * 0.99f);
  EXPECT_TRUE(has_text(view.list, "group 0: lanes 0–7, 1 wavefront"));
  EXPECT_TRUE(has_text(view.list, "group 3: lanes 24–31, 1 wavefront"));
  for (const Rectangle& mark : with_kind(view.list, Kind::lane))
    EXPECT_EQ(mark.id.b, mark.id.a / 8);
  EXPECT_EQ(with_kind(view.list, Kind::lane).size(), 128u);
  expect_well_formed(view.list, {});
}

TEST(BankView, TheHeaderShowsEachBanksDepth) {
  // Lanes 0 to 3 want four words of bank 0, lane 4 one word of bank 5.
  const auto event = make_event(0x1f, [](auto l) { return l < 4 ? l * 128u : 20u; });
  const BankPicture view = draw(shared_load(), event, 4096);
  EXPECT_EQ(view.access.groups.at(0).depth[0], 4);
  EXPECT_TRUE(has_text(view.list, "4"));
  std::uint32_t coloured = 0;
  for (const Rectangle& bank : with_kind(view.list, Kind::bank))
    if (bank.fill == depth_color(4, ThemeName::dark)) {
      ++coloured;
      EXPECT_EQ(bank.id.a, 0u);
    }
  EXPECT_EQ(coloured, 1u);
}

TEST(BankView, AccessesFarApartShowOnlyTheRowsTouched) {
  const BankPicture view =
      draw(shared_load(), make_event(3, [](auto l) { return l * 200000u; }), 227 * 1024);
  ASSERT_EQ(view.list.grids.size(), 1u);
  EXPECT_EQ(view.list.grids[0].rows, 2u);
  EXPECT_TRUE(has_text(view.list, "tile +0"));
  EXPECT_TRUE(has_text(view.list, "tile +199936"));
  expect_well_formed(view.list, {});
}

TEST(BankView, ThePictureStandsStillBetweenTheRowsOfATile) {
  const auto row = [](std::uint32_t r) {
    return make_event(kAllLanes, [r](auto l) { return r * 128u + l * 4u; });
  };
  const BankPicture first = draw(shared_load(), row(0), 4096);
  const BankPicture last = draw(shared_load(), row(31), 4096);
  EXPECT_EQ(first.list.grids[0].rows, 32u);
  EXPECT_EQ(first.list.grids[0].y, last.list.grids[0].y);
  EXPECT_EQ(first.list.grids[0].cell_height, last.list.grids[0].cell_height);
}

TEST(BankView, NothingIsCutAtAnySizeOrLanguage) {
  for (const float width : {60.0f, 240.0f, 500.0f, 1600.0f})
    for (const float height : {20.0f, 90.0f, 300.0f, 1200.0f})
      for (const Language language : {Language::en, Language::zh})
        for (const std::uint8_t bytes : {4, 8, 16}) {
          Style style;
          style.language = language;
          const auto event = make_event(kAllLanes, [](auto l) { return l * 144u; });
          const BankPicture view = draw(shared_load(bytes), event, 8192, style, {width, height});
          SCOPED_TRACE(testing::Message() << width << " × " << height << ", " << int{bytes});
          expect_well_formed(view.list, style);
        }
}

TEST(BankView, WhereTitlesOfGroupsLeaveNoRoomTheLanesStayAndTheTitlesGo) {
  const auto event = make_event(kAllLanes, [](auto l) { return l * 16u; });
  const auto drawn = [&](float height) {
    return draw(shared_load(16), event, 512, {}, {900, height}).list;
  };
  const auto has_titles = [](const DrawList& list) {
    return has_text(list, "group 0: lanes 0–7, 1 wavefront");
  };
  EXPECT_TRUE(has_titles(drawn(400)));
  float height = 400;
  while (has_titles(drawn(height))) height -= 5;
  ASSERT_GT(height, 60);
  const DrawList low = drawn(height);
  EXPECT_EQ(with_kind(low, Kind::lane).size(), 128u);  // one in each word of a lane
  expect_well_formed(low, {});
}

TEST(BankView, AKernelWithoutSharedMemorySaysSo) {
  const analysis::SharedBreakdown none;
  const DrawList list = bank_view({&none, {}, 0}, kBankRoom, {});
  EXPECT_TRUE(has_text(list, "This kernel uses no shared memory."));
}

TEST(BankView, RowsOutsideEveryArrayAreLabelledByOffset) {
  const trace::SharedArray array{"b", 256, 128};
  EXPECT_EQ(offset_label({&array, 1}, 128), "128");
  EXPECT_EQ(offset_label({&array, 1}, 260), "b +4");
  EXPECT_EQ(offset_label({&array, 1}, 384), "384");
}

TEST(SharedBreakdown, AddressesAtTheEndOfTheAddressSpaceAreSafe) {
  const auto event = make_event(kAllLanes, [](auto l) { return ~std::uint64_t{0} - l; });
  const BankPicture view = draw(shared_load(16), event, 4096);
  expect_well_formed(view.list, {});
}

// Four lanes a row of 64 bytes: lanes 0 and 4 read one column of two lines.
TEST(BankView, SaysThatACopyTakesItsTimeBySourcesWhereNoBankDoes) {
  const trace::Site site = make_site(trace::EventKind::async_copy, trace::Space::shared, 16);
  trace::EventView event =
      make_event(0xff, [](auto lane) { return 0x10000u + lane / 4 * 4096u + lane % 4 * 16u; });
  for (std::uint32_t lane = 0; lane < 8; ++lane) event.address2[lane] = lane * 16;
  EXPECT_TRUE(has_text(draw(site, event, 4096).list,
                       "group 0: lanes 0–7, 2 wavefronts · as many lanes read one column of their "
                       "lines"));
  for (std::uint32_t lane = 0; lane < 8; ++lane) event.address[lane] = 0x10000u + lane * 16;
  EXPECT_TRUE(has_text(draw(site, event, 4096).list, "group 0: lanes 0–7, 1 wavefront"));
}

TEST(SharedBreakdown, AsyncCopiesAreDrawnAtTheirDestination) {
  trace::Site site = make_site(trace::EventKind::async_copy, trace::Space::shared, 4);
  trace::EventView event = make_event(1, [](auto) { return 0x10000u; });
  event.address2[0] = 12;
  const analysis::SharedBreakdown access = analysis::shared_breakdown(site, event);
  ASSERT_EQ(access.words.size(), 1u);
  EXPECT_EQ(access.words[0].bank(), 3u);
}

}  // namespace
}  // namespace warplens::scene
