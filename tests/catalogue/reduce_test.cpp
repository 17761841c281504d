// Every reduction against its CPU reference, and what catches each broken one.
#include "kernels/catalog/reduce_plans.h"
#include "kernels/run/run_plan.h"
#include "tests/catalogue/running.h"

namespace warplens {
namespace {

using catalog::Parameters;
using run::Verdict;

// One element, a warp and one more or less, a block and one more or less, more than a round of all.
constexpr std::int64_t kCounts[] = {1, 2, 31, 32, 33, 255, 256, 257, 1000, 4099};
constexpr std::int64_t kOperations[] = {catalog::reduce_sum, catalog::reduce_maximum,
                                        catalog::reduce_dot};
constexpr std::uint64_t kSeeds = 10;

// Calls check(settings) over sizes, operations and one block, a few, and more than there is work
// for.
template <class F>
void for_each_count(const F& check) {
  for (const std::int64_t n : kCounts) {
    for (const std::int64_t operation : kOperations) {
      for (const std::int64_t blocks : {1, 3, 20}) {
        check({{"n", n}, {"operation", operation}, {"blocks", blocks}, {"threads", 64}});
      }
    }
  }
}

TEST(Reductions, AreRightAtEverySize) {
  for (const catalog::Variant& variant : family("reduce").variants) {
    if (variant.broken) continue;
    for_each_count(
        [&](const Parameters& p) { expect_match_without_findings("reduce/" + variant.name, p); });
  }
}

void expect_right_in_every_order(const std::string& variant) {
  for_each_count([&](const Parameters& p) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      expect_match_without_findings("reduce/" + variant, p, in_order_of(seed));
    }
  });
}

TEST(Reductions, AtomicIsRightInAnyOrderOfTheBlocks) { expect_right_in_every_order("atomic"); }
TEST(Reductions, LastBlockIsRightInAnyOrderOfTheBlocks) {
  expect_right_in_every_order("last_block");
}

const catalog::Family& reductions() { return family("reduce"); }

TEST(Reductions, AReferenceThatLacksOneElementIsNoticed) {
  for (const std::int64_t operation : {catalog::reduce_sum, catalog::reduce_dot}) {
    const catalog::Variant& variant = *reductions().find("sequential");
    const Parameters settings = {{"n", 4099}, {"operation", operation}};
    catalog::Plan plan = *variant.plan(*complete(reductions(), variant, settings));
    plan.reference = [reference = plan.reference](catalog::HostBuffers& buffers) {
      const float last = std::exchange(buffers.as<float>("x").back(), 0.0f);
      reference(buffers);
      buffers.as<float>("x").back() = last;
    };
    const auto result =
        run::run_plan(plan, {"reduce", *catalogue().module(reductions(), variant)}, quick());
    EXPECT_EQ(result->verdict, Verdict::mismatch);
  }
}

TEST(LastBlock, CanBeLaunchedAgainBecauseItSetsTheCounterBack) {
  const catalog::Variant& variant = *reductions().find("last_block");
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    catalog::Plan plan = *variant.plan(*complete(reductions(), variant, {{"blocks", 5}}));
    const catalog::Step launch = plan.steps.back();
    plan.steps.insert(plan.steps.end(), {launch, launch});
    const auto result = run::run_plan(plan, {"reduce", *catalogue().module(reductions(), variant)},
                                      in_order_of(seed));
    expect_match_without_findings(*result);
  }
}

Verdict verdict_of(const std::string& variant, const Parameters& settings,
                   const run::Options& options) {
  const auto result = run::run_variant(catalogue(), "reduce/" + variant, settings, options);
  EXPECT_TRUE(result.has_value()) << result.error().message.en;
  return result->verdict;
}

std::uint64_t wrong_orders(const std::string& variant, const Parameters& settings) {
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    wrong += verdict_of(variant, settings, in_order_of(seed)) == Verdict::mismatch ? 1 : 0;
  }
  return wrong;
}

TEST(LastBlockReread, IsWrongInIndexOrderAndMostOthersOnceABlockHasSeveralWarps) {
  for (const std::int64_t operation : {catalog::reduce_sum, catalog::reduce_dot}) {
    for (const std::int64_t threads : {64, 256}) {
      const Parameters settings = {{"operation", operation}, {"threads", threads}};
      EXPECT_EQ(verdict_of("last_block_reread", settings, quick()), Verdict::mismatch);
      EXPECT_GT(wrong_orders("last_block_reread", settings), kSeeds / 2);
      EXPECT_EQ(wrong_orders("last_block", settings), 0u);
    }
  }
  const Parameters maximum = {{"operation", catalog::reduce_maximum}};
  EXPECT_EQ(verdict_of("last_block_reread", maximum, quick()), Verdict::match);
}

TEST(AtomicZeroedInside, IsWrongInSomeOrderInWhichBlock0IsNotTheFirst) {
  for (const std::int64_t operation : kOperations) {
    const Parameters settings = {{"operation", operation}, {"blocks", 8}};
    EXPECT_EQ(verdict_of("atomic_zeroed_inside", settings, quick()), Verdict::match);
    EXPECT_GT(wrong_orders("atomic_zeroed_inside", settings), 0u) << operation;
    EXPECT_EQ(wrong_orders("atomic", settings), 0u) << operation;
  }
}

TEST(UnrolledNosync, RacesInTheLastWarp) {
  for (const std::int64_t operation : kOperations) {
    const auto result = run::run_variant(catalogue(), "reduce/unrolled_nosync",
                                         {{"operation", operation}}, quick());
    ASSERT_TRUE(result.has_value()) << result.error().message.en;
    for (const auto& trace : result->traces) {
      ASSERT_FALSE(trace->findings.empty());
      for (const trace::Finding& finding : trace->findings) {
        EXPECT_EQ(finding.kind, trace::FindingKind::race);
        EXPECT_EQ(finding.severity, trace::Severity::error);
        EXPECT_EQ(finding.warp, 0u);
        EXPECT_NE(source_line(finding.file, finding.line).find("values[lane] = combine"),
                  std::string::npos)
            << finding.message.en;
      }
    }
  }
}

}  // namespace
}  // namespace warplens
