#include "viz/explain/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "viz/explain/access_class.h"
#include "viz/explain/answers.h"

namespace warplens::explain {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Metrics, NamesAndLabelsAreEachOnesOwn) {
  std::set<std::string_view> names, labels;
  for (const Metric& metric : metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_TRUE(labels.insert(metric.label).second) << metric.label;
    EXPECT_FALSE(metric.counts.english.empty()) << metric.name;
    EXPECT_FALSE(metric.here.english.empty()) << metric.name;
  }
}

TEST(Metrics, AreFoundAsPeopleQuoteThem) {
  const Metric* conflicts = find_metric("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld");
  ASSERT_NE(conflicts, nullptr) << "without its suffix";
  EXPECT_EQ(conflicts, find_metric("Shared Load: Bank Conflicts")) << "by its label";
  EXPECT_EQ(find_metric("l1 wavefronts shared")->name, "memory_l1_wavefronts_shared");
  EXPECT_EQ(find_metric("no_such_metric"), nullptr);
  EXPECT_THAT(metrics_like("bank conflicts total"), SizeIs(1));
  EXPECT_THAT(metrics_like(""), IsEmpty());
}

TEST(Metrics, FiguresAreThoseOfTheirClasses) {
  analysis::KernelTotals totals;
  totals.shared_load.wavefronts = 36;
  totals.shared_load.conflicts = 28;
  totals.global_load.requests = 2;
  totals.global_load.sectors = 5;
  const auto figure = [&](std::string_view name) {
    return find_metric(name)->figure(totals).value();
  };
  EXPECT_EQ(figure("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"), 28);
  EXPECT_EQ(figure("memory_l1_wavefronts_shared"), 36);
  EXPECT_EQ(figure("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"), 2.5);
  EXPECT_EQ(find_metric("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio")
                ->figure(totals),
            std::nullopt)
      << "nothing was stored";
}

TEST(Metrics, TheLeastOfCopiesIsNoClassesFigure) {
  analysis::KernelTotals totals;
  totals.async_copy.wavefronts = 64;
  EXPECT_EQ(find_metric("derived__memory_l1_wavefronts_shared_excessive")->figure(totals),
            std::nullopt);
}

// A row a metric of the table in docs/PROFILER.md.
std::string row_of_document(const Metric& metric) {
  std::string row = "| `" + std::string(metric.name) + "`<br>" + std::string(metric.label) + " | ";
  row += std::string(metric.counts.english) + " | " + std::string(metric.here.english) + " | ";
  return row + std::string(metric.lies.english) + " |\n";
}

TEST(Metrics, TheDocumentSaysTheSame) {
  const std::string path = WARPLENS_SOURCE_DIR "/docs/PROFILER.md";
  const std::string begin = "<!-- metrics -->\n", end = "<!-- end of metrics -->\n";
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  std::string table = "| metric | counts | here | but |\n|---|---|---|---|\n";
  for (const Metric& metric : metrics()) table += row_of_document(metric);
  const std::size_t from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) {
    text.replace(from + begin.size(), to - from - begin.size(), table);
    std::ofstream(path) << text;
    return;
  }
  EXPECT_EQ(text.substr(from + begin.size(), to - from - begin.size()), table)
      << "WARPLENS_UPDATE_GOLDEN=1 writes it";
}

TEST(AccessClass, IsToldByTheOpcode) {
  EXPECT_EQ(class_of_sass("      @!P1 LDS.128 R4, [R2+0x10]"), AccessClass::shared_load);
  EXPECT_EQ(class_of_sass("@P0   LDGSTS.E.BYPASS.128 desc[UR8][R4.64]"), AccessClass::async_copy);
  EXPECT_EQ(class_of_sass("LDSM.16.MT88.2 R6, [R6+UR4]"), AccessClass::matrix_load);
  EXPECT_EQ(class_of_sass("ATOMS.POPC.INC.32 RZ, [R8]"), AccessClass::shared_atomic);
  EXPECT_EQ(class_of_sass("LDG.E.CONSTANT R5, desc[UR4]"), AccessClass::global_load);
  EXPECT_EQ(class_of_sass("LDC R1, c[0x0][0x28]"), std::nullopt);
  EXPECT_EQ(class_of_sass("LDGDEPBAR"), std::nullopt);
  EXPECT_EQ(class_of_sass(""), std::nullopt);
  EXPECT_EQ(class_of_sass("@P0"), std::nullopt);
  EXPECT_EQ(opcode_of("@!PT LDS.U.8 R1, [R2]"), "LDS.U.8");
}

TEST(LaneList, NamesRunsAndSingleLanes) {
  EXPECT_EQ(lane_list(0), "");
  EXPECT_EQ(lane_list(0xff), "0-7");
  EXPECT_EQ(lane_list(0x01010101), "0, 8, 16, 24");
  EXPECT_EQ(lane_list(0xffffffff), "0-31");
  EXPECT_EQ(lane_list(0xc0000001), "0, 30-31");
}

}  // namespace
}  // namespace warplens::explain
