#include "viz/scene/access/source_view.h"

#include "viz/scene/access/metrics_view.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

trace::Trace trace_with_source() {
  trace::Trace trace;
  trace::Site load = shared_load();
  load.file = "tile.cu";
  load.line = load.call_line = 2;
  trace::Site store = global_load();
  store.kind = trace::EventKind::store;
  store.file = "helper.h";  // inlined at line 3 of tile.cu
  store.line = 77;
  store.call_line = 3;
  trace::Site elsewhere = shared_load();
  elsewhere.file = "other.cu";
  elsewhere.line = elsewhere.call_line = 2;
  trace.sites = {load, store, elsewhere};
  trace.totals.resize(3);
  trace.totals[0].wavefronts = 32;
  trace.totals[0].conflicts = 31;
  trace.totals[1].sectors = 4;
  trace.totals[2].wavefronts = 1000;
  trace::Finding race;
  race.file = "tile.cu";
  race.line = 2;
  race.other_file = "tile.cu";
  race.other_line = 3;
  trace::Finding note = race;
  note.severity = trace::Severity::information;
  trace.findings = {race, note};
  return trace;
}

TEST(SourceView, CostsStandBesideTheirLines) {
  const SourceTable table = source_table(trace_with_source(), "tile.cu", "a\n\tb\r\nc");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[1].text.in(Language::en), "    b");
  EXPECT_EQ(table.rows[1].cost.shared.wavefronts, 32u);
  EXPECT_EQ(table.rows[1].cost.global().sectors, 0u);
  EXPECT_EQ(table.rows[2].cost.global().sectors, 4u);
  EXPECT_EQ(table.rows[0].cost.shared.wavefronts, 0u);
}

TEST(SourceView, ALineIsChineseWhereItsCommentIs) {
  const SourceTable table = source_table(trace_with_source(), "tile.cu",
                                         "a; // one\n\tb\n// three\n", "a; // 一\n\tb\n// 三\n");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0].text, (Both{"a; // one", "a; // 一"}));
  EXPECT_EQ(table.rows[1].text, (Both{"    b"})) << "code is the same in both";
  EXPECT_EQ(table.rows[2].text.in(Language::zh), "// 三");
  EXPECT_EQ(source_table(trace_with_source(), "tile.cu", "a\n").rows[0].text.zh, "");
}

TEST(SourceView, ARaceStandsAtBothItsLines) {
  const SourceTable table = source_table(trace_with_source(), "tile.cu", "a\nb\nc");
  EXPECT_TRUE(table.rows[0].findings.empty());
  EXPECT_EQ(table.rows[1].findings, std::vector<std::size_t>{0});
  EXPECT_EQ(table.rows[2].findings, std::vector<std::size_t>{0});
}

TEST(SourceView, TheCurrentLineFollowsTheSite) {
  const trace::Trace trace = trace_with_source();
  const SourceTable table = source_table(trace, "tile.cu", "a\nb\nc\n");
  EXPECT_EQ(row_of(table, trace.sites[0]), 1u);
  EXPECT_EQ(row_of(table, trace.sites[1]), 2u);
  EXPECT_EQ(row_of(table, trace.sites[2]), table.rows.size());
}

TEST(SourceView, LinesBeyondTheTextAreLeftOut) {
  trace::Trace trace = trace_with_source();
  trace.sites[0].line = 4000;
  const SourceTable table = source_table(trace, "tile.cu", "a\nb\nc\n");
  EXPECT_EQ(row_of(table, trace.sites[0]), 3u);
  EXPECT_EQ(table.rows[1].cost.shared.wavefronts, 0u);
}

std::string value_of(const std::vector<MetricRow>& rows, MetricLabel label) {
  for (const MetricRow& row : rows)
    if (row.label == label) return row.value + (row.costly ? " !" : "");
  return "none";
}

TEST(Metrics, AColumnReadIsShownAsThirtyTwoWay) {
  const trace::EventView event = column_read(32);
  const auto rows = event_metrics(analysis::explained_event(shared_load(), event));
  EXPECT_EQ(value_of(rows, MetricLabel::active_lanes), "32 / 32");
  EXPECT_EQ(value_of(rows, MetricLabel::wavefronts), "32 !");
  EXPECT_EQ(value_of(rows, MetricLabel::ideal_wavefronts), "1");
  EXPECT_EQ(value_of(rows, MetricLabel::conflicts), "31 !");
  EXPECT_EQ(value_of(rows, MetricLabel::n_way), "32 !");
  EXPECT_EQ(value_of(rows, MetricLabel::sectors), "none");
}

TEST(Metrics, AStridedGlobalLoadShowsItsEfficiency) {
  const trace::EventView event = make_event(kAllLanes, [](auto lane) { return lane * 64u; });
  const auto rows = event_metrics(analysis::explained_event(global_load(), event));
  EXPECT_EQ(value_of(rows, MetricLabel::sectors), "32 !");
  EXPECT_EQ(value_of(rows, MetricLabel::sectors_per_request), "32.00 !");
  EXPECT_EQ(value_of(rows, MetricLabel::efficiency), "12.5 % !");
  EXPECT_EQ(value_of(rows, MetricLabel::wavefronts), "none");
}

TEST(Metrics, AnEfficiencyOfEightyPercentIsNoWarning) {
  const trace::EventView event = make_event(kAllLanes, [](auto lane) { return 4u + lane * 4u; });
  const auto rows = event_metrics(analysis::explained_event(global_load(), event));
  EXPECT_EQ(value_of(rows, MetricLabel::sectors), "5");
  EXPECT_EQ(value_of(rows, MetricLabel::efficiency), "80.0 %");
}

TEST(Metrics, AKernelHasATableForEachClassOfAccessThatItMakes) {
  analysis::KernelTotals totals;
  totals.global_load.events = totals.global_load.requests = 1234567;
  totals.shared_store.events = 1;
  const auto tables = kernel_metrics(totals);
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].of, MetricClass::global_load);
  EXPECT_EQ(value_of(tables[0].rows, MetricLabel::requests), "1,234,567");
  EXPECT_EQ(tables[1].of, MetricClass::shared_store);
}

TEST(Metrics, ACopyByTmaHasItsSectors) {
  const trace::Site site = make_site(trace::EventKind::bulk_load, trace::Space::none, 16);
  trace::BulkCopy copy;
  copy.global = 0x1000;
  copy.bytes = 256;
  trace::EventView event;
  event.mask = 1;
  event.copies = {&copy, 1};
  const auto rows = event_metrics(analysis::explained_event(site, event));
  EXPECT_EQ(value_of(rows, MetricLabel::active_lanes), "1 / 32");
  EXPECT_EQ(value_of(rows, MetricLabel::sectors), "8");
  EXPECT_EQ(value_of(rows, MetricLabel::efficiency), "100.0 %");

  copy.way = trace::BulkCopy::Way::to_block;
  const trace::Site send = make_site(trace::EventKind::bulk_send, trace::Space::none, 16);
  const auto sent = event_metrics(analysis::explained_event(send, event));
  EXPECT_EQ(value_of(sent, MetricLabel::no_rule), "");
  EXPECT_EQ(value_of(sent, MetricLabel::sectors), "none");
}

TEST(Metrics, WhatIsNotModelledIsSaidAndNotCounted) {
  const trace::Site site = make_site(trace::EventKind::async_copy, trace::Space::shared, 16);
  analysis::CostedEvent event;
  event.site = &site;
  event.view.mask = 1;
  event.cost.modelled = false;
  const auto rows = event_metrics(event);
  EXPECT_EQ(value_of(rows, MetricLabel::not_modelled), "");
  EXPECT_EQ(value_of(rows, MetricLabel::wavefronts), "none");
}

}  // namespace
}  // namespace warplens::scene
