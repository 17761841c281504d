// Prefix sums: right at every size and in every order of the blocks, what they cost, and what
// catches each broken one.
#include <gmock/gmock.h>

#include <map>

#include "kernels/run/run_plan.h"
#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

using catalog::Parameters;
using testing::HasSubstr;
using trace::EventKind;
using trace::FindingKind;
using trace::Space;
using trace::Verdict;

constexpr std::uint64_t kScanSeeds = 6;

// One level of totals, two and three, a block and one more or less.
constexpr std::int64_t kScanCounts[] = {1, 3, 31, 32, 33, 127, 128, 129, 511, 513, 1024, 1500};

const char* const kScansOfOnePass[] = {"scan/chained", "scan/look_back", "scan/look_back_wide"};

std::shared_ptr<const trace::Trace> scan_trace(const std::string& variant, std::int64_t n,
                                               std::int64_t threads) {
  return recorded("scan/" + variant, {{"n", n}, {"threads", threads}}).at(0);
}

TEST(Scans, AreRightAtEverySize) {
  for (const catalog::Variant& variant : family("scan").variants) {
    if (variant.broken) continue;
    for (const std::int64_t n : kScanCounts) {
      expect_match_without_findings("scan/" + variant.name, {{"n", n}, {"threads", 32}});
    }
    expect_match_without_findings("scan/" + variant.name, {{"n", 3000}, {"threads", 1024}});
  }
}

TEST(Scans, OfOnePassAreRightInAnyOrderOfTheBlocks) {
  for (const char* variant : kScansOfOnePass) {
    for (const std::int64_t n : {1024, 20001}) {  // more than 32 tiles: a warp looks back twice
      for (std::uint64_t seed = 0; seed < kScanSeeds; ++seed) {
        expect_match_without_findings(variant, {{"n", n}, {"threads", 32}}, in_order_of(seed));
      }
    }
  }
}

TEST(Scans, OfOnePassAreRightWhenLaunchedAgain) {
  for (const char* name : {"chained", "look_back", "look_back_wide"}) {
    const catalog::Variant& variant = *family("scan").find(name);
    catalog::Plan plan =
        *variant.plan(*complete(family("scan"), variant, {{"n", 1024}, {"threads", 32}}));
    const std::vector<catalog::Step> once = plan.steps;
    plan.steps.insert(plan.steps.end(), once.begin(), once.end());
    const auto result =
        run::run_plan(plan, {"scan", *catalogue().module(family("scan"), variant)}, in_order_of(1));
    expect_match_without_findings(*result);
  }
}

TEST(Scans, TakeAsManyLaunchesAsTheTotalsHaveLevels) {
  const auto launches = [](std::int64_t n) {
    return recorded("scan/shuffle", {{"n", n}, {"threads", 32}}).size();
  };
  EXPECT_EQ(launches(32), 1u);
  EXPECT_EQ(launches(33), 3u) << "blocks, their totals, the sum";
  EXPECT_EQ(launches(1024), 3u);
  EXPECT_EQ(launches(1025), 5u);
}

// Words stored to shared memory beside the elements themselves, each the sum of two.
std::uint64_t scan_additions(const std::string& variant, std::int64_t threads) {
  const auto trace = scan_trace(variant, threads, threads);
  return analysis::kernel_totals(*trace).shared_store.lanes - static_cast<std::uint64_t>(threads);
}

TEST(ScanCosts, ATreeAddsFewerThanTwiceNAndAllAtOnceNLogN) {
  EXPECT_EQ(scan_additions("hillis_steele", 64), 321u);
  EXPECT_EQ(scan_additions("tree", 64), 120u);
  EXPECT_EQ(scan_additions("hillis_steele", 1024), 1024u * 10 - 1023);
  EXPECT_EQ(scan_additions("tree", 1024), 2u * 1024 - 2 - 10);
  EXPECT_EQ(scan_additions("tree_padded", 1024), scan_additions("tree", 1024));
}

// The worst conflict of any shared access between two barriers, barrier after barrier.
std::vector<std::uint32_t> scan_ways(const std::string& variant, std::int64_t threads) {
  const auto trace = scan_trace(variant, threads, threads);
  std::map<std::uint32_t, std::size_t> barriers;
  std::vector<std::uint32_t> ways(1);
  for (std::size_t row = 0; row < trace->events.size(); ++row) {
    const trace::EventView event = trace->events.view(row);
    const trace::Site& site = trace->sites[event.site];
    std::size_t& stage = barriers[event.warp];
    if (is_block_barrier(site)) ++stage;
    if (stage >= ways.size()) ways.resize(stage + 1);
    if (site.space != Space::shared) continue;
    ways[stage] = std::max(ways[stage], analysis::access_cost(site, event).max_way);
  }
  return ways;
}

TEST(ScanCosts, TheTreesConflictsDoubleFromStepToStepUpTo32Way) {
  const std::vector<std::uint32_t> ways = scan_ways("tree", 1024);  // the elements, up, down
  EXPECT_EQ(std::vector(ways.begin(), ways.begin() + 11),
            (std::vector<std::uint32_t>{1, 2, 4, 8, 16, 32, 16, 8, 4, 2, 1}));
  EXPECT_EQ(std::vector(ways.begin() + 11, ways.end()),
            (std::vector<std::uint32_t>{1, 3, 7, 15, 31, 16, 8, 4, 2, 1}));
}

TEST(ScanCosts, NeitherAllAtOnceNorShufflesConflict) {
  for (const char* variant : {"hillis_steele", "shuffle", "vectors"}) {
    for (const std::int64_t threads : {32, 64, 128, 256, 512, 1024}) {
      EXPECT_EQ(
          analysis::kernel_totals(*scan_trace(variant, threads, threads)).shared_load.conflicts, 0u)
          << variant << " " << threads;
      EXPECT_EQ(
          analysis::kernel_totals(*scan_trace(variant, threads, threads)).shared_store.conflicts,
          0u)
          << variant << " " << threads;
    }
  }
}

std::uint64_t scan_conflicts(const std::string& variant, std::int64_t threads) {
  const analysis::KernelTotals totals =
      analysis::kernel_totals(*scan_trace(variant, threads, threads));
  return totals.shared_load.conflicts + totals.shared_store.conflicts;
}

TEST(ScanCosts, PaddingLeavesTwoWayConflictsOnTheWayDownAlone) {
  EXPECT_EQ(scan_conflicts("tree", 1024), 915u);
  EXPECT_EQ(scan_conflicts("tree_placed", 1024), 915u);
  EXPECT_EQ(scan_conflicts("tree_padded", 1024), 52u);
  const std::vector<std::uint32_t> ways = scan_ways("tree_padded", 1024);
  EXPECT_EQ(std::count(ways.begin(), ways.begin() + 11, 1u), 11) << "the elements and the way up";
  EXPECT_EQ(*std::max_element(ways.begin(), ways.end()), 2u);
}

std::uint64_t scan_sectors(const std::string& variant, std::int64_t n) {
  std::uint64_t sectors = 0;
  for (const auto& trace : recorded("scan/" + variant, {{"n", n}})) {
    const analysis::KernelTotals totals = analysis::kernel_totals(*trace);
    sectors += totals.global_load.sectors + totals.global_store.sectors;
  }
  return sectors;
}

TEST(ScanCosts, OnePassMovesHalfTheSectorsOfSeveralLaunches) {
  constexpr std::int64_t kElements = 1 << 17;
  constexpr std::uint64_t kOnce = 2 * kElements / 8;  // read and written
  EXPECT_NEAR(static_cast<double>(scan_sectors("vectors", kElements)), 2.0 * kOnce, 0.05 * kOnce);
  for (const char* variant : {"look_back", "look_back_wide"}) {
    EXPECT_NEAR(static_cast<double>(scan_sectors(variant, kElements)), kOnce, 0.05 * kOnce)
        << variant;
  }
}

TEST(ScanCosts, FourElementsAThreadAreAQuarterOfTheRequestsAndTheSameSectors) {
  const std::int64_t elements = 1 << 14;
  const auto loads = [&](const char* variant) {
    return totals_of(std::string("scan/") + variant, {{"n", elements}}).global_load;
  };
  EXPECT_EQ(loads("vectors").requests, loads("shuffle").requests / 4);
  EXPECT_EQ(loads("vectors").sectors, loads("shuffle").sectors);
}

// A tile's look at those before it: 32 words at most, of as many tiles as there are.
TEST(ScanCosts, ABlockLooksBackAtUpTo32TilesAtOnce) {
  const auto traces = recorded("scan/look_back", {{"n", 50 * 128}, {"threads", 32}});
  std::vector<std::uint32_t> lanes;
  for_each_global(*traces.at(1), EventKind::load,
                  [&](const trace::EventView& event, const trace::Site& site) {
                    if (site.width == 8)
                      lanes.push_back(static_cast<std::uint32_t>(std::popcount(event.mask)));
                  });
  ASSERT_EQ(lanes.size(), 49u) << "the first tile has none before it";
  for (std::uint32_t tile = 1; tile < 50; ++tile) {
    EXPECT_EQ(lanes[tile - 1], std::min(tile, 32u)) << tile;
  }
}

std::vector<trace::Finding> scan_findings(const std::string& variant, const Parameters& settings) {
  const auto result = run::run_variant(catalogue(), "scan/" + variant, settings, quick());
  std::vector<trace::Finding> findings;
  for (const auto& trace : result->traces) {
    findings.insert(findings.end(), trace->findings.begin(), trace->findings.end());
  }
  return findings;
}

TEST(BrokenScans, WithoutABarrierAReadRacesWithAWriteAndTheResultIsWrong) {
  const Parameters settings = {{"n", 64}, {"threads", 64}};
  const auto findings = scan_findings("hillis_steele_nobarrier", settings);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].kind, FindingKind::race);
  const auto result =
      run::run_variant(catalogue(), "scan/hillis_steele_nobarrier", settings, quick());
  EXPECT_EQ(result->verdict, Verdict::mismatch);
}

TEST(BrokenScans, WithoutAFenceTwoBlocksRaceForASum) {
  const Parameters settings = {{"n", 512}, {"threads", 32}};
  const auto findings = scan_findings("chained_unfenced", settings);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].kind, FindingKind::global_race);
  EXPECT_THAT(findings[0].message.in(Language::en), HasSubstr("sums"));
}

}  // namespace
}  // namespace warplens
