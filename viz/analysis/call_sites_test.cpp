#include "viz/analysis/call_sites.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

// ldsm4 is called by stage, which kernel calls at line 77; ptx_line counts from 1.
constexpr std::string_view kPtx =
    ".entry kernel()\n"                                              // 1
    "{\n"                                                            // 2
    ".loc 1 77 9\n"                                                  // 3
    "add.u32 %r1, %r2, %r3;\n"                                       // 4
    ".loc 2 50 5, function_name $name+4, inlined_at 1 77 9\n"        // 5
    "add.u32 %r1, %r2, %r3;\n"                                       // 6
    ".loc 2 30 3, function_name $name, inlined_at 2 50 5\n"          // 7
    "ld.shared.u32 %r1, [%r2];\n"                                    // 8
    ".loc 3 5 1, function_name $lambda, inlined_at 1 80 3\n"         // 9
    "ld.shared.u32 %r1, [%r2];\n"                                    // 10
    "}\n"                                                            // 11
    ".file 1 \"/src/hgemm.cu\"\n"                                    // 12
    ".file 2 \"/src/tile.cuh\"\n"                                    // 13
    ".file 3 \"/src/hgemm.cu\"\n"                                    // 14
    ".section .debug_str\n"                                          // 15
    "{\n"                                                            // 16
    "$name:\n"                                                       // 17
    ".b8 95,90,53,108\n"                                             // "_Z5l"
    ".b8 100,115,109,52,106,0\n"                                     // "dsm4j"
    "$lambda:\n"                                                     // of kernel, "[&](int)"
    ".b8 95,90,90,54,107,101,114,110,101,108,118,69,78,75,85,108\n"  // "_ZZ6kernelvENKUl"
    ".b8 105,69,95,99,108,69,105,0\n"                                // "iE_clEi"
    "}\n";

trace::Site site_at(std::uint32_t ptx_line, const char* file, std::uint32_t line) {
  trace::Site site;
  site.ptx_line = ptx_line;
  site.file = file;
  site.line = line;
  return site;
}

TEST(CallSites, InlinedCodeNamesItsFunctionAndTheOutermostCall) {
  const CallSites sites(kPtx);
  const auto site = sites.of(site_at(8, "tile.cuh", 30));
  ASSERT_TRUE(site.has_value());
  EXPECT_EQ(*site, (CallSite{"ldsm4", "/src/hgemm.cu", 77}));
  EXPECT_EQ(call_site_text(*site).in(Language::en), "in ldsm4, from hgemm.cu:77");
}

TEST(CallSites, TheChainNamesEachCallFromTheInnermostOut) {
  const CallSites sites(kPtx);
  const auto chain = sites.chain(site_at(8, "tile.cuh", 30));
  ASSERT_EQ(chain.size(), 2u);
  EXPECT_EQ(chain[0], (CallStep{"ldsm4", "/src/tile.cuh", 50}));
  EXPECT_EQ(chain[1].file, "/src/hgemm.cu");
  EXPECT_EQ(chain[1].line, 77u);
  EXPECT_TRUE(call_chain_text(chain).in(Language::en).starts_with("ldsm4 called at tile.cuh:50, "));
  EXPECT_TRUE(sites.chain(site_at(4, "hgemm.cu", 77)).empty());
  EXPECT_TRUE(call_chain_text({}).empty());
}

TEST(CallSites, CodeThatStandsWhereItWasWrittenHasNone) {
  const CallSites sites(kPtx);
  EXPECT_EQ(sites.of(site_at(4, "hgemm.cu", 77)), std::nullopt);
  EXPECT_EQ(sites.of(site_at(2, "hgemm.cu", 1)), std::nullopt);
  EXPECT_EQ(sites.of(site_at(0, "", 0)), std::nullopt);
  EXPECT_EQ(sites.of(site_at(1000, "", 0)), std::nullopt);
}

TEST(CallSites, ALineThatCalledAHeaderIsNotInlinedItself) {
  EXPECT_EQ(CallSites(kPtx).of(site_at(8, "hgemm.cu", 77)), std::nullopt);
}

TEST(CallSites, ALambdaHasNoNameOfItsOwn) {
  const auto site = CallSites(kPtx).of(site_at(10, "hgemm.cu", 5));
  ASSERT_TRUE(site.has_value());
  EXPECT_EQ(call_site_text(*site).in(Language::en), "in a lambda, from hgemm.cu:80");
  EXPECT_EQ(call_site_text(*site).in(Language::zh).find("a lambda"), std::string::npos);
}

TEST(CallSites, AFindingHasThatOfItsInstruction) {
  trace::Finding finding;
  finding.ptx_line = 8;
  finding.line = 30;
  ASSERT_TRUE(CallSites(kPtx).of(finding).has_value());
  EXPECT_EQ(CallSites(kPtx).of(finding)->line, 77u);
}

TEST(CallSites, AnyTextIsSafe) {
  for (const std::string_view text :
       {"", ".loc", ".loc 1", ".loc 1 2 3, inlined_at", ".loc 1 2 3, function_name",
        ".section .debug_str\n.b8 1,2", ".file", ".file 1 \"", ".loc 4294967296 x -1"}) {
    EXPECT_EQ(CallSites(text).of(site_at(1, "", 2)), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace warplens::analysis
