#include "kernels/sass/assembled.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace warplens::sass {
namespace {

using testing::HasSubstr;

std::string dump(const std::string& name) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/kernels/sass/testdata/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Assembled register_tile() {
  return {90, "13.0.88", "13.0.85", std::string(64, 'a'), parse(dump("register_tile.sass")), {}};
}

// Every instruction, with what is live.
Assembled listed_tile() {
  Assembled tile{90, "13.0.88", "13.0.85", std::string(64, 'a'), {}, {}};
  tile.listing = list(dump("transpose_tile.sass"));
  add_live(dump("transpose_tile.live"), tile.listing);
  tile.accesses = accesses_of(tile.listing);
  return tile;
}

std::string error_of(const std::string& text) {
  const auto read = read_assembled(text);
  return read.has_value() ? "" : read.error().message.in(Language::en);
}

TEST(Assembled, IsReadAsItWasWritten) {
  const Assembled written = register_tile();
  ASSERT_FALSE(written.accesses.empty());
  const auto read = read_assembled(to_text(written));
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, written);
}

TEST(Assembled, ALineAnAccessSaysWhereItStandsAndWhatItIs) {
  const Access access = parse(
      ".text.k:\n.L_1:\n//## File \".nv_debug_ptx_txt\", line 7\n"
      "/*0010*/ @!P1 LDS.128 R4, [R2+0x10] ;\n/*0020*/ BRA `(.L_1) ;\n")[0];
  const std::string text = to_text({75, "13.0.88", "13.0.85", "abc", {access}, {}});
  EXPECT_THAT(text, HasSubstr("architecture sm_75\n"));
  EXPECT_THAT(text, HasSubstr("function k\n7 1 L @!P1 LDS.128 R4, [R2+0x10]\n"));
}

TEST(Assembled, WithAListingIsReadAsItWasWritten) {
  const Assembled written = listed_tile();
  ASSERT_FALSE(written.accesses.empty());
  const auto read = read_assembled(to_text(written));
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  EXPECT_EQ(*read, written);
}

TEST(Assembled, OfBothVersionsHasTheSameAccesses) {
  Assembled alone = listed_tile();
  alone.listing = {};
  EXPECT_EQ(read_assembled(to_text(alone))->accesses,
            read_assembled(to_text(listed_tile()))->accesses);
}

TEST(Assembled, ALineAnInstructionLeavesOutWhatIsAsAbove) {
  Listing listing = list(
      ".text.k:\n//## File \".nv_debug_ptx_txt\", line 7\n"
      "/*0000*/ MOV R1, R2 ;\n/*0010*/ NOP ;\n/*0020*/ EXIT ;\n");
  add_live(
      "// | GPR | PRED | UGPR |\n.text.k: // | |\n/*0000*/ MOV R1, R2 ; // | 12 | 1 | 3 |\n"
      "/*0010*/ NOP ; // | 12 | 1 | 3 |\n/*0020*/ EXIT ; // | 1 | | |\n",
      listing);
  EXPECT_THAT(to_text({90, "13", "13", "abc", {}, listing}),
              HasSubstr("function k\n7 0 12/3/1 MOV R1, R2\n. . . NOP\n. . 1 EXIT\n"));
}

TEST(Assembled, ALineThatIsNoInstructionIsNamed) {
  const std::string text = to_text(listed_tile());
  for (const char* line : {"x 0 1 NOP", ". 0 1 NOP", "7 L 1 NOP", "7 0 1/2/3/4/5 NOP", "7 0 1/ NOP",
                           "7 0 1", "7 0 70000 NOP"}) {
    const std::size_t begin = text.find('\n', text.find("function")) + 1;
    std::string changed = text;
    changed.replace(begin, changed.find('\n', begin) - begin, line);
    EXPECT_THAT(error_of(changed), HasSubstr("line 8 is not as it must be")) << line;
  }
}

TEST(Assembled, IsSmallerThanTheDisassembly) {
  EXPECT_LT(to_text(register_tile()).size(), dump("register_tile.sass").size() / 8);
}

TEST(Assembled, WhatWasCutOrChangedIsRefused) {
  const std::string text = to_text(register_tile());
  for (std::size_t size = 0; size < text.size(); size += 7) {
    EXPECT_NE(error_of(text.substr(0, size)), "") << size;
  }
  std::string changed = text;
  changed.replace(changed.find("LDS.128"), 7, "LDS.64 ");
  EXPECT_THAT(error_of(changed), HasSubstr("changed"));
  EXPECT_THAT(error_of(text + "x\n"), HasSubstr("after its end"));
  EXPECT_THAT(error_of(text.substr(0, text.size() - 1)), HasSubstr("no end"));
}

TEST(Assembled, ALineThatIsNoAccessIsNamed) {
  std::string text = to_text(register_tile());
  text.replace(text.find("LDG"), 3, "ADD");
  EXPECT_THAT(error_of(text), HasSubstr("line 8 is not as it must be"));
  EXPECT_THAT(error_of("nonsense"), HasSubstr("line 1 is not"));
  EXPECT_THAT(read_assembled("nonsense").error().message.in(Language::zh), HasSubstr("第 1 行"));
}

TEST(Assembled, ArchitecturesHaveNumbers) {
  EXPECT_EQ(capability_of("sm_120"), 120u);
  EXPECT_EQ(architecture_name(75), "sm_75");
  for (const char* text : {"", "sm_", "sm_9x", "90", "sm_0", "sm_-1", "compute_90"}) {
    EXPECT_EQ(capability_of(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace warplens::sass
