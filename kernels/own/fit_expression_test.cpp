#include "kernels/own/fit_expression.h"

#include <gtest/gtest.h>

namespace warplens::own {
namespace {

// Samples of `truth` at a few sizes.
std::vector<Sample> measured(std::string_view truth) {
  std::vector<Sample> samples;
  for (const auto& [n, m, r] : {std::array{64, 96, 2}, {32, 96, 2}, {64, 48, 2}, {64, 96, 1}}) {
    Values sizes{{"n", n}, {"m", m}, {"r", r}, {"grid.x", (n + 15) / 16}};
    samples.push_back({sizes, evaluate(truth, sizes).value()});
  }
  return samples;
}
const std::vector<std::string> kNames{"n", "m", "r", "grid.x"};

TEST(FittedExpressions, GiveWhatWasMeasured) {
  for (const char* truth : {"n", "n*m", "256", "3*n", "ceil(m/8)", "n+1", "grid.x", "(n+2)*m",
                            "m+2*r", "(m+2*r)*4", "grid.x*m", "n*m+1", "n*n*m", "n+m-1"}) {
    const auto samples = measured(truth);
    const auto text = fit_expression(samples, kNames);
    ASSERT_TRUE(text.has_value()) << truth;
    for (const Sample& sample : samples)
      EXPECT_EQ(evaluate(*text, sample.sizes).value(), sample.value) << truth << " as " << *text;
  }
}

TEST(FittedExpressions, AreTheSimplest) {
  EXPECT_EQ(fit_expression(measured("n*m"), kNames), "n*m");
  EXPECT_EQ(fit_expression(measured("n"), kNames), "n");
  EXPECT_EQ(fit_expression(measured("3*m"), kNames), "m*3");
}

TEST(FittedExpressions, AreNoneWhereNothingSimpleFits) {
  auto samples = measured("n");
  samples[1].value = 17;
  EXPECT_EQ(fit_expression(samples, kNames), std::nullopt);
  EXPECT_EQ(fit_upper_bound(samples, kNames), "n");
}

}  // namespace
}  // namespace warplens::own
