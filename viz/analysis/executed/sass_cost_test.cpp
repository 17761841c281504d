#include "viz/analysis/executed/sass_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/cost/access_kind.h"
#include "kernels/trace/recorder.h"
#include "viz/analysis/hardware_counters.h"

namespace warplens::analysis {
namespace {

using testing::ElementsAre;
using trace::EventView;
using trace::Trace;

trace::Site site(const char* kind, std::uint32_t width, std::uint32_t ptx_line) {
  trace::Site made = *site_of_kind(kind, width);
  made.ptx_line = ptx_line;
  return made;
}

struct Event {
  std::uint32_t site;
  std::uint64_t base;  // address of lane 0
  std::uint64_t stride;
  std::uint32_t mask = ~0u;
};

// One warp of one block of "k".
Trace trace_of(const std::vector<trace::Site>& sites, const std::vector<Event>& events) {
  trace::RecordingOptions options;
  options.cost = add_cost;
  trace::TraceBuilder builder(sites, options);
  auto recorder = builder.block(0);
  for (const Event& event : events) {
    EventView view;
    view.site = event.site;
    view.mask = event.mask;
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
      view.address[lane] = event.base + lane * event.stride;
    }
    recorder.record(view);
  }
  builder.add(std::move(recorder));
  Trace trace;
  trace.entry = "k";
  trace.launch.grid = {1, 1, 1};
  trace.launch.block = {32, 1, 1};
  builder.finish(trace, 1);
  return trace;
}

// Each line: "7 LDS.128 R0, [R1]", an instruction of k at that PTX line; or a label, ".L_1:".
std::vector<sass::Access> sass_of(const std::vector<std::string>& lines) {
  std::string text = ".text.k:\n";
  for (const std::string& line : lines) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) {
      text += line + "\n";
    } else {
      text += "//## File \".nv_debug_ptx_txt\", line " + line.substr(0, space) + "\n/*0000*/ " +
              line.substr(space) + " ;\n";
    }
  }
  return sass::parse(text);
}

std::vector<Fate> fates(const SassCost& cost) {
  std::vector<Fate> result;
  for (const SiteInSass& site : cost.sites) result.push_back(site.fate);
  return result;
}
std::vector<Doubt> doubts(const SassCost& cost) {
  std::vector<Doubt> result;
  for (const SiteInSass& site : cost.sites) result.push_back(site.doubt);
  return result;
}

// Four loads, or stores, of neighbouring words, lanes 16 bytes apart.
Trace four(const char* kind) {
  return trace_of({site(kind, 4, 1), site(kind, 4, 2), site(kind, 4, 3), site(kind, 4, 4)},
                  {{0, 0, 16}, {1, 4, 16}, {2, 8, 16}, {3, 12, 16}});
}

TEST(SassCost, WithoutChangesIsThePtxsCost) {
  const Trace trace = four("sld");
  const SassCost cost = sass_cost(trace, sass_of({"1 LDS R0, [R9]", "2 LDS R1, [R9+0x4]",
                                                  "3 LDS R2, [R9+0x8]", "4 LDS R3, [R9+0xc]"}));
  EXPECT_TRUE(cost.is_certain());
  EXPECT_EQ(cost.totals.shared_load, kernel_totals(trace).shared_load);
  EXPECT_EQ(cost.totals.shared_load.wavefronts, 16u);
}

TEST(SassCost, FourLoadsThatAreOneCostWhatTheOneCosts) {
  const SassCost cost = sass_cost(four("sld"), sass_of({"1 LDS.128 R0, [R9]"}));
  EXPECT_TRUE(cost.is_certain());
  EXPECT_THAT(fates(cost), ElementsAre(Fate::wider, Fate::covered, Fate::covered, Fate::covered));
  EXPECT_EQ(cost.totals.shared_load.requests, 1u);
  EXPECT_EQ(cost.totals.shared_load.wavefronts, 4u);
  EXPECT_EQ(cost.totals.shared_load.conflicts, 0u);
}

// A loop over x[i] and x[i + 1], i by 2, unrolled twice: four words become one LDS.128.
TEST(SassCost, AWiderLoadDoesTheWorkOfLaterTripsOfItsLoop) {
  const auto loop = [](std::uint64_t trips) {
    std::vector<Event> events;
    for (std::uint64_t trip = 0; trip < trips; ++trip) {
      events.push_back({0, 8 * trip, 64});
      events.push_back({1, 8 * trip + 4, 64});
    }
    return trace_of({site("sld", 4, 1), site("sld", 4, 2)}, events);
  };
  const auto sass = sass_of({".L_1:", "1 LDS.128 R0, [R9]", "0 @P0 BRA `(.L_1)"});
  const SassCost cost = sass_cost(loop(8), sass);
  EXPECT_TRUE(cost.is_certain());
  EXPECT_THAT(fates(cost), ElementsAre(Fate::wider, Fate::covered));
  EXPECT_EQ(cost.totals.shared_load.requests, 4u);
  EXPECT_TRUE(cost.sites[0].joins_trips);
  EXPECT_FALSE(sass_cost(loop(8), sass_of({".L_1:", "1 LDS.64 R0, [R9]", "0 @P0 BRA `(.L_1)"}))
                   .sites[0]
                   .joins_trips);
}

// What is asked for once more is loaded once more.
TEST(SassCost, AWiderLoadOfTheSameWordsIsExecutedEachTime) {
  const Trace trace = trace_of({site("sld", 4, 1), site("sld", 4, 2)},
                               {{0, 0, 16}, {1, 4, 16}, {0, 0, 16}, {1, 4, 16}});
  const auto sass = sass_of({".L_1:", "1 LDS.64 R0, [R9]", "0 @P0 BRA `(.L_1)"});
  EXPECT_EQ(sass_cost(trace, sass).totals.shared_load.requests, 2u);
}

TEST(SassCost, FourStoresThatAreOneAreNamedAfterTheLast) {
  const SassCost cost = sass_cost(four("gst"), sass_of({"4 STG.E.128 [R9.64], R0"}));
  EXPECT_TRUE(cost.is_certain());
  EXPECT_THAT(fates(cost), ElementsAre(Fate::covered, Fate::covered, Fate::covered, Fate::wider));
  EXPECT_EQ(cost.totals.global_store.requests, 1u);
  EXPECT_EQ(cost.totals.global_store.sectors, 16u);
}

TEST(SassCost, AWiderStoreMustBeWrittenWhole) {
  const Trace trace = trace_of({site("sst", 4, 1), site("sst", 4, 2)}, {{0, 0, 16}, {1, 4, 16}});
  EXPECT_TRUE(sass_cost(trace, sass_of({"2 STS.64 [R9], R0"})).is_certain());
  EXPECT_THAT(doubts(sass_cost(trace, sass_of({"2 STS.128 [R9], R0"}))),
              ElementsAre(Doubt::partly_covered, Doubt::partly_covered));
}

TEST(SassCost, AWiderAccessInDoubtLeavesAllThatItCoversToThePtx) {
  const Trace trace = trace_of({site("sst", 4, 1), site("sst", 4, 2)}, {{0, 0, 16}, {1, 4, 16}});
  const SassCost cost = sass_cost(trace, sass_of({"2 STS.128 [R9], R0"}));
  EXPECT_EQ(cost.totals.shared_store, kernel_totals(trace).shared_store);
  EXPECT_EQ(cost.sites[0].totals, trace.totals[0]);
}

TEST(SassCost, WithoutSassIsThePtxsAndInDoubt) {
  const Trace trace = four("sld");
  const SassCost cost = cost_without_sass(trace);
  EXPECT_EQ(cost.totals.shared_load, kernel_totals(trace).shared_load);
  EXPECT_THAT(doubts(cost), testing::Each(Doubt::not_assembled));
}

TEST(SassCost, OfLocalMemoryIsNothingWherePtxasLeavesNothingThereAndElseInDoubt) {
  const Trace trace = trace_of({site("lld", 8, 1), site("lst", 4, 2)}, {{0, 0, 0}, {1, 8, 4}});
  EXPECT_EQ(kernel_totals(trace).local_load.sectors, 8u);
  EXPECT_EQ(kernel_totals(trace).local_load.requests, 2u);
  EXPECT_EQ(kernel_totals(trace).local_store.sectors, 32u);

  const SassCost registers = sass_cost(trace, sass_of({"1 MOV R0, R1"}));
  EXPECT_TRUE(registers.is_certain());
  EXPECT_THAT(fates(registers), ElementsAre(Fate::removed, Fate::removed));
  EXPECT_EQ(registers.totals.local_load.sectors, 0u);

  const SassCost left = sass_cost(trace, sass_of({"1 LDL.64 R0, [R1]", "1 STL.128 [R1], R4"}));
  EXPECT_THAT(doubts(left), ElementsAre(Doubt::local_memory, Doubt::local_memory));
  EXPECT_EQ(left.totals.local_load, kernel_totals(trace).local_load);
}

TEST(SassCost, AWiderLoadMayReadWhatFewerLanesWant) {
  const Trace trace =
      trace_of({site("sld", 4, 1), site("sld", 4, 2)}, {{0, 0, 16}, {1, 4, 16, 0xff}});
  const SassCost cost = sass_cost(trace, sass_of({"1 LDS.128 R0, [R9]"}));
  EXPECT_TRUE(cost.is_certain());
  EXPECT_THAT(fates(cost), ElementsAre(Fate::wider, Fate::covered));
}

TEST(SassCost, ABarrierEndsWhatAWiderLoadCovers) {
  trace::Site barrier;
  barrier.kind = trace::EventKind::barrier;
  const Trace trace = trace_of({site("sld", 4, 1), site("sld", 4, 2), barrier},
                               {{0, 0, 16}, {2, 0, 0}, {1, 4, 16}});
  EXPECT_THAT(doubts(sass_cost(trace, sass_of({"1 LDS.128 R0, [R9]"}))),
              ElementsAre(Doubt::none, Doubt::missing, Doubt::none));
}

TEST(SassCost, NarrowerPiecesAreCostedOneByOne) {
  const Trace trace = trace_of({site("gld", 16, 1)}, {{0, 0, 16}});
  const SassCost cost =
      sass_cost(trace, sass_of({"1 LDG.E.64 R0, [R8.64]", "1 LDG.E.64 R2, [R8.64+0x8]"}));
  EXPECT_TRUE(cost.is_certain());
  EXPECT_THAT(fates(cost), ElementsAre(Fate::narrower));
  EXPECT_EQ(cost.totals.global_load.requests, 2u);
  EXPECT_EQ(cost.totals.global_load.sectors, 32u);
  EXPECT_THAT(doubts(sass_cost(trace, sass_of({"1 LDG.E.64 R0, [R8.64]"}))),
              ElementsAre(Doubt::mixed_widths));
}

TEST(SassCost, ALoadOfWhatLanesHaveAlreadyIsRemoved) {
  const Trace trace =
      trace_of({site("gld", 4, 1), site("gld", 4, 2)}, {{0, 0, 4}, {1, 0, 4, 0xff}});
  const SassCost cost = sass_cost(trace, sass_of({"1 LDG.E R0, [R8.64]"}));
  EXPECT_TRUE(cost.is_certain());
  EXPECT_THAT(fates(cost), ElementsAre(Fate::as_written, Fate::removed));
  EXPECT_EQ(cost.totals.global_load.requests, 1u);
}

TEST(SassCost, AStoreThatIsGoneIsUncertain) {
  const Trace trace = trace_of({site("gst", 4, 1), site("gst", 4, 2)}, {{0, 0, 4}, {1, 0, 4}});
  EXPECT_THAT(doubts(sass_cost(trace, sass_of({"1 STG.E [R8.64], R0"}))),
              ElementsAre(Doubt::none, Doubt::missing));
}

TEST(SassCost, CopiesOfDifferentWidthsAreUncertain) {
  EXPECT_EQ(
      sass_cost(four("sld"), sass_of({"1 LDS.128 R0, [R9]", "1 LDS R0, [R9]"})).sites[0].doubt,
      Doubt::mixed_widths);
}

TEST(SassCost, CopiesAreUncertainWhereLanesComeAndGo) {
  const std::vector<trace::Site> sites = {site("gld", 4, 1)};
  const auto copies =
      sass_of({"1 LDG.E R0, [R8.64]", "0 @P0 BRA `(.L_1)", "1 LDG.E R0, [R8.64+0x4]", ".L_1:"});
  EXPECT_TRUE(sass_cost(trace_of(sites, {{0, 0, 4, 0xff}, {0, 64, 4, 0xff}}), copies).is_certain());
  EXPECT_THAT(doubts(sass_cost(trace_of(sites, {{0, 0, 4, 0xff}, {0, 64, 4, 0xf}}), copies)),
              ElementsAre(Doubt::lanes_part));
}

TEST(SassCost, AGuardedLoadThatTheAssemblerRunsForEveryLaneIsUncertain) {
  const Trace trace = trace_of({site("sld", 4, 1)}, {{0, 0, 4, 0xff}});
  EXPECT_TRUE(sass_cost(trace, sass_of({"1 @P0 LDS R0, [R9]"})).is_certain());
  EXPECT_TRUE(
      sass_cost(trace, sass_of({"0 @P0 BRA `(.L_1)", "1 LDS R0, [R9]", ".L_1:"})).is_certain());
  EXPECT_THAT(doubts(sass_cost(trace, sass_of({"1 LDS R0, [R9]"}))),
              ElementsAre(Doubt::other_lanes));
}

TEST(SassCost, ALoadHoistedOutOfItsLoopIsUncertain) {
  const Trace trace = trace_of({site("sld", 4, 1)}, {{0, 0, 4}, {0, 0, 4}});
  EXPECT_TRUE(
      sass_cost(trace, sass_of({".L_1:", "1 LDS R0, [R9]", "0 @P0 BRA `(.L_1)"})).is_certain());
  EXPECT_THAT(
      doubts(sass_cost(trace, sass_of({".L_0:", "1 LDS R0, [R9]", ".L_1:", "0 @P0 BRA `(.L_1)"}))),
      ElementsAre(Doubt::other_times));
}

TEST(SassCost, AnAtomicThatALoopOfCompareAndSwapDoesIsUncertain) {
  const Trace trace = trace_of({site("gatom", 4, 1)}, {{0, 0, 4}});
  EXPECT_TRUE(sass_cost(trace, sass_of({"1 ATOMG.E.ADD R0, [R8.64], R2"})).is_certain());
  EXPECT_THAT(doubts(sass_cost(trace, sass_of({".L_1:", "1 ATOMG.E.CAS R0, [R8.64], R2, R3",
                                               "0 @P0 BRA `(.L_1)"}))),
              ElementsAre(Doubt::retried));
}

TEST(SassCost, EveryDoubtHasAReason) {
  for (std::size_t doubt = 1; doubt <= kLastDoubt; ++doubt) {
    EXPECT_FALSE(reason(static_cast<Doubt>(doubt)).english.empty()) << doubt;
  }
}

TEST(SassCost, AccessesThatNeverRunOrOfOtherMemoryCountForNothing) {
  const SassCost cost =
      sass_cost(trace_of({site("gld", 4, 1)}, {{0, 0, 4}}),
                sass_of({"1 LDG.E R0, [R8.64]", "1 @!PT LDS RZ, [RZ]", "9 STL [R1], R0"}));
  EXPECT_TRUE(cost.is_certain());
}

TEST(SassCost, AnAccessWherePtxHasNoneIsAStray) {
  const SassCost cost = sass_cost(trace_of({site("gld", 4, 1)}, {{0, 0, 4}}),
                                  sass_of({"1 LDG.E R0, [R8.64]", "9 LDS R0, [R1]"}));
  EXPECT_FALSE(cost.is_certain());
  EXPECT_THAT(cost.strays, ElementsAre(1));
}

TEST(SassCost, AnAtomicThatIsAReductionCostsWhatAReductionCosts) {
  const Trace trace = trace_of({site("satom", 4, 1)}, {{0, 0, 0}});
  EXPECT_EQ(sass_cost(trace, sass_of({"1 ATOMS.ADD R0, [R9], R1"})).totals.shared_atomic.wavefronts,
            32u);
  EXPECT_EQ(
      sass_cost(trace, sass_of({"1 ATOMS.POPC.INC.32 RZ, [R9]"})).totals.shared_atomic.wavefronts,
      1u);
}

TEST(SassCost, TellsWhetherCopiesPastL1ThatHaveRunAreUnderAPredicate) {
  const auto has_predicated = [](const char* instruction, std::vector<Event> events,
                                 const char* kind = "cpg16") {
    const Trace trace = trace_of({site(kind, 16, 1)}, events);
    return sass_cost(trace, sass_of({instruction})).has_predicated_copies;
  };
  const Event copy{0, 0x1000, 16};
  EXPECT_FALSE(has_predicated("1 @P0 LDGSTS.E.128 [R1], desc[UR4][R2.64]", {copy}, "cpa16"));
  EXPECT_TRUE(has_predicated("1 @P0 LDGSTS.E.BYPASS.128 [R1], desc[UR4][R2.64]", {copy}));
  EXPECT_FALSE(has_predicated("1 LDGSTS.E.BYPASS.128 [R1], desc[UR4][R2.64]", {copy}));
  EXPECT_FALSE(has_predicated("1 @P0 LDGSTS.E.BYPASS.128 [R1], desc[UR4][R2.64]", {}));
}

TEST(SassCost, WithoutEveryEventAWiderAccessIsUncertain) {
  Trace trace = four("sld");
  trace.events_complete = false;
  const SassCost cost = sass_cost(trace, sass_of({"1 LDS.128 R0, [R9]"}));
  EXPECT_EQ(cost.sites[0].doubt, Doubt::events_left_out);
  EXPECT_FALSE(cost.is_certain());
}

TEST(HardwareCounters, EachPredictsAFigureOfItsOwn) {
  const KernelTotals totals = kernel_totals(four("sld"));
  std::vector<std::string_view> names;
  for (const HardwareCounter& counter : hardware_counters()) {
    EXPECT_FALSE(counter.metrics.empty());
    if (counter.predicted(totals) > 0) names.push_back(counter.name);
  }
  EXPECT_THAT(names, ElementsAre("shared load wavefronts", "shared load conflicts"));
}

}  // namespace
}  // namespace warplens::analysis
