#include "viz/swizzle/run_with_index.h"

#include <gtest/gtest.h>

#include "kernels/cost/access_cost.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens::swizzle {
namespace {

const catalog::Parameters kOneStep{{"m", 128}, {"n", 128}, {"k", 16}};

class RunWithIndex : public ::testing::Test {
 protected:
  Result<trace::Run> run(const std::string& index, const char* kernel = "gemm/placed",
                         const catalog::Parameters& size = kOneStep) {
    run::Options options;
    options.machine.cost = analysis::add_cost;
    return run_with_index(catalogue_, kernel, size, index, options);
  }
  std::string ptx() { return *run("")->ptx; }
  const OwnIndex& index() { return *catalogue_.find("gemm/placed")->variant->index; }

  run::Catalogue catalogue_ = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
};

TEST_F(RunWithIndex, WhatIsWrittenInTheSourceCostsTheSameAsTheKernelItself) {
  const auto itself = run(""), written = run(index().written);
  ASSERT_TRUE(itself.has_value() && written.has_value());
  const auto wavefronts = [](const trace::Run& result) {
    return analysis::kernel_totals(*result.traces.front()).shared_store.wavefronts;
  };
  EXPECT_EQ(wavefronts(*written), wavefronts(*itself));
  EXPECT_EQ(written->verdict, trace::Verdict::match);
  EXPECT_NE(*written->ptx, *itself->ptx);
}

TEST_F(RunWithIndex, EveryOperatorIsComputedAsTheExpressionIs) {
  // Each is right for whatever lanes the compiler had in mind; edges and several steps, too.
  for (const char* text :
       {"step * 132 + (row | 0)", "(step + 16 - 1) % 16 * kTile + row",
        "(step << 7) + row / 4 * 4 + row % 4", "2303 - 3 - step * 128 - row / 4 * 4 + (row & 3)",
        "step * kTile + (~row & 124 | row & 3)", "(step ^ 5) * kTile + (row >> 0)"}) {
    for (const catalog::Parameters& size :
         {kOneStep, catalog::Parameters{{"m", 130}, {"n", 70}, {"k", 37}}}) {
      const auto result = run(text, "gemm/placed", size);
      ASSERT_TRUE(result.has_value()) << text << ": " << result.error().message.in(Language::en);
      EXPECT_EQ(result->verdict, trace::Verdict::match) << text;
      EXPECT_TRUE(result->traces.front()->findings.empty()) << text;
    }
  }
}

TEST_F(RunWithIndex, OnlyTheFunctionsBodyIsAnotherInThePtx) {
  const std::string before = ptx();
  const auto after = ptx_with_index(before, index(), "row");
  ASSERT_TRUE(after.has_value());
  const std::size_t head = before.find("{"), entry = before.find(".visible .entry");
  EXPECT_EQ(after->substr(0, head), before.substr(0, head));
  EXPECT_TRUE(after->ends_with(before.substr(entry)));
}

TEST_F(RunWithIndex, AKernelWithoutAnIndexAndPtxWithoutTheFunctionAreErrors) {
  EXPECT_NE(
      run("row", "gemm/warp_tiles").error().message.in(Language::en).find("no index to write anew"),
      std::string::npos);
  EXPECT_NE(ptx_with_index(".version 9.0\n", index(), "row")
                .error()
                .message.in(Language::en)
                .find("no function"),
            std::string::npos);
  EXPECT_NE(run("step * 160 + row").error().message.in(Language::en).find("place_of(14, 64)"),
            std::string::npos);
}

}  // namespace
}  // namespace warplens::swizzle
