// What commands print, against tests/cli/golden/. Text is compared byte by byte without the run's
// time; JSON by value without "seconds". In another language the text is another one (tile.zh.txt),
// and JSON is the same.
// After a wanted change: WARPLENS_UPDATE_GOLDEN=1 build/debug/tests_cli_test, then read the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

#include "kernels/base/json.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

struct Case {
  std::string name;
  std::vector<std::string> arguments;
  int status = 0;
  std::string language{};  // empty: English
};

std::string name_of(const Case& golden) {
  return golden.language.empty() ? golden.name : golden.name + "_" + golden.language;
}

void PrintTo(const Case& golden, std::ostream* out) { *out << name_of(golden); }

std::string without_time(const std::string& text) {
  return std::regex_replace(text, std::regex("(in |用时 )[0-9.]+ s\n"), "$1TIME\n");
}

SortedJson without_time(SortedJson json) {
  if (!json.is_object() || !json.contains("launches")) return json;
  for (SortedJson& launch : json["launches"]) launch.erase("seconds");
  return json;
}

bool updating() { return std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr; }

class Golden : public testing::TestWithParam<Case> {
 protected:
  static std::filesystem::path file(const std::string& extension) {
    return source_folder() / "tests/cli/golden" / (GetParam().name + extension);
  }
  static std::vector<std::string> arguments() {
    std::vector<std::string> all = GetParam().arguments;
    const std::string& language = GetParam().language;
    if (!language.empty()) all.insert(all.end(), {"--lang", language});
    return all;
  }
};

TEST_P(Golden, TextIsAsKept) {
  const Output output = run(arguments());
  EXPECT_EQ(output.status, GetParam().status) << output.err;
  const std::string text = without_time(output.out);
  const std::string& language = GetParam().language;
  const auto kept = file(language.empty() ? ".txt" : "." + language + ".txt");
  if (updating()) write_file(kept, text);
  EXPECT_EQ(text, read_file(kept));
}

TEST_P(Golden, JsonIsAsKept) {
  std::vector<std::string> all = arguments();
  all.emplace_back("--json");
  const auto json = without_time(run_json(all, GetParam().status));
  if (updating() && GetParam().language.empty()) write_file(file(".json"), json.dump(1) + "\n");
  EXPECT_EQ(json, parse_sorted_json(read_file(file(".json"))));
}

std::vector<Case> cases() {
  const std::vector<std::string> small = {"--set", "rows=33", "--set", "cols=40"};
  const auto trace = [&](const std::string& variant, int status = 0) {
    Case result{variant, {"trace", "transpose/" + variant}, status};
    result.arguments.insert(result.arguments.end(), small.begin(), small.end());
    return result;
  };
  const auto in_chinese = [](Case golden) {
    golden.language = "zh";
    return golden;
  };
  Case worst = trace("tile");
  worst.name = "tile_worst";
  worst.arguments.emplace_back("--worst");
  return {
      {"list", {"list"}},
      in_chinese({"list", {"list"}}),
      {"resources", {"resources", "gemm/register_tile_padded"}},
      {"access_shared",
       {"access", "--kind", "sld", "--width", "4", "--offsets", "0,128,256,384,-1,512"}},
      {"access_merged",
       {"access", "--kind", "sld", "--width", "8", "--offsets", "0,0,8,8,16,16,24,24,256"}},
      {"access_global", {"access", "--kind", "gld", "--width", "4", "--offsets", "0,4,64,68"}},
      {"access_async",
       {"access", "--kind", "cpa16", "--width", "16", "--offsets", "0,16,128,256,256"}},
      {"access_bypass", {"access", "--kind", "cpg16", "--width", "16", "--offsets", "0,16,128"}},
      trace("tile"),
      trace("tile_padded"),
      trace("packed_xor"),
      trace("tile_nobarrier", 1),
      in_chinese(trace("tile_nobarrier", 1)),
      worst,
      in_chinese(worst),
      {"register_tile", {"trace", "gemm/register_tile"}},
      in_chinese({"register_tile", {"trace", "gemm/register_tile"}}),
      {"triton_softmax", {"trace", data_file("triton"), "--entry", "softmax", "--as-ptx"}},
      in_chinese(
          {"triton_softmax", {"trace", data_file("triton"), "--entry", "softmax", "--as-ptx"}}),
      {"pattern_events",
       {"trace", "access/pattern", "--set", "lanes=3", "--set", "stride=2", "--events"}},
      {"shuffle_events",
       {"trace", "reduce/shuffle", "--set", "n=20", "--set", "threads=32", "--events"}},
      {"explain", {"explain", "transpose/tile"}},
      in_chinese({"explain", {"explain", "transpose/tile"}}),
      {"fragments", {"fragments", "mma.m16n8k16.f16"}},
      in_chinese({"fragments", {"fragments", "mma.m16n8k16.f16"}}),
      {"shared_tile", {"tile", "tensor_gemm/tma", "--operand", "A"}},
      in_chinese({"shared_tile", {"tile", "tensor_gemm/tma", "--operand", "A"}}),
      {"registers", {"registers", "transpose/tile"}},
      in_chinese({"registers", {"registers", "transpose/tile"}}),
      {"latency", {"latency", "reduce/sequential"}},
      in_chinese({"latency", {"latency", "reduce/sequential"}}),
      {"pipeline", {"pipeline", "pipeline/early_copy"}},
      in_chinese({"pipeline", {"pipeline", "pipeline/early_copy"}}),
      {"swizzle", {"swizzle", "--tile", "8x32", "--write", "groups", "--map", "xor(4)"}},
      {"swizzle_find",
       {"swizzle", "--element", "2", "--tile", "16x32", "--write", "rows.16B", "--read", "ldmatrix",
        "--find"}},
      {"swizzle_collision", {"swizzle", "--tile", "4x4", "--map", "col & ~1"}, 1},
      {"swizzle_misaligned",
       {"swizzle", "--tile", "8x8", "--read", "groups", "--map", "padding 1"},
       1},
  };
}

INSTANTIATE_TEST_SUITE_P(Commands, Golden, testing::ValuesIn(cases()),
                         [](const auto& tested) { return name_of(tested.param); });

}  // namespace
}  // namespace warplens::cli_test
