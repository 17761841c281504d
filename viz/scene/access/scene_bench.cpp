// A view of one event must be built in well under a millisecond; a base only when its window
// changes.
#include <benchmark/benchmark.h>

#include "viz/analysis/kernel_cost.h"
#include "viz/scene/access/bank_view.h"
#include "viz/scene/access/matrix_view.h"
#include "viz/scene/access/punch_card.h"
#include "viz/scene/access/sector_strip.h"
#include "viz/scene/access/swizzle_map.h"
#include "viz/scene/access/tile_view.h"
#include "viz/scene/charts/event_timeline.h"

namespace warplens::scene {
namespace {

constexpr Size kRoom{1200, 900};
constexpr std::uint64_t kSide = 1024;

trace::Site site_in(trace::Space space) {
  trace::Site site;
  site.space = space;
  site.width = 4;
  return site;
}

trace::EventView column_read(std::uint64_t pitch_bytes, std::uint64_t base) {
  trace::EventView event;
  event.site = 0;
  event.mask = ~0u;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    event.address[lane] = base + lane * pitch_bytes;
  return event;
}

trace::Buffer matrix() {
  trace::Buffer buffer;
  buffer.rows = buffer.columns = kSide;
  buffer.pitch = kSide * 4;
  buffer.bytes = kSide * buffer.pitch;
  return buffer;
}

trace::Trace row_reads() {
  trace::Trace trace;
  trace.launch.block = {32, 8, 1};
  trace.sites = {site_in(trace::Space::global)};
  for (std::uint64_t i = 0; i < kSide * kSide / 32; ++i) {
    trace::EventView event = column_read(4, i * 128);
    event.warp = i % 8;
    event.block = static_cast<std::uint32_t>(i / 8);
    trace.events.append(event, true, false);
  }
  return trace;
}

void BM_BankView(benchmark::State& state) {
  const trace::SharedArray tile{"tile", 0, 4096};
  for (auto _ : state) {
    const analysis::SharedBreakdown access =
        analysis::shared_breakdown(site_in(trace::Space::shared), column_read(128, 0));
    benchmark::DoNotOptimize(bank_view({&access, {&tile, 1}, 4096}, kRoom, {}));
  }
}
BENCHMARK(BM_BankView);

void BM_PunchCard(benchmark::State& state) {
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(site_in(trace::Space::shared), column_read(128, 0));
  for (auto _ : state) benchmark::DoNotOptimize(punch_card(access, kRoom, {}));
}
BENCHMARK(BM_PunchCard);

void BM_TileView(benchmark::State& state) {
  const trace::SharedArray tile{"tile", 0, 33 * 128};
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(site_in(trace::Space::shared), column_read(132, 0));
  for (auto _ : state) benchmark::DoNotOptimize(tile_view(tile, {33, 32}, access, kRoom, {}));
}
BENCHMARK(BM_TileView);

void BM_SectorStrip(benchmark::State& state, std::uint64_t stride, double phase) {
  const trace::Buffer buffer = matrix();
  for (auto _ : state) {
    const SectorGroups strip = sector_groups(
        analysis::explained_event(site_in(trace::Space::global), column_read(stride, 4)));
    benchmark::DoNotOptimize(sector_strip(strip, {&buffer, 1}, kRoom, {}, phase));
  }
}
BENCHMARK_CAPTURE(BM_SectorStrip, Row, 4, 1.0);
BENCHMARK_CAPTURE(BM_SectorStrip, Column, kSide * 4, 1.0);
BENCHMARK_CAPTURE(BM_SectorStrip, ColumnInMotion, kSide * 4, 0.5);

void BM_SwizzleMap(benchmark::State& state) {
  const trace::SharedArray tile{"tile", 0, 33 * 128, {.rows = 32, .columns = 32, .pitch = 33}};
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(site_in(trace::Space::shared), column_read(132, 0));
  for (auto _ : state) {
    const SwizzleMapLayout layout = swizzle_map_layout(tile, kRoom, {});
    benchmark::DoNotOptimize(swizzle_map(tile, access, layout, kRoom, {}));
  }
}
BENCHMARK(BM_SwizzleMap);

void BM_MatrixMarks(benchmark::State& state) {
  const trace::Buffer buffer = matrix();
  const trace::Site site = site_in(trace::Space::global);
  const trace::EventView event = column_read(kSide * 4, 0);
  const MatrixLayout layout = matrix_layout(buffer, whole(buffer), kRoom, {});
  for (auto _ : state)
    benchmark::DoNotOptimize(matrix_marks(buffer, touched_elements(site, event, buffer),
                                          analysis::touched_sectors(site, event), layout, kRoom,
                                          {}));
}
BENCHMARK(BM_MatrixMarks);

void BM_MatrixBaseOfAMillionElements(benchmark::State& state) {
  const trace::Buffer buffer = matrix();
  const trace::Trace trace = row_reads();
  const ElementColors colors = element_colors(trace, first_touches(trace, buffer), ColorBy::warp);
  const MatrixLayout layout = matrix_layout(buffer, whole(buffer), kRoom, {});
  for (auto _ : state) benchmark::DoNotOptimize(matrix_base(buffer, colors, layout, kRoom, {}));
}
BENCHMARK(BM_MatrixBaseOfAMillionElements);

void BM_ElementColorsOfAMillionElements(benchmark::State& state) {
  const trace::Trace trace = row_reads();
  for (auto _ : state)
    benchmark::DoNotOptimize(element_colors(trace, first_touches(trace, matrix()), ColorBy::warp));
}
BENCHMARK(BM_ElementColorsOfAMillionElements);

void BM_TimelineBaseOfThirtyTwoThousandEvents(benchmark::State& state) {
  const trace::Trace trace = row_reads();
  const EventTimeline model = event_timeline(trace, analysis::event_costs(trace));
  const EventTimelineLayout layout = event_timeline_layout(model, {0, model.size()}, kRoom, {});
  for (auto _ : state) benchmark::DoNotOptimize(event_timeline_base(model, layout, kRoom, {}));
}
BENCHMARK(BM_TimelineBaseOfThirtyTwoThousandEvents);

}  // namespace
}  // namespace warplens::scene
