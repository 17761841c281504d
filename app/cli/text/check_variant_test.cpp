// The check's judgement, with the interpreter in the place of the GPU and what it predicts in the
// place of counters, changed as each test says.
#include "app/cli/text/check_variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/text/check_report.h"
#include "app/session/kernel_result.h"
#include "kernels/base/json.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/run_plan.h"

namespace warplens::cli {
namespace {

using run::PlannedVariant;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> lines(const std::vector<Text>& texts) {
  std::vector<std::string> all;
  for (const Text& text : texts) all.push_back(text.in(Language::en));
  return all;
}

const run::Catalogue& catalogue() {
  static const run::Catalogue opened = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return opened;
}

Result<trace::Run> interpret(const PlannedVariant& planned, std::optional<std::uint64_t> order) {
  run::Options options;
  options.machine.cost = analysis::add_cost;
  options.machine.order_seed = order;
  return run_plan(planned.plan, {planned.found.variant->name, planned.module}, options);
}

// What a GPU that does as the trace says would count.
trace::CounterValues counters_of(const trace::Trace& trace) {
  trace::CounterValues values;
  const analysis::KernelTotals totals = analysis::kernel_totals(trace);
  for (const analysis::HardwareCounter& counter : analysis::hardware_counters()) {
    for (const std::string_view metric : counter.metrics) values[std::string(metric)] = 0;
    values[std::string(counter.metrics[0])] = static_cast<double>(counter.predicted(totals));
  }
  return values;
}

class Checks : public testing::Test {
 protected:
  Checks() {
    backends_.cpu = interpret;
    backends_.gpu = [this](const PlannedVariant& planned) {
      Result<trace::Run> result = interpret(planned, order_);
      for (const auto& trace : result->traces) result->counters.push_back(counters_of(*trace));
      if (change_) change_(*result);
      return result;
    };
    backends_.untouched = [this](const PlannedVariant&) {
      return Result<std::optional<trace::Mismatch>>(untouched_);
    };
    backends_.sass = [](const PlannedVariant&) {
      return Result<std::vector<sass::Access>>(fail("ptxas is not here"));
    };
  }

  VariantCheck check(const std::string& name, const catalog::Parameters& settings = {}) {
    const auto planned = run::plan_variant(catalogue(), name, settings);
    EXPECT_TRUE(planned.has_value()) << planned.error().message.in(Language::en);
    const auto checked = check_variant(backends_, *planned);
    EXPECT_TRUE(checked.has_value()) << checked.error().message.in(Language::en);
    return checked.value_or(VariantCheck{});
  }
  static std::string text(const VariantCheck& check) {
    return check_text({}, check, *catalogue().find(check.name)->family);
  }
  // One more of the first metric of each launch.
  void miscount() {
    change_ = [](trace::Run& result) {
      const auto counter = analysis::hardware_counters()[0];
      for (auto& values : result.counters) values[std::string(counter.metrics[0])] += 1;
    };
  }

  CheckBackends backends_;
  std::optional<std::uint64_t> order_;
  std::function<void(trace::Run&)> change_;
  std::optional<trace::Mismatch> untouched_;
};

TEST_F(Checks, PassWhereBothDoTheSame) {
  const VariantCheck same = check("transpose/tile");
  EXPECT_THAT(lines(same.faults), IsEmpty());
  EXPECT_EQ(same.results, ResultCheck::equal_bits);
  EXPECT_TRUE(same.has_counters);
  EXPECT_FALSE(same.hangs_on_order);
  EXPECT_THAT(text(same), testing::ContainsRegex("rows=64 cols=96 +equal +[0-9]+ equal +equal bits"
                                                 " +[0-9]+ equal\n"));
  EXPECT_THAT(lines(same.notes), IsEmpty());
}

TEST_F(Checks, FindAnotherAccessAndSayWhere) {
  backends_.gpu = [](const PlannedVariant& planned) {
    PlannedVariant other = planned;
    auto& columns = std::get<catalog::LaunchStep>(other.plan.steps[0]).arguments.back();
    std::get<catalog::ScalarArgument>(columns).bits -= 1;
    return interpret(other, std::nullopt);
  };
  const VariantCheck different = check("transpose/tile");
  EXPECT_THAT(lines(different.faults),
              Contains(testing::ContainsRegex("^kernels/catalog/transpose/tile.cu:[0-9]+, block 0 "
                                              "warp 0 lane 1, access 4: ld.global.* at in[+]3076 "
                                              "became ld.global.* at in[+]3044$")));
  EXPECT_THAT(lines(different.faults), Contains(HasSubstr(" more lanes differ")));
  EXPECT_THAT(text(different), HasSubstr(" DIFFERENT "));
}

TEST_F(Checks, LeaveOutHowOftenALoopTurnsThatWaitsForAnotherBlock) {
  for (const char* kernel : {"scan/chained", "scan/look_back"}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      order_ = seed;  // blocks side by side: they wait
      const VariantCheck same = check(kernel, {{"n", 5000}, {"threads", 32}});
      EXPECT_THAT(lines(same.faults), IsEmpty()) << kernel;
      EXPECT_THAT(lines(same.notes),
                  Contains(HasSubstr("loops that wait for what others store hang on time")));
    }
  }
}

TEST_F(Checks, FindAnotherResult) {
  change_ = [](trace::Run& result) { result.buffers.back().bytes[0] ^= std::byte{1}; };
  const VariantCheck different = check("transpose/tile");
  EXPECT_THAT(lines(different.faults),
              ElementsAre(HasSubstr("the GPU's result is not the CPU's: out[0]")));
  EXPECT_EQ(different.results, ResultCheck::different);
}

TEST_F(Checks, HoldTheUntouchedKernelToItsReference) {
  untouched_ = trace::Mismatch{"out", 7, "1", "2", 3};
  EXPECT_THAT(lines(check("transpose/tile").faults),
              ElementsAre("the untouched kernel's result is wrong: out[7] is 2, expected 1; 3 "
                          "elements differ"));
  EXPECT_THAT(lines(check("gemm/kahan_lost").faults), IsEmpty())
      << "a broken twin need not be right";
}

TEST_F(Checks, FindACounterThatIsNotPredicted) {
  miscount();
  const VariantCheck different = check("transpose/tile");
  EXPECT_THAT(lines(different.faults),
              ElementsAre(HasSubstr("global load requests: 193 counted, 192 "
                                    "predicted")));
  EXPECT_THAT(text(different), HasSubstr(", 1 DIFFERENT\n"));
  EXPECT_THAT(lines(different.notes), ElementsAre("no SASS: ptxas is not here"));
}

TEST_F(Checks, DoNotHoldAccessesThatNoRulePredictsToTheirCounter) {
  change_ = [](trace::Run& result) {
    for (const analysis::HardwareCounter& counter : analysis::hardware_counters()) {
      if (counter.name != "async copy wavefronts") continue;
      for (auto& values : result.counters) values[std::string(counter.metrics[0])] += 1;
    }
  };
  // Copies of a part of 16 bytes, whose shared side is not modelled; whole ones, whose is.
  const VariantCheck partial = check("tensor_gemm/stages", {{"n", 72}});
  EXPECT_THAT(lines(partial.faults), IsEmpty());
  EXPECT_THAT(lines(partial.notes), Contains(HasSubstr("(without a rule)")));
  EXPECT_THAT(lines(check("tensor_gemm/warpgroups", {{"m", 128}, {"n", 256}}).faults),
              Contains(HasSubstr("async copy wavefronts")));
}

TEST_F(Checks, SayWhyThereAreNoCounters) {
  change_ = [](trace::Run& result) {
    result.counters.clear();
    result.why_no_counters = "CUPTI is not here";
  };
  const VariantCheck uncounted = check("transpose/tile");
  EXPECT_THAT(lines(uncounted.faults), IsEmpty());
  EXPECT_EQ(uncounted.why_no_counters, "CUPTI is not here");
  EXPECT_THAT(text(uncounted), HasSubstr(" not read\n"));
}

TEST_F(Checks, DoNotCompareWhatARaceDecides) {
  change_ = [](trace::Run& result) { result.buffers.back().bytes[0] ^= std::byte{1}; };
  const VariantCheck racy = check("transpose/tile_nobarrier");
  EXPECT_THAT(lines(racy.faults), IsEmpty());
  EXPECT_TRUE(racy.hangs_on_order);
  EXPECT_FALSE(racy.launches.at(0).parity.has_value());
  EXPECT_EQ(racy.results, ResultCheck::hangs_on_order);
  EXPECT_THAT(text(racy), testing::ContainsRegex(" hangs on order +- +hangs on order "));
}

TEST_F(Checks, CompareABrokenTwinThatIsAlwaysWrongInTheSameWay) {
  EXPECT_FALSE(check("gemm/kahan_lost").hangs_on_order);
  change_ = [](trace::Run& result) { result.buffers.back().bytes[0] ^= std::byte{1}; };
  EXPECT_THAT(lines(check("gemm/kahan_lost").faults), ElementsAre(HasSubstr("not the CPU's")));
}

TEST_F(Checks, AllowSumsInTheOrderOfTheBlocksTheirTolerance) {
  change_ = [](trace::Run& result) { result.buffers.back().bytes[0] ^= std::byte{1}; };
  EXPECT_EQ(check("reduce/atomic").results, ResultCheck::within_tolerance);
  change_ = [](trace::Run& result) { result.mismatch = trace::Mismatch{"out", 0, "1", "2", 1}; };
  EXPECT_THAT(lines(check("reduce/atomic").faults),
              ElementsAre(HasSubstr("the GPU's result is wrong")));
}

TEST_F(Checks, AllowSumsOfTensorCoresTheirLastBits) {
  change_ = [](trace::Run& result) { result.buffers.back().bytes[0] ^= std::byte{1}; };
  EXPECT_EQ(check("tensor_gemm/one_tile").results, ResultCheck::within_tolerance);
  EXPECT_EQ(check("tensor_gemm/warpgroups").results, ResultCheck::within_tolerance);
  change_ = [](trace::Run& result) { result.mismatch = trace::Mismatch{"c", 0, "1", "2", 1}; };
  EXPECT_THAT(lines(check("tensor_gemm/one_tile").faults),
              ElementsAre(HasSubstr("the GPU's result is wrong")));
}

TEST_F(Checks, SayThatHowOftenALoopWaitsIsNotCompared) {
  const VariantCheck waits = check("tensor_gemm/producer");
  EXPECT_THAT(lines(waits.faults), IsEmpty());
  EXPECT_THAT(lines(waits.notes), Contains(HasSubstr("turns of loops that wait for an mbarrier")));
  EXPECT_THAT(lines(check("tensor_gemm/warpgroups").notes), IsEmpty());
}

// In last_block_reread several blocks may take themselves for the last one.
std::optional<std::uint64_t> order_with_other_counters(const std::string& name) {
  const auto planned = run::plan_variant(catalogue(), name, {});
  const auto usual = counters_of(*interpret(*planned, std::nullopt)->traces[0]);
  for (std::uint64_t seed = 1; seed <= kOrders; ++seed) {
    if (counters_of(*interpret(*planned, seed)->traces[0]) != usual) return seed;
  }
  return std::nullopt;
}

TEST_F(Checks, AcceptCountersThatAreAllOfOneOrderOfTheBlocks) {
  order_ = order_with_other_counters("reduce/last_block_reread");
  ASSERT_TRUE(order_.has_value());
  const VariantCheck in_order = check("reduce/last_block_reread");
  EXPECT_THAT(lines(in_order.faults), IsEmpty());
  EXPECT_EQ(in_order.launches.at(0).counters.order, order_);
  EXPECT_THAT(text(in_order), HasSubstr(fmt::format("order seed:{}\n", *order_)));
  EXPECT_THAT(text(in_order), HasSubstr(" in another order\n"));
}

TEST_F(Checks, RefuseCountersThatAreOfNoOrder) {
  change_ = [](trace::Run& result) {
    const auto counter = analysis::hardware_counters()[0];
    result.counters[0][std::string(counter.metrics[0])] += 1000;
  };
  const VariantCheck different = check("reduce/last_block_reread");
  EXPECT_THAT(lines(different.faults), ElementsAre(HasSubstr("global load requests")));
  EXPECT_FALSE(different.launches.at(0).counters.order.has_value());
}

TEST_F(Checks, AcceptPassesThatAreEachOfSomeOrder) {
  const auto name = "reduce/last_block_reread";
  const auto planned = run::plan_variant(catalogue(), name, {});
  const auto order = order_with_other_counters(name);
  ASSERT_TRUE(order.has_value());
  const auto other = counters_of(*interpret(*planned, order)->traces[0]);
  std::string differing;
  change_ = [&](trace::Run& result) {
    for (auto& [metric, value] : result.counters[0]) {
      if (differing.empty() && value != other.at(metric)) differing = metric;
      if (metric == differing) value = other.at(metric);
    }
  };
  const VariantCheck mixed = check(name);
  ASSERT_FALSE(differing.empty());
  EXPECT_THAT(lines(mixed.faults), IsEmpty());
  EXPECT_THAT(text(mixed), HasSubstr("in another order"));
}

TEST_F(Checks, TellRequestsThatNothingCertainExplains) {
  backends_.sass = [](const PlannedVariant&) {
    return Result<std::vector<sass::Access>>(std::vector<sass::Access>());  // knows no access
  };
  miscount();
  const VariantCheck uncertain = check("transpose/tile");
  EXPECT_THAT(lines(uncertain.faults), IsEmpty());
  EXPECT_THAT(lines(uncertain.notes), Contains(HasSubstr("global load requests: 193 counted")));
  EXPECT_THAT(text(uncertain), HasSubstr(", 1 uncertain\n"));
}

TEST_F(Checks, TryNoOrdersWhereBlocksCannotTellThem) {
  miscount();
  int runs = 0;
  backends_.cpu = [&](const PlannedVariant& planned, std::optional<std::uint64_t> order) {
    ++runs;
    return interpret(planned, order);
  };
  EXPECT_THAT(lines(check("reduce/two_pass").faults), testing::Not(IsEmpty()));
  EXPECT_EQ(runs, 1);
}

TEST_F(Checks, EndWithTheErrorOfABackend) {
  backends_.gpu = [](const PlannedVariant&) { return Result<trace::Run>(fail("no memory")); };
  const auto planned = run::plan_variant(catalogue(), "transpose/tile", {});
  EXPECT_EQ(check_variant(backends_, *planned).error().message.in(Language::en), "no memory");
}

TEST_F(Checks, GiveTheSameAsJson) {
  miscount();
  const Json json = check_json(check("transpose/tile"));
  EXPECT_EQ(json["variant"], "transpose/tile");
  EXPECT_EQ(json["launches"][0]["lanes"]["equal"], true);
  EXPECT_EQ(json["launches"][0]["counters"][0]["agreement"], "uncertain");
  EXPECT_EQ(json["faults"].size(), 1u);
}

}  // namespace
}  // namespace warplens::cli
