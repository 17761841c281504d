#include "app/features/accuracy/accuracy_goal.h"
#include "kernels/base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::accuracy {
namespace {

Result<AccuracyGoal> read_goal(const char* text) {
  const JsonFields fields(parse_sorted_json(text), "errors");
  return fields.finish(accuracy_goal_of(fields));
}

AccuracyGoal goal(const char* text) {
  auto read = read_goal(text);
  EXPECT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  return std::move(*read);
}

SeenAccuracy seen(const char* kernel, run::Inputs inputs, double largest,
                  run::Operations operations) {
  AccuracyAnswer answer;
  answer.sizes.at = {{16, 1, 0.5, 256}, {4096, largest, 1, 256}};
  answer.sizes.operations = operations;
  SeenAccuracy all{{}, {}, std::make_shared<const AccuracyAnswer>(answer)};
  all.choice.inputs = inputs;
  all.question.sums.kernel = kernel;
  return all;
}

constexpr const char* kSmall =
    R"({"inputs": "equal", "size": 4096,
        "all": [{"figure": "largest", "at_most": 2}, {"figure": "other", "at_most": 0}]})";

TEST(AccuracyGoals, HoldAllBoundsAgainstOneKernel) {
  const AccuracyGoal small = goal(kSmall);
  EXPECT_TRUE(meets(seen("gemm/pairwise", run::Inputs::equal, 2, {1.1, 0}), small));
  EXPECT_FALSE(meets(seen("gemm/pairwise", run::Inputs::equal, 2.1, {1.1, 0}), small));
  EXPECT_FALSE(meets(seen("gemm/double_sum", run::Inputs::equal, 0.5, {0, 1}), small));
  EXPECT_FALSE(meets(seen("gemm/pairwise", run::Inputs::mixed, 1, {1.1, 0}), small));
}

TEST(AccuracyGoals, AreOfTheSizeThatTheyName) {
  EXPECT_FALSE(meets(seen("a", run::Inputs::equal, 1, {}),
                     goal(R"({"size": 77, "all": [{"figure": "largest", "at_most": 9}]})")));
}

TEST(AccuracyGoals, OfOrdersAreMetByOrdersAlone) {
  const AccuracyGoal several = goal(R"({"by_order": true,
      "all": [{"figure": "distinct", "at_least": 2}]})");
  SeenAccuracy orders = seen("reduce/atomic", run::Inputs::equal, 1, {});
  EXPECT_FALSE(meets(orders, several));
  orders.choice.by_order = true;
  EXPECT_FALSE(meets(orders, several)) << "none measured";
  AccuracyAnswer answer;
  answer.orders.results = {1, 2, 1};
  orders.answer = std::make_shared<const AccuracyAnswer>(answer);
  EXPECT_TRUE(meets(orders, several));
}

TEST(AccuracyGoals, OfArchitecturesAreMetWhileTheChartIsOfThem) {
  const AccuracyGoal wanted = goal(R"({"by_architecture": true})");
  SeenAccuracy shown = seen("tensor_gemm/fp8", run::Inputs::equal, 1, {});
  EXPECT_FALSE(meets(shown, wanted));
  shown.choice = choice_for(wanted, shown.choice);
  EXPECT_TRUE(meets(shown, wanted));
}

TEST(AccuracyGoals, ThatAreWrongSaySoInOneLine) {
  for (const char* text :
       {R"("gemm")", R"({"kernel": 3})", R"({"sice": 3})", R"({"inputs": "odd"})",
        R"({"all": [{"figure": "largest"}]})", R"({"all": [{"figure": "x", "at_most": 1}]})",
        R"({"all": 3})", R"({"size": "big"})", R"({"example": {}})",
        R"({"all": [{"figure": "fp32", "at_most": 1, "at_least": 1}]})"}) {
    const auto read = read_goal(text);
    ASSERT_FALSE(read.has_value()) << text;
    EXPECT_EQ(read.error().message.in(Language::en).find('\n'), std::string::npos) << text;
    EXPECT_THAT(read.error().message.in(Language::en), testing::HasSubstr("errors"));
  }
}

}  // namespace
}  // namespace warplens::accuracy
