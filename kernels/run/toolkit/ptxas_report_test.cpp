#include "kernels/run/toolkit/ptxas_report.h"

#include <gmock/gmock.h>

#include "kernels/run/toolkit/sources.h"
#include "kernels/run/toolkit/toolkit.h"

namespace warplens::run {
namespace {

// As ptxas 13.0 and 12.4 write it.
constexpr const char* kReport = R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z5firstPf' for 'sm_90'
ptxas info    : Function properties for _Z5firstPf
    16 bytes stack frame, 24 bytes spill stores, 28 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 16 bytes cumulative stack size, 4096 bytes smem
ptxas info    : Compile time = 6.169 ms
ptxas info    : Compiling entry function 'second' for 'sm_90'
ptxas info    : Function properties for second
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, 352 bytes cmem[0]
)";

TEST(PtxasReports, TellWhatEachEntryTakes) {
  const auto entries = parse_ptxas_report(kReport);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].entry, "_Z5firstPf");
  EXPECT_EQ(entries[0].registers, 40u);
  EXPECT_EQ(entries[0].spill_store_bytes, 24u);
  EXPECT_EQ(entries[0].spill_load_bytes, 28u);
  EXPECT_EQ(entries[0].shared_bytes, 4096u);
  EXPECT_EQ(entries[1].entry, "second");
  EXPECT_EQ(entries[1].registers, 8u);
  EXPECT_EQ(entries[1].shared_bytes, 0u);
}

TEST(PtxasReports, OfOtherTextsAreEmpty) {
  EXPECT_TRUE(parse_ptxas_report("").empty());
  EXPECT_TRUE(parse_ptxas_report("Used 8 registers\n\n'").empty());
  EXPECT_EQ(parse_ptxas_report("Compiling entry function 'a").front().entry, "");
}

TEST(PtxasReports, AreOfThisMachinesPtxas) {
  const auto ptxas = find_single_tool("ptxas");
  if (!ptxas.has_value()) GTEST_SKIP() << "ptxas is not here";
  const auto ptx = read_text(WARPLENS_SOURCE_DIR "/tests/cli/data/turn.ptx");
  ASSERT_TRUE(ptx.has_value());
  const auto entries = ptxas_report(*ptxas, *ptx, 90);
  ASSERT_TRUE(entries.has_value()) << entries.error().message.in(Language::en);
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_GT(entries->front().registers, 0u);
  EXPECT_EQ(entries->front().shared_bytes, 32u * 33 * 4);
  EXPECT_FALSE(ptxas_report(*ptxas, "nonsense", 90).has_value());
}

}  // namespace
}  // namespace warplens::run
