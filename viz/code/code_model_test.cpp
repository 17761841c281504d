// A kernel by hand: two lines of source, one of them inlined, five instructions.
#include "viz/code/code_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/ptx/parser.h"

namespace warplens::code {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kSource =
    "__device__ float twice(float x) { return 2 * x; }\n"  // 1
    "__global__ void k(float* p) {\n"                      // 2
    "\t*p = twice(*p);\n"                                  // 3
    "}\n";

constexpr std::string_view kPtx =
    ".version 8.0\n"                                        // 1
    ".target sm_90\n"                                       // 2
    ".address_size 64\n"                                    // 3
    ".visible .entry k(.param .u64 p)\n"                    // 4
    "{\n"                                                   // 5
    ".reg .b64 %rd<3>;\n"                                   // 6
    ".reg .f32 %f<3>;\n"                                    // 7
    "ld.param.u64 %rd1, [p];\n"                             // 8
    ".loc 1 3 2\n"                                          // 9
    "ld.global.f32 %f1, [%rd1];\n"                          // 10
    ".loc 1 1 40, function_name $name, inlined_at 1 3 7\n"  // 11
    "add.f32 %f2, %f1, %f1;\n"                              // 12
    ".loc 1 3 2\n"                                          // 13
    "st.global.f32 [%rd1], %f2;\n"                          // 14
    "ret;\n"                                                // 15
    "}\n"                                                   // 16
    ".file 1 \"k.cu\"\n"
    ".section .debug_str\n{\n$name:\n.b8 107,0\n}\n";

constexpr const char* kSass =
    ".text.k:\n"
    "//## File \".nv_debug_ptx_txt\", line 8\n/*0000*/ LDC.64 R2, c[0x0][0x210] ;\n"
    "//## File \".nv_debug_ptx_txt\", line 10\n/*0010*/ LDG.E R0, desc[UR4][R2.64] ;\n"
    "//## File \".nv_debug_ptx_txt\", line 12\n/*0020*/ STL [R1], R0 ;\n"
    "/*0030*/ FADD R5, R0, R0 ;\n"
    "//## File \".nv_debug_ptx_txt\", line 14\n/*0040*/ STG.E desc[UR4][R2.64], R5 ;\n"
    "/*0050*/ @P0 BRA `(.L_end) ;\n"
    ".L_end:\n/*0060*/ EXIT ;\n";

constexpr const char* kLive =
    "// | GPR | UGPR |\n.text.k:\n/*0000*/ X ; // | 2 | |\n/*0010*/ X ; // | 3 | 2 |\n"
    "/*0020*/ X ; // | 9 | 2 |\n/*0030*/ X ; // | 9 | 2 |\n/*0040*/ X ; // | 3 | 2 |\n"
    "/*0050*/ X ; // | 0 | |\n/*0060*/ X ; // | 0 | |\n";

ptx::Module parsed() {
  auto module = ptx::parse(std::string(kPtx), "k.ptx");
  EXPECT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  return module.has_value() ? std::move(*module) : ptx::Module();
}

sass::Listing listing() {
  sass::Listing all = sass::list(kSass);
  sass::add_live(kLive, all);
  return all;
}

CodeModel model() {
  const ptx::Module module = parsed();
  const sass::Listing all = listing();
  return code_model({module, "k", "k", &all, 90, [](std::string_view file) {
                       return file == "k.cu" ? kSource : std::string_view();
                     }});
}

// Rows that are lit, by how.
std::vector<std::size_t> rows_that(const std::vector<Lit>& rows, Lit how) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == how) all.push_back(i);
  }
  return all;
}

TEST(CodeModel, HasTheLinesOfAllThree) {
  const CodeModel made = model();
  ASSERT_EQ(made.source.size(), 5u) << "a heading, then four lines";
  EXPECT_EQ(made.source[0].text, "k.cu");
  EXPECT_EQ(made.source[3].text, "  *p = twice(*p);");
  ASSERT_EQ(made.sass.size(), 7u);
  EXPECT_EQ(made.sass[5].text, "@P0 BRA 0x60");
  EXPECT_EQ(made.sass[5].target, 6u);
  for (const PtxCodeRow& row : made.ptx) EXPECT_EQ(row.text.find(".loc"), std::string::npos);
  EXPECT_EQ(made.ptx.front().line, 4u);
}

TEST(CodeModel, AnInstructionLightsItsPtxItsLineAndTheLineThatItWasInlinedInto) {
  const CodeModel made = model();
  const LitRows rows = lit(made, CodeMark{CodeColumn::sass, 3});
  EXPECT_THAT(rows_that(rows[0], Lit::yes), ElementsAre(1)) << "twice()";
  EXPECT_THAT(rows_that(rows[0], Lit::by_call), ElementsAre(3)) << "the call";
  ASSERT_EQ(rows_that(rows[1], Lit::yes).size(), 1u);
  EXPECT_EQ(made.ptx[rows_that(rows[1], Lit::yes)[0]].line, 12u);
  EXPECT_THAT(rows_that(rows[2], Lit::yes), ElementsAre(3));
  EXPECT_THAT(rows_that(rows[2], Lit::by_call), ElementsAre(2)) << "of the same PTX";
}

TEST(CodeModel, ASourceLineLightsItsCodeAndWhatWasInlinedIntoIt) {
  const CodeModel made = model();
  const LitRows rows = lit(made, CodeMark{CodeColumn::source, 3});
  EXPECT_THAT(rows_that(rows[2], Lit::yes), ElementsAre(1, 4, 5, 6));
  EXPECT_THAT(rows_that(rows[2], Lit::by_call), ElementsAre(2, 3));
  EXPECT_THAT(rows_that(lit(made, CodeMark{CodeColumn::source, 2})[2], Lit::yes), IsEmpty());
  EXPECT_THAT(rows_that(lit(made, std::nullopt)[0], Lit::yes), IsEmpty());
  EXPECT_THAT(rows_that(lit(made, CodeMark{CodeColumn::sass, 99})[2], Lit::yes), IsEmpty());
}

TEST(CodeModel, ALineHasTheMostThatIsLiveAtItsInstructions) {
  const CodeModel made = model();
  EXPECT_EQ(made.source[1].figures.live, 9);
  EXPECT_EQ(made.source[1].figures.instructions, 2u);
  EXPECT_EQ(made.source[1].figures.spills, 1u);
  EXPECT_EQ(made.source[3].figures.instructions, 6u) << "with what was inlined";
  EXPECT_EQ(made.source[2].figures.instructions, 0u);
}

TEST(CodeModel, AFunctionThatIsCalledLightsItsCalls) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_90\n.address_size 64\n"             // 1 to 3
      ".func f()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, 1;\nret;\n}\n"  // 4 to 9
      ".visible .entry k()\n{\ncall.uni f;\nret;\n}\n",             // 10 to 14
      "k.ptx");
  ASSERT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  const CodeModel made = code_model({*module, "k", "k", nullptr, 90, {}});
  const auto inside = ptx_row(made, 7), call = ptx_row(made, 12);
  ASSERT_TRUE(inside && call);
  EXPECT_THAT(made.ptx[*inside].calls, ElementsAre(*call));
  EXPECT_EQ(lit(made, CodeMark{CodeColumn::ptx, *inside})[1][*call], Lit::by_call);
  EXPECT_THAT(made.ptx[*call].calls, IsEmpty());
}

TEST(CodeModel, WordsAreFoundInAllColumnsWhateverTheirCase) {
  const CodeModel made = model();
  const auto all = found(made, "ldg");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0], (CodeMark{CodeColumn::sass, 1}));
  EXPECT_EQ(found(made, "TWICE").size(), 2u);
  EXPECT_THAT(found(made, ""), IsEmpty());
}

TEST(CodeModel, LitLinesAreCopiedAsText) {
  const CodeModel made = model();
  EXPECT_EQ(copied_text(made, lit(made, CodeMark{CodeColumn::sass, 0})),
            "ld.param.u64 %rd1, [p];\nLDC.64 R2, c[0x0][0x210]\n");
}

TEST(CodeModel, WithoutMachineCodeHasSourceAndPtx) {
  const ptx::Module module = parsed();
  const CodeModel made = code_model({module, "k", "k", nullptr, 90, {}});
  EXPECT_THAT(made.sass, IsEmpty());
  EXPECT_THAT(made.source, IsEmpty()) << "no file is at hand";
  EXPECT_FALSE(made.ptx.empty());
  EXPECT_FALSE(made.pressure.is_known);
}

trace::Trace counted() {
  trace::Trace trace;
  trace::Site site;
  site.ptx_line = 10;
  site.kind = trace::EventKind::load;
  site.space = trace::Space::global;
  trace.sites = {site};
  trace::SiteTotals totals;
  totals.events = totals.requests = 64;
  totals.sectors = 512;
  totals.ideal_sectors = 256;
  trace.totals = {totals};
  return trace;
}

TEST(CodeModel, AStraightRunExecutesAsOftenAsItsAccess) {
  CodeModel made = model();
  add_executions(
      counted(), [](std::size_t) { return true; }, made);
  EXPECT_EQ(made.sass[1].cost, "8 S/R");
  EXPECT_EQ(made.sass[1].times, 2);
  EXPECT_EQ(made.sass[0].executions, 64u) << "of the same run";
  EXPECT_EQ(made.sass[5].executions, std::nullopt) << "predicated";
  EXPECT_EQ(made.sass[6].executions, std::nullopt) << "behind a branch";
}

TEST(CodeModel, WhatIsInDoubtHasNoFigures) {
  CodeModel made = model();
  add_executions(
      counted(), [](std::size_t) { return false; }, made);
  EXPECT_EQ(made.sass[1].cost, "");
  EXPECT_EQ(made.sass[1].executions, std::nullopt);
}

TEST(RegisterPressure, NamesThePeakAndSpills) {
  const sass::Listing all = listing();
  const RegisterPressure pressure = register_pressure(all.functions[0], parsed());
  EXPECT_TRUE(pressure.is_known);
  EXPECT_EQ(pressure.peak.general, 9);
  EXPECT_EQ(pressure.peak.uniform, 2);
  EXPECT_EQ(pressure.peak_at, 2u);
  ASSERT_EQ(pressure.spills.size(), 1u);
  EXPECT_EQ(pressure.spills[0], (Spill{2, true, 4, 12, false}));
  EXPECT_EQ(pressure.spilled_bytes(true), 4u);
  EXPECT_EQ(pressure.spilled_bytes(false), 0u);
}

TEST(RegisterPressure, LocalMemoryThatThePtxAsksForIsNoSpill) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
      ".local .b8 a[16];\n.reg .b32 %r<2>;\nld.local.u32 %r1, [a];\nret;\n}\n",
      "k.ptx");
  ASSERT_TRUE(module.has_value());
  const sass::Listing all =
      sass::list(".text.k:\n//## File \".nv_debug_ptx_txt\", line 8\n/*0000*/ LDL R0, [R1] ;\n");
  const RegisterPressure pressure = register_pressure(all.functions[0], *module);
  EXPECT_THAT(pressure.spills, IsEmpty());
  EXPECT_EQ(pressure.local_accesses, 1u);
}

TEST(RegisterPressure, WhatNvdisasmMarksIsASpillWhateverThePtxAsksFor) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
      ".local .b8 a[16];\n.reg .b32 %r<2>;\nld.local.u32 %r1, [a];\nret;\n}\n",
      "k.ptx");
  ASSERT_TRUE(module.has_value());
  const sass::Listing all = sass::list(
      ".text.k:\n//## File \".nv_debug_ptx_txt\", line 8\n"
      "/*0000*/ LDL R0, [R1]                 (*\"SpillRefill\"*) ;\n");
  EXPECT_EQ(register_pressure(all.functions[0], *module).spills.size(), 1u);
  const CodeModel made = code_model({*module, "k", "k", &all, 90, {}});
  EXPECT_EQ(made.sass[0].text, "LDL R0, [R1]");
  EXPECT_TRUE(made.sass[0].is_spill);
}

TEST(PtxPlaces, AreACallsChainFromTheInnermostOut) {
  const ptx::Module module = parsed();
  const PtxPlaces places(module);
  EXPECT_THAT(places.of(12), ElementsAre(SourcePlace{0, 1}, SourcePlace{0, 3}));
  EXPECT_THAT(places.of(10), ElementsAre(SourcePlace{0, 3}));
  EXPECT_THAT(places.of(8), IsEmpty());
  EXPECT_THAT(places.of(4000), IsEmpty());
}

}  // namespace
}  // namespace warplens::code
