// What the lesson on prefix sums says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "viz/analysis/value_flow.h"

namespace warplens::lessons {
namespace {

using analysis::FlowValue;
using analysis::ValueFlow;
using session::Figure;
using trace::FindingKind;

class Scan : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("scan", id); }
  const trace::Trace& shown() { return *session_.launch()->trace; }
  ValueFlow flow() { return analysis::value_flow(shown(), 0); }
  std::int64_t answer(const Step& step) {
    return expected_answer(*step.prediction, session_, step.stage).value_or(-1);
  }
  std::int64_t sum(Figure figure) { return sums_of(*session_.result()).at(figure); }
  std::int64_t additions() {
    return static_cast<std::int64_t>(totals().shared_store.lanes - shown().launch.block.count());
  }
  bool has_finding(FindingKind kind) {
    return std::ranges::any_of(session_.result()->launches, [&](const auto& launch) {
      return std::ranges::find(launch.trace->findings, kind, &trace::Finding::kind) !=
             launch.trace->findings.end();
    });
  }
};

TEST_F(Scan, AfterFiveStepsEachWordIsMadeOfAllUpToIt) {
  (void)enter_here("sums-before");
  const ValueFlow steps = flow();
  std::vector<std::uint32_t> elements(32);
  std::uint32_t last = 0;
  for (const FlowValue& value : steps.values) {
    if (value.place != FlowValue::Place::word) continue;
    elements.at(value.column) = value.elements;
    last = std::max(last, value.step);
  }
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(elements[i], i + 1) << i;
  EXPECT_EQ(last, 5u);
  for (std::uint32_t step = 0; step < 5; ++step) {
    const trace::EventView event = shown().events.view(session_.cursor().event);
    EXPECT_EQ(event.mask, ~0u << (1u << step)) << "those with a word s places before theirs";
    session_.step(1);
  }
}

TEST_F(Scan, ATreeHasElevenStepsAnd120Additions) {
  (void)enter_here("tree");
  EXPECT_EQ(additions(), 120);
  std::set<std::uint32_t> steps;
  const ValueFlow tree = flow();
  std::vector<std::uint32_t> elements(64);
  for (const FlowValue& value : tree.values) {
    if (value.place != FlowValue::Place::word) continue;
    if (value.step > 0) steps.insert(value.step);
    elements.at(value.column) = value.elements;
  }
  EXPECT_EQ(steps.size(), 11u);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(elements[i], i + 1) << i;
  select("scan/hillis_steele");
  EXPECT_EQ(additions(), 321);
}

TEST_F(Scan, TheThirdStepsReadIs8Way) {
  const Step& step = enter_here("strides");
  EXPECT_EQ(answer(step), 8);
  const trace::EventView read = shown().events.view(session_.cursor().event);
  EXPECT_EQ(read.mask, ~0u);
  EXPECT_EQ(read.address[1] - read.address[0], 8u * 4);
  EXPECT_EQ(figure(Figure::banks), 4);
  std::set<std::int64_t> ways;
  const std::size_t accesses = shown().events.size();
  for (std::size_t i = 0; i < accesses; ++i) {
    const trace::Site& site = shown().sites[shown().events.site(i)];
    if (site.space != trace::Space::shared || site.kind != trace::EventKind::load) continue;
    session_.seek(i);
    ways.insert(figure(Figure::max_way));
  }
  for (const std::int64_t way : {2, 4, 8, 16, 32}) EXPECT_TRUE(ways.contains(way)) << way;
}

TEST_F(Scan, AnotherPlaceLeaves52Conflicts) {
  const Step& step = enter_here("own-place");
  EXPECT_EQ(sum(Figure::total_conflicts), 915);
  EXPECT_FALSE(is_done(step, session_));
  for (const char* index : {"i + i / kBanks", "i ^ (i / kBanks)"}) {
    write(index);
    EXPECT_EQ(sum(Figure::total_conflicts), 52) << index;
    EXPECT_EQ(sum(Figure::wrong_elements), 0) << index;
    EXPECT_EQ(sum(Figure::findings), 0) << index;
    EXPECT_LE(totals().shared_load.max_way, 2u) << index;
    EXPECT_TRUE(is_done(step, session_)) << index;
  }
}

TEST_F(Scan, TheTreeTakesMoreWavefrontsThanAllAtOnce) {
  (void)enter_here("registers");
  const auto wavefronts = [&](const char* kernel) {
    select(kernel);
    set("threads", 1024);
    set("n", 1024);
    return sum(Figure::total_wavefronts);
  };
  EXPECT_EQ(wavefronts("scan/shuffle"), 65);
  EXPECT_EQ(wavefronts("scan/tree_padded"), 330);
  EXPECT_EQ(wavefronts("scan/tree"), 1193);
  EXPECT_EQ(additions(), 2036);
  EXPECT_EQ(wavefronts("scan/hillis_steele"), 932);
  EXPECT_EQ(additions(), 9217);
  EXPECT_EQ(sum(Figure::total_conflicts), 0);
}

TEST_F(Scan, SeveralBlocksTakeThreeLaunches) {
  (void)enter_here("launches");
  EXPECT_EQ(session_.launch_count(), 3u);
  EXPECT_EQ(session_.cursor().launch, 2u);
  EXPECT_EQ(shown().events.view(session_.cursor().event).block, 1u);
  EXPECT_EQ(totals().global_store.lanes, 512u - 128) << "the first block adds nothing";
}

TEST_F(Scan, WithoutAFenceBlocksRaceForASum) {
  const Step& step = enter_here("fence");
  EXPECT_TRUE(has_finding(FindingKind::global_race));
  EXPECT_FALSE(is_done(step, session_));
  select("scan/chained");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Scan, TileFiveLooksAtTheFiveBeforeIt) {
  const Step& step = enter_here("look-back");
  EXPECT_EQ(answer(step), 0b11111);
  const trace::EventView read = shown().events.view(session_.cursor().event);
  EXPECT_EQ(read.block, 5u);
  EXPECT_EQ(read.address[0] - read.address[4], 4u * 8) << "lane 0 at the nearest";
}

TEST_F(Scan, OnlyFewTilesMeetTheChallenge) {
  const Step& step = enter_here("challenge");
  std::set<std::string> solutions;
  for (const catalog::Family& family : catalogue_.families()) {
    if (family.name != "scan") continue;
    for (const catalog::Variant& variant : family.variants) {
      for (const std::int64_t threads : {32, 64, 128, 256, 512, 1024}) {
        begin(step);
        select("scan/" + variant.name);
        set("threads", threads);
        if (is_done(step, session_)) solutions.insert(fmt::format("{} {}", variant.name, threads));
      }
    }
  }
  EXPECT_TRUE(solutions.contains("look_back_wide 256"));
  EXPECT_TRUE(solutions.contains("look_back 1024")) << "larger blocks";
  EXPECT_FALSE(solutions.contains("look_back 256")) << "too many tiles";
  for (const std::string& each : solutions) {
    EXPECT_TRUE(each.starts_with("look_back") || each.starts_with("chained ")) << each;
  }
}

}  // namespace
}  // namespace warplens::lessons
