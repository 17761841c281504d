#include "kernels/run/sum_accuracy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/run/exact_sum.h"

namespace warplens::run {
namespace {

using testing::HasSubstr;

TEST(ExactSum, KeepsWhatADoubleWouldLose) {
  ExactSum sum;
  for (const double term : {1e16, 1.0, -1e16, 0x1p-60}) sum.add(term);
  EXPECT_EQ(sum.value(), 1 + 0x1p-60);
  EXPECT_EQ(sum.error_of(1.5), 0.5 - 0x1p-60);
  EXPECT_EQ(sum.magnitude(), 2e16 + 1);
}

// Past 2⁵³, where a double alone leaves out what 64 bits hold.
TEST(ExactSum, AgreesWithIntegers) {
  std::mt19937_64 random(7);
  ExactSum sum;
  std::int64_t whole = 0;
  for (int i = 0; i < 100'000; ++i) {
    const auto term = static_cast<std::int64_t>(random() >> 19);
    sum.add(static_cast<double>(term));
    whole += term;
  }
  const auto rounded = static_cast<double>(whole);
  ASSERT_NE(static_cast<std::int64_t>(rounded), whole);
  EXPECT_EQ(sum.error_of(rounded), static_cast<double>(static_cast<std::int64_t>(rounded) - whole));
}

class SumAccuracyOf : public ::testing::Test {
 protected:
  [[nodiscard]] SumAccuracy measured(SumQuestion question) const {
    auto errors = measure_accuracy(catalogue_, question, {});
    if (!errors.has_value()) throw std::runtime_error(errors.error().message.in(Language::en));
    return *errors;
  }
  [[nodiscard]] double largest(const std::string& kernel, Inputs inputs, std::int64_t size) const {
    return measured({kernel, {}, inputs, {size}}).at.front().largest;
  }
  Catalogue catalogue_ = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
};

// The kernel's own definition, step by step, in the floats of the host.
TEST_F(SumAccuracyOf, APlainSumAreThoseOfTheSameSumOnTheHost) {
  float sum = 0;
  ExactSum exact;
  for (int i = 0; i < 1000; ++i) {
    sum = std::fma(0.1f, 0.1f, sum);
    exact.add(double{0.1f} * double{0.1f});
  }
  const double error = std::abs(exact.error_of(sum)) / exact.magnitude() / 0x1p-24;
  EXPECT_DOUBLE_EQ(largest("gemm/chessboard", Inputs::equal, 1000), error);
  EXPECT_GT(error, 1);
}

TEST_F(SumAccuracyOf, EverySumAndEveryDrawIsLookedAt) {
  const SumAccuracy product = measured({"gemm/kahan", {}, Inputs::mixed, {16, 64}});
  ASSERT_EQ(product.at.size(), 2u);
  EXPECT_EQ(product.at[0].sums, 256u);
  EXPECT_LE(product.at[1].rms, product.at[1].largest);
  EXPECT_EQ(measured({"reduce/sequential", {}, Inputs::mixed, {64}}).at[0].sums, 8u);
  EXPECT_EQ(measured({"reduce/sequential", {}, Inputs::equal, {64}}).at[0].sums, 1u);
}

TEST_F(SumAccuracyOf, AreTheSameEachTime) {
  const SumQuestion question{"reduce/atomic", {{"blocks", 8}}, Inputs::positive, {4096}};
  EXPECT_EQ(measured(question).at, measured(question).at);
}

TEST_F(SumAccuracyOf, NoVariantPassesTheBoundOfItsTerms) {
  for (const catalog::Family& family : catalogue_.families()) {
    if (!family.summed) continue;
    for (const std::string& variant : family.summed->compared) {
      if (variant == "fp8_wgmma" || variant == "fp8_promoted") continue;  // no float additions
      for (const Inputs inputs : {Inputs::equal, Inputs::positive, Inputs::mixed}) {
        constexpr std::int64_t kTerms = 200;
        const auto kernel = family.name + "/" + variant;
        EXPECT_LE(largest(kernel, inputs, kTerms), kTerms + 1) << kernel;
      }
    }
  }
}

TEST_F(SumAccuracyOf, OperationsAreCountedForEachTerm) {
  const auto operations = [this](const char* kernel) {
    return measured({kernel, {}, Inputs::equal, {1024}}).operations;
  };
  EXPECT_EQ(operations("gemm/chessboard"), (Operations{1, 0}));
  EXPECT_EQ(operations("gemm/kahan"), (Operations{4, 0}));
  EXPECT_EQ(operations("gemm/double_sum"), (Operations{0, 1}));
  EXPECT_GT(operations("gemm/pairwise").fp32, 1);
  EXPECT_LT(operations("gemm/pairwise").fp32, 1.2);
}

TEST_F(SumAccuracyOf, AnOrderThatNobodyFixedGivesSeveralResultsAndAFixedOneOne) {
  const catalog::Parameters many{{"blocks", 64}, {"threads", 32}};
  const auto orders = [&](const char* kernel) {
    return measure_orders(catalogue_, {kernel, many, Inputs::positive, {20'000}}, {}).value();
  };
  EXPECT_GT(orders("reduce/atomic").distinct(), 1u);
  EXPECT_EQ(orders("reduce/one_launch").distinct(), 1u);
  EXPECT_EQ(orders("reduce/atomic").results.size(), std::size_t{kOrders});
}

TEST_F(SumAccuracyOf, EightBitFactorsLoseByWgmmaWhatMmaSyncKeepsAndPromotionBringsMostOfItBack) {
  const auto at = [this](const char* kernel) { return largest(kernel, Inputs::positive, 4096); };
  const double by_mma = at("tensor_gemm/fp8"), by_wgmma = at("tensor_gemm/fp8_wgmma");
  const double promoted = at("tensor_gemm/fp8_promoted");
  EXPECT_LT(by_mma, 4096);
  EXPECT_GT(by_wgmma, 4096) << "no order of float additions is so far off";
  EXPECT_LT(promoted, by_wgmma / 4);
  EXPECT_GT(promoted, by_mma);
}

TEST_F(SumAccuracyOf, TensorCoresAreThoseOfTheArchitecture) {
  const auto on = [this](const char* kernel, std::uint32_t architecture) {
    return measured({kernel, {}, Inputs::positive, {1024}, architecture}).at;
  };
  EXPECT_GT(on("tensor_gemm/one_tile", 70)[0].rms, on("tensor_gemm/one_tile", 80)[0].rms);
  EXPECT_GT(on("tensor_gemm/one_tile", 80)[0].rms, on("tensor_gemm/one_tile", 90)[0].rms);
  EXPECT_EQ(on("tensor_gemm/one_tile", 86), on("tensor_gemm/one_tile", 89));
  EXPECT_GT(on("tensor_gemm/fp8", 89)[0].rms, 100 * on("tensor_gemm/fp8", 90)[0].rms);
  EXPECT_TRUE(measured({"tensor_gemm/fp8", {}, Inputs::equal, {16}}).on_tensor_cores);
  EXPECT_FALSE(measured({"gemm/kahan", {}, Inputs::equal, {16}}).on_tensor_cores);
  EXPECT_FALSE(is_published(90));
  EXPECT_TRUE(is_published(100));
}

TEST_F(SumAccuracyOf, AnArchitectureThatLacksTheInstructionIsSaid) {
  const auto error = [this](const char* kernel, std::uint32_t architecture) {
    return measure_accuracy(catalogue_, {kernel, {}, Inputs::equal, {16}, architecture}, {})
        .error()
        .message.in(Language::en);
  };
  EXPECT_THAT(error("tensor_gemm/fp8_wgmma", 100), HasSubstr("choose of sm_90"));
  EXPECT_THAT(error("tensor_gemm/fp8", 80), HasSubstr("sm_89 sm_90"));
}

TEST_F(SumAccuracyOf, WhatIsNoSumIsSaid) {
  const auto error = [this](SumQuestion question) {
    return measure_accuracy(catalogue_, question, {}).error().message.in(Language::en);
  };
  EXPECT_THAT(error({"transpose/tile", {}}), HasSubstr("no sums"));
  EXPECT_THAT(error({"reduce/atomic", {{"operation", 1}}}), HasSubstr("no sum"));
  EXPECT_THAT(error({"gemm/kahan", {}, Inputs::equal, {0}}), HasSubstr("k is 0"));
}

TEST_F(SumAccuracyOf, AreNoneOnceTheyAreStopped) {
  std::stop_source stop;
  Hooks hooks{stop.get_token(), [&](double) { stop.request_stop(); }};
  const auto stopped =
      measure_accuracy(catalogue_, {"gemm/kahan", {}, Inputs::equal, {16, 64}}, hooks);
  ASSERT_FALSE(stopped.has_value());
  EXPECT_EQ(stopped.error().message.in(Language::en), "cancelled");
}

}  // namespace
}  // namespace warplens::run
