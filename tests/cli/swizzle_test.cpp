// warplens swizzle, as people ask it: answers, the map found, code to paste.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kHalfTile = {"swizzle",        "--element", "2",      "--tile",
                                            "128x8",          "--order",   "column", "--read",
                                            "ldmatrix.trans", "--write",   "groups"};

std::vector<std::string> half_tile(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = kHalfTile;
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(SwizzleCommand, AnswersTheHalfTileOf128x8) {
  const auto ways = [](const std::string& map) {
    const auto json = run_json(half_tile({"--map", map, "--json"}));
    EXPECT_EQ(json.at("run_verdict"), "match");
    return json.at("read").at("ways").get<int>();
  };
  EXPECT_EQ(ways("none"), 8);
  EXPECT_EQ(ways("Swizzle<3,3,3>"), 2);
  EXPECT_EQ(ways("Swizzle<3,3,4>"), 1);
}

TEST(SwizzleCommand, FindsItsSwizzleAndSaysWhy) {
  const auto json = run_json(half_tile({"--find", "--json"}));
  EXPECT_EQ(json.at("map"), "Swizzle<3,3,4>");
  EXPECT_EQ(json.at("found").at("none").at("wavefronts"), 144);
  const Output text = run(half_tile({"--find"}));
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, testing::StartsWith("Swizzle<3,3,4>: 32 wavefronts"));
}

TEST(SwizzleCommand, GivesCodeToPaste) {
  const Output cute = run(half_tile({"--find", "--code", "cute"}));
  EXPECT_THAT(cute.out, HasSubstr("composition(Swizzle<3,3,4>{}, Layout<Shape<Int<128>, Int<8>>"));
  const Output cuda = run(half_tile({"--map", "Swizzle<3,3,4>", "--code", "cuda"}));
  EXPECT_THAT(cuda.out, HasSubstr("return offset ^ ((offset & 0x380) >> 4);"));
  EXPECT_THAT(cuda.out, HasSubstr("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"));
}

TEST(SwizzleCommand, ItsSpecificationIsTheTextThatItPrints) {
  const auto json = run_json({"swizzle", "--map", "col ^ (row >> 1)", "--json"});
  EXPECT_EQ(json.at("spec"),
            "element=4 tile=32x32 order=row write=rows read=columns map=col ^ (row >> 1)");
}

TEST(SwizzleCommand, TakesThatTextAndWhatIsGivenBesideItGoesFirst) {
  const std::string text =
      "element=2 tile=64x64 order=row write=rows.16B read=ldmatrix.x4 map=none";
  EXPECT_EQ(run_json({"swizzle", "--spec", text, "--json"}).at("spec"), text);
  EXPECT_EQ(run_json({"swizzle", "--spec", text, "--map", "xor(8)", "--json"}).at("map"), "xor(8)");
}

TEST(SwizzleCommand, TakesALayoutOfCuTeWhichIsTheTile) {
  const std::vector<std::string> arguments = {"swizzle",
                                              "--element",
                                              "2",
                                              "--read",
                                              "ldmatrix",
                                              "--map",
                                              "Sw<3,4,3> o smem_ptr o (64,64):(64,1)",
                                              "--write",
                                              "rows.16B",
                                              "--json"};
  const auto json = run_json(arguments);
  EXPECT_THAT(json.at("spec").get<std::string>(), HasSubstr("tile=64x64 order=row"));
  EXPECT_EQ(json.at("layout"), "Sw<3,4,3> o smem_ptr o (64,64):(64,1)");
  EXPECT_EQ(json.at("read").at("ways"), 1);
  EXPECT_EQ(json.at("run_verdict"), "match");
}

TEST(SwizzleCommand, SaysWhatIsWrongWithALayoutAndWhere) {
  const Output output = run({"swizzle", "--map", "(8,8):(8,1"});
  EXPECT_NE(output.status, 0);
  EXPECT_THAT(output.err, HasSubstr("--map: at the end, character 11: ',' or ')' is wanted"));
  const Output tile = run({"swizzle", "--map", "(8,8):(8,1)", "--tile", "16x8"});
  EXPECT_THAT(tile.err, HasSubstr("it is a layout of 8x8 elements, and the tile has 16x8"));
}

TEST(SwizzleCommand, PrintsWhatLayoutsComeToALineEach) {
  const Output lines = run_line(
      "printf '(20:2) o (5,4):(4,1)\\n4:1 o\\nsize((4,8))\\n' | \"$WARPLENS\" swizzle --layout -");
  EXPECT_EQ(lines.out,
            "(5,4):(8,2)\nerror: at the end, character 6: a layout is wanted, as (8,64):(64,1)\n"
            "32\n");
  EXPECT_EQ(lines.status, 1);
}

// Each command of docs/SWIZZLE.md and what stands beneath it there.
TEST(SwizzleDocument, SaysWhatItsCommandsPrint) {
  std::istringstream in(read_file(source_folder() / "docs/SWIZZLE.md"));
  std::string command, printed;
  int commands = 0;
  const auto check = [&] {
    if (command.empty()) return;
    ++commands;
    EXPECT_EQ(run_line("\"$WARPLENS\"" + command).out, printed) << command;
    command.clear();
    printed.clear();
  };
  for (std::string line; std::getline(in, line);) {
    const std::string prompt = "$ warplens";
    if (line.starts_with(prompt) || line == "```") check();
    if (line.starts_with(prompt)) {
      command = line.substr(prompt.size());
    } else if (!command.empty()) {
      printed += line + "\n";
    }
  }
  EXPECT_GE(commands, 8);
}

}  // namespace
}  // namespace warplens::cli_test
