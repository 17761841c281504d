// MODEL.md's rules, on every measured row and on the cases that it names.
#include "kernels/cost/access_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "kernels/cost/access_kind.h"
#include "kernels/cost/shared_breakdown.h"

namespace warplens::analysis {
namespace {

using testing::ElementsAre;
using trace::EventView;
using trace::Site;

struct Row {
  std::string name, kind;
  std::uint32_t width = 0;
  std::vector<std::int64_t> offsets;
  std::uint32_t fifth = 0, sixth = 0;
  std::vector<std::int64_t> sources;  // where the row has a seventh column; negative: reads nothing
  std::uint32_t eighth = 0;
};

std::vector<Row> measured(const std::string& file) {
  std::vector<Row> rows;
  std::ifstream in(std::string(WARPLENS_SOURCE_DIR) + "/tests/data/" + file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    Row row;
    std::string offsets, sources;
    std::istringstream columns(line);
    columns >> row.name >> row.kind >> row.width >> offsets >> row.fifth >> row.sixth >> sources >>
        row.eighth;
    std::istringstream list(offsets);
    for (std::string offset; std::getline(list, offset, ',');) {
      row.offsets.push_back(std::stoll(offset));
    }
    std::istringstream of(sources);
    for (std::string source; std::getline(of, source, ',');) {
      row.sources.push_back(std::stoll(source));
    }
    rows.push_back(row);
  }
  return rows;
}

AccessCost cost_of(const std::string& kind, std::uint32_t width,
                   const std::vector<std::int64_t>& offsets) {
  const auto site = site_of_kind(kind, width);
  EXPECT_TRUE(site.has_value()) << kind;
  const auto event = event_of_offsets(*site, offsets);
  EXPECT_TRUE(event.has_value()) << kind;
  return access_cost(*site, *event);
}

void expect_measured(const Row& row) {
  const AccessCost cost = cost_of(row.kind, row.width, row.offsets);
  const auto active = static_cast<std::uint32_t>(
      std::count_if(row.offsets.begin(), row.offsets.end(), [](auto o) { return o >= 0; }));
  if (row.kind[0] == 'g' || row.kind == "lld") {
    EXPECT_EQ(cost.requests, row.fifth) << row.name;
    EXPECT_EQ(cost.sectors, row.sixth) << row.name;
    EXPECT_EQ(cost.wavefronts, 0u) << row.name;
  } else if (row.kind == "cpg16") {
    EXPECT_EQ(cost.wavefronts, row.fifth) << row.name;
    EXPECT_EQ(cost.conflicts, row.sixth) << row.name;
    EXPECT_EQ(cost.bytes_used, active * 16) << row.name;
  } else {
    EXPECT_EQ(cost.wavefronts, row.fifth) << row.name;
    EXPECT_EQ(cost.conflicts, row.sixth) << row.name;
    EXPECT_TRUE(cost.modelled) << row.name;
  }
}

TEST(AccessCost, IsExactOnEveryMeasuredPlainLoadAndStore) {
  const auto rows = measured("h200-access-1.tsv");
  EXPECT_EQ(rows.size(), 688u);
  for (const Row& row : rows) expect_measured(row);
}

TEST(AccessCost, IsExactOnEveryMeasuredMatrixAsyncAndAtomicAccess) {
  const auto rows = measured("h200-access-3.tsv");
  EXPECT_EQ(rows.size(), 231u);
  for (const Row& row : rows) expect_measured(row);
}

TEST(AccessCost, IsExactOnEveryMeasuredLoadOfLocalMemory) {
  const auto rows = measured("h100-local-1.tsv");
  EXPECT_EQ(rows.size(), 200u);
  for (const Row& row : rows) expect_measured(row);
}

// From sources of their own.
void expect_measured_copies(const Row& row) {
  std::vector<std::int64_t> sources = row.sources;
  sources.resize(row.offsets.size());
  const Site site = *site_of_kind(row.kind, row.width);
  const AccessCost cost = access_cost(site, *event_of_offsets(site, row.offsets, sources));
  EXPECT_EQ(cost.wavefronts, row.fifth) << row.name;
  EXPECT_EQ(cost.sectors, row.sixth) << row.name;
  EXPECT_EQ(cost.conflicts, 0u) << row.name;
}

TEST(AccessCost, IsExactOnEveryMeasuredCopyPastL1AndNarrowAccess) {
  const auto rows = measured("h200-access-4.tsv");
  EXPECT_EQ(rows.size(), 699u);
  for (const Row& row : rows) {
    if (row.sources.empty()) {
      expect_measured(row);
    } else {
      expect_measured_copies(row);
    }
  }
}

bool reads_everywhere(const Row& row) {
  return std::ranges::none_of(row.sources, [](std::int64_t source) { return source < 0; });
}

// Past L1 they also cost by the addresses that lanes do not read, which a trace does not have.
TEST(AccessCost, IsExactOnEveryMeasuredCopyFromSourcesOfItsOwn) {
  const auto rows = measured("h200-access-5.tsv");
  EXPECT_EQ(rows.size(), 1572u);
  std::size_t without_rule = 0;
  for (const Row& row : rows) {
    const Site site = *site_of_kind(row.kind, row.width);
    const AccessCost cost = access_cost(site, *event_of_offsets(site, row.offsets, row.sources));
    const bool past_l1 = row.kind.starts_with("cpg");
    EXPECT_EQ(cost.modelled, !past_l1 || reads_everywhere(row)) << row.name;
    without_rule += cost.modelled ? 0 : 1;
    if (!cost.modelled) continue;
    EXPECT_EQ(cost.wavefronts, row.fifth) << row.name;
    EXPECT_EQ(cost.conflicts, row.sixth) << row.name;
    EXPECT_EQ(cost.sectors, row.eighth) << row.name;
  }
  EXPECT_EQ(without_rule, 273u);
}

std::vector<std::int64_t> strided(std::int64_t stride, std::int64_t first = 0) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t lane = 0; lane < kWarpSize; ++lane) offsets.push_back(first + lane * stride);
  return offsets;
}

TEST(BankModel, ColumnReadOfPitch32IsThirtyTwoWay) {
  const AccessCost cost = cost_of("sld", 4, strided(32 * 4));
  EXPECT_EQ(cost.wavefronts, 32u);
  EXPECT_EQ(cost.conflicts, 31u);
  EXPECT_EQ(cost.max_way, 32u);
  EXPECT_EQ(cost.ideal_wavefronts, 1u);
}

TEST(BankModel, ColumnReadOfPitch33HasNoConflict) {
  const AccessCost cost = cost_of("sld", 4, strided(33 * 4));
  EXPECT_EQ(cost.wavefronts, 1u);
  EXPECT_EQ(cost.conflicts, 0u);
}

TEST(BankModel, OneHalfNeighbouringByOneAndTheOtherByTwoDoesNotMerge) {
  std::vector<std::int64_t> offsets = strided(0);
  for (unsigned lane = 0; lane < 16; ++lane) offsets[lane] = lane / 2 * 8;
  for (unsigned lane = 16; lane < 32; ++lane) offsets[lane] = (lane % 2 + lane / 4 * 2) * 8;
  EXPECT_EQ(cost_of("sld", 8, offsets).ideal_wavefronts, 2u);
  for (unsigned lane = 16; lane < 32; ++lane) offsets[lane] = lane / 2 * 8;
  EXPECT_EQ(cost_of("sld", 8, offsets).ideal_wavefronts, 1u);
  EXPECT_EQ(cost_of("sst", 8, offsets).ideal_wavefronts, 2u);
}

TEST(BankModel, LoadsMergeWhenEveryLaneAgreesWithTheOneTwoAway) {
  std::vector<std::int64_t> offsets = strided(0);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) offsets[lane] = (lane % 2 + lane / 4 * 2) * 8;
  EXPECT_EQ(cost_of("sld", 8, offsets).ideal_wavefronts, 1u);
  EXPECT_EQ(cost_of("sst", 8, offsets).ideal_wavefronts, 2u);
}

TEST(BankModel, GroupsWithoutAnActiveLaneTakeNoWavefront) {
  std::vector<std::int64_t> offsets(8, -1);
  for (std::int64_t lane = 8; lane < 16; ++lane) offsets.push_back(lane * 16);
  const AccessCost cost = cost_of("sst", 16, offsets);
  EXPECT_EQ(cost.wavefronts, 1u);
  EXPECT_EQ(cost.ideal_wavefronts, 1u);
}

TEST(BankModel, BreakdownNamesLanesAndDepthOfEachGroup) {
  const auto site = site_of_kind("sst", 8);
  const auto event = event_of_offsets(*site, strided(128));
  const SharedBreakdown breakdown = shared_breakdown(*site, *event);
  ASSERT_EQ(breakdown.groups.size(), 2u);
  EXPECT_FALSE(breakdown.merged);
  EXPECT_EQ(breakdown.groups[0].lanes, 0x0000ffffu);
  EXPECT_EQ(breakdown.groups[1].lanes, 0xffff0000u);
  EXPECT_EQ(breakdown.groups[0].wavefronts, 16u);
  EXPECT_EQ(breakdown.groups[0].depth[0], 16);
  EXPECT_EQ(breakdown.groups[0].depth[1], 16);
  EXPECT_EQ(breakdown.groups[0].depth[2], 0);
}

TEST(BankModel, ReductionWithAVaryingOperandIsTheClosestRuleAndSaysSo) {
  Site site = *site_of_kind("satom", 4);
  site.traits.result_used = false;
  const AccessCost cost = access_cost(site, *event_of_offsets(site, strided(0)));
  EXPECT_EQ(cost.wavefronts, 32u);
  EXPECT_FALSE(cost.modelled);
}

TEST(BankModel, BytesOfOneWordShareAWavefront) {
  EXPECT_EQ(cost_of("sld", 1, strided(1)).wavefronts, 1u);
  EXPECT_EQ(cost_of("sst", 2, strided(128)).wavefronts, 32u);
}

TEST(SectorModel, ContiguousWarpsTouchFourEightSixteenSectors) {
  for (const std::uint32_t width : {4u, 8u, 16u}) {
    const AccessCost aligned = cost_of("gld", width, strided(width));
    EXPECT_EQ(aligned.sectors, width);
    EXPECT_EQ(aligned.ideal_sectors, width);
    EXPECT_EQ(aligned.bytes_used, width * 32);
    EXPECT_EQ(aligned.requests, 1u);
    EXPECT_EQ(cost_of("gst", width, strided(width, width)).sectors, width + 1);
  }
}

TEST(SectorModel, OverlappingBytesCountOnce) {
  const AccessCost cost = cost_of("gld", 4, strided(0, 64));
  EXPECT_EQ(cost.bytes_used, 4u);
  EXPECT_EQ(cost.sectors, 1u);
  EXPECT_EQ(cost.ideal_sectors, 1u);
}

TEST(SectorModel, AgreesWithCountingBytesOneByOneOnRandomAccesses) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 3000; ++round) {
    Site site = *site_of_kind("gld", 1u << (random() % 5));
    EventView event;
    event.mask = static_cast<std::uint32_t>(random() | random());
    const std::uint64_t range = 16u << (random() % 10);
    const bool sorted = random() % 2 == 0;
    for (auto& address : event.address) address = (1u << 20) + random() % range;
    if (sorted) std::sort(event.address.begin(), event.address.end());
    std::set<std::uint64_t> bytes, sectors;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if ((event.mask >> lane & 1) == 0) continue;
      for (unsigned i = 0; i < site.width; ++i) {
        bytes.insert(event.address[lane] + i);
        sectors.insert((event.address[lane] + i) / 32);
      }
    }
    const AccessCost cost = access_cost(site, event);
    EXPECT_EQ(cost.bytes_used, bytes.size());
    EXPECT_EQ(cost.sectors, sectors.size());
    EXPECT_THAT(touched_sectors(site, event), testing::ElementsAreArray(sectors));
  }
}

TEST(SectorModel, AddressesAtTheEndOfTheAddressSpaceAreSafe) {
  const Site site = *site_of_kind("gld", 16);
  EventView event;
  event.mask = 0x3;
  event.address[0] = ~std::uint64_t{0} - 3;
  EXPECT_EQ(access_cost(site, event).sectors, 2u);
  EXPECT_THAT(touched_sectors(site, event), ElementsAre(0, ~std::uint64_t{0} / 32));
}

TEST(AccessCost, AsyncCopiesBypassingL1FetchASectorForEachPlace) {
  EXPECT_EQ(cost_of("cpg16", 16, strided(16)).sectors, 16u);
  EXPECT_EQ(cost_of("cpg16", 16, strided(16)).wavefronts, 4u);
  const AccessCost apart = cost_of("cpg16", 16, strided(64));
  EXPECT_EQ(apart.sectors, 32u);
  EXPECT_EQ(apart.requests, 1u);
  EXPECT_EQ(apart.wavefronts, 32u);
  EXPECT_EQ(apart.conflicts, 0u);
}

TEST(AccessCost, AsyncCopiesCostOnBothSides) {
  const AccessCost cost = cost_of("cpa4", 4, strided(0));
  EXPECT_EQ(cost.sectors, 4u);
  EXPECT_EQ(cost.wavefronts, 32u);
}

// gemm/async_copy at 61³ on an H200: of 256 copies 4 have no lane that reads; counters say 252
// requests, and no sectors for what is filled with zeros.
TEST(AccessCost, LanesThatReadNothingCostNoSectors) {
  const Site site = *site_of_kind("cpa4", 4);
  EventView event = *event_of_offsets(site, strided(4));
  for (std::uint32_t lane = 8; lane < 32; ++lane) event.address[lane] = 0;
  const AccessCost cost = access_cost(site, event);
  EXPECT_EQ(cost.requests, 1u);
  EXPECT_EQ(cost.sectors, 1u);
  EXPECT_EQ(cost.bytes_used, 32u);
  EXPECT_EQ(cost.wavefronts, access_cost(site, *event_of_offsets(site, strided(4))).wavefronts);
  event.address = {};
  EXPECT_EQ(access_cost(site, event).requests, 0u);
  EXPECT_EQ(access_cost(site, event).sectors, 0u);
  EXPECT_TRUE(touched_sectors(site, event).empty());
}

TEST(AccessCost, InactiveWarpsAndBarriersAreFree) {
  Site site = *site_of_kind("gld", 4);
  EXPECT_EQ(access_cost(site, EventView{}).requests, 0u);
  site.space = trace::Space::shared;
  site.kind = trace::EventKind::barrier;
  EXPECT_EQ(access_cost(site, *event_of_offsets(site, strided(4))).requests, 0u);
}

TEST(AccessCost, AnyWidthAndAddressIsSafe) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 2000; ++round) {
    Site site;
    site.kind = static_cast<trace::EventKind>(random() % 8);
    site.space = static_cast<trace::Space>(random() % 5);
    site.width = static_cast<std::uint8_t>(random());
    site.traits.matrices = static_cast<std::uint8_t>(random());
    site.traits.result_used = random() % 2 == 0;
    site.traits.constant_one_add = random() % 2 == 0;
    EventView event;
    event.mask = static_cast<std::uint32_t>(random());
    for (auto& address : event.address) address = random() >> (random() % 64);
    for (auto& address : event.address2) address = random() >> (random() % 64);
    trace::SiteTotals totals;
    add_cost(site, event, totals);
    EXPECT_EQ(totals.conflicts, totals.wavefronts - totals.ideal_wavefronts);
    EXPECT_LE(totals.requests, site.space == trace::Space::local ? 64u : 1u);
    (void)shared_breakdown(site, event);
  }
}

// trace::BlockRecorder relies on it.
TEST(AccessCost, IsTheSameWhereBanksAndSectorsRepeat) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 2000; ++round) {
    Site site;
    site.kind = static_cast<trace::EventKind>(random() % 8);
    if (site.kind == trace::EventKind::async_copy) continue;
    site.space = static_cast<trace::Space>(random() % 5);
    site.width = static_cast<std::uint8_t>(1 + random() % 16);
    site.traits.matrices = static_cast<std::uint8_t>(random() % 5);
    EventView event;
    event.mask = static_cast<std::uint32_t>(random());
    for (auto& address : event.address) address = 4096 + random() % (8u << (random() % 10));
    trace::SiteTotals totals, moved;
    add_cost(site, event, totals);
    const std::uint64_t period = site.space == trace::Space::shared ? 4 : 32;
    for (auto& address : event.address) address += period * (1 + round % 50);
    add_cost(site, event, moved);
    EXPECT_EQ(totals, moved) << round;
  }
}

TEST(AccessKind, ErrorsSayWhatThereIs) {
  EXPECT_THAT(site_of_kind("nope", 4).error().message.in(Language::en),
              testing::HasSubstr("sld, sst"));
  EXPECT_THAT(site_of_kind("ldm1", 4).error().message.in(Language::en),
              testing::HasSubstr("use 16"));
  const Site site = *site_of_kind("sld", 8);
  EXPECT_THAT(event_of_offsets(site, {0, 4}).error().message.in(Language::en),
              testing::HasSubstr("lane 1"));
  EXPECT_FALSE(event_of_offsets(site, {}).has_value());
  EXPECT_FALSE(event_of_offsets(site, std::vector<std::int64_t>(33, 0)).has_value());
}

}  // namespace
}  // namespace warplens::analysis
