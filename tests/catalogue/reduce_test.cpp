// Every reduction against its CPU reference, and what catches each broken one.
#include <limits>
#include <set>

#include "kernels/catalog/reduce_plans.h"
#include "kernels/run/run_plan.h"
#include "tests/catalogue/running.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::Verdict;

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

TEST(Reductions, AreRightWithAnyNumberOfLoadsUnderWay) {
  for (const char* variant : {"reduce/one_launch", "reduce/one_total"}) {
    for (const std::int64_t loads : {1, 2}) {  // 4 is the default
      for_each_count([&](Parameters p) {
        p["loads"] = loads;
        expect_match_without_findings(variant, p);
      });
    }
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
TEST(Reductions, OneLaunchIsRightInAnyOrderOfTheBlocks) {
  expect_right_in_every_order("one_launch");
}
TEST(Reductions, OneTotalIsRightInAnyOrderOfTheBlocks) { expect_right_in_every_order("one_total"); }

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
    EXPECT_EQ(result->verdict, trace::Verdict::mismatch);
  }
}

void expect_right_when_launched_again(const std::string& name) {
  const catalog::Variant& variant = *reductions().find(name);
  for (const std::int64_t operation : kOperations) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      catalog::Plan plan = *variant.plan(
          *complete(reductions(), variant, {{"blocks", 5}, {"operation", operation}}));
      const catalog::Step launch = plan.steps.back();
      plan.steps.insert(plan.steps.end(), {launch, launch});
      const auto result = run::run_plan(
          plan, {"reduce", *catalogue().module(reductions(), variant)}, in_order_of(seed));
      expect_match_without_findings(*result);
    }
  }
}

TEST(LastBlock, CanBeLaunchedAgainBecauseItSetsTheCounterBack) {
  expect_right_when_launched_again("last_block");
}

// Timing launches them many times: what a launch must find has to be left by the one before.
TEST(OneLaunch, LeavesWhatTheNextLaunchMustFind) { expect_right_when_launched_again("one_launch"); }
TEST(OneTotal, LeavesWhatTheNextLaunchMustFind) { expect_right_when_launched_again("one_total"); }

TEST(OneLaunch, AndOneTotalNeedNoStepOfTheHostBetweenLaunches) {
  for (const char* name : {"one_launch", "one_total"}) {
    const catalog::Variant& variant = *reductions().find(name);
    const auto plan = variant.plan(*complete(reductions(), variant, {}));
    ASSERT_EQ(plan->steps.size(), 1u) << name;
    EXPECT_TRUE(std::holds_alternative<catalog::LaunchStep>(plan->steps.front())) << name;
  }
}

// The different results of a sum over orders of the blocks.
std::set<std::vector<std::byte>> sums_in_many_orders(const std::string& variant) {
  std::set<std::vector<std::byte>> sums;
  for (std::uint64_t seed = 0; seed < 2 * kSeeds; ++seed) {
    run::Options options = in_order_of(seed);
    options.keep_buffers = true;
    const auto result = run::run_variant(catalogue(), "reduce/" + variant,
                                         {{"n", 20000}, {"blocks", 20}, {"threads", 32}}, options);
    const auto sum = std::ranges::find(result->buffers, "result", &trace::NamedBytes::name);
    sums.insert(sum->bytes);
  }
  return sums;
}

TEST(OneLaunch, GivesTheSameBitsInEveryOrderOfTheBlocks) {
  EXPECT_EQ(sums_in_many_orders("one_launch").size(), 1u);
}
TEST(OneTotal, IsRoundedInTheOrderInWhichTheBlocksCome) {
  EXPECT_GT(sums_in_many_orders("one_total").size(), 1u);
}

// Both arrays begin so many elements behind where they are allocated.
struct Begins {
  std::size_t x = 0, y = 0;
};

// The variant's plan, its arrays read from there on: float by float, in turns of a block's threads,
// where one of them is not aligned.
catalog::Plan shifted(const catalog::Variant& variant, const Parameters& settings,
                      const Begins& begins) {
  const Parameters p = *complete(reductions(), variant, settings);
  catalog::Plan plan = *variant.plan(p);
  for (catalog::BufferSpec& buffer : plan.buffers) {
    if (buffer.name == "x" || buffer.name == "y") buffer.columns += 4;
  }
  auto& launch = std::get<catalog::LaunchStep>(plan.steps.front());
  for (catalog::Argument& argument : launch.arguments) {
    auto* buffer = std::get_if<catalog::BufferArgument>(&argument);
    if (buffer == nullptr) continue;
    if (buffer->buffer == "x") buffer->byte_offset = begins.x * sizeof(float);
    if (buffer->buffer == "y") buffer->byte_offset = begins.y * sizeof(float);
  }
  plan.reference = [p, begins](catalog::HostBuffers& buffers) {
    const std::span<const float> x = buffers.as<float>("x"), y = buffers.as<float>("y");
    const std::int64_t operation = p.at("operation");
    const bool is_maximum = operation == catalog::reduce_maximum;
    const auto combine = [&](double& to, double with) {
      to = is_maximum ? std::max(to, with) : to + with;
    };
    const double none = is_maximum ? -std::numeric_limits<double>::infinity() : 0;
    std::vector<double> of_blocks(static_cast<std::size_t>(p.at("blocks")), none);
    const auto threads = static_cast<std::size_t>(p.at("threads"));
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.at("n")); ++i) {
      const double factor = operation == catalog::reduce_dot ? y[begins.y + i] : 1;
      combine(of_blocks[i / threads % of_blocks.size()], x[begins.x + i] * factor);
    }
    const std::span<float> partials = buffers.as<float>("partials");
    for (std::size_t i = 0; i < partials.size(); ++i)
      partials[i] = static_cast<float>(of_blocks[i]);
    double all = none;
    for (const double value : of_blocks) combine(all, value);
    buffers.as<float>("result")[0] = static_cast<float>(all);
  };
  return plan;
}

TEST(Reductions, OfVectorsAreRightWhereverTheArraysBegin) {
  const std::vector<Begins> all = {{1, 1}, {2, 2}, {3, 3}, {0, 1}, {1, 0}, {2, 3}};
  for (const char* name : {"one_launch", "one_total"}) {
    const catalog::Variant& variant = *reductions().find(name);
    for (const Begins& begins : all) {
      for (const std::int64_t n : {1, 3, 5, 257, 4099}) {
        for (const std::int64_t operation : kOperations) {
          if (begins.x == 0 && operation != catalog::reduce_dot) continue;  // y is not read
          SCOPED_TRACE(
              fmt::format("{} {} of {} from {} and {}", name, operation, n, begins.x, begins.y));
          const auto plan = shifted(variant, {{"n", n}, {"operation", operation}}, begins);
          expect_match_without_findings(*run::run_plan(
              plan, {"reduce", *catalogue().module(reductions(), variant)}, quick()));
        }
      }
    }
  }
}

trace::Verdict verdict_of(const std::string& variant, const Parameters& settings,
                          const run::Options& options) {
  const auto result = run::run_variant(catalogue(), "reduce/" + variant, settings, options);
  EXPECT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  return result->verdict;
}

std::uint64_t wrong_orders(const std::string& variant, const Parameters& settings) {
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    wrong += verdict_of(variant, settings, in_order_of(seed)) == trace::Verdict::mismatch ? 1 : 0;
  }
  return wrong;
}

TEST(LastBlockReread, IsWrongInIndexOrderAndMostOthersOnceABlockHasSeveralWarps) {
  for (const std::int64_t operation : {catalog::reduce_sum, catalog::reduce_dot}) {
    for (const std::int64_t threads : {64, 256}) {
      const Parameters settings = {{"operation", operation}, {"threads", threads}};
      EXPECT_EQ(verdict_of("last_block_reread", settings, quick()), trace::Verdict::mismatch);
      EXPECT_GT(wrong_orders("last_block_reread", settings), kSeeds / 2);
      EXPECT_EQ(wrong_orders("last_block", settings), 0u);
    }
  }
  const Parameters maximum = {{"operation", catalog::reduce_maximum}};
  EXPECT_EQ(verdict_of("last_block_reread", maximum, quick()), trace::Verdict::match);
}

TEST(AtomicZeroedInside, IsWrongInSomeOrderInWhichBlock0IsNotTheFirst) {
  for (const std::int64_t operation : kOperations) {
    const Parameters settings = {{"operation", operation}, {"blocks", 8}};
    EXPECT_EQ(verdict_of("atomic_zeroed_inside", settings, quick()), trace::Verdict::match);
    EXPECT_GT(wrong_orders("atomic_zeroed_inside", settings), 0u) << operation;
    EXPECT_EQ(wrong_orders("atomic", settings), 0u) << operation;
  }
}

TEST(UnrolledNosync, RacesInTheLastWarp) {
  for (const std::int64_t operation : kOperations) {
    const auto result = run::run_variant(catalogue(), "reduce/unrolled_nosync",
                                         {{"operation", operation}}, quick());
    ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
    for (const auto& trace : result->traces) {
      ASSERT_FALSE(trace->findings.empty());
      for (const trace::Finding& finding : trace->findings) {
        EXPECT_EQ(finding.kind, trace::FindingKind::race);
        EXPECT_EQ(finding.severity, trace::Severity::error);
        EXPECT_EQ(finding.warp, 0u);
        EXPECT_NE(source_line(finding.file, finding.line).find("values[lane] = combine"),
                  std::string::npos)
            << finding.message.in(Language::en);
      }
    }
  }
}

}  // namespace
}  // namespace warplens
