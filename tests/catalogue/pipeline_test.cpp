// Kernels that take frames through shared memory: right at every size, at the costs they state;
// the broken twins are caught.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;

constexpr std::uint64_t kFrames = 12;  // at the default size
constexpr std::uint64_t kPipelineWarps = 2;    // of a block
constexpr std::uint64_t kSectorsOfFrame = 256 * 4 / 32;

TEST(Pipelines, AreRightWhateverTheFramesAndBlocks) {
  for (const char* name : {"registers", "read_ahead", "one_stage", "stages", "late_wait"}) {
    for (const auto& [frames, blocks] : {std::pair{1, 1}, {1, 3}, {2, 1}, {3, 1}, {5, 2}, {7, 3}}) {
      expect_match_without_findings(std::string("pipeline/") + name,
                                    {{"frames", frames}, {"blocks", blocks}});
    }
  }
}

TEST(Pipelines, OfEveryWidthAndDepthTakeAnyNumberOfFrames) {
  for (const std::int64_t stages : {2, 3, 4, 8}) {
    for (const std::int64_t bytes : {4, 8, 16}) {
      for (const std::int64_t frames : {1, 2, 7, 19}) {
        expect_match_without_findings(
            "pipeline/stages",
            {{"frames", frames}, {"blocks", 2}, {"stages", stages}, {"copy_bytes", bytes}});
      }
    }
  }
}

TEST(Pipelines, BringEachFrameOnceAndStoreItOnce) {
  for (const char* name : {"registers", "read_ahead", "one_stage", "stages", "late_wait"}) {
    SCOPED_TRACE(name);
    const auto totals = totals_of(std::string("pipeline/") + name, {});
    const trace::SiteTotals& brought =
        totals.async_copy.requests > 0 ? totals.async_copy : totals.global_load;
    EXPECT_EQ(brought.requests, kFrames * kPipelineWarps);
    EXPECT_EQ(brought.sectors, kFrames * kSectorsOfFrame);
    EXPECT_EQ(totals.global_store.sectors, kFrames * kSectorsOfFrame);
    EXPECT_EQ(totals.shared_load.conflicts, 0u);
  }
}

TEST(Pipelines, CopiesNeedNoSharedStore) {
  for (const char* name : {"one_stage", "stages", "late_wait"}) {
    const auto totals = totals_of(std::string("pipeline/") + name, {});
    EXPECT_EQ(totals.shared_store.requests + totals.global_load.requests, 0u) << name;
  }
}

TEST(Pipelines, NarrowCopiesTakeTheSameSectorsByMoreRequests) {
  for (const std::uint64_t bytes : {4u, 8u, 16u}) {
    const auto totals = totals_of("pipeline/stages", {{"copy_bytes", bytes}});
    EXPECT_EQ(totals.async_copy.requests, kFrames * kPipelineWarps * 16 / bytes);
    EXPECT_EQ(totals.async_copy.sectors, kFrames * kSectorsOfFrame);
  }
}

TEST(Pipelines, AStageMoreTakesAFrameMoreOfSharedMemory) {
  for (const std::uint32_t stages : {2u, 3u, 4u, 8u}) {
    const auto traced = totals_trace("pipeline/stages", {{"stages", stages}});
    EXPECT_EQ(traced->launch.static_shared_bytes, stages * 1024);
  }
}

// The accesses of block 0's first warp that copy, load or read shared memory, in order.
std::string story_of(std::string_view name) {
  std::string story;
  const auto trace = recorded(name, {}).at(0);
  for (std::size_t row = 0; row < trace->events.size(); ++row) {
    const trace::EventView event = trace->events.view(row);
    if (event.block != 0 || event.warp != 0) continue;
    const trace::Site& site = trace->sites[event.site];
    char letter = ' ';
    if (site.kind == EventKind::async_copy) letter = 'c';
    if (site.kind == EventKind::load && site.space == trace::Space::global) letter = 'l';
    if (site.kind == EventKind::load && site.space == trace::Space::shared) letter = 'r';
    if (letter != ' ' && (letter != 'r' || story.empty() || story.back() != 'r')) story += letter;
  }
  return story;
}

TEST(Pipelines, CopiesRunAsFarAheadOfTheReadsAsTheStagesAllow) {
  EXPECT_EQ(story_of("pipeline/registers"), "lrlrlrlrlrlr");
  EXPECT_EQ(story_of("pipeline/read_ahead"), "llrlrlrlrlr");
  EXPECT_EQ(story_of("pipeline/one_stage"), "crcrcrcrcrcr");
  EXPECT_EQ(story_of("pipeline/stages"), "ccccrcrcr");
  EXPECT_EQ(story_of("pipeline/late_wait"), story_of("pipeline/stages"));
}

class BrokenPipelines : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, BrokenPipelines, testing::Values("short_wait", "early_copy"));

TEST_P(BrokenPipelines, AreRacesBetweenACopyAndARead) {
  const auto result =
      run::run_variant(catalogue(), std::string("pipeline/") + GetParam(), {}, quick());
  ASSERT_TRUE(result.has_value());
  const auto& findings = result->traces.at(0)->findings;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().kind, trace::FindingKind::race);
  const std::string words = findings.front().message.in(Language::en);
  EXPECT_NE(words.find("left open by the wait"), std::string::npos) << words;
}

}  // namespace
}  // namespace warplens
