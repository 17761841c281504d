// What the lesson on reductions says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "viz/analysis/value_flow.h"

namespace warplens::lessons {
namespace {

using analysis::FlowStep;
using analysis::ValueFlow;
using session::Figure;
using trace::FindingKind;

class Reduction : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("reduction", id); }
  const trace::Trace& shown() { return *session_.launch()->trace; }
  ValueFlow flow(std::uint32_t block = 0) { return analysis::value_flow(shown(), block); }
  std::int64_t answer(const Step& step) {
    return expected_answer(*step.prediction, session_, step.stage).value_or(-1);
  }
  std::uint32_t most_ways() {
    return std::max(totals().shared_load.max_way, totals().shared_store.max_way);
  }
  bool has_finding(FindingKind kind) {
    return std::ranges::any_of(session_.result()->launches, [&](const auto& launch) {
      return std::ranges::find(launch.trace->findings, kind, &trace::Finding::kind) !=
             launch.trace->findings.end();
    });
  }
  trace::Verdict verdict() { return session_.result()->run->verdict; }
  std::int64_t sum(Figure figure) { return sums_of(*session_.result()).at(figure); }
};

TEST_F(Reduction, ATreeOf64ValuesHasSixStepsThatDouble) {
  (void)enter_here("tree");
  const ValueFlow tree = flow();
  EXPECT_EQ(std::ranges::count_if(tree.steps, &FlowStep::combines), 6);
  for (const analysis::FlowValue& value : tree.values) {
    if (value.place == analysis::FlowValue::Place::word) {
      EXPECT_EQ(value.elements, 1u << value.step);
    }
  }
}

TEST_F(Reduction, EveryWarpHasWorkUntilStepFive) {
  const Step& step = enter_here("warps-at-work");
  EXPECT_EQ(answer(step), 8);
  EXPECT_EQ(figure(Figure::lanes), 4);
  const ValueFlow tree = flow();
  EXPECT_EQ(tree.steps[3].lanes, 32u);
  for (std::size_t at = 1; at <= 5; ++at) {
    EXPECT_EQ(tree.steps[at].warps, 8u) << at;
    EXPECT_EQ(tree.steps[at].divergent, 8u) << at;
    EXPECT_EQ(tree.steps[at].lanes, 256u >> at);
  }
  EXPECT_LT(tree.steps[6].warps, 8u);
}

TEST_F(Reduction, TheFirstThreadsAddTheSamePairs) {
  const Step& step = enter_here("first-threads");
  EXPECT_EQ(answer(step), 0xff);
  const ValueFlow tree = flow();
  EXPECT_EQ(tree.steps[1].active[0], ~0u);
  EXPECT_EQ(tree.steps[1].active[1], 0u);
  EXPECT_EQ(tree.steps[1].divergent, 0u);
}

TEST_F(Reduction, OnlyTheIndexedPairsConflict) {
  (void)enter_here("conflicts");
  EXPECT_EQ(figure(Figure::lanes), 32);
  EXPECT_EQ(figure(Figure::max_way), 8);
  const trace::EventView read = shown().events.view(session_.cursor().event);
  EXPECT_EQ(read.address[1] - read.address[0], 8u * 4);
  EXPECT_EQ(most_ways(), 8u);
  select("reduce/interleaved");
  EXPECT_EQ(most_ways(), 1u);
  EXPECT_EQ(figure(Figure::total_conflicts), 0);
  select("reduce/sequential");
  EXPECT_EQ(most_ways(), 1u);
  const ValueFlow tree = flow();
  for (std::size_t at = 1; at <= 8; ++at) {
    EXPECT_EQ(tree.steps[at].divergent, at <= 3 ? 0u : 1u) << at;
  }
}

TEST_F(Reduction, TheVolatileWarpRacesAndSyncwarpMendsIt) {
  const Step& step = enter_here("last-warp");
  EXPECT_TRUE(has_finding(FindingKind::race));
  EXPECT_FALSE(is_done(step, session_));
  select("reduce/unrolled");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_TRUE(is_done(step, session_));
  const auto barriers = [&] {
    std::uint64_t events = 0;
    for (std::size_t i = 0; i < shown().sites.size(); ++i) {
      events += is_block_barrier(shown().sites[i]) ? shown().totals[i].events : 0;
    }
    return events / shown().launch.grid.count() / shown().launch.warps_per_block();
  };
  const std::uint64_t unrolled = barriers();
  select("reduce/sequential");
  EXPECT_EQ(barriers(), unrolled + 6);
}

TEST_F(Reduction, ADotProductReadsTwoVectorsAndLeavesTheTreeAsItIs) {
  const Step& step = enter_here("dot-product");
  EXPECT_EQ(answer(step), 17);
  const std::size_t words = flow().values.size();
  set("operation", 0);
  EXPECT_EQ(sum(Figure::total_sectors), 9);
  EXPECT_EQ(flow().values.size(), words);
  EXPECT_EQ(sum(Figure::findings), 0);
}

TEST_F(Reduction, TwoPassesLeaveAValueABlock) {
  (void)enter_here("two-passes");
  EXPECT_EQ(totals().global_store.requests, 3u);
  set("blocks", 6);
  EXPECT_EQ(totals().global_store.requests, 6u);
  EXPECT_EQ(session_.result()->launches.size(), 1u) << "the host adds them";
  select("reduce/sequential");
  ASSERT_EQ(session_.result()->launches.size(), 2u);
  EXPECT_EQ(session_.result()->launches[1].trace->launch.grid.count(), 1u);
}

TEST_F(Reduction, WithoutAFenceTheLastBlockRacesForAValue) {
  const Step& step = enter_here("fence");
  EXPECT_TRUE(has_finding(FindingKind::global_race));
  EXPECT_FALSE(is_done(step, session_));
  select("reduce/last_block");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Reduction, FiveShufflesAddAWarp) {
  (void)enter_here("shuffles");
  const ValueFlow tree = flow();
  for (std::size_t at = 1; at <= 5; ++at) {
    EXPECT_EQ(tree.steps[at].lanes, 64u);
    std::uint32_t used = 0;
    for (const analysis::FlowValue& value : tree.values) {
      used += value.step == at && value.is_used ? 1 : 0;
    }
    EXPECT_EQ(used, 64u >> at) << "the others are hollow";
  }
  const trace::Trace& trace = shown();
  for (int i = 0; i < 5; ++i) {
    const trace::EventView event = trace.events.view(session_.cursor().event);
    EXPECT_EQ(trace.sites[event.site].kind, trace::EventKind::shuffle);
    EXPECT_EQ(event.mask, ~0u);
    EXPECT_EQ(event.address[0], 16u >> i);
    EXPECT_EQ(event.address[31], 31u) << "its own: the source is out of range";
    session_.step(1);
  }
  EXPECT_EQ(totals().shared_store.lanes, 2u);
}

TEST_F(Reduction, TheKernelsSoFarTakeTwoPassesAndTheseTakeOne) {
  (void)enter_here("blocks-meet");
  for (const char* kernel : {"interleaved", "interleaved_indexed", "sequential", "unrolled",
                             "unrolled_nosync", "shuffle"}) {
    select(fmt::format("reduce/{}", kernel));
    EXPECT_EQ(session_.launch_count(), 2u) << kernel;
  }
  for (const char* kernel : {"two_pass", "atomic", "last_block", "atomic_zeroed_inside"}) {
    select(fmt::format("reduce/{}", kernel));
    EXPECT_EQ(session_.launch_count(), 1u) << kernel;
  }
  select("reduce/two_pass");
  EXPECT_EQ(verdict(), trace::Verdict::match) << "the host adds the blocks' values";
}

TEST_F(Reduction, TheTrapsOfBlocksAreCaughtAndTheirTwinsAreRight) {
  const Step& step = enter_here("blocks-meet");
  EXPECT_TRUE(has_finding(FindingKind::global_race));
  select("reduce/atomic");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_EQ(verdict(), trace::Verdict::match);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Reduction, ACounterThatIsReadAgainIsWrongAndATicketIsRight) {
  const Step& step = enter_here("ticket");
  EXPECT_EQ(verdict(), trace::Verdict::mismatch);
  EXPECT_FALSE(is_done(step, session_));
  select("reduce/last_block");
  EXPECT_EQ(sum(Figure::findings), 0);
  EXPECT_EQ(verdict(), trace::Verdict::match);
  EXPECT_TRUE(is_done(step, session_));
}

class AtomicLimits : public Reduction {
 protected:
  // What lane `turn` finds; 32: what is there in the end.
  std::uint64_t found(std::uint64_t turn) {
    const trace::Trace& trace = shown();
    const trace::Buffer& marks = trace.buffers.at(1);
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      const trace::EventView event = trace.events.view(i);
      const trace::Site& site = trace.sites[event.site];
      if (site.kind != trace::EventKind::store) continue;
      const auto lane = static_cast<std::size_t>(std::countr_zero(event.mask));
      const std::uint64_t element = event.address[lane] - marks.address;
      if (element / marks.columns == turn) return element % marks.columns;
    }
    return ~std::uint64_t{0};
  }
  void choose(std::int64_t operation, std::int64_t start, std::int64_t limit, std::int64_t value) {
    set("operation", operation);
    set("start", start);
    set("limit", limit);
    set("value", value);
    EXPECT_EQ(verdict(), trace::Verdict::match);
  }
};

TEST_F(AtomicLimits, AreAsTheTextSays) {
  const Step& step = enter_here("atomic-limits");
  EXPECT_EQ(answer(step), 2 * 64 + 0);
  EXPECT_EQ(found(0), 8u);
  EXPECT_EQ(found(1), 9u);
  EXPECT_EQ(found(2), 0u);
  choose(0, 12, 9, 1);
  EXPECT_EQ(found(1), 0u) << "atomicInc from above the limit";
  choose(1, 12, 9, 1);
  EXPECT_EQ(found(1), 9u) << "atomicDec from above the limit";
  EXPECT_EQ(found(10), 0u);
  EXPECT_EQ(found(11), 9u) << "and from 0";
  choose(2, 7, 9, 1);
  EXPECT_EQ(found(32), 7u) << "atomicCAS finds another value";
  choose(2, 9, 9, 1);
  EXPECT_EQ(found(1), 1u);
  EXPECT_EQ(found(32), 1u);
  choose(3, 8, 9, 5);
  EXPECT_EQ(found(1), 13u) << "atomicOr";
  EXPECT_EQ(found(32), 13u);
}

TEST_F(Reduction, OnlyTheUnrolledKernelMeetsTheChallenge) {
  for (const catalog::Family& family : catalogue_.families()) {
    if (family.name != "reduce") continue;
    const Step& step = enter_here("challenge");
    for (const catalog::Variant& variant : family.variants) {
      begin(step);
      select("reduce/" + variant.name);
      const bool meets = sum(Figure::total_conflicts) == 0 && sum(Figure::idle_in_shared) <= 100 &&
                         sum(Figure::findings) == 0;
      EXPECT_EQ(meets, variant.name == "unrolled")
          << variant.name << " " << sum(Figure::idle_in_shared);
      EXPECT_EQ(is_done(step, session_), meets) << variant.name;
    }
  }
}

TEST_F(Reduction, AThreadAdds993ElementsByItselfAtFullSize) {
  for (const catalog::Family& family : catalogue_.families()) {
    if (family.name != "reduce") continue;
    const catalog::Parameters p = at_side(family, *family.find("sequential"), 16384);
    EXPECT_EQ(p.at("blocks"), 1056);
    EXPECT_EQ(p.at("threads"), 256);
    EXPECT_EQ(
        (p.at("n") + p.at("blocks") * p.at("threads") / 2) / (p.at("blocks") * p.at("threads")),
        993);
  }
}

TEST_F(Reduction, LoadsUnderWayAreWhatTheVariantsDifferBy) {
  (void)enter_here("challenge");
  set("n", 16384);
  struct Loads {
    std::uint64_t requests = 0, sectors = 0;
  };
  const auto loads_of = [&](const char* kernel) {
    select(kernel);
    set("n", 16384);
    return Loads{totals().global_load.requests, totals().global_load.sectors};
  };
  const Loads one = loads_of("reduce/shuffle"), four = loads_of("reduce/loads_in_flight"),
              wide = loads_of("reduce/vector_loads"), both = loads_of("reduce/vectors_in_flight");
  EXPECT_EQ(one.requests, 16384u / 32);
  EXPECT_EQ(four.requests, one.requests);
  EXPECT_EQ(wide.requests, one.requests / 4);
  EXPECT_EQ(both.requests, wide.requests);
  for (const Loads& loads : {four, wide, both}) EXPECT_EQ(loads.sectors, one.sectors);
}

}  // namespace
}  // namespace warplens::lessons
