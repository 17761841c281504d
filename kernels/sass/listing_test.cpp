#include "kernels/sass/listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "kernels/sass/sass.h"

namespace warplens::sass {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string testdata(const std::string& name) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/kernels/sass/testdata/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const char* const kLoop =
    ".text.k:\n"
    "\t//## File \".nv_debug_ptx_txt\", line 7\n"
    "/*0000*/ S2R R1, SR_TID.X ;\n"
    ".L_1:\n"
    "/*0010*/ @!P1 LDS.128 R4, [R2+0x10] ;\n"
    "\t//## File \".nv_debug_ptx_txt\", line 9\n"
    "/*0020*/ @P0 BRA `(.L_1) ;\n"
    "/*0030*/ BSSY B0, `(.L_2) ;\n"
    "/*0040*/ @P2 BRA P3, `(.L_2) ;\n"
    ".L_2:\n"
    "/*0050*/ CALL.REL.NOINC `($k$__internal_0_$__cuda_sm20_div_u64) ;\n"
    "/*0060*/ EXIT ;\n"
    "        .weak $k$__internal_0_$__cuda_sm20_div_u64\n"
    "$k$__internal_0_$__cuda_sm20_div_u64:\n"
    "/*0070*/ RET.REL.NODEC R2 `(k) ;\n";

std::vector<ListedInstruction> instructions_of(std::string_view text) {
  const Listing listing = list(text);
  return listing.functions.empty() ? std::vector<ListedInstruction>()
                                   : listing.functions[0].instructions;
}

TEST(Listing, HasEveryInstructionWithItsAddressAndItsPtxLine) {
  const auto all = instructions_of(kLoop);
  ASSERT_THAT(all, SizeIs(8));
  EXPECT_EQ(list(kLoop).functions[0].name, "k");
  EXPECT_EQ(all[1].address, 0x10u);
  EXPECT_EQ(all[1].ptx_line, 7u);
  EXPECT_EQ(all[2].ptx_line, 9u);
  EXPECT_EQ(opcode_of(all[1]), "LDS.128");
  EXPECT_EQ(operation_of(all[1]), "LDS");
  EXPECT_EQ(predicate_of(all[1]), "!P1");
  EXPECT_EQ(predicate_of(all[0]), "");
}

TEST(Listing, BranchesNameAddressesInPlaceOfLabels) {
  const auto all = instructions_of(kLoop);
  EXPECT_EQ(all[2].text, "@P0 BRA 0x10");
  EXPECT_EQ(all[2].target, 0x10u);
  EXPECT_EQ(all[3].text, "BSSY B0, 0x50");
  EXPECT_EQ(all[3].target, std::nullopt) << "it does not branch";
  EXPECT_EQ(all[4].target, 0x50u);
  EXPECT_EQ(all[5].text, "CALL.REL.NOINC 0x70");
  EXPECT_EQ(all[5].target, 0x70u);
  EXPECT_EQ(all[7].text, "RET.REL.NODEC R2 `(k)") << "no label of the code";
}

TEST(Listing, TellsLoopsAndStraightRuns) {
  const auto all = instructions_of(kLoop);
  std::vector<bool> loops;
  std::vector<std::uint32_t> runs;
  for (const auto& one : all) {
    loops.push_back(one.is_in_loop);
    runs.push_back(one.straight_run);
  }
  EXPECT_THAT(loops, ElementsAre(false, true, true, false, false, false, false, false));
  EXPECT_THAT(runs, ElementsAre(0, 1, 1, 2, 2, 4, 5, 7));
}

TEST(Listing, LiveRegistersAreFoundByTheNamesOfTheirColumns) {
  Listing listing = list(".text.k:\n/*0000*/ MOV R1, R2 ;\n/*0010*/ EXIT ;\n");
  EXPECT_FALSE(listing.has_live());
  add_live(
      "            // | GPR   | PRED   | UGPR   | UPRED   |\n"
      "            // |   #   |   #    |    #   |    #    |\n"
      ".text.k:    // |       |        |        |         |\n"
      "/*0000*/ MOV R1, R2 ;   // |  17   |   3    |   4    |   1    |\n"
      ".L_2:       // +.......+........+........+.........+\n"
      "/*0010*/ EXIT ;         // |  1    |        |        |         |\n",
      listing);
  const auto& all = listing.functions[0].instructions;
  EXPECT_EQ(all[0].live, (LiveRegisters{17, 4, 3, 1}));
  EXPECT_EQ(all[1].live, (LiveRegisters{1, 0, 0, 0}));
}

TEST(Listing, LiveRegistersOfOtherFunctionsAndAddressesAreLeftOut) {
  Listing listing = list(".text.k:\n/*0000*/ NOP ;\n/*0020*/ EXIT ;\n");
  add_live(
      "// | GPR |\n.text.other: // | |\n/*0000*/ NOP ; // | 9 |\n"
      ".text.k: // | |\n/*0010*/ NOP ; // | 8 |\n/*0020*/ EXIT ; // | 7 |\n",
      listing);
  EXPECT_EQ(listing.functions[0].instructions[0].live, std::nullopt);
  EXPECT_EQ(listing.functions[0].instructions[1].live->general, 7);
}

TEST(Listing, OfARealKernelKnowsWhatIsLiveEverywhere) {
  Listing listing = list(testdata("transpose_tile.sass"));
  add_live(testdata("transpose_tile.live"), listing);
  ASSERT_THAT(listing.functions, SizeIs(2)) << "tiles of 16 and of 32";
  for (const ListedFunction& function : listing.functions) {
    const auto& all = function.instructions;
    EXPECT_TRUE(std::ranges::all_of(all, [](const auto& one) { return one.live.has_value(); }));
    EXPECT_TRUE(std::ranges::all_of(all, [](const auto& one) { return one.ptx_line > 0; }));
    std::uint16_t most = 0;
    for (const auto& one : all) most = std::max(most, one.live->general);
    EXPECT_EQ(most, function.name.find("Li16E") != std::string::npos ? 12 : 23);
    EXPECT_EQ(listing.find(function.name), &function);
  }
  EXPECT_EQ(listing.find("other"), nullptr);
}

TEST(Listing, LeavesOutWhatFillsTheEnd) {
  EXPECT_THAT(instructions_of(".text.k:\n/*0000*/ NOP ;\n/*0010*/ EXIT ;\n/*0020*/ NOP ;\n"
                              "/*0030*/ NOP ;\n"),
              SizeIs(2));
}

TEST(Listing, DamagedTextIsRead) {
  for (const char* text :
       {"", "/*", "/*0*/ @", "/*0*/ BRA `(", "/*0*/ BRA `(.L", ".L:\n/*0*/ BRA `(.L",
        "/*zz*/ BRA 0x", ".text.:", "// |", "// | GPR", "/*0*/ X ; // |"}) {
    Listing listing = list(text);
    add_live(text, listing);
    EXPECT_LE(instructions_of(text).size(), 1u) << text;
  }
  EXPECT_THAT(list(".text.k:\n.text.j:\n").functions, IsEmpty());
}

}  // namespace
}  // namespace warplens::sass
