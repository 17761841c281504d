// Time, memory, numbers and standard error that a stranger's file or a build server bounds.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "kernels/base/all_tests.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;
using Clock = std::chrono::steady_clock;

constexpr const char* kHeader = ".version 8.6\n.target sm_90a\n.address_size 64\n";

std::string in(const fs::path& folder, const std::string& line) {
  return "cd '" + folder.string() + "' && " + line;
}

// One line within `seconds`, much of which a machine that is busy takes.
void expect_refused(const fs::path& folder, const std::string& arguments, const std::string& says,
                    int seconds = 30) {
  SCOPED_TRACE(arguments);
  const auto begin = Clock::now();
  const Output output = run_line(in(folder, "\"$WARPLENS\" " + arguments));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(seconds));
  EXPECT_EQ(output.status, 1);
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
  EXPECT_THAT(output.err, StartsWith("warplens: "));
  EXPECT_THAT(output.err, HasSubstr(says));
}

TEST(Budgets, HoldForParametersAndConstants) {
  const fs::path folder = scratch_folder();
  write_file(
      folder / "parameters.ptx",
      std::string(kHeader) + ".visible .entry k(.param .align 8 .b8 p[2147483647]) { ret; }");
  expect_refused(folder, "trace parameters.ptx --memory 256MiB --time-limit 3",
                 "parameters.ptx:4: the parameters of 'k' take more than 32764 bytes");
  write_file(folder / "constant.ptx",
             std::string(kHeader) +
                 ".const .align 4 .b8 a[2147483647];\n"
                 ".visible .entry k(.param .u64 p) { .reg .b64 %rd<4>; ld.param.u64 %rd1, [p];\n"
                 "mov.u64 %rd3, a; st.global.u64 [%rd1], %rd3; ret; }");
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer guesses take too long";
  expect_refused(folder, "trace constant.ptx --memory 256MiB --time-limit 3", "memory");
}

TEST(Budgets, HoldForBranchesByOneListOfThousands) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer it takes too long";
  const fs::path folder = scratch_folder();
  std::string list = "ts: .branchtargets L0", body;
  for (int i = 1; i < 6000; ++i) list += fmt::format(",L{}", i);
  for (int i = 0; i < 6000; ++i) body += fmt::format("L{}: brx.idx %r1, ts;\n", i);
  write_file(folder / "lists.ptx", std::string(kHeader) +
                                       ".visible .entry k() { .reg .b32 %r<4>;\n" + list +
                                       ";\nmov.u32 %r1, 5999;\n" + body + "ret; }");
  const auto begin = Clock::now();
  const Output output = run_line(in(folder,
                                    "\"$WARPLENS\" trace lists.ptx --grid 1 --block 32 "
                                    "--memory 256MiB --time-limit 3 --as-ptx"));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(30));
  EXPECT_THAT(output.out, HasSubstr("no_end"));
}

void write_compiler(const fs::path& folder, const std::string& script) {
  write_tool(folder, "nvcc", script);
}
const std::string kWithCompiler = "PATH=\"$PWD/bin:/usr/bin:/bin\" ";

// The process whose number the file holds, unless it is dead and not yet buried.
bool is_running(const fs::path& file) {
  const std::string number = read_file(file);
  const fs::path process = fs::path("/proc") / number.substr(0, number.find('\n'));
  const std::string status = read_file(process / "stat");
  return !status.empty() && status.find(") Z") == std::string::npos;
}

// A process that was killed is gone when it had its next turn, which on a busy machine takes a
// while.
bool goes_on_running(const fs::path& file) {
  const auto end = Clock::now() + std::chrono::seconds(10);
  while (is_running(file) && Clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return is_running(file);
}

TEST(Budgets, HoldForTheCompilerAndWhatItStarts) {
  const fs::path folder = scratch_folder();
  write_file(folder / "k.cu", "__global__ void k() {}\n");
  write_compiler(folder, "sleep 100 & echo $! >'" + (folder / "child").string() + "'; wait\n");
  const auto begin = Clock::now();
  const Output ended =
      run_line(in(folder, kWithCompiler + "\"$WARPLENS\" trace k.cu --time-limit 1"));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(30));
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(ended.err, "warplens: nvcc was ended after 1 s: allow it more (--time-limit)\n");
  EXPECT_FALSE(goes_on_running(folder / "child"));
}

TEST(Budgets, HoldForTheToolkitsProgramsInEveryCommand) {
  const fs::path folder = scratch_folder();
  const std::string asleep = "[ \"$1\" = --version ] && echo ', V13.0.88' && exit\nsleep 100\n";
  for (const char* tool : {"nvcc", "ptxas", "nvdisasm"}) write_tool(folder, tool, asleep);
  write_file(folder / "k.cu", "__global__ void k() {}\n");
  write_file(folder / "k.ptx", std::string(kHeader) + ".visible .entry k() { ret; }");
  const std::string start = "XDG_CACHE_HOME=\"$PWD/cache\" " + kWithCompiler + "\"$WARPLENS\" ";
  ASSERT_EQ(run_line(in(folder, start + "trace k.ptx --as-ptx -o k.wlens")).status, 0);
  for (const auto& [command, says] :
       {std::pair("resources k.cu", "warplens: nvcc was ended after 1 s"),
        std::pair("resources k.ptx", "warplens: ptxas was ended after 1 s"),
        std::pair("limits k.ptx --chip h100", "k on NVIDIA H100"),
        std::pair("show k.wlens", "ptxas was ended after 1 s"),
        std::pair("check k.ptx --max shared_load.conflicts=0", "pass")}) {
    SCOPED_TRACE(command);
    const auto begin = Clock::now();
    const Output output = run_line(in(folder, start + command + " --time-limit 1"));
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(60));
    EXPECT_THAT(output.out + output.err, HasSubstr(says));
  }
  write_tool(folder, "ptxas",
             "sleep 0.3; ulimit -d >'" + (folder / "memory").string() + "'\nexit 1\n");
  for (const char* command : {"resources k.ptx", "limits k.ptx", "show k.wlens",
                              "check k.ptx --max shared_load.conflicts=0"}) {
    fs::remove(folder / "memory");
    (void)run_line(in(folder, start + command + " --memory 1GiB"));
    EXPECT_EQ(read_file(folder / "memory"), "1048576\n") << command;
  }
}

TEST(Budgets, OfProgramsAreForFiles) {
  const Output output = run({"resources", "transpose/tile", "--time-limit", "5"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("--time-limit is for a .ptx or .cu file"));
}

TEST(Budgets, EndTheCompilerWhenTheProgramIsEnded) {
  const fs::path folder = scratch_folder();
  write_file(folder / "k.cu", "__global__ void k() {}\n");
  write_compiler(folder, "echo $$ >'" + (folder / "child").string() + "'; sleep 100\n");
  for (const char* signal : {"TERM", "KILL"}) {
    fs::remove(folder / "child");
    (void)run_line("cd '" + folder.string() + "'; " + kWithCompiler +
                   "\"$WARPLENS\" trace k.cu & program=$!; for i in $(seq 200); do "
                   "[ -s child ] && break; sleep 0.05; done; kill -" +
                   signal + " $program; wait $program");
    EXPECT_FALSE(goes_on_running(folder / "child")) << signal << " leaves the compiler running";
  }
}

TEST(Budgets, LetNoDeviceOrPipeBeIncluded) {
  const fs::path folder = scratch_folder();
  write_compiler(folder, "sleep 100\n");
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  write_file(folder / "z.cu", "#include \"/dev/zero\"\n__global__ void k() {}\n");
  write_file(folder / "f.cu", "#include \"fifo\"\n__global__ void k() {}\n");
  for (const char* file : {"z.cu", "f.cu"}) {
    const Output output = run_line(in(folder, kWithCompiler + "\"$WARPLENS\" trace " + file));
    EXPECT_EQ(output.status, 1);
    EXPECT_THAT(output.err, HasSubstr(std::string(file) + ":1: '"));
    EXPECT_THAT(output.err, HasSubstr("is no regular file"));
  }
}

TEST(OddNumbers, AreRefusedInEveryOption) {
  const fs::path folder = scratch_folder();
  const std::string trace = "trace transpose/tile --set rows=8 --set cols=8 ";
  for (const char* option :
       {"--time-limit nan", "--time-limit inf", "--time-limit ''", "--time-limit -1",
        "--memory nan", "--memory -1", "--memory ''", "--first-block -1", "--first-block ''",
        "--block-count ''", "--block-count -1", "--instruction-limit ''", "--order seed:-1"})
    expect_refused(folder, trace + option, std::string(option).substr(0, 7));
  for (const char* arguments :
       {"bench transpose --longest nan", "bench transpose --sizes ''", "bench add --longest -1",
        "check transpose/tile --size ''", "screenshot --lesson 1 --scale nan -o x.png",
        "screenshot --lesson 1 --phase nan -o x.png"})
    expect_refused(folder, arguments, "--");
}

TEST(OddNumbers, AreRefusedInEveryFill) {
  const fs::path folder = scratch_folder();
  write_file(folder / "turn.ptx", read_file(data_file("turn.ptx")));
  for (const char* fill :
       {"nan", "-inf", "iota%-1", "random:nan", "random:1:nan..2", "random:1:0..inf", "''"})
    expect_refused(folder,
                   std::string("trace turn.ptx --grid 1 --block 32,32 --arg in:in:f32[1024]=") +
                       fill + " --arg out:out:f32[1024]",
                   "--arg");
}

TEST(NamesWithALineEnd, MakeNoSecondLine) {
  const fs::path folder = scratch_folder();
  write_file(folder / "a\nb.ptx", read_file(data_file("turn.ptx")));
  expect_refused(folder, "trace \"$(printf 'a\\nb.ptx')\" --grid 1 --block 1", "a\\u000ab.ptx");
  expect_refused(folder, "trace \"$(printf 'none\\n.ptx')\" --grid 1 --block 1", "none\\u000a.ptx");
  write_file(folder / "turn.ptx", read_file(data_file("turn.ptx")));
  expect_refused(folder, "trace turn.ptx --grid 1 --block 1 --arg \"$(printf 'i\\nn:in:f32[4]')\"",
                 "line ends");
  expect_refused(folder, "trace \"$(printf 'no\\nfamily/x')\"", "no\\u000afamily");
  expect_refused(folder, "show \"$(printf 'no\\nfile.wlens')\"", "no\\u000afile");
  expect_refused(folder, "\"$(printf 'no\\ncommand')\"", "no");
}

TEST(StandardError, ThatIsClosedOrFullIsNoCrash) {
  const fs::path folder = scratch_folder();
  for (const char* where : {"2>/dev/full", "2>&-"}) {
    SCOPED_TRACE(where);
    EXPECT_EQ(run_line(in(folder, std::string("\"$WARPLENS\" trace none.ptx ") + where)).status, 1);
    EXPECT_EQ(run_line(in(folder, std::string("\"$WARPLENS\" nonsense ") + where)).status, 1);
    const Output traced = run_line(
        in(folder,
           std::string("\"$WARPLENS\" trace transpose/tile --set rows=8 --set cols=8 ") + where));
    EXPECT_EQ(traced.status, 0);
    EXPECT_THAT(traced.out, HasSubstr("transpose/tile"));
  }
}

TEST(StandardError, ThatIsClosedDoesNotEndUpInAFile) {
  const fs::path folder = scratch_folder();
  const Output output = run_line(in(folder,
                                    "\"$WARPLENS\" trace transpose/tile --set rows=8 --set cols=8 "
                                    "--dump out=o.bin -o t.wlens 2>&- >&-"));
  EXPECT_EQ(output.status, 1) << "nobody got what was printed";
  EXPECT_EQ(fs::file_size(folder / "o.bin"), 4u * 8 * 8);
  EXPECT_EQ(run_line(in(folder, "\"$WARPLENS\" show t.wlens")).status, 0);
}

TEST(Outputs, ThatAreLongerThanAFileMayBeAreOneLine) {
  const fs::path folder = scratch_folder();
  const Output output =
      run_line(in(folder,
                  "ulimit -f 1; \"$WARPLENS\" trace transpose/tile --set rows=64 "
                  "--set cols=64 --dump out=o.bin | cat >/dev/null 2>&1; "
                  "\"$WARPLENS\" trace transpose/tile --set rows=64 --set cols=64 "
                  "--dump out=o.bin >/dev/null"));
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("warplens: cannot write 'o.bin'"));
  EXPECT_FALSE(fs::exists(folder / "o.bin"));
}

}  // namespace
}  // namespace warplens::cli_test
