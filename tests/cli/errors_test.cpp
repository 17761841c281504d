// Bad arguments: exit status 1, nothing on stdout, one line on stderr that says what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

struct BadCommand {
  std::string arguments;  // separated by spaces; @ stands for tests/cli/data/
  std::string says;       // a part of the error
};

void PrintTo(const BadCommand& bad, std::ostream* out) { *out << bad.arguments; }

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    const std::size_t at = word.find('@');
    if (at != std::string::npos) word = word.substr(0, at) + data_file(word.substr(at + 1));
    parts.push_back(word);
  }
  return parts;
}

// What the window says, or the program that was built without one.
std::string drawing_says(const std::string& text) {
  return has_window() ? text : "built without its window";
}

class Errors : public testing::TestWithParam<BadCommand> {};

TEST_P(Errors, AreOneLineAndStatusOne) {
  const Output output = run(words(GetParam().arguments));
  EXPECT_EQ(output.status, 1) << GetParam().arguments;
  EXPECT_EQ(output.out, "");
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
  EXPECT_THAT(output.err, testing::StartsWith("warplens: "));
  EXPECT_THAT(output.err, testing::HasSubstr(GetParam().says)) << GetParam().arguments;
}

const std::string kTurn = "trace @turn.ptx --grid 1 --block 32,32 ";
const std::string kTurnIn = kTurn + "--arg in:in:f32[1024]=iota ";

INSTANTIATE_TEST_SUITE_P(
    Parsing, Errors,
    testing::Values(BadCommand{"nonsense", "nonsense"}, BadCommand{"--bogus", "--bogus"},
                    BadCommand{"list --bogus", "list --help"},
                    BadCommand{"trace", "kernel is required"}, BadCommand{"doctor extra", "extra"},
                    BadCommand{"--lang fr", "fr"}, BadCommand{"screenshot --lesson x", "--output"},
                    BadCommand{"screenshot --lesson x -o y.png --size 10", "--size"},
                    BadCommand{"screenshot --lesson x -o y.png --step 0", "--step"},
                    BadCommand{"screenshot --lesson x -o y.png --scale 5", "--scale"},
                    BadCommand{"screenshot --lesson x -o y.png --set pitch=34", "--set"},
                    BadCommand{"screenshot --lesson x -o y.gif", "--events"},
                    BadCommand{"screenshot --lesson x -o y.svg", "--view"},
                    BadCommand{"screenshot --lesson x -o y.png --events 1..3", "GIF"},
                    BadCommand{"screenshot --lesson x -o y.gif --events 3..1", "--events"},
                    BadCommand{"screenshot --lesson x -o y.gif --events 1..900", "600"},
                    BadCommand{"screenshot --link warplens:2?lesson=padding -o y.png", "version"},
                    BadCommand{"open warplens:nonsense", "version"},
                    BadCommand{"open warplens:1?lesson=padding&event=x", "event"},
                    BadCommand{"warplens:1?lesson=padding&event=x", "event"},
                    BadCommand{"nowhere.wlens", "nowhere.wlens' is no capture"},
                    BadCommand{"nowhere.cu", "nowhere.cu: no such file"},
                    BadCommand{"file:///no%20where/%E4%B8%AD.wlens", "'/no where/中.wlens' is no"},
                    BadCommand{"file://host/no%2", "file://host/no%2: no address"},
                    BadCommand{"screenshot --lesson x -o y.png --size 9000x900 --scale 2",
                               "9000x900"},
                    BadCommand{"screenshot --lesson x -o y.jpeg", ".svg"},
                    BadCommand{"screenshot --lesson x -o y.png --view nothing", "--view"},
                    BadCommand{"tour", "--output"}, BadCommand{"tour -o t --size 10", "--size"}));

// Options that have no effect beside the others.
INSTANTIATE_TEST_SUITE_P(
    OptionsThatDoNotGoTogether, Errors,
    testing::Values(
        BadCommand{"--memory 1GiB trace transpose/tile", "--memory before a command"},
        BadCommand{"--lesson padding list", "--lesson before a command"},
        BadCommand{"screenshot --lesson padding --set pitch=33 -o y.png", "--set is for --explore"},
        BadCommand{"screenshot --link warplens:1?lesson=padding --set a=1 -o y.png",
                   "--set is for --explore"},
        BadCommand{"screenshot --explore transpose/tile --step 2 -o y.png", "--step is for"},
        BadCommand{"screenshot --lesson x --speed 3 -o y.png", "--speed is for a GIF"},
        BadCommand{"screenshot --lesson x --events 1..3 --event 2 -o y.gif", "--event is for one"},
        BadCommand{"screenshot --lesson x --events 1..3 --phase 1 -o y.gif", "--phase is for one"},
        BadCommand{"screenshot --lesson x --view bank_view --ptx -o y.png", "--ptx is for"},
        BadCommand{"screenshot --lesson x --view bank_view --side 64 -o y.png",
                   "--side is for the view timing_view or roofline"},
        BadCommand{"screenshot --lesson x --views bank_view,tile_view --motion lens=area -o y.png",
                   "--motion is for the view plane or space"},
        BadCommand{"screenshot --lesson x --view bank_view --gpu h200 -o y.png", "--gpu is for"},
        BadCommand{"screenshot --lesson x --view plane --ladder -o y.png", "--ladder is for"},
        BadCommand{"screenshot --lesson x --view plane --cache one_line -o y.png",
                   "--cache is for"},
        BadCommand{"access --table @turn.cu --offsets 0", "--offsets"},
        BadCommand{"access --table @turn.cu --width 8", "--width"},
        BadCommand{"swizzle --find --spec map=xor", "leave map out"},
        BadCommand{"trace transpose/tile --no-sources", "-o FILE"},
        BadCommand{"trace transpose/tile --backend gpu --time-limit 9", "--time-limit is for the"},
        BadCommand{"trace transpose/tile --csv sites --events", "--events"},
        BadCommand{"trace transpose/tile --csv sites --worst", "--worst"},
        BadCommand{"trace transpose/tile --csv sites --full-names", "--full-names"},
        BadCommand{"trace transpose/tile --json --full-names", "--full-names"},
        BadCommand{"trace transpose/tile -D N=2", "-D"},
        BadCommand{"trace transpose/tile --source-root .", "--source-root"},
        BadCommand{"trace @turn.ptx --grid 1 --block 32 -D N=2", "for a .cu file"},
        BadCommand{"show t.wlens --csv sites --worst", "--worst"},
        BadCommand{"show t.wlens --json --full-names", "--full-names"},
        BadCommand{"bench transpose --tolerance 3", "--against-nvcc"},
        BadCommand{"bench transpose --against-nvcc --check whole", "--check"},
        BadCommand{"bench transpose --against-nvcc --longest 1", "--longest"},
        BadCommand{"bench transpose --against-nvcc --no-baselines", "--no-baselines"},
        BadCommand{"errors reduce/atomic --orders --sizes 64,100", "--orders is of one size"},
        BadCommand{"limits @turn.ptx --reference turn", "--reference is for results"},
        BadCommand{"resources @turn.ptx --symbol a=1", "--symbol is for a kernel that runs"},
        BadCommand{"roofline window --time-limit 5", "--time-limit is for a file"},
        BadCommand{"roofline @turn.ptx --side 64", "--side is for families"}));

INSTANTIATE_TEST_SUITE_P(Drawing, Errors,
                         testing::Values(BadCommand{"screenshot --lesson no-such-lesson -o y.png",
                                                    drawing_says("no-such-lesson")},
                                         BadCommand{"tour -o t --lesson no-such-lesson",
                                                    drawing_says("no-such-lesson")}));

INSTANTIATE_TEST_SUITE_P(
    Access, Errors,
    testing::Values(BadCommand{"access", "--kind"}, BadCommand{"access --kind sld", "--offsets"},
                    BadCommand{"access --kind xyz --offsets 0", "sld, sst"},
                    BadCommand{"access --kind sld --width 3 --offsets 0", "1, 2, 4, 8, 16"},
                    BadCommand{"access --kind sld --width x --offsets 0", "--width"},
                    BadCommand{"access --kind sld --offsets 0,x", "'x'"},
                    BadCommand{"access --kind sld --offsets 0,-2", "'-2'"},
                    BadCommand{"access --kind sld --offsets 0,,4", "''"},
                    BadCommand{"access --kind sld --offsets 2", "multiple of the 4"},
                    BadCommand{"access --kind sld --offsets "
                               "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
                               "33 offsets"},
                    BadCommand{"access --table /no/such/file", "/no/such/file"},
                    BadCommand{"access --table @turn.cu", "turn.cu:1"},
                    BadCommand{"access --kind sld --table @turn.cu", "--table"}));

INSTANTIATE_TEST_SUITE_P(
    Swizzle, Errors,
    testing::Values(BadCommand{"registers", "kernel is required"},
                    BadCommand{"registers transpose/nope", "tile"},
                    BadCommand{"registers transpose/tile --arch nope", "nope"},
                    BadCommand{"latency", "kernel is required"},
                    BadCommand{"latency reduce/sequential --chip t4", "sm_75"},
                    BadCommand{"latency reduce/sequential --chip x", "no chip is called"},
                    BadCommand{"latency reduce/sequential --of-block 99999", "blocks 0 to"},
                    BadCommand{"latency reduce/sequential --of-launch 9", "before this launch"},
                    BadCommand{"latency reduce/sequential --json --steps", "--steps"},
                    BadCommand{"estimate", "kernel is required"},
                    BadCommand{"estimate transpose/tile --chip t4", "sm_75"},
                    BadCommand{"estimate tensor_gemm/tma", "the model lacks"},
                    BadCommand{"pipeline", "kernel is required"},
                    BadCommand{"pipeline pipeline/stages --of-block 99999", "blocks 0 to"},
                    BadCommand{"pipeline pipeline/stages --of-launch 9", "before this launch"},
                    BadCommand{"pipeline pipeline/stages --json --steps", "--steps"},
                    BadCommand{"explain", "name a kernel's file"},
                    BadCommand{"explain no_such_metric", "no_such_metric"},
                    BadCommand{"explain transpose/tile --ncu /no/such.csv", "/no/such.csv"},
                    BadCommand{"explain transpose/tile --ncu @turn.cu", "has no table of Nsight"},
                    BadCommand{"explain transpose/tile --of-launch 9", "there is no launch 9"},
                    BadCommand{"explain @turn.ptx:999 --grid 1 --block 32,32 --arg in:in:f32[1024] "
                               "--arg out:out:f32[1024]",
                               "no access to memory was made in line 999"},
                    BadCommand{"explain transpose/tile --json --all", "--all"},
                    BadCommand{"fragments", "instruction is required"},
                    BadCommand{"fragments mma.m16n8k17.f16", "no instruction on matrices"},
                    BadCommand{"fragments mma.m16n8k16.f16 --element E[0][0]", "names no element"},
                    BadCommand{"fragments mma.m16n8k16.f16 --element R[0][0]", "name an operand"},
                    BadCommand{"fragments mma.m16n8k16.f16 --element A[16][0]",
                               "no such element: it is A 16"},
                    BadCommand{"fragments mma.m16n8k16.f16 --json --element A[0][0]", "--element"},
                    BadCommand{"tile", "kernel is required"},
                    BadCommand{"tile nothing/here", "nothing"},
                    BadCommand{"tile tensor_gemm/tma --operand C", "--operand"},
                    BadCommand{"tile tensor_gemm/tma --line 1", "nothing reads a tile there"},
                    BadCommand{"tile tensor_gemm/tma --read 9999", "no read 9999"},
                    BadCommand{"tile tensor_gemm/tma --unit x", "is no address"},
                    BadCommand{"tile tensor_gemm/tma --unit 0xfff0", "0xfff0 is in no line"},
                    BadCommand{"tile tensor_gemm/tma --block-index 99", "no block 99"},
                    BadCommand{"tile tensor_gemm/tma --json --unit 0x10", "--unit"},
                    BadCommand{"swizzle --element 3", "--element: an element of '3' bytes"},
                    BadCommand{"swizzle --tile 32", "--tile: tile '32'"},
                    BadCommand{"swizzle --tile 4096x4096", "--tile: a tile of 16777216 elements"},
                    BadCommand{"swizzle --order up", "--order"},
                    BadCommand{"swizzle --read diagonals", "--read: 'diagonals' is no access"},
                    BadCommand{"swizzle --write ldmatrix", "--write: ldmatrix reads"},
                    BadCommand{"swizzle --tile 12x32 --read ldmatrix", "no multiple of 8"},
                    BadCommand{"swizzle --read lanes(2000)", "element 2000 of a tile of 1024"},
                    BadCommand{"swizzle --map col^", "ends too early"},
                    BadCommand{"swizzle --map col/(row-3)", "offset -1, before the array"},
                    BadCommand{"swizzle --map col/row", "divides by zero"},
                    BadCommand{"swizzle --map col<<40", "shifts by 40"},
                    BadCommand{"swizzle --map col*2147483647*2", "32 bits"},
                    BadCommand{"swizzle --map " + std::string(60, '(') + "col", "50 parentheses"},
                    BadCommand{"swizzle --map " + std::string(400, '1'), "at most 300"},
                    BadCommand{"swizzle --map Swizzle<3,3,2>", "|S| >= B"},
                    BadCommand{"swizzle --map Swizzle<99,3,99>", "up to 20"},
                    BadCommand{"swizzle --map shift --code cute", "--code cuda"},
                    BadCommand{"swizzle --code fortran", "cute"},
                    BadCommand{"swizzle --spec nonsense", "--spec: 'nonsense'"},
                    BadCommand{"swizzle --find --map xor", "--find"},
                    BadCommand{"swizzle --json --code cuda", "--json"}));

INSTANTIATE_TEST_SUITE_P(
    Trace, Errors,
    testing::Values(
        BadCommand{"trace nothing/here", "nothing"}, BadCommand{"trace transpose/nope", "tile"},
        BadCommand{"trace transpose/tile --set", "--set"},
        BadCommand{"trace transpose/tile --csv nothing", "--csv"},
        BadCommand{"trace transpose/tile --csv sites --json", "--json"},
        BadCommand{"trace transpose/tile --set rows", "NAME=NUMBER"},
        BadCommand{"trace transpose/tile --set rows=x", "NAME=NUMBER"},
        BadCommand{"trace transpose/tile --set rows=0", "rows"},
        BadCommand{"trace transpose/tile --set tile=17", "tile"},
        BadCommand{"trace transpose/tile --set nope=1", "nope"},
        BadCommand{"trace transpose/tile_padded --set pitch=16", "pitch"},
        BadCommand{"trace transpose/tile --order 5", "seed:N"},
        BadCommand{"trace transpose/tile --order seed:x", "seed:N"},
        BadCommand{"trace gemm/async_copy --copies soon", "late, early, at-once or seed:N"},
        BadCommand{"trace gemm/async_copy --copies seed:x", "late, early, at-once or seed:N"},
        BadCommand{"trace transpose/tile --grid 1", "--set"},
        BadCommand{"trace transpose/tile --dump out", "NAME=FILE"}));

INSTANTIATE_TEST_SUITE_P(
    OwnKernel, Errors,
    testing::Values(
        BadCommand{"trace no-such.ptx --grid 1 --block 1", "no-such.ptx"},
        BadCommand{"trace no-such.cu --grid 1 --block 1", "no-such.cu"},
        BadCommand{"trace @turn.ptx --grid 0 --block 32", "--grid '0'"},
        BadCommand{"trace @turn.ptx --grid 1,1,1,1 --block 32", "--grid '1,1,1,1'"},
        BadCommand{"trace @turn.ptx --grid 1 --block 32,", "--block '32,'"},
        BadCommand{"trace @turn.ptx --grid 1 --block 2048 --arg i:in:f32[9] --arg o:out:f32[9]",
                   "1024"},
        BadCommand{"trace @turn.ptx --grid 1 --block 32 --set rows=1", "'rows'"},
        BadCommand{"trace @turn.ptx --arg q:i32=1", "has no parameter 'q'"},
        BadCommand{"trace @turn.ptx --reference-grid 1", "are for one --reference"},
        BadCommand{"trace @two_entries.ptx --grid 1 --block 32 --arg o:out:i32[32]", "second"},
        BadCommand{"trace @turn.ptx --entry nope --grid 1 --block 32", "nope"},
        BadCommand{kTurn + "--arg in", "NAME:in|out|inout"},
        BadCommand{kTurn + "--arg in:f32", "=VALUE"},
        BadCommand{kTurn + "--arg in:in=iota", "TYPE[COUNT]"},
        BadCommand{kTurn + "--arg in:of:f32[4]", "'of'"},
        BadCommand{kTurn + "--arg in:in:f33[4]", "f33"},
        BadCommand{kTurn + "--arg in:in:f32[0]", "at least 1"},
        BadCommand{kTurn + "--arg in:in:f32[-4]", "at least 1"},
        BadCommand{kTurn + "--arg in:in:f32[4", "[COUNT]"},
        BadCommand{kTurn + "--arg in:in:f64[18446744073709551615]", "in"},
        BadCommand{kTurn + "--arg in:in:f32[4]=random", "random:SEED"},
        BadCommand{kTurn + "--arg in:in:f32[4]=random:x", "random:1"},
        BadCommand{kTurn + "--arg in:in:f32[4]=/no/such/file", "/no/such/file"},
        BadCommand{kTurn + "--arg in:in:f32[4]=@turn.cu", "turn.cu"},
        BadCommand{kTurnIn + "--arg in:out:f32[1024]", "already"},
        BadCommand{kTurn + "--arg n:u8=256", "u8"}, BadCommand{kTurn + "--arg n:u32=-1", "u32"},
        BadCommand{kTurn + "--arg n:i32=1.5", "i32"},
        BadCommand{kTurn + "--arg n:f16=70000", "f16"},
        BadCommand{kTurn + "--arg n:f32=one", "f32"}, BadCommand{kTurn + "--arg n:f32=", "f32"},
        BadCommand{kTurnIn + "--arg n:i32=1", "parameter 2 is 8 bytes"},
        BadCommand{kTurnIn + "--arg nothing", "'nothing'"},
        BadCommand{kTurnIn + "--arg p:{i32,i32}=1", "fewer values"},
        BadCommand{kTurnIn + "--arg p:{i32,i32}=1,2,3", "1 values more"},
        BadCommand{kTurnIn + "--arg p:{i32,f32x9}=1,2", "f32x9"},
        BadCommand{kTurnIn + "--arg p:{u8[12]}=1,2,3,4,5,6,7,8,9,10,11,12",
                   "parameter 2 is 8 bytes (.u64), p is 12"},
        BadCommand{kTurnIn + "--buffer n:i32=1", "no buffer"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --then turn --block 32",
                   "--then turn needs --grid"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --grid 2", "--grid is given 2 times"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --then nope --grid 1 --block 32", "nope"},
        BadCommand{"trace transpose/tile --then x", "--then"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --expect nope=x", "nope"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --expect out", "NAME=FILE"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --expect out=@turn.cu", "bytes"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --expect out=x:much", "tolerance"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --expect out=x:1,2,3", "tolerance"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --shared 99999999", "shared"},
        BadCommand{kTurnIn + "--arg out:out:f32[1024] --shared -1", "--shared"}));

}  // namespace
}  // namespace warplens::cli_test
