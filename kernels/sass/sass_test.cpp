#include "kernels/sass/sass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace warplens::sass {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using trace::EventKind;
using trace::Space;

// One instruction of function k, at PTX line 7.
Access only(const std::string& instruction) {
  const auto accesses =
      parse(".text.k:\n\t//## File \".nv_debug_ptx_txt\", line 7\n        /*0010*/       " +
            instruction + " ;\n");
  EXPECT_THAT(accesses, SizeIs(1)) << instruction;
  return accesses.empty() ? Access{} : accesses[0];
}

std::vector<Access> parse_dump(const std::string& name) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/kernels/sass/testdata/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return parse(text.str());
}

struct Case {
  const char* text;
  EventKind kind;
  Space space;
  int width;
};

TEST(Sass, OpcodesSayKindSpaceAndWidth) {
  const Case cases[] = {
      {"LDG.E.CONSTANT R13, desc[UR6][R4.64]", EventKind::load, Space::global, 4},
      {"LDG.E.128.CONSTANT R4, desc[UR6][R4.64]", EventKind::load, Space::global, 16},
      {"LDG.E.U8 R4, desc[UR6][R4.64]", EventKind::load, Space::global, 1},
      {"STG.E.U16 desc[UR6][R4.64], R5", EventKind::store, Space::global, 2},
      {"LDS.64 R2, [UR4]", EventKind::load, Space::shared, 8},
      {"STS.128 [R2+0x10], R4", EventKind::store, Space::shared, 16},
      {"LD.E.64 R2, desc[UR4][R2.64]", EventKind::load, Space::none, 8},
      {"ST.E desc[UR4][R2.64], R0", EventKind::store, Space::none, 4},
      {"LDL.128 R4, [R1]", EventKind::load, Space::local, 16},
      {"STL [R1+0x8], R4", EventKind::store, Space::local, 4},
      {"LDGSTS.E.BYPASS.LTC128B.128 [R3], desc[UR6][R4.64]", EventKind::async_copy, Space::shared,
       16},
      {"ATOMG.E.ADD.STRONG.GPU PT, R3, desc[UR4][R2.64], R7", EventKind::atomic, Space::global, 4},
      {"REDG.E.ADD.F64.RN.STRONG.GPU desc[UR4][R2.64], R4", EventKind::atomic, Space::global, 8},
      {"ATOMS.ADD RZ, [R2], R3", EventKind::atomic, Space::shared, 4},
      {"LDSM.16.MT88.4 R4, [R2]", EventKind::load_matrix, Space::shared, 16},
      {"STSM.16.M88.2 [R2], R4", EventKind::store_matrix, Space::shared, 16},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.text);
    const Access access = only(one.text);
    EXPECT_EQ(access.kind, one.kind);
    EXPECT_EQ(access.space, one.space);
    EXPECT_EQ(access.width, one.width);
    EXPECT_EQ(access.text, one.text);
    EXPECT_EQ(access.ptx_line, 7u);
    EXPECT_EQ(access.function, "k");
  }
}

TEST(Sass, TraitsComeFromTheOpcode) {
  EXPECT_EQ(only("LDSM.16.M88 R4, [R2]").traits.matrices, 1);
  EXPECT_EQ(only("LDSM.16.M88.4 R4, [R2]").traits.matrices, 4);
  EXPECT_TRUE(only("LDGSTS.E.BYPASS.128 [R3], [R4.64]").traits.is_async_bypass_l1);
  EXPECT_FALSE(only("LDGSTS.E.128 [R3], [R4.64]").traits.is_async_bypass_l1);
  EXPECT_TRUE(only("LDGSTS.E.BYPASS.128.ZFILL [R3], [R4.64], P0").traits.zero_fills);
  EXPECT_FALSE(only("LDGSTS.E.BYPASS.128 [R3], [R4.64], P0").traits.zero_fills);
  EXPECT_TRUE(only("ATOMS.ADD R1, [R2], R3").traits.result_used);
  EXPECT_FALSE(only("REDG.E.ADD [R2.64], R3").traits.result_used);
  EXPECT_TRUE(only("ATOMS.POPC.INC.32 RZ, [R2]").traits.constant_one_add);
}

TEST(Sass, InstructionsThatOnlySoundLikeMemoryArePassedOver) {
  EXPECT_THAT(parse(".text.k:\n/*0000*/ LDC R1, c[0x0][0x28] ;\n/*0010*/ LDGDEPBAR ;\n"
                    "/*0020*/ REDUX.SUM UR4, R2 ;\n/*0030*/ LDSLDG R1 ;\n"),
              IsEmpty());
}

TEST(Sass, PredicatesTellWhetherLanesAreLeftOut) {
  EXPECT_FALSE(only("LDS R0, [R1]").is_predicated);
  EXPECT_FALSE(only("@PT LDS R0, [R1]").is_predicated);
  EXPECT_TRUE(only("@!P1 LDS R0, [R1]").is_predicated);
  EXPECT_FALSE(only("@!P1 LDS R0, [R1]").is_never_run);
  EXPECT_TRUE(only("@!PT LDS RZ, [RZ]").is_never_run);
}

TEST(Sass, AddressesAreABaseAndAnOffset) {
  EXPECT_EQ(only("LDS R0, [R1+0x40]").base, "R1");
  EXPECT_EQ(only("LDS R0, [R1+0x40]").offset, 64);
  EXPECT_EQ(only("LDG.E R0, desc[UR4][R2.64+-0x8]").base, "R2.64");
  EXPECT_EQ(only("LDG.E R0, desc[UR4][R2.64+-0x8]").offset, -8);
  EXPECT_EQ(only("LDS R0, [R1+UR4]").base, "R1+UR4");
}

TEST(Sass, StraightRunsEndAtLabelsAndBranches) {
  const auto accesses = parse(
      ".text.k:\n"
      "/*0000*/ LDS R0, [R1] ;\n"
      "/*0010*/ @P0 BRA `(.L_1) ;\n"
      "/*0020*/ LDS R0, [R1] ;\n"
      "/*0030*/ FADD R0, R0, R1 ;\n"
      "/*0040*/ LDS R0, [R1] ;\n"
      ".L_1:\n"
      "/*0050*/ LDS R0, [R1] ;\n"
      "/*0060*/ @P1 EXIT ;\n"
      "/*0070*/ LDS R0, [R1] ;\n");
  std::vector<std::uint32_t> runs;
  for (const Access& access : accesses) runs.push_back(access.straight_run);
  EXPECT_THAT(runs, ElementsAre(0, 1, 1, 2, 3));
}

TEST(Sass, ALoopReachesFromALabelToTheBranchBackToIt) {
  const auto accesses = parse(
      ".text.k:\n"
      "/*0000*/ LDS R0, [R1] ;\n"
      ".L_1:\n"
      "/*0010*/ LDS R0, [R1] ;\n"
      "/*0020*/ @P0 BRA `(.L_1) ;\n"
      "/*0030*/ LDS R0, [R1] ;\n"
      "/*0040*/ BRA `(.L_2) ;\n"
      ".L_2:\n"
      "/*0050*/ LDS R0, [R1] ;\n"
      ".text.other:\n"
      "/*0000*/ LDS R0, [R1] ;\n"
      "/*0010*/ BRA `(.L_1) ;\n");
  std::vector<bool> loops;
  for (const Access& access : accesses) loops.push_back(access.is_in_loop);
  EXPECT_THAT(loops, ElementsAre(false, true, false, false, false));
}

TEST(Sass, LinesOfOtherFilesAreNoPtxLines) {
  const auto accesses = parse(
      ".text.k:\n//## File \".nv_debug_ptx_txt\", line 3 inlined at \"a.cu\", line 9\n"
      "//## File \"kernel.cu\", line 14\n/*0000*/ LDS R0, [R1] ;\n"
      ".text.other:\n/*0000*/ LDS R0, [R1] ;\n");
  ASSERT_THAT(accesses, SizeIs(2));
  EXPECT_EQ(accesses[0].ptx_line, 3u);
  EXPECT_EQ(accesses[1].ptx_line, 0u);
}

TEST(Sass, ARealKernelsFusedLoadsAreRead) {
  const auto accesses = parse_dump("register_tile.sass");
  const auto count = [&](std::string_view opcode) {
    return std::ranges::count_if(accesses, [&](const Access& access) {
      return access.text.find(opcode) != std::string::npos;
    });
  };
  EXPECT_THAT(accesses, SizeIs(93));
  EXPECT_EQ(count("LDS.128 "), 4);
  EXPECT_EQ(count("STS.128 "), 12);
  EXPECT_TRUE(std::ranges::all_of(accesses, [](const Access& access) {
    return access.ptx_line > 0 && access.function == "_Z18gemm_register_tilePKfS0_Pfiii";
  }));
}

TEST(Sass, DamagedTextIsRead) {
  for (const char* text : {"",
                           "/*",
                           "*/",
                           "/**/",
                           "/*0*/ @",
                           "/*0*/ @ ;",
                           "/*0*/ @P0",
                           "/*0*/ LDS",
                           "/*0*/ LDS [",
                           "/*0*/ LDS R0, [R1+0x]",
                           "/*0*/ LDS R0, [R1+-0x8000000000000000] ;",
                           "/*0*/ LDS R0, [+0xffffffffffffffffff] ;",
                           "/*0*/ LDS. R0",
                           "/*0*/ LDS.. R0",
                           ":",
                           "::\n:",
                           ".text.:",
                           ".text.k",
                           "//## File \".nv_debug_ptx_txt\", line ",
                           "//## File \".nv_debug_ptx_txt\", line 99999999999",
                           ".L:\n/*0*/ BRA `(.L",
                           "/*0*/ BRA `("}) {
    for (const Access& access : parse(text)) EXPECT_EQ(access.ptx_line, 0u) << text;
  }
  const auto dump = parse_dump("row_shared.sass");
  EXPECT_THAT(dump, SizeIs(42));
}

}  // namespace
}  // namespace warplens::sass
