// warplens roofline: kernels below a chip's roofs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

SortedJson kernel_in(const SortedJson& roofline, const char* name) {
  for (const SortedJson& each : roofline.at("kernels")) {
    if (each.at("kernel") == name) return each;
  }
  return {};
}

TEST(RooflineCommand, AKernelsRateIsItsOperationsOverItsTimeAndItsRoofTheLowerOfTwo) {
  const SortedJson all = run_json({"roofline", "--json"});
  const double bytes = all.at("bytes_per_second"), flop = all.at("flop_per_second");
  EXPECT_DOUBLE_EQ(all.at("ridge"), flop / bytes);
  int measured = 0;
  for (const SortedJson& kernel : all.at("kernels")) {
    const double done = kernel.at("flop"), moved = kernel.at("bytes");
    const double roof = done > 0 ? std::min(flop, done / moved * bytes) : bytes;
    EXPECT_DOUBLE_EQ(kernel.at("roof_per_second"), roof);
    if (kernel.at("median_seconds").is_null()) continue;
    ++measured;
    const double seconds = kernel.at("median_seconds");
    EXPECT_DOUBLE_EQ(kernel.at("rate_per_second"), (done > 0 ? done : moved) / seconds);
    EXPECT_NEAR(kernel.at("share_of_roof"), (done > 0 ? done : moved) / seconds / roof, 1e-12);
  }
  EXPECT_GE(measured, 60);
}

TEST(RooflineCommand, AnotherChipHasOtherRoofsTheSamePlacesAndNoTimes) {
  const SortedJson h100 = run_json({"roofline", "window", "--json"});
  const SortedJson t4 = run_json({"roofline", "window", "--chip", "t4", "--json"});
  EXPECT_LT(t4.at("bytes_per_second"), h100.at("bytes_per_second"));
  const SortedJson here = kernel_in(h100, "window/blur_strip");
  const SortedJson there = kernel_in(t4, "window/blur_strip");
  EXPECT_EQ(here.at("flop_per_byte"), there.at("flop_per_byte"));
  EXPECT_FALSE(here.at("median_seconds").is_null());
  EXPECT_TRUE(there.at("median_seconds").is_null());
}

TEST(RooflineCommand, TextSaysOfEachKernelWhereItStandsAndWhatItHasNoRoofFor) {
  const Output text = run({"roofline"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("NVIDIA H100 80GB HBM3: DRAM 3.07 TB/s"));
  EXPECT_THAT(text.out, HasSubstr("window/blur_strip"));
  EXPECT_THAT(text.out, HasSubstr("their multiply-adds are not FP32: gemm/double_sum"));
}

TEST(RooflineCommand, OfSharedMemoryItHasThatRoofAndThoseKernels) {
  const SortedJson shared = run_json({"roofline", "--roof", "shared", "--json"});
  EXPECT_EQ(shared.at("memory"), "shared");
  EXPECT_DOUBLE_EQ(shared.at("bytes_per_second"), 128.0 * 132 * 1.98e9);
  EXPECT_FALSE(kernel_in(shared, "shared/strided").is_null());
  EXPECT_TRUE(kernel_in(shared, "copy/vector").is_null());
  for (const SortedJson& kernel : shared.at("kernels")) {
    EXPECT_GT(kernel.at("bytes"), 0) << kernel.at("kernel");
    if (!kernel.at("share_of_roof").is_null()) {
      EXPECT_LE(kernel.at("share_of_roof"), 1) << kernel.at("kernel");
    }
  }
  EXPECT_EQ(run({"roofline", "shared", "--roof", "shared"}).status, 0);
}

TEST(RooflineCommand, CsvHasARowAKernel) {
  const SortedJson window = run_json({"roofline", "window", "--side", "4096", "--json"});
  const Output csv = run({"roofline", "window", "--side", "4096", "--csv"});
  EXPECT_EQ(std::ranges::count(csv.out, '\n'),
            static_cast<std::ptrdiff_t>(1 + window.at("kernels").size()));
  for (const SortedJson& kernel : window.at("kernels")) EXPECT_EQ(kernel.at("side"), 4096);
}

TEST(RooflineCommand, AFilesKernelIsTimedWhereTheChipIsThisMachinesGpu) {
  const auto seconds_on = [](const char* chip) {
    const SortedJson placed = run_json(
        {"roofline", data_file("scaled.ptx"), "--entry", "scaled", "--chip", chip, "--json"});
    return placed.at("kernels").at(0).at("median_seconds");
  };
  EXPECT_TRUE(seconds_on("h200").is_null()) << "no GPU";
  const Environment simulated = driver("simulated_cuda");
  const Environment named("WARPLENS_SIMULATED_CUDA", "named_h200");
  EXPECT_TRUE(seconds_on("h200").is_number());
  EXPECT_TRUE(seconds_on("t4").is_null());
}

TEST(RooflineCommand, WhatIsNotThereIsRefusedInOneLineThatSaysWhatIs) {
  const auto expect_refused = [](std::vector<std::string> arguments, const char* words) {
    arguments.insert(arguments.begin(), "roofline");
    const Output output = run(arguments);
    EXPECT_EQ(output.status, 1);
    EXPECT_THAT(output.err, HasSubstr(words));
    EXPECT_EQ(std::ranges::count(output.err, '\n'), 1) << output.err;
  };
  expect_refused({"shared"}, "no operators in 'shared'; choose one of: copy, transpose, ");
  expect_refused({"window", "--side", "100"},
                 "nothing was counted at side 100 or below; choose one of: 1024, 4096");
  expect_refused({"--chip", "none"}, "h100");
}

}  // namespace
}  // namespace warplens::cli_test
