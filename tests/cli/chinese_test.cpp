// --lang zh: what a command prints for people, and what is wrong, has no English sentence left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

// Three words one after another, as no name and no expression has them; empty: there are none.
std::string english_in(const std::string& text) {
  static const std::regex kSentence(R"(\b[A-Za-z]?[a-z]+ [a-z]{2,} [a-z]{2,}\b(?!-))");
  std::smatch found;
  return std::regex_search(text, found, kSentence) ? found.str() : "";
}

Output said(std::vector<std::string> command) {
  command.insert(command.end(), {"--lang", "zh"});
  return run(command);
}

struct Spoken {
  std::vector<std::string> command;
  const char* says;
};

std::string name_of(const testing::TestParamInfo<Spoken>& spoken) {
  std::string name = spoken.param.command.front() + "_" + std::to_string(spoken.index);
  std::erase(name, '-');
  return name;
}

class SpeaksChinese : public testing::TestWithParam<Spoken> {};

TEST_P(SpeaksChinese, InTablesAndLines) {
  const Output output = said(GetParam().command);
  EXPECT_EQ(english_in(output.err), "");
  EXPECT_THAT(output.out, HasSubstr(GetParam().says));
  EXPECT_EQ(english_in(output.out), "") << output.out;
}

TEST(SpokenJson, HasItsSentencesInBothLanguages) {
  const std::string json =
      run({"trace", "transpose/tile", "--json", "--worst", "--fail-on", "conflicts"}).out;
  EXPECT_THAT(json, HasSubstr("\"sentence_zh\": \"lane 沿相距 128 字节的各行向下走"));
  EXPECT_THAT(json, HasSubstr("\"message\": \"conflicts: "));
  EXPECT_THAT(json, HasSubstr("\"message_zh\": \""));
}

INSTANTIATE_TEST_SUITE_P(
    Commands, SpeaksChinese,
    testing::Values(
        Spoken{{"access", "--kind", "sld", "--offsets", "0,128,256,384"}, "3 次 bank 冲突"},
        Spoken{{"access", "--kind", "gld", "--offsets", "0,4"}, "sector（偏移 / 32）："},
        Spoken{{"diff", "transpose/tile", "transpose/tile_padded"}, "变好"},
        Spoken{{"diff", "transpose/tile", "transpose/tile"}, "没有差别"},
        Spoken{{"doctor"}, "核函数和课程"},
        Spoken{{"errors", "reduce/atomic", "--sizes", "64"}, "上界"},
        Spoken{{"errors", "reduce/atomic", "--orders", "--sizes", "64"}, "个不同的结果"},
        Spoken{{"explain", "transpose/tile"}, "次是 bank 冲突"},
        Spoken{{"explain", "memory_l1_wavefronts_shared"}, "的趟数"},
        Spoken{{"fragments", "ldmatrix.x4", "--element", "R2[3][5]"}, "寄存器"},
        Spoken{{"tile", "tensor_gemm/tma"}, "块都在要找的地方"},
        Spoken{{"pipeline", "pipeline/early_copy"}, "过早覆盖"},
        Spoken{{"latency", "reduce/sequential"}, "最长的依赖链"},
        Spoken{{"ladder", "transpose"}, "从最低一级起"},
        Spoken{{"resources", "gemm/register_tile_padded"}, "线程块/SM"},
        Spoken{{"roofline", data_file("turn.ptx"), "--grid", "1", "--block", "32,32", "--arg",
                "in:in:f32[1024]=iota", "--arg", "out:out:f32[1024]"},
               "脊点"},
        Spoken{{"swizzle", "--tile", "32x32", "--find"}, "一一对应"},
        Spoken{{"swizzle", "--tile", "8x8", "--map", "col & 3"}, "不是一一对应"}),
    name_of);

class SpeaksChineseWithAGpu : public testing::TestWithParam<Spoken> {};

TEST_P(SpeaksChineseWithAGpu, InTablesAndLines) {
  const Environment simulated = driver("simulated_cuda");
  const Output output = said(GetParam().command);
  EXPECT_THAT(output.out, HasSubstr(GetParam().says)) << output.err;
  EXPECT_EQ(english_in(output.out), "") << output.out;
}

INSTANTIATE_TEST_SUITE_P(
    Commands, SpeaksChineseWithAGpu,
    testing::Values(Spoken{{"bench", "add", "--sizes", "16", "--variants", "vector4",
                            "--no-baselines"},
                           "每个结果的每个元素"},
                    Spoken{{"bench", "add/grid_stride", "--sizes", "16", "--sweep", "blocks=1,2",
                            "--no-baselines"},
                           "* 为最短"},
                    Spoken{{"bench", data_file("turn.ptx"), "--grid", "1", "--block", "32,32",
                            "--arg", "in:in:f32[1024]=iota", "--arg", "out:out:f32[1024]"},
                           "缓冲区字节数"},
                    Spoken{{"doctor"}, "计算能力"},
                    Spoken{{"host-timeline", "--bytes", "64KiB", "--scenarios", "five_steps",
                            "--repetitions", "3"},
                           "每个数组 64 KiB"},
                    Spoken{{"resources", "--check", "transpose/tile"}, "Warplens 与驱动各自算出"}),
    name_of);

class ErrsInChinese : public testing::TestWithParam<Spoken> {};

TEST_P(ErrsInChinese, InOneLine) {
  const Output output = said(GetParam().command);
  EXPECT_EQ(output.status, 1);
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
  EXPECT_THAT(output.err, testing::StartsWith("warplens: "));
  EXPECT_THAT(output.err, HasSubstr(GetParam().says));
  EXPECT_EQ(english_in(output.err), "") << output.err;
}

INSTANTIATE_TEST_SUITE_P(
    Commands, ErrsInChinese,
    testing::Values(Spoken{{"access", "--kind", "sld", "--offsets", "a"}, "“a”不是字节偏移"},
                    Spoken{{"bench", "none"}, "没有可计时的族“none”"},
                    Spoken{{"bench", "reduce/shuffle", "--sweep", "n=1"}, "请用 --sizes"},
                    Spoken{{"check", "transpose", "--set", "rows=8"},
                           "--set 用于 .ptx 或 .cu 文件"},
                    Spoken{{"diff", "none", "none"}, "它不是捕获（.wlens）"},
                    Spoken{{"errors", "transpose"}, "不是求和的族"},
                    Spoken{{"ladder", "none"}, "没有“none”的阶梯"},
                    Spoken{{"limits", "transpose/none"}, "以及另外 14 个"},
                    Spoken{{"resources", "--check", "my.cu"}, "--check 只接受"},
                    Spoken{{"roofline", "none"}, "没有算子"},
                    Spoken{{"roofline", "--time-limit", "3"}, "--time-limit 用于文件"},
                    Spoken{{"show", "none.wlens"}, "none.wlens"},
                    Spoken{{"swizzle", "--find", "--spec", "map=xor"}, "--spec 中不要写 map"},
                    Spoken{{"trace", "transpose/tile", "--order", "x"}, "--order“x”不是次序"},
                    Spoken{{"trace", "transpose/tile", "--set", "rows"}, "请写 NAME=NUMBER"}),
    name_of);

TEST(ErrorsInChinese, TellWhatIsWrongWithAKernel) {
  const Output output =
      said({"trace", data_file("turn_nobarrier.ptx"), "--grid", "1", "--block", "32,32", "--arg",
            "in:in:f32[1024]=iota", "--arg", "out:out:f32[1024]", "--fail-on", "races"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("核函数有错：1 race；没有做到：race："));
}

TEST(ChineseOfAGuess, SaysWhatWasAssumed) {
  const Output output = said({"limits", data_file("turn.ptx")});
  EXPECT_THAT(output.err, HasSubstr("没有说明如何启动；假定："));
  EXPECT_EQ(english_in(output.err), "") << output.err;
}

TEST(ChineseOfSeveralFiles, IsATableOfLaunches) {
  const Output output = said({"check", data_file("turn.ptx"), data_file("turn_nobarrier.ptx")});
  EXPECT_THAT(output.out, HasSubstr("依据"));
  EXPECT_THAT(output.out, HasSubstr("次启动中有"));
  EXPECT_EQ(english_in(output.out), "") << output.out;
}

// A heading of two columns a character ends where its figures do.
TEST(ChineseColumns, EndWhereTheirFiguresDo) {
  const std::string table = said({"errors", "reduce/atomic", "--sizes", "64"}).out;
  EXPECT_THAT(table, HasSubstr("\n项数            64  每项 fp32  每项其他\n"));
}

}  // namespace
}  // namespace warplens::cli_test
