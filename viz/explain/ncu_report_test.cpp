#include "viz/explain/ncu_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "kernels/base/test_support.h"
#include "viz/explain/ncu_numbers.h"

namespace warplens::explain {
namespace {

using testing::HasSubstr;

std::string kept(const std::string& name) {
  std::ifstream in(std::string(WARPLENS_SOURCE_DIR) + "/tests/explain/testdata/" + name,
                   std::ios::binary);
  EXPECT_TRUE(in.is_open()) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

ProfiledLaunch only_launch(const std::string& text) {
  const auto report = read_ncu_report(text, "r.csv");
  EXPECT_TRUE(report.has_value());
  if (!report.has_value()) return {};
  EXPECT_EQ(report->launches.size(), 1u);
  return report->launches.front();
}

const ProfiledRow& row_with(const ProfiledLaunch& launch, std::string_view opcode) {
  for (const ProfiledRow& row : launch.rows) {
    if (row.sass.starts_with(opcode)) return row;
  }
  static const ProfiledRow kNone;
  ADD_FAILURE() << "no " << opcode;
  return kNone;
}

TEST(NcuReport, TheSourcePageHasARowAnInstruction) {
  const ProfiledLaunch launch = only_launch(kept("every_fourth.sass.csv"));
  EXPECT_EQ(launch.kernel, "every_fourth(const float *, float *)");
  EXPECT_EQ(launch.short_name(), "every_fourth");
  const ProfiledRow& load = row_with(launch, "LDS");
  EXPECT_EQ(load.sass, "LDS R11, [R0]");
  EXPECT_EQ(load.line, 0u) << "this view tells no lines";
  EXPECT_EQ(load.value("L1 Wavefronts Shared"), 8);
  EXPECT_EQ(load.value("L1 Wavefronts Shared Ideal"), 2);
  EXPECT_EQ(load.value("no such column"), std::nullopt);
}

TEST(NcuReport, TheViewOfSourceAndSassTellsLines) {
  const ProfiledLaunch launch = only_launch(kept("vector_rows.source.csv"));
  const ProfiledRow& load = row_with(launch, "LDS.128 R4");
  EXPECT_EQ(load.file, "vector_rows.cu");
  EXPECT_EQ(load.line, 10u);
  EXPECT_EQ(load.value("L1 Wavefronts Shared"), 32);
  EXPECT_FALSE(launch.rows.front().is_instruction()) << "a source line's sums";
}

TEST(NcuReport, OneKernelWithCodeOfHeadersIsOneLaunch) {
  const ProfiledLaunch launch = only_launch(kept("guarded_part.source.csv"));
  EXPECT_EQ(row_with(launch, "@P1").file, "cuda_pipeline_helpers.h");
  EXPECT_EQ(row_with(launch, "STG").file, "guarded_part.cu");
}

TEST(NcuReport, TheRawPageHasAColumnAMetricAndTheLaunch) {
  const ProfiledLaunch launch = only_launch(kept("double_tile.raw.csv"));
  EXPECT_EQ(launch.grid, (Dim3{16, 16, 1}));
  EXPECT_EQ(launch.block, (Dim3{32, 32, 1}));
  EXPECT_EQ(launch.device, "NVIDIA H200");
  EXPECT_EQ(launch.metrics.at("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"), 245760)
      << "commas part thousands";
}

TEST(NcuReport, RowsOfMetricsAreReadBehindWhatTheProgramPrinted) {
  const ProfiledLaunch launch = only_launch(kept("vector_rows.metrics.csv"));
  EXPECT_EQ(launch.metrics.at("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"), 28);
  EXPECT_EQ(launch.block, (Dim3{32, 1, 1}));
}

TEST(NcuReport, UnitsOfTheRowBelowTheHeadAreTakenIntoAccount) {
  const ProfiledLaunch launch = only_launch(
      "\"ID\",\"Kernel Name\",\"dram__bytes_read.sum\",\"n.sum\"\r\n"
      "\"\",\"\",\"Kbyte\",\"inst\"\r\n"
      "\"0\",\"f(int)\",\"1.5\",\"2,000\"\r\n");
  EXPECT_DOUBLE_EQ(launch.metrics.at("dram__bytes_read.sum"), 1500);
  EXPECT_DOUBLE_EQ(launch.metrics.at("n.sum"), 2000);
}

TEST(NcuReport, SeveralLaunchesStayApart) {
  const auto report = read_ncu_report(
      "\"Kernel Name\",\"a(int)\"\n\"Address\",\"Source\",\"Instructions Executed\"\n"
      "\"0x10\",\"LDS R1, [R2]\",\"4\"\n"
      "\"Kernel Name\",\"b(int)\"\n\"Address\",\"Source\",\"Instructions Executed\"\n"
      "\"0x10\",\"LDS R1, [R2]\",\"5\"\n",
      "r.csv");
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->launches.size(), 2u);
  EXPECT_EQ(report->launches[1].kernel, "b(int)");
  EXPECT_EQ(report->launches[1].rows.at(0).value("Instructions Executed"), 5);
}

TEST(NcuReport, TwoPagesOfOneProfileAreOneLaunch) {
  auto report = *read_ncu_report(kept("every_fourth.sass.csv"), "s.csv");
  merge_into(report, *read_ncu_report(kept("every_fourth.raw.csv"), "r.csv"));
  ASSERT_EQ(report.launches.size(), 1u);
  EXPECT_FALSE(report.launches[0].rows.empty());
  EXPECT_FALSE(report.launches[0].metrics.empty());
  EXPECT_EQ(report.launches[0].grid, (Dim3{2, 1, 1}));
}

TEST(NcuReport, WhatIsNoReportIsSaidInOneLine) {
  const auto expect_refused = [](const std::string& text, const std::string& words) {
    const auto report = read_ncu_report(text, "x.csv");
    ASSERT_FALSE(report.has_value()) << text;
    EXPECT_THAT(report.error().message, InEnglish(HasSubstr(words)));
  };
  expect_refused("", "x.csv has no table of Nsight Compute");
  expect_refused("name,lesson\na,b\n", "has no table of Nsight Compute");
  expect_refused("\"Kernel Name\",\"f", "a quote in row 1 does not close");
  expect_refused(std::string("NVR\0\1", 5), "x.csv is no text");
  expect_refused("\"ID\",\"Kernel Name\"\n", "has no table");
}

TEST(NcuReport, NamesAreWithoutTemplatesParametersAndNamespaces) {
  EXPECT_EQ(short_kernel_name("scale(float *, int)"), "scale");
  EXPECT_EQ(short_kernel_name("void ns::tile<(int)4, float>(T2 *)"), "tile");
  EXPECT_EQ(short_kernel_name("<unnamed>::f(int)"), "f");
  EXPECT_EQ(short_kernel_name("plain"), "plain");
  EXPECT_EQ(short_kernel_name(""), "");
}

TEST(NcuNumbers, AreReadAsTheProfilerWritesThem) {
  EXPECT_EQ(number_in("1,234,567"), 1234567);
  EXPECT_EQ(number_in(" 12 (75.00%)"), 12);
  EXPECT_EQ(number_in("26.40"), 26.4);
  EXPECT_EQ(number_in("32(2)"), 32);
  EXPECT_EQ(number_in("-"), std::nullopt);
  EXPECT_EQ(number_in("Shared"), std::nullopt);
  EXPECT_EQ(number_in("0x10"), std::nullopt);
  EXPECT_EQ(number_in("1e999"), std::nullopt);
  EXPECT_EQ(number_in("nan"), std::nullopt);
  EXPECT_DOUBLE_EQ(scale_of("Mbyte/s"), 1e6);
  EXPECT_DOUBLE_EQ(scale_of("Ghz"), 1e9);
  EXPECT_DOUBLE_EQ(scale_of("usecond"), 1e-6);
  EXPECT_DOUBLE_EQ(scale_of("sector"), 1);
  EXPECT_DOUBLE_EQ(scale_of("%"), 1);
  EXPECT_DOUBLE_EQ(scale_of(""), 1);
}

}  // namespace
}  // namespace warplens::explain
