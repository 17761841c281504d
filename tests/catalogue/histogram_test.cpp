// Every histogram against its CPU reference, what catches the broken one, and what their comments
// say that they cost.
#include <gmock/gmock.h>

#include <set>

#include "kernels/catalog/histogram_plans.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/run_plan.h"
#include "tests/catalogue/costs.h"
#include "viz/analysis/executed/sass_cost.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;
using trace::Space;
using trace::Verdict;

// One value, a warp and one more or less, a vector of 16 and some more, more than a round of all.
constexpr std::int64_t kValueCounts[] = {1, 15, 16, 17, 31, 32, 33, 257, 1000, 4099, 70001};
constexpr std::int64_t kZeroShares[] = {0, 50, 100};  // percent of the values that are 0
constexpr std::uint64_t kOrders = 5;

const catalog::Family& counted() { return family("histogram"); }

std::vector<std::string> right_ones() {
  std::vector<std::string> names;
  for (const catalog::Variant& variant : counted().variants) {
    if (!variant.broken) names.push_back(variant.name);
  }
  return names;
}

TEST(Histograms, AreRightAtEverySizeAndDistribution) {
  for (const std::string& name : right_ones()) {
    for (const std::int64_t n : kValueCounts) {
      for (const std::int64_t zeros : kZeroShares) {
        for (const std::int64_t blocks : {1, 3}) {
          expect_match_without_findings(
              "histogram/" + name,
              {{"n", n}, {"zeros", zeros}, {"blocks", blocks}, {"threads", 64}});
        }
      }
    }
  }
}

TEST(Histograms, AreRightWithBlocksOfFewerAndMoreThreadsThanCounters) {
  for (const std::string& name : right_ones()) {
    for (const std::int64_t threads : {32, 256, 1024}) {
      expect_match_without_findings("histogram/" + name, {{"n", 5000}, {"threads", threads}});
    }
  }
}

TEST(Histograms, AreRightInAnyOrderOfTheBlocks) {
  for (const std::string& name : right_ones()) {
    for (std::uint64_t seed = 0; seed < kOrders; ++seed) {
      expect_match_without_findings("histogram/" + name, {{"n", 3000}, {"blocks", 7}},
                                    in_order_of(seed));
    }
  }
}

TEST(Histograms, WithWeightsAddThem) {
  for (const char* name : {"weighted", "weighted_aggregated", "weighted_copies"}) {
    for (const std::int64_t zeros : kZeroShares) {
      expect_match_without_findings(std::string("histogram/") + name,
                                    {{"n", 1000}, {"zeros", zeros}, {"weight", 7}});
    }
  }
}

// The variant's plan, its values read from `begin` on: one by one, where that is not aligned.
catalog::Plan shifted(const catalog::Variant& variant, const Parameters& settings,
                      std::uint64_t begin) {
  catalog::Plan plan = *variant.plan(*complete(counted(), variant, settings));
  plan.buffers.at(0).columns += begin;
  std::get<catalog::LaunchStep>(plan.steps.back()).arguments.front() =
      catalog::BufferArgument{"values", begin};
  plan.reference = [begin](catalog::HostBuffers& buffers) {
    const std::span<std::uint32_t> counts = buffers.as<std::uint32_t>("counts");
    std::ranges::fill(counts, 0u);
    for (const std::uint8_t value : buffers.as<std::uint8_t>("values").subspan(begin)) {
      ++counts[value];
    }
  };
  return plan;
}

TEST(Histograms, OfVectorsAreRightWhereverTheValuesBegin) {
  for (const char* name : {"vectors", "vectors_copies", "vectors_in_flight"}) {
    const catalog::Variant& variant = *counted().find(name);
    for (const std::uint64_t begin : {0, 1, 4, 15, 16}) {
      for (const std::int64_t n : {1, 16, 257, 4099}) {
        SCOPED_TRACE(fmt::format("{} of {} from {}", name, n, begin));
        expect_match_without_findings(
            *run::run_plan(shifted(variant, {{"n", n}}, begin),
                           {"histogram", *catalogue().module(counted(), variant)}, quick()));
      }
    }
  }
}

TEST(Histograms, AReferenceThatMissesOneValueIsNoticed) {
  const catalog::Variant& variant = *counted().find("shared");
  catalog::Plan plan = *variant.plan(*complete(counted(), variant, {}));
  plan.reference = [reference = plan.reference](catalog::HostBuffers& buffers) {
    reference(buffers);
    --buffers.as<std::uint32_t>("counts")[buffers.as<std::uint8_t>("values").back()];
  };
  const auto result =
      run::run_plan(plan, {"histogram", *catalogue().module(counted(), variant)}, quick());
  EXPECT_EQ(result->verdict, Verdict::mismatch);
}

std::vector<std::uint8_t> drawn(std::int64_t zeros) {
  run::Options options = quick();
  options.keep_buffers = true;
  const auto result =
      run::run_variant(catalogue(), "histogram/global", {{"n", 500000}, {"zeros", zeros}}, options);
  const auto values = std::ranges::find(result->buffers, "values", &trace::NamedBytes::name);
  std::vector<std::uint8_t> bytes;
  for (const std::byte byte : values->bytes) bytes.push_back(static_cast<std::uint8_t>(byte));
  return bytes;
}

TEST(Histograms, AreOfAsManyZerosAsTheParameterSays) {
  for (const std::int64_t zeros : {0, 50, 75, 90, 99, 100}) {
    const std::vector<std::uint8_t> values = drawn(zeros);
    const auto share =
        static_cast<double>(std::ranges::count(values, 0)) / static_cast<double>(values.size());
    EXPECT_NEAR(share, static_cast<double>(zeros) / 100, 0.01) << zeros;
    const std::set<std::uint8_t> distinct(values.begin(), values.end());
    EXPECT_EQ(distinct.size(), zeros == 100 ? 1u : 256u) << zeros;
  }
}

TEST(HistogramSharedPlain, RacesOnTheBlocksOwnCountersAndLosesCounts) {
  for (const std::int64_t zeros : {50, 100}) {
    const auto result =
        run::run_variant(catalogue(), "histogram/shared_plain", {{"zeros", zeros}}, quick());
    ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
    EXPECT_EQ(result->verdict, Verdict::mismatch);
    const trace::Trace& trace = *result->traces.at(0);
    ASSERT_FALSE(trace.findings.empty());
    for (const trace::Finding& finding : trace.findings) {
      EXPECT_EQ(finding.kind, trace::FindingKind::race);
      EXPECT_EQ(finding.severity, trace::Severity::error);
      EXPECT_THAT(source_line(finding.file, finding.line), testing::HasSubstr("++own["));
    }
  }
}

// Wavefronts of the atomics on shared memory, as the SASS that ships for `architecture` has them.
class SharedAtomics : public testing::Test {
 protected:
  static trace::SiteTotals executed(const std::string& variant, const Parameters& settings,
                                    std::uint32_t capability = 90) {
    const std::string kernel = "histogram/" + variant;
    run::Options options;
    options.machine.cost = analysis::add_cost;
    const auto run = run::run_variant(catalogue(), kernel, settings, options);
    const auto code = run::shipped_code(WARPLENS_SOURCE_DIR "/assets", kernel, capability);
    EXPECT_TRUE(code.has_value()) << code.error().message.in(Language::en);
    const analysis::SassCost cost = analysis::sass_cost(*run->traces.at(0), code->accesses);
    EXPECT_TRUE(cost.is_certain()) << kernel;
    return cost.totals.shared_atomic;
  }
  static Parameters of(std::int64_t zeros) {
    return {{"n", 1024}, {"zeros", zeros}, {"blocks", 1}, {"threads", 128}};
  }
  static Parameters of(std::int64_t zeros, std::int64_t copies) {
    Parameters settings = of(zeros);
    settings["copies"] = copies;
    return settings;
  }
};

TEST_F(SharedAtomics, OfTheConstantOneOnOneCounterAreOneWavefront) {
  EXPECT_EQ(executed("shared", of(100)).max_way, 1u);
  EXPECT_EQ(executed("shared", of(100), 80).max_way, 1u);
  EXPECT_EQ(executed("shared", of(100), 75).max_way, 32u) << "Turing counts no lanes";
}

TEST_F(SharedAtomics, OfAWeightOnOneCounterTakeAWavefrontALane) {
  EXPECT_EQ(executed("weighted", of(100)).max_way, 32u);
  EXPECT_GT(executed("weighted", of(50)).max_way, 8u);
  EXPECT_LT(executed("weighted", of(0)).max_way, 8u);
}

TEST_F(SharedAtomics, FallWithTheCopiesAndAreFreeWith32) {
  for (const std::int64_t copies : {1, 2, 4, 8, 16, 32}) {
    EXPECT_EQ(executed("weighted_copies", of(100, copies)).max_way,
              static_cast<std::uint32_t>(32 / copies));
  }
  for (const char* name : {"copies", "weighted_copies", "vectors_copies"}) {
    for (const std::int64_t zeros : kZeroShares) {
      EXPECT_EQ(executed(name, of(zeros, 32)).max_way, 1u) << name << " " << zeros;
    }
  }
}

TEST_F(SharedAtomics, OfElectedLanesAreOfDifferentCounters) {
  EXPECT_EQ(executed("weighted_aggregated", of(100)).max_way, 1u);
  EXPECT_EQ(executed("weighted_aggregated", of(100)).lanes, 1024u / 32);
  EXPECT_LT(executed("weighted_aggregated", of(50)).max_way, 8u);
}

TEST(Copies, AreAddedUpWithoutConflicts) {
  for (const std::int64_t copies : {1, 2, 4, 8, 16, 32}) {
    const analysis::KernelTotals totals =
        totals_of("histogram/copies", {{"copies", copies}, {"threads", 256}});
    EXPECT_EQ(totals.shared_load.max_way, 1u) << copies;
    EXPECT_EQ(totals.shared_store.max_way, 1u) << copies;
  }
}

TEST(HistogramVectors, BringSixteenSectorsALoad) {
  const Parameters settings = {{"n", 8192}, {"blocks", 2}, {"threads", 128}};
  EXPECT_EQ(sectors_a_request(totals_of("histogram/copies", settings).global_load), 1);
  for (const char* name :
       {"histogram/vectors", "histogram/vectors_copies", "histogram/vectors_in_flight"}) {
    EXPECT_EQ(sectors_a_request(totals_of(name, settings).global_load), 16) << name;
  }
}

TEST(Privatisation, LeavesOneGlobalAtomicACounterAndBlock) {
  const Parameters settings = {{"n", 8192}, {"blocks", 4}};
  EXPECT_EQ(totals_of("histogram/global", settings).global_atomic.lanes, 8192u);
  EXPECT_EQ(totals_of("histogram/shared", settings).global_atomic.lanes, 4u * 256);
}

}  // namespace
}  // namespace warplens
