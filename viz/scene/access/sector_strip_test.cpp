#include "viz/scene/access/sector_strip.h"

#include <bit>

#include "viz/scene/access/sector_flow.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using Kind = MarkId::Kind;

constexpr std::uint64_t kBase = 0x10000;

trace::Buffer floats(std::uint64_t rows, std::uint64_t columns) {
  trace::Buffer buffer;
  buffer.name = "in";
  buffer.address = kBase;
  buffer.rows = rows;
  buffer.columns = columns;
  buffer.pitch = columns * 4;
  buffer.bytes = rows * buffer.pitch;
  return buffer;
}

// Lane i touches byte offset + i × stride.
trace::EventView strided(std::uint64_t stride, std::uint64_t offset = 0,
                         std::uint32_t mask = kAllLanes) {
  return make_event(mask, [=](std::uint32_t lane) { return kBase + offset + lane * stride; });
}

struct Drawn {
  SectorGroups strip;
  DrawList list;
};

Drawn draw(const trace::EventView& event, std::uint8_t width = 4, Size size = {900, 400},
           double phase = 1, StripMarks marks = StripMarks::sectors, const Style& style = {}) {
  static const trace::Buffer buffer = floats(1024, 1024);
  Drawn drawn;
  drawn.strip = sector_groups(analysis::explained_event(global_load(width), event),
                              marks == StripMarks::plain ? Grain::lines : Grain::sectors);
  drawn.list = sector_strip(drawn.strip, {&buffer, 1}, size, style, phase, marks);
  return drawn;
}

std::vector<Rectangle> lit_sectors(const DrawList& list) {
  std::vector<Rectangle> lit;
  for (const Rectangle& r : list.rectangles)
    if (r.outline == theme(ThemeName::dark).sector) lit.push_back(r);
  return lit;
}

std::uint32_t touched(const SectorGroups& strip) {
  std::uint32_t count = 0;
  for (const StripSector& sector : strip.sectors) count += sector.touched ? 1 : 0;
  return count;
}

TEST(SectorGroups, AnAlignedWarpOfFloatsIsOneLineFullyUsed) {
  const SectorGroups strip = sector_groups(analysis::explained_event(global_load(), strided(4)));
  ASSERT_EQ(strip.groups.size(), 1u);
  EXPECT_EQ(strip.sectors.size(), 4u);
  EXPECT_EQ(touched(strip), 4u);
  ASSERT_EQ(strip.uses.size(), 32u);
  EXPECT_EQ(strip.uses[9].sector, 1u);
  EXPECT_EQ(strip.uses[9].first, 4u);
  EXPECT_EQ(strip.uses[9].bytes, 4u);
  EXPECT_EQ(strip.uses[9].lanes, 1u << 9);
}

TEST(SectorGroups, AMisalignedWarpReachesIntoASecondLine) {
  const SectorGroups strip = sector_groups(analysis::explained_event(global_load(), strided(4, 4)));
  EXPECT_EQ(strip.groups.size(), 2u);
  EXPECT_EQ(strip.sectors.size(), 8u);
  EXPECT_EQ(touched(strip), 5u);
  EXPECT_EQ(strip.cost.sectors, 5u);
  EXPECT_EQ(strip.sectors[0].used, 0xfffffff0u);
  EXPECT_EQ(strip.sectors[4].used, 0x0000000fu);
}

TEST(SectorGroups, AColumnIsThirtyTwoSectorsWithTheGapsBetween) {
  const SectorGroups strip = sector_groups(analysis::explained_event(global_load(), strided(384)));
  ASSERT_EQ(strip.groups.size(), 32u);
  EXPECT_EQ(strip.sectors.size(), 32u);
  EXPECT_EQ(strip.groups[0].gap, 352u);
  EXPECT_EQ(strip.groups[31].gap, 0u);
}

TEST(SectorGroups, EveryUsedByteIsCountedOnceForEveryWidthAndStride) {
  for (const std::uint8_t width : {1, 2, 4, 8, 16})
    for (const std::uint64_t stride : {0, 1, 2, 3, 5, 33, 512})
      for (const std::uint32_t mask : {kAllLanes, 0x80000001u, 0x00ff00f0u}) {
        const auto event = strided(stride * width, 2 * width, mask);
        const SectorGroups strip =
            sector_groups(analysis::explained_event(global_load(width), event));
        std::uint32_t bytes = 0, lanes = 0, in_masks = 0;
        for (const ByteUse& use : strip.uses) bytes += use.bytes, lanes |= use.lanes;
        for (const StripSector& sector : strip.sectors)
          in_masks += static_cast<std::uint32_t>(std::popcount(sector.used));
        EXPECT_EQ(bytes, strip.cost.bytes_used);
        EXPECT_EQ(in_masks, strip.cost.bytes_used);
        EXPECT_EQ(lanes, mask);
        EXPECT_EQ(touched(strip), strip.cost.sectors);
      }
}

TEST(SectorGroups, WholeLinesDoNotTellWhichSectorsAreTouched) {
  const SectorGroups strip =
      sector_groups(analysis::explained_event(global_load(), strided(4096)), Grain::lines);
  ASSERT_EQ(strip.groups.size(), 32u);
  for (const SectorGroup& group : strip.groups) EXPECT_EQ(group.count, 4u);
}

TEST(SectorGroups, AnAccessAtTheEndOfTheAddressSpaceIsSafe) {
  const auto event = make_event(3, [](auto lane) { return lane == 0 ? ~0ull - 3 : 0ull; });
  const SectorGroups strip = sector_groups(analysis::explained_event(global_load(16), event));
  EXPECT_EQ(touched(strip), strip.cost.sectors);
  expect_well_formed(sector_strip(strip, {}, {900, 400}, {}), {});
}

TEST(SectorGroups, ASharedAccessHasNone) {
  EXPECT_TRUE(
      sector_groups(analysis::explained_event(shared_load(), column_read(32))).sectors.empty());
  EXPECT_TRUE(draw(make_event(0, [](auto) { return 0u; })).list.rectangles.empty());
}

TEST(SectorStrip, SaysWhatIsMovedAndWhatIsUsed) {
  EXPECT_TRUE(
      has_text(draw(strided(4)).list, "4 sectors, 4 at best · 128 of 128 bytes used · 100%"));
  EXPECT_TRUE(
      has_text(draw(strided(4, 4)).list, "5 sectors, 4 at best · 128 of 160 bytes used · 80%"));
  Style chinese;
  chinese.language = Language::zh;
  EXPECT_TRUE(has_text(draw(strided(4, 4), 4, {900, 400}, 1, StripMarks::sectors, chinese).list,
                       "5 个 sector，最少 4 个 · 用到 160 字节中的 128 字节 · 80%"));
}

TEST(SectorStrip, OutlinesTheTouchedSectorsOnly) {
  EXPECT_EQ(lit_sectors(draw(strided(4)).list).size(), 4u);
  EXPECT_EQ(lit_sectors(draw(strided(4, 4)).list).size(), 5u);
  EXPECT_EQ(lit_sectors(draw(strided(384)).list).size(), 32u);
}

TEST(SectorStrip, UsedBytesLieInTheirSectorInTheColourOfTheirLane) {
  const Drawn drawn = draw(strided(4, 4));
  const auto sectors = with_kind(drawn.list, Kind::sector);
  const auto uses = with_kind(drawn.list, Kind::element);
  ASSERT_EQ(uses.size(), 32u);
  for (const Rectangle& use : uses) {
    const ByteUse& bytes = drawn.strip.uses[use.id.a];
    const Rectangle& sector = sectors.at(bytes.sector);
    EXPECT_NEAR(use.x, sector.x + static_cast<float>(bytes.first) * sector.width / 32, 0.01f);
    EXPECT_NEAR(use.width, sector.width / 8, 0.01f);
    EXPECT_EQ(use.y, sector.y);
    EXPECT_EQ(use.fill, lane_color(static_cast<std::uint32_t>(std::countr_zero(use.id.b))));
  }
  EXPECT_TRUE(has_text(drawn.list, "31"));
}

TEST(SectorStrip, OnlyWastedBytesAreHatched) {
  const auto hatching = [](const DrawList& list) {
    std::vector<Line> lines;
    for (const Line& line : list.lines)
      if (line.color == theme(ThemeName::dark).padding) lines.push_back(line);
    return lines;
  };
  EXPECT_TRUE(hatching(draw(strided(4)).list).empty());
  const Drawn misaligned = draw(strided(4, 4));
  const auto lines = hatching(misaligned.list);
  EXPECT_FALSE(lines.empty());
  for (const Line& line : lines)
    for (const Rectangle& use : with_kind(misaligned.list, Kind::element)) {
      const float middle = (line.x0 + line.x1) / 2;
      const bool same_row = line.y0 <= use.y + use.height + 0.01f && line.y1 >= use.y - 0.01f;
      EXPECT_FALSE(same_row && middle > use.x + 0.01f && middle < use.x + use.width - 0.01f);
    }
}

std::vector<Line> leads(const DrawList& list) {
  std::vector<Line> found;
  for (const Line& line : list.lines)
    if (line.width == 1.5f) found.push_back(line);
  return found;
}

TEST(SectorStrip, WhereOneRowLeavesRoomALineLeadsFromEachLaneToItsBytes) {
  // Lane i wants float 31 - i.
  const auto event = make_event(kAllLanes, [](auto lane) { return kBase + 4 * (31 - lane); });
  for (const StripMarks marks : {StripMarks::sectors, StripMarks::plain}) {
    const Drawn drawn = draw(event, 4, {900, 400}, 1, marks);
    const std::vector<Line> lines = leads(drawn.list);
    ASSERT_EQ(lines.size(), 32u);
    for (const Rectangle& use : with_kind(drawn.list, Kind::element)) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(use.id.b));
      const auto line = std::ranges::find(lines, lane_color(lane), &Line::color);
      ASSERT_NE(line, lines.end());
      EXPECT_NEAR(line->x1, use.x + use.width / 2, 0.01f);
      // The row's label stands above its first bytes.
      if (lane < 20) {
        EXPECT_NEAR(line->y1, use.y, 0.01f);
      }
      EXPECT_LE(line->y1, use.y);
      EXPECT_LT(line->y0 + 100, line->y1) << "the room is used";
    }
  }
}

TEST(SectorStrip, ABroadcastLeadsFromEveryLaneToTheSameBytes) {
  const Drawn drawn = draw(strided(0));
  ASSERT_EQ(leads(drawn.list).size(), 32u);
  for (const Line& line : leads(drawn.list)) EXPECT_EQ(line.x1, leads(drawn.list)[0].x1);
}

TEST(SectorStrip, ManyRowsOrALowViewHaveNoSuchLines) {
  EXPECT_TRUE(leads(draw(strided(384)).list).empty());
  EXPECT_TRUE(leads(draw(strided(16), 16).list).empty());
  EXPECT_TRUE(leads(draw(strided(4), 4, {900, 130}).list).empty());
}

TEST(SectorStrip, LanesOnTheSameBytesAreCounted) {
  const Drawn drawn = draw(strided(0));
  const auto uses = with_kind(drawn.list, Kind::element);
  ASSERT_EQ(uses.size(), 1u);
  EXPECT_EQ(uses[0].id.b, kAllLanes);
  EXPECT_TRUE(has_text(drawn.list, "×32"));
}

TEST(SectorStrip, NamesGapsAndPlaces) {
  const DrawList list = draw(strided(4096), 4, {1200, 600}).list;
  EXPECT_TRUE(has_text(list, gap_label(4064)));
  EXPECT_TRUE(has_text(list, "[31, 0] +126976"));
}

TEST(SectorStrip, NamesElementsOfEveryKindOfBuffer) {
  const trace::Buffer matrix = floats(64, 96), vector = floats(1, 6144);
  EXPECT_EQ(element_label({&matrix, 1}, kBase + 384, 4), "in[1, 0]");
  EXPECT_EQ(element_label({&matrix, 1}, kBase + 384 + 16, 16), "in[1, 4–7]");
  EXPECT_EQ(element_label({&vector, 1}, kBase + 384, 4), "in[96]");
  EXPECT_EQ(element_label({}, 0x20, 4), "0x20");
}

TEST(SectorStrip, PlainMarksTellNothingAboutSectors) {
  const Drawn drawn = draw(strided(4, 4), 4, {900, 400}, 1, StripMarks::plain);
  EXPECT_TRUE(lit_sectors(drawn.list).empty());
  EXPECT_TRUE(with_kind(drawn.list, Kind::sector).empty());
  EXPECT_EQ(with_kind(drawn.list, Kind::element).size(), 32u);
  for (const Text& text : drawn.list.texts) EXPECT_EQ(text.text.find("sector"), std::string::npos);
}

TEST(SectorStrip, LanesStartInTheRailAndEndAtTheirBytes) {
  const auto event = strided(384);
  const auto targets = with_kind(draw(event).list, Kind::element);
  const DrawList start = draw(event, 4, {900, 400}, 0).list;
  const auto waiting = with_kind(start, Kind::mover);
  ASSERT_EQ(waiting.size(), 32u);
  for (const Rectangle& chip : waiting) EXPECT_EQ(chip.y, waiting[0].y);
  EXPECT_TRUE(lit_sectors(start).empty());
  // Marks stand at their place from the start.
  EXPECT_EQ(with_kind(start, Kind::element).size(), targets.size());

  std::size_t arrived_before = 0;
  for (const double phase : {0.3, 0.5, 0.7, 0.9}) {
    const DrawList list = draw(event, 4, {900, 400}, phase).list;
    const std::size_t arrived = 32 - with_kind(list, Kind::mover).size();
    EXPECT_GT(arrived, arrived_before);
    EXPECT_EQ(lit_sectors(list).size(), arrived);  // one lane a sector here
    arrived_before = arrived;
    const auto places = with_kind(list, Kind::element);
    ASSERT_EQ(places.size(), targets.size());
    for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(places[i].x, targets[i].x);
  }
  EXPECT_TRUE(with_kind(draw(event).list, Kind::mover).empty());
}

TEST(SectorStrip, AMovingLaneIsOverItsBytesJustBeforeItArrives) {
  const auto event = strided(4096);
  const auto target = with_kind(draw(event).list, Kind::element).at(31);
  const auto chips = with_kind(draw(event, 4, {900, 400}, 0.9999).list, Kind::mover);
  ASSERT_EQ(chips.size(), 1u);
  EXPECT_EQ(chips[0].id.a, 31u);
  EXPECT_NEAR(chips[0].x + chips[0].width / 2, target.x + target.width / 2, 1);
}

TEST(SectorStrip, PickingFindsTheBytesThenTheSector) {
  const Drawn drawn = draw(strided(4, 4));
  const Rectangle use = with_kind(drawn.list, Kind::element).at(5);
  EXPECT_EQ(drawn.list.pick(use.x + 1, use.y + 1), use.id);
  const Rectangle sector = with_kind(drawn.list, Kind::sector).at(0);
  EXPECT_EQ(drawn.list.pick(sector.x + 1, sector.y + 1), sector.id);
}

TEST(SectorStrip, NothingIsCutAtAnySize) {
  Style chinese;
  chinese.language = Language::zh;
  chinese.text_size = 28;
  for (const Style& style : {Style{}, chinese})
    for (const Size size :
         {Size{20, 20}, Size{300, 150}, Size{150, 500}, Size{700, 90}, Size{1900, 1000}})
      for (const std::uint64_t stride : {0, 4, 8, 64, 68, 384, 4096})
        for (const StripMarks marks : {StripMarks::sectors, StripMarks::plain}) {
          SCOPED_TRACE(testing::Message() << size.width << "×" << size.height << " " << stride);
          expect_well_formed(draw(strided(stride, 4), 4, size, 1, marks, style).list, style);
          const DrawList moving = draw(strided(stride, 4), 4, size, 0.6, marks, style).list;
          for (const Rectangle& r : moving.rectangles)
            EXPECT_TRUE(inside({r.x, r.y, r.width, r.height}, moving));
        }
}

TEST(SectorStrip, EverySectorOfAColumnIsDrawnInASmallView) {
  const Drawn drawn = draw(strided(384), 4, {300, 150});
  EXPECT_EQ(with_kind(drawn.list, Kind::sector).size(), 32u);
  EXPECT_EQ(with_kind(drawn.list, Kind::element).size(), 32u);
}

TEST(GapLabel, KeepsUpToFiveDigits) {
  EXPECT_EQ(gap_label(352), "352 B");
  EXPECT_EQ(gap_label(65504), "65504 B");
  EXPECT_EQ(gap_label(1u << 20), "1024 KiB");
}

}  // namespace
}  // namespace warplens::scene
