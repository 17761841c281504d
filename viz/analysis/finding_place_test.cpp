#include "viz/analysis/finding_place.h"

#include <gtest/gtest.h>

#include "kernels/cost/access_cost.h"
#include "kernels/run/run.h"

namespace warplens::analysis {
namespace {

using trace::FindingKind;

trace::Trace trace_of(const char* kernel, const catalog::Parameters& parameters = {}) {
  const auto catalogue = run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  EXPECT_TRUE(catalogue.has_value());
  run::Options options;
  options.machine.cost = add_cost;
  const auto run = run::run_variant(*catalogue, kernel, parameters, options);
  EXPECT_TRUE(run.has_value());
  return *run->traces.front();
}

const trace::Finding* race_in(const trace::Trace& trace) {
  const auto race = std::ranges::find(trace.findings, FindingKind::race, &trace::Finding::kind);
  return race == trace.findings.end() ? nullptr : &*race;
}

std::uint64_t byte_of(const trace::Trace& trace, const EventPlace& place) {
  return trace.events.view(place.row).address[*place.lane];
}

TEST(FindingPlace, BothSidesOfARaceTouchTheSameByteFromTwoThreads) {
  for (const char* kernel : {"transpose/tile_nobarrier", "reduce/unrolled_nosync"}) {
    const trace::Trace trace = trace_of(kernel);
    const trace::Finding* race = race_in(trace);
    ASSERT_NE(race, nullptr) << kernel;
    const auto place = finding_place(trace, *race);
    ASSERT_TRUE(place && place->at.lane && place->other && place->other->lane) << kernel;
    const trace::EventView here = trace.events.view(place->at.row);
    const trace::EventView other = trace.events.view(place->other->row);
    EXPECT_EQ(trace.sites[here.site].line, race->line);
    EXPECT_EQ(trace.sites[other.site].line, race->other_line);
    EXPECT_EQ(here.warp, race->warp);
    EXPECT_EQ(*place->at.lane, race->lane);
    EXPECT_EQ(byte_of(trace, place->at), byte_of(trace, *place->other)) << kernel;
    EXPECT_FALSE(here.warp == other.warp && *place->at.lane == *place->other->lane) << kernel;
  }
}

// Three events of one site: the second one's lane 5 leaves the buffer.
trace::Trace three_loads() {
  trace::Trace trace;
  trace.launch = {{2, 1, 1}, {32, 1, 1}, 0, 0};
  trace::Buffer& buffer = trace.buffers.emplace_back();
  buffer.address = 256;
  buffer.bytes = 1024;
  trace::Site site;
  site.file = "a.cu";
  site.line = 7;
  site.space = trace::Space::global;
  site.width = 4;
  trace.sites = {site};
  trace.totals.resize(1);
  for (const std::uint64_t step : {0, 1000, 0}) {
    trace::EventView view;
    view.site = 0;
    view.block = 1;
    view.mask = 0xff;
    for (std::uint32_t lane = 0; lane < 8; ++lane) view.address[lane] = 256 + step + 4 * lane;
    trace.events.append(view, true, false);
  }
  return trace;
}

trace::Finding past_the_end() {
  trace::Finding finding;
  finding.kind = FindingKind::out_of_bounds;
  finding.file = "a.cu";
  finding.line = 7;
  finding.block = {1, 0, 0};
  finding.lane = 6;
  finding.site = 0;
  return finding;
}

TEST(FindingPlace, AnAccessOutOfBoundsIsTheOneThatLeavesTheBuffer) {
  const auto place = finding_place(three_loads(), past_the_end());
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(place->at, (EventPlace{1, 6}));
  EXPECT_FALSE(place->other.has_value());
}

// Lanes but 0 and 3 were refused or took no part; from lane to lane it goes up or down by a word.
trace::Trace refused_loads(std::int64_t step, std::initializer_list<std::uint64_t> begins) {
  trace::Trace trace = three_loads();
  trace.events = {};
  for (const std::uint64_t begin : begins) {
    trace::EventView view;
    view.site = 0;
    view.block = 1;
    view.mask = 0b1001;
    for (const std::uint32_t lane : {0u, 3u})
      view.address[lane] = begin + static_cast<std::uint64_t>(step * std::int64_t{lane});
    trace.events.append(view, true, false);
  }
  return trace;
}

TEST(FindingPlace, AnAccessThatWasRefusedIsToldByTheLanesBesideIt) {
  trace::Finding finding = past_the_end();
  finding.lane = 4;
  const std::uint64_t begin = 256, end = begin + 1024;
  const trace::Trace rising = refused_loads(4, {begin, end - 16, begin});
  EXPECT_EQ(finding_place(rising, finding)->at, (EventPlace{1, std::nullopt}));
  const trace::Trace falling = refused_loads(-4, {end - 4, end - 4, begin + 12});
  EXPECT_EQ(finding_place(falling, finding)->at, (EventPlace{2, std::nullopt}));
}

TEST(FindingPlace, WithoutItsInstructionItIsTheFirstOfItsLine) {
  trace::Finding finding = past_the_end();
  finding.site = trace::kNone;
  finding.kind = FindingKind::deadlock;
  finding.lane = 20;  // is not active there
  EXPECT_EQ(finding_place(three_loads(), finding)->at, (EventPlace{0, std::nullopt}));
  finding.line = 8;
  EXPECT_FALSE(finding_place(three_loads(), finding).has_value());
}

}  // namespace
}  // namespace warplens::analysis
