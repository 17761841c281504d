// warplens errors: the error chart's numbers, as text, JSON and CSV.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

TEST(AccuracyCommand, PrintsEveryKernelOfAFamilyAndTheBound) {
  const Output output = run({"errors", "gemm", "--sizes", "16,64", "--inputs", "equal"});
  EXPECT_EQ(output.status, 0) << output.err;
  for (const char* words : {"gemm/chessboard", "gemm/pairwise", "bound", "2^-24", "equal"}) {
    EXPECT_THAT(output.out, HasSubstr(words));
  }
}

TEST(AccuracyCommand, PrintsTheSameNumbersAsJson) {
  const SortedJson json = run_json({"errors", "reduce/kahan", "--sizes", "1000", "--json"});
  const SortedJson& kernel = json.at("kernels").at(0);
  EXPECT_EQ(kernel.at("kernel"), "reduce/kahan");
  EXPECT_EQ(kernel.at("sizes").at(0).at("terms"), 1000);
  EXPECT_EQ(kernel.at("sizes").at(0).at("sums"), 8);
  EXPECT_GE(kernel.at("sizes").at(0).at("largest"), kernel.at("sizes").at(0).at("rms"));
}

TEST(AccuracyCommand, PrintsResultsInSeveralOrders) {
  const SortedJson json = run_json({"errors", "reduce/one_launch", "--orders", "--sizes", "5000",
                                    "--set", "blocks=16", "--json"});
  const SortedJson& kernel = json.at("kernels").at(0);
  EXPECT_EQ(kernel.at("distinct"), 1);
  EXPECT_EQ(kernel.at("orders").size(), 16u);
  EXPECT_THAT(run({"errors", "reduce/one_launch", "--orders", "--csv"}).out,
              HasSubstr("kernel,inputs,order,result,bits,error\r\n"));
}

TEST(AccuracyCommand, TensorCoresAreARowAnArchitecture) {
  const Output output =
      run({"errors", "tensor_gemm/fp8", "--arch", "sm_89,sm_90", "--sizes", "64,256"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("tensor_gemm/fp8 sm_89*"));
  EXPECT_THAT(output.out, HasSubstr("tensor_gemm/fp8 sm_90 "));
  EXPECT_THAT(output.out, HasSubstr("compared with no hardware here"));
  const SortedJson json =
      run_json({"errors", "tensor_gemm", "--arch", "sm_80,sm_90", "--sizes", "64", "--json"});
  const SortedJson& kernels = json.at("kernels");
  ASSERT_EQ(kernels.size(), 1u + 4u) << "on sm_80 one_tile alone";
  EXPECT_EQ(kernels.at(0).at("architecture"), "sm_80");
  EXPECT_EQ(kernels.at(0).at("as_published"), true);
  EXPECT_EQ(kernels.at(1).at("as_published"), false);
}

TEST(AccuracyCommand, SaysWhatThereIsToChooseFrom) {
  EXPECT_THAT(run({"errors", "transpose"}).err,
              HasSubstr("choose one of: gemm, tensor_gemm, reduce"));
  EXPECT_THAT(run({"errors", "transpose/tile"}).err, HasSubstr("no sums"));
  EXPECT_NE(run({"errors", "gemm", "--inputs", "odd"}).status, 0);
  EXPECT_THAT(run({"errors", "gemm/kahan", "--arch", "sm_90"}).err, HasSubstr("leave --arch out"));
  EXPECT_THAT(run({"errors", "tensor_gemm/fp8", "--arch", "sm_80"}).err, HasSubstr("sm_89"));
  EXPECT_THAT(run({"errors", "gemm/kahan", "--sizes", "0"}).err, HasSubstr("warplens: "));
}

}  // namespace
}  // namespace warplens::cli_test
