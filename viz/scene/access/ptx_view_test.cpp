#include "viz/scene/access/ptx_view.h"

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

constexpr std::string_view kPtx = R"(.version 8.0
.visible .entry k()
{
	.reg .f32 	%f<2>;
	.loc	1 10 3
	ld.global.f32 	%f1, [%rd1];
	.loc	2 5 1, function_name $L__info_string0, inlined_at 1 12 7
	st.shared.f32 	[%r1], %f1;
$L__BB0_1:
	ret;
}
	.file	1 "tile.cu"
	.file	2 "helper.h", 1, 2
)";

trace::Trace make_trace() {
  trace::Trace trace;
  trace::Site load = global_load();
  load.ptx_line = 6;
  trace::Site store = shared_load();
  store.ptx_line = 8;
  trace::Site elsewhere = shared_load();
  elsewhere.ptx_line = 400;
  trace.sites = {load, store, elsewhere};
  trace.totals.resize(3);
  trace.totals[0].sectors = 4;
  trace.totals[1].wavefronts = 32;
  trace.totals[2].wavefronts = 1000;
  return trace;
}

TEST(PtxView, CostsStandBesideTheirInstructions) {
  const PtxTable table = ptx_table(make_trace(), kPtx);
  ASSERT_EQ(table.rows.size(), 13u);
  EXPECT_EQ(table.costs.size(), 2u);
  EXPECT_EQ(table.costs.at(5).global_load.sectors, 4u);
  EXPECT_EQ(table.costs.at(7).shared.wavefronts, 32u);
}

TEST(PtxView, TheCurrentInstructionFollowsTheSite) {
  const trace::Trace trace = make_trace();
  const PtxTable table = ptx_table(trace, kPtx);
  EXPECT_EQ(row_of(table, trace.sites[1]), 7u);
  EXPECT_EQ(row_of(table, trace.sites[2]), table.rows.size());
}

TEST(PtxView, InstructionsBelongToTheirSourceLine) {
  const PtxTable table = ptx_table(make_trace(), kPtx);
  EXPECT_TRUE(belongs(table, 5, "tile.cu", 10));
  EXPECT_FALSE(belongs(table, 5, "tile.cu", 12));
  EXPECT_FALSE(belongs(table, 5, "helper.h", 10));
  EXPECT_FALSE(belongs(table, 4, "tile.cu", 10)) << "a directive";
  EXPECT_FALSE(belongs(table, 99, "tile.cu", 10));
}

TEST(PtxView, AnInlinedInstructionBelongsToItsCallToo) {
  const PtxTable table = ptx_table(make_trace(), kPtx);
  EXPECT_TRUE(belongs(table, 7, "helper.h", 5));
  EXPECT_TRUE(belongs(table, 7, "tile.cu", 12));
  EXPECT_TRUE(belongs(table, 9, "tile.cu", 12)) << "until the next .loc";
}

TEST(PtxView, AnyTextIsTaken) {
  for (const std::string_view text :
       {"", "\n\n", ".loc", ".loc x\nadd;", ".file 1 \"", "}\n.loc 9 9 9"}) {
    const PtxTable table = ptx_table(make_trace(), text);
    for (std::size_t i = 0; i < table.rows.size(); ++i) EXPECT_FALSE(belongs(table, i, "f", 9));
  }
}

TEST(PtxView, TabsAreOneBlank) {
  EXPECT_EQ(shown_ptx("\tld.global.f32 \t%f1, [%rd1];\r"), "  ld.global.f32 %f1, [%rd1];");
  EXPECT_EQ(shown_ptx("$L__BB0_1:"), "$L__BB0_1:");
  EXPECT_EQ(shown_ptx(""), "");
}

}  // namespace
}  // namespace warplens::scene
