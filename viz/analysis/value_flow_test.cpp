// The flow of values, by hand and of every reduction in the catalogue.
#include "viz/analysis/value_flow.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>

#include "kernels/cost/access_cost.h"
#include "kernels/run/run.h"

namespace warplens::analysis {
namespace {

using Place = FlowValue::Place;

const run::Catalogue& shipped() {
  static const run::Catalogue catalogue = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return catalogue;
}

std::vector<std::shared_ptr<const trace::Trace>> traces_of(const std::string& variant,
                                                           const catalog::Parameters& parameters) {
  run::Options options;
  options.machine.cost = add_cost;
  const auto run = run::run_variant(shipped(), variant, parameters, options);
  EXPECT_TRUE(run.has_value());
  return run->traces;
}

ValueFlow flow_of(const std::string& variant, std::int64_t threads, std::int64_t blocks = 1) {
  const catalog::Parameters parameters{
      {"n", threads * blocks}, {"threads", threads}, {"blocks", blocks}};
  return value_flow(*traces_of("reduce/" + variant, parameters).front(), 0);
}

std::vector<std::uint32_t> lanes_of(const ValueFlow& flow) {
  std::vector<std::uint32_t> lanes;
  for (const FlowStep& step : flow.steps) lanes.push_back(step.lanes);
  return lanes;
}

std::vector<std::uint32_t> divergent_of(const ValueFlow& flow) {
  std::vector<std::uint32_t> warps;
  for (const FlowStep& step : flow.steps) warps.push_back(step.divergent);
  return warps;
}

// Of how many elements the values of `step` are that reach the result.
std::set<std::uint32_t> used_elements(const ValueFlow& flow, std::size_t step) {
  std::set<std::uint32_t> elements;
  for (const FlowValue& value : flow.values) {
    if (value.step == step && value.is_used) elements.insert(value.elements);
  }
  return elements;
}

const FlowValue& output_of(const ValueFlow& flow) {
  return *std::ranges::find(flow.values, Place::output, &FlowValue::place);
}

using Lanes = std::vector<std::uint32_t>;

TEST(ValueFlow, InterleavedPairsKeepBothWarpsInEachOfItsFirstFiveSteps) {
  const ValueFlow flow = flow_of("interleaved", 64);
  EXPECT_EQ(lanes_of(flow), (Lanes{64, 32, 16, 8, 4, 2, 1, 1}));
  EXPECT_EQ(divergent_of(flow), (Lanes{0, 2, 2, 2, 2, 2, 1, 1}));
  EXPECT_EQ(flow.steps[3].active[0], 0x01010101u);
  EXPECT_EQ(flow.columns, 64u);
}

TEST(ValueFlow, IndexedPairsAreThoseOfTheFirstThreads) {
  const ValueFlow flow = flow_of("interleaved_indexed", 64);
  EXPECT_EQ(lanes_of(flow), (Lanes{64, 32, 16, 8, 4, 2, 1, 1}));
  EXPECT_EQ(divergent_of(flow), (Lanes{0, 0, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(flow.steps[3].active[0], 0xffu);
  const ValueFlow pairs = flow_of("interleaved", 64);
  for (std::uint32_t step = 0; step + 1 < flow.steps.size(); ++step) {
    std::set<std::uint32_t> words, others;
    for (const FlowValue& value : flow.values) {
      if (value.step == step) words.insert(value.column);
    }
    for (const FlowValue& value : pairs.values) {
      if (value.step == step) others.insert(value.column);
    }
    EXPECT_EQ(words, others) << "the words are the same";
  }
}

TEST(ValueFlow, EachStepDoublesWhatAValueIsMadeOf) {
  for (const char* variant : {"interleaved", "interleaved_indexed", "sequential", "two_pass",
                              "atomic", "last_block", "unrolled", "unrolled_nosync"}) {
    for (const std::int64_t threads : {64, 256}) {
      const ValueFlow flow = flow_of(variant, threads);
      std::uint32_t elements = 1;
      for (std::size_t step = 0; elements <= threads; ++step, elements *= 2) {
        EXPECT_EQ(used_elements(flow, step), std::set<std::uint32_t>{elements})
            << variant << " step " << step;
      }
      EXPECT_EQ(output_of(flow).elements, threads) << variant;
      EXPECT_EQ(output_of(flow).thread, 0u) << variant;
    }
  }
}

TEST(ValueFlow, AValueIsReadBeforeItIsMadeOfAnother) {
  const ValueFlow flow = flow_of("sequential", 64);
  for (std::size_t i = 0; i < flow.values.size(); ++i) {
    for (const FlowEdge& edge : flow.edges_of(i)) {
      EXPECT_LT(edge.from, i);
      EXPECT_GT(edge.event, flow.values[edge.from].event);
      EXPECT_LE(edge.event, flow.values[i].event);
      EXPECT_LT(flow.values[edge.from].step, flow.values[i].step);
    }
  }
}

// Thread t of the step that adds values[t + s] reads its own word and that one.
TEST(ValueFlow, HalvesReadTheirOwnWordAndTheOneSPlacesOn) {
  const ValueFlow flow = flow_of("sequential", 64);
  for (std::size_t i = 0; i < flow.values.size(); ++i) {
    const FlowValue& value = flow.values[i];
    if (value.step == 0 || value.place == Place::output) continue;
    const std::uint32_t s = 64u >> value.step;
    const auto edges = flow.edges_of(i);
    ASSERT_EQ(edges.size(), 2u);
    const std::set<std::uint32_t> words{flow.values[edges[0].from].column,
                                        flow.values[edges[1].from].column};
    EXPECT_EQ(words, (std::set<std::uint32_t>{value.thread, value.thread + s}));
  }
}

TEST(ValueFlow, ShufflesGoThroughRegistersAndOneWordAWarp) {
  const ValueFlow flow = flow_of("shuffle", 256);
  std::map<Place, std::size_t> used;
  for (const FlowValue& value : flow.values) used[value.place] += value.is_used ? 1 : 0;
  EXPECT_EQ(used[Place::word], 8u);
  EXPECT_EQ(used[Place::output], 1u);
  // Loaded, five shuffles, the warps' words, read again, five more, out.
  ASSERT_EQ(flow.steps.size(), 1u + 5 + 1 + 1 + 5 + 1);
  for (std::size_t step = 0; step <= 5; ++step) {
    EXPECT_EQ(flow.steps[step].lanes, 256u);
    EXPECT_EQ(flow.steps[step].divergent, 0u);
    EXPECT_EQ(used_elements(flow, step), std::set<std::uint32_t>{1u << step});
  }
  for (std::size_t step = 8; step <= 12; ++step) EXPECT_EQ(flow.steps[step].lanes, 32u) << step;
  EXPECT_EQ(flow.steps[7].lanes, 8u) << "the warps' values are read";
  EXPECT_EQ(flow.steps[6].lanes, 8u);
  EXPECT_EQ(flow.steps[6].divergent, 8u);
  EXPECT_EQ(output_of(flow).elements, 256u);
}

TEST(ValueFlow, WhatUpperLanesShuffleReachesNoResult) {
  const ValueFlow flow = flow_of("shuffle", 32);
  std::map<std::uint32_t, std::uint32_t> used;  // by step
  for (const FlowValue& value : flow.values) used[value.step] += value.is_used ? 1u : 0u;
  EXPECT_EQ(used[1], 16u);
  EXPECT_EQ(used[2], 8u);
  EXPECT_EQ(used[5], 1u);
}

TEST(ValueFlow, TheLastBlockAddsTheBlocksValuesInASecondTree) {
  const auto traces = traces_of("reduce/last_block", {{"n", 192}, {"threads", 64}, {"blocks", 3}});
  const ValueFlow first = value_flow(*traces.front(), 0);
  const ValueFlow last = value_flow(*traces.front(), 2);
  EXPECT_EQ(first.steps.size(), 8u);
  EXPECT_EQ(last.steps.size(), 16u);
  std::vector<std::uint32_t> outputs;
  for (const FlowValue& value : last.values) {
    if (value.place == Place::output) outputs.push_back(value.elements);
  }
  EXPECT_EQ(outputs, (std::vector<std::uint32_t>{64, 3}));
}

TEST(ValueFlow, AllReductionsHaveOneOutputABlockAndAreNotCut) {
  for (const char* variant :
       {"interleaved", "interleaved_indexed", "sequential", "two_pass", "atomic", "unrolled",
        "shuffle", "unrolled_nosync", "atomic_zeroed_inside", "loads_in_flight", "vector_loads",
        "vectors_in_flight"}) {
    for (const std::int64_t threads : {64, 1024}) {
      const catalog::Parameters parameters{{"n", 5000}, {"threads", threads}, {"blocks", 2}};
      const ValueFlow flow =
          value_flow(*traces_of(std::string("reduce/") + variant, parameters)[0], 1);
      EXPECT_FALSE(flow.is_cut) << variant;
      EXPECT_EQ(std::ranges::count(flow.values, Place::output, &FlowValue::place), 1) << variant;
      EXPECT_GE(output_of(flow).elements, 900u) << variant;
    }
  }
}

TEST(ValueFlow, WhereNoLaneReadsAnothersValueNothingComesTogether) {
  EXPECT_TRUE(value_flow(*traces_of("add/linear_1d", {}).front(), 0).is_empty());
  EXPECT_TRUE(value_flow(*traces_of("reduce/sequential", {}).front(), 99).is_empty());
}

TEST(ValueFlow, ATileIsStoredAndReadByOthers) {
  const ValueFlow flow = value_flow(*traces_of("transpose/tile", {}).front(), 0);
  ASSERT_EQ(flow.steps.size(), 2u);
  EXPECT_FALSE(flow.steps[1].combines);
  EXPECT_TRUE(flow.steps[1].has_outputs);
}

}  // namespace
}  // namespace warplens::analysis
