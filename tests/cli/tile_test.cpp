// warplens tile: planted kernels whose tiles are read as they were written, and twins of them
// (viz/hardware_tile/testdata/swizzled.cu, blackwell.cu).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> tile_of(const std::string& entry,
                                 const std::vector<std::string>& more = {},
                                 const std::string& file = "swizzled.ptx") {
  const std::string map = ":tensormap{f16,[64,64],box=[64,64],swizzle=128}=random:1";
  std::vector<std::string> command{
      "tile",     (source_folder() / "viz/hardware_tile/testdata" / file).string(),
      "--entry",  entry,
      "--grid",   "1",
      "--block",  "128",
      "--shared", "24640",
      "--arg",    "a" + map,
      "--arg",    "b" + map,
      "--arg",    "out:out:f32[4096]"};
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

TEST(TileCommand, FindsAModeThatIsChangedOnOneSideWithBothLines) {
  const Output output = run(tile_of("other_mode"));
  EXPECT_EQ(output.status, 0) << "a kernel may mean it: " << output.err;
  EXPECT_THAT(output.out,
              HasSubstr("written with 128-byte swizzle at swizzled.cu:40, read with 64-byte "
                        "swizzle at swizzled.cu:75: 112 of 128 units are not where they are "
                        "looked for"));
  EXPECT_THAT(output.out, HasSubstr("reads: 1, not finding their elements: 1"));
}

TEST(TileCommand, HoldsDescriptorsOfTcgen05AgainstCopies) {
  const Output good = run(tile_of("same_mode", {"--operand", "B"}, "blackwell.ptx"));
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("tcgen05.mma.cta_group::1.kind::f16 m64n64k16"));
  EXPECT_THAT(good.out, HasSubstr("All 128 units are where they are looked for."));
  EXPECT_THAT(good.out, HasSubstr("61-63      2  swizzle mode: 128-byte swizzle"));
  const auto wrong = run_json(tile_of("other_mode", {"--json"}, "blackwell.ptx"));
  EXPECT_GT(wrong.at("read").at("disagreeing"), 64);
  EXPECT_EQ(wrong.at("readers").at(1).at("is_tcgen05"), true);
}

TEST(TileCommand, NamesTheBlockThatBringsATileByMulticast) {
  const auto json =
      run_json({"tile", "tensor_gemm/clusters", "--set", "cluster=2", "--operand", "B", "--json"});
  std::size_t of_others = 0;
  for (const auto& writer : json.at("read").at("writers")) {
    if (writer.at("block_rank").is_null()) continue;
    EXPECT_EQ(writer.at("block_rank"), 1);
    ++of_others;
  }
  EXPECT_EQ(of_others, 2u) << "half of B";
  EXPECT_EQ(json.at("read").at("compared"), 512);
  EXPECT_EQ(json.at("read").at("disagreeing"), 0);
}

TEST(TileCommand, SaysThatATwinAgrees) {
  const Output output = run(tile_of("same_mode"));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("All 128 units are where they are looked for."));
  EXPECT_THAT(output.out, Not(testing::ContainsRegex("[0-9]≠")));
}

TEST(TileCommand, TellsThePhaseOfATileWithinAPattern) {
  EXPECT_THAT(run(tile_of("shifted")).out,
              HasSubstr("0x0200 mod 1024 is 512: row 4 of the pattern's 8 rows of 128 bytes"));
  EXPECT_THAT(run(tile_of("shifted_pattern", {"--operand", "A"})).out,
              HasSubstr("with 128-byte swizzle and base offset 4 at swizzled.cu:75: 128 of 128"));
}

TEST(TileCommand, TellsHowAnAddressComesAbout) {
  const Output output = run(tile_of("other_mode", {"--operand", "A", "--unit", "0x60"}));
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("taken for: A[1][0…7], of core matrix 0, 0"));
  EXPECT_THAT(output.out, HasSubstr("looked for: row 1, columns 16…23, which lies at 0x00b0"));
}

TEST(TileCommand, PrintsTheSameAsJson) {
  auto command = tile_of("other_mode", {"--json"});
  const auto json = run_json(command);
  EXPECT_EQ(json.at("readers").size(), 2u);
  const auto& read = json.at("read");
  EXPECT_EQ(read.at("disagreeing"), 112);
  EXPECT_EQ(read.at("descriptor").at("swizzle_bytes"), 64);
  EXPECT_EQ(read.at("writers").at(0).at("swizzle_bytes"), 128);
  EXPECT_EQ(read.at("units").at(2).at("lies_at"), 0xb0);
}

// What ships reads as it writes. Copies by TMA and by cp.async of matrices are compared.
TEST(TileCommand, FindsNothingInTheKernelsOfTheCatalogue) {
  for (const char* kernel : {"tensor_gemm/tma", "tensor_gemm/stages", "tensor_gemm/wide_tiles",
                             "tensor_gemm/producer"}) {
    const auto json = run_json({"tile", kernel, "--json"});
    std::size_t compared = 0;
    for (const auto& reader : json.at("readers")) {
      EXPECT_EQ(reader.at("disagreeing"), 0) << kernel << " " << reader.at("line");
      compared += reader.at("compared").get<std::size_t>();
    }
    EXPECT_EQ(compared != 0, std::string(kernel) != "tensor_gemm/producer")
        << kernel << ": what lanes store is not compared";
  }
}

}  // namespace
}  // namespace warplens::cli_test
