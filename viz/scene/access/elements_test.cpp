#include "viz/scene/access/elements.h"

#include "viz/scene/access/element_colors.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

trace::Buffer make_buffer(std::uint64_t rows, std::uint64_t columns, std::uint64_t pitch,
                          std::uint32_t element_bytes = 4) {
  trace::Buffer buffer;
  buffer.name = "in";
  buffer.address = 0x1000;
  buffer.bytes = rows * pitch;
  buffer.element_bytes = element_bytes;
  buffer.rows = rows;
  buffer.columns = columns;
  buffer.pitch = pitch;
  return buffer;
}

trace::Trace make_trace(const std::vector<trace::EventView>& events) {
  trace::Trace trace;
  trace.launch.block = {64, 1, 1};
  trace.sites = {global_load()};
  for (const trace::EventView& event : events) trace.events.append(event, true, false);
  return trace;
}

trace::EventView row_read(std::uint64_t row, std::uint64_t pitch) {
  return make_event(kAllLanes, [=](auto lane) { return 0x1000 + row * pitch + lane * 4u; });
}

TEST(Elements, AddressesBecomeRowsAndColumnsByPitch) {
  const auto event = make_event(0b101, [](auto lane) { return 0x1000u + 2 * 144u + lane * 4u; });
  const auto touched = touched_elements(global_load(), event, make_buffer(4, 33, 144));
  ASSERT_EQ(touched.size(), 2u);
  EXPECT_EQ(touched[0].lane, 0u);
  EXPECT_EQ(touched[1].lane, 2u);
  EXPECT_EQ(touched[1].row, 2u);
  EXPECT_EQ(touched[1].column, 2u);
}

TEST(Elements, ACopyByTmaTouchesWhatItBringsForTheLaneThatAsks) {
  trace::BulkCopy copy;
  copy.lane = 3;
  copy.global = 0x1000 + 144;
  copy.bytes = 32;
  trace::EventView event = make_event(0b1000, [](auto) { return 0u; });
  event.copies = {&copy, 1};
  const trace::Site site = make_site(trace::EventKind::bulk_load, trace::Space::none, 16);
  const auto touched = touched_elements(site, event, make_buffer(4, 33, 144));
  ASSERT_EQ(touched.size(), 8u);
  EXPECT_EQ(touched[7].lane, 3u);
  EXPECT_EQ(touched[7].row, 1u);
  EXPECT_EQ(touched[7].column, 7u);
  copy.way = trace::BulkCopy::Way::to_block;
  EXPECT_TRUE(touched_elements(site, event, make_buffer(4, 33, 144)).empty());
}

TEST(Elements, WideAccessesTouchSeveralElementsAndCrossRows) {
  const auto event = make_event(1, [](auto) { return 0x1004u; });
  const auto touched = touched_elements(global_load(16), event, make_buffer(4, 3, 12));
  ASSERT_EQ(touched.size(), 4u);
  EXPECT_EQ(touched[1].column, 2u);
  EXPECT_EQ(touched[2].row, 1u);
  EXPECT_EQ(touched[3].column, 1u);
}

TEST(Elements, PaddingAndOutsideTouchNothing) {
  const trace::Buffer buffer = make_buffer(2, 3, 16);
  for (const std::uint64_t address : {0xfffull, 0x100cull, 0x1020ull, ~0ull})
    EXPECT_TRUE(
        touched_elements(global_load(1), make_event(1, [=](auto) { return address; }), buffer)
            .empty());
  EXPECT_TRUE(
      touched_elements(shared_load(), make_event(1, [](auto) { return 0x1000u; }), buffer).empty());
}

TEST(Elements, ALongRowFoldsIntoSeveral) {
  const trace::Buffer wrapped = folded(make_buffer(1, 1000, 4000), 256);
  EXPECT_EQ(wrapped.rows, 4u);
  EXPECT_EQ(wrapped.columns, 256u);
  EXPECT_EQ(wrapped.pitch, 1024u);
  EXPECT_EQ(folded(make_buffer(2, 1000, 4000), 256).rows, 2u);
}

TEST(Elements, AnEventElsewhereIsLedBackToTheGlobalAccessBeforeIt) {
  trace::Trace trace;
  trace.launch.block = {64, 1, 1};
  trace.sites = {global_load(), shared_load()};
  const auto add = [&](std::uint32_t site, std::uint32_t block, std::uint32_t warp) {
    trace::EventView event = row_read(0, 128);
    event.site = site;
    event.block = block;
    event.warp = warp;
    trace.events.append(event, true, false);
  };
  add(1, 0, 0);
  add(0, 0, 0);
  add(0, 0, 1);
  add(1, 0, 0);
  add(1, 1, 0);
  EXPECT_EQ(nearest_global_event(trace, 3), 1u);
  EXPECT_EQ(nearest_global_event(trace, 2), 2u);
  EXPECT_EQ(nearest_global_event(trace, 0), 1u);
  EXPECT_EQ(nearest_global_event(trace, 4), std::nullopt);
  EXPECT_EQ(nearest_global_event(trace, 9), std::nullopt);
}

TEST(ElementColors, TheFirstToucherDecides) {
  trace::EventView first = row_read(0, 128);
  trace::EventView second = row_read(0, 128);
  second.warp = 1;
  trace::EventView third = row_read(1, 128);
  third.warp = 1;
  third.block = 1;
  const trace::Trace trace = make_trace({first, second, third});
  const trace::Buffer buffer = make_buffer(4, 32, 128);
  const FirstTouches touches = first_touches(trace, buffer);
  const ElementColors by_warp = element_colors(trace, touches, ColorBy::warp);
  EXPECT_EQ(by_warp.at(0, 31), warp_color(0));
  EXPECT_EQ(by_warp.at(1, 0), warp_color(3));  // block 1 × 2 warps + warp 1
  EXPECT_EQ(by_warp.at(2, 0), 0u);
  EXPECT_EQ(element_colors(trace, touches, ColorBy::lane).at(1, 7), lane_color(7));
  EXPECT_EQ(element_colors(trace, touches, ColorBy::time).at(1, 7), ramp_color(1));
  EXPECT_EQ(element_colors(trace, touches, ColorBy::thread).at(1, 31), ramp_color(1));
}

TEST(FirstTouches, NamesTheEventAndTheLane) {
  const trace::Trace trace = make_trace({row_read(2, 128), row_read(0, 128), row_read(2, 128)});
  const FirstTouches first = first_touches(trace, make_buffer(4, 32, 128));
  EXPECT_EQ(first.at(2, 5).event, 0u);
  EXPECT_EQ(first.at(2, 5).lane, 5u);
  EXPECT_EQ(first.at(0, 31).event, 1u);
  EXPECT_EQ(first.at(0, 31).lane, 31u);
  EXPECT_EQ(first.at(1, 0).event, FirstTouches::kNone);
  EXPECT_EQ(first.at(4, 0).event, FirstTouches::kNone);
}

TEST(ElementColors, HugeBuffersAreKeptCoarsely) {
  const trace::Buffer buffer = make_buffer(16384, 16384, 65536);
  const trace::Trace trace = make_trace({row_read(100, 65536)});
  const ElementColors colors = element_colors(trace, first_touches(trace, buffer), ColorBy::lane);
  EXPECT_EQ(colors.step, 8u);
  EXPECT_EQ(colors.colors.size(), 2048u * 2048u);
  EXPECT_EQ(colors.at(100, 8), lane_color(8));
  EXPECT_EQ(colors.at(112, 8), 0u);
}

}  // namespace
}  // namespace warplens::scene
