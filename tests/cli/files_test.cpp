// Nothing is lost, and nothing silently: full disks, files in the way, pipes, requests to end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const std::string kTrace =
    "\"$WARPLENS\" trace '" + data_file("turn.ptx") +
    "' --grid 1 --block 32,32 --arg in:in:f32[1024]=iota --arg out:out:f32[1024] ";

std::string at(const fs::path& folder, const std::string& line) {
  return "cd '" + folder.string() + "' || exit 9\n" + line;
}

TEST(Outputs, ThatAFullDiskLosesEndInAnError) {
  for (const char* arguments :
       {"--help", "--version", "trace --help", "list", "doctor", "trace transpose/tile",
        "trace transpose/tile --events --json", "access --kind sld --offsets 0,4"}) {
    const Output output = run_line(std::string("\"$WARPLENS\" ") + arguments + " >/dev/full");
    EXPECT_EQ(output.status, 1) << arguments;
    EXPECT_THAT(output.err, HasSubstr("is the disk full?")) << arguments;
  }
}

TEST(Dumps, LeaveAGoodFileAsItIsWhenTheyFail) {
  const fs::path folder = scratch_folder();
  write_file(folder / "good", "precious");
  const Output failed = run_line(
      at(folder, "{ trap '' XFSZ; ulimit -f 1; " + kTrace + "--dump out=good >/dev/null; }"));
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, HasSubstr("cannot write 'good'"));
  EXPECT_EQ(read_file(folder / "good"), "precious");
  EXPECT_EQ(run_line(at(folder, kTrace + "--dump out=good")).status, 0);
  EXPECT_EQ(fs::file_size(folder / "good"), 4096u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST(Dumps, GoToADeviceToo) {
  EXPECT_EQ(run_line(kTrace + "--dump out=/dev/null").status, 0);
  EXPECT_THAT(run_line(kTrace + "--dump out=/dev/full").err, HasSubstr("'/dev/full'"));
}

TEST(Outputs, ThatCannotBeWrittenAreRefusedBeforeTheRun) {
  const fs::path folder = scratch_folder();
  fs::create_directory(folder / "mine");
  write_file(folder / "mine/file", "x");
  for (const std::string option : {"-o /nowhere/t.wlens", "-o mine", "--dump out=/nowhere/x",
                                   "--dump out=mine", "-o t.wlens --dump out=/nowhere/x"}) {
    const Output refused = run_line(at(folder, kTrace + option));
    EXPECT_EQ(refused.status, 1) << option;
    EXPECT_EQ(refused.out, "") << option;
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  }
}

TEST(Tables, ComeFromPipesAndDevices) {
  const fs::path folder = scratch_folder();
  const std::string row = "printf 'a\\tsld\\t4\\t0,4\\n'";
  const std::string table = "\"$WARPLENS\" access --table ";
  const Output piped = run_line(row + " | " + table + "/dev/stdin");
  EXPECT_EQ(piped.status, 0) << piped.err;
  EXPECT_THAT(piped.out, HasSubstr("a\tsld\t4\t0,4\t1\t0"));
  const Output named = run_line(at(folder, "mkfifo p; { " + row + " >p & } ; " + table + "p"));
  EXPECT_EQ(named.out, piped.out) << named.err;
  EXPECT_THAT(run_line(table + "/dev/zero").err, HasSubstr("a row of more than 1 MiB"));
  EXPECT_EQ(run_line(table + "/dev/null").status, 1);
  EXPECT_EQ(run_line(table + folder.string()).status, 1);
}

// A compiler that takes its time, and says that it has begun.
void write_slow_nvcc(const fs::path& folder) {
  fs::create_directories(folder / "tmp");
  fs::create_directories(folder / "bin");
  const fs::path nvcc = folder / "bin/nvcc";
  write_file(nvcc, "#!/bin/sh\ntouch '" + (folder / "started").string() + "'\nexec sleep 20\n");
  fs::permissions(nvcc, fs::perms::owner_all);
  write_file(folder / "k.cu", "__global__ void k() {}\n");
}

TEST(Endings, BySignalLeaveNoTemporaryFolder) {
  for (const char* signal : {"TERM", "HUP", "KILL"}) {
    const fs::path folder = scratch_folder();
    write_slow_nvcc(folder);
    const std::string program =
        "PATH=\"$PWD/bin:$PATH\" TMPDIR=\"$PWD/tmp\" \"$WARPLENS\" trace k.cu --grid 1 --block 1";
    const Output ended = run_line(
        at(folder, program + " & pid=$!; while [ ! -e started ]; do sleep 0.02; done; kill -" +
                       signal +
                       " $pid; wait $pid; for i in $(seq 500); do "
                       "[ -z \"$(ls tmp)\" ] && exit 0; sleep 0.02; done; ls tmp; exit 1"));
    EXPECT_EQ(ended.status, 0) << signal << ": " << ended.out;
  }
}

TEST(Endings, WhileACaptureIsWrittenLeaveItWholeOrNotAtAll) {
  const fs::path folder = scratch_folder();
  const std::string trace = "\"$WARPLENS\" trace gemm/row_loop -o t.wlens >/dev/null";
  for (int tenth = 1; tenth <= 10; ++tenth) {
    (void)run_line(at(folder, trace + " & pid=$!; sleep 0." + std::to_string(tenth * 7) +
                                  "; kill -TERM $pid; wait $pid"));
    for (const auto& entry : fs::directory_iterator(folder)) {
      EXPECT_EQ(entry.path().filename(), "t.wlens");
    }
    if (!fs::exists(folder / "t.wlens")) continue;
    EXPECT_EQ(run_line(at(folder, "\"$WARPLENS\" show t.wlens >/dev/null")).status, 0);
  }
}

TEST(Memory, BeyondWhatIsAllowedIsAnErrorThatSaysSo) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer there is no limit";
  const std::vector<std::string> large = {"trace", "add/linear_1d", "--set", "n=16777216"};
  std::vector<std::string> allowed = large;
  allowed.insert(allowed.end(), {"--memory", "64MiB"});
  const Output refused = run(allowed);
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, HasSubstr("--memory"));
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  EXPECT_THAT(run({"trace", "transpose/tile", "--memory", "much"}).err, HasSubstr("--memory"));
  EXPECT_EQ(run({"trace", "transpose/tile", "--memory", "512MiB"}).status, 0);
}

TEST(Memory, IsSetTheSameWayByEveryCommandThatRunsKernelsOrReadsFiles) {
  for (const char* command : {"", "trace", "show", "open", "check", "limits", "bench",
                              "host-timeline", "screenshot", "tour"}) {
    std::vector<std::string> help{"--help"};
    if (*command != '\0') help.insert(help.begin(), command);
    EXPECT_THAT(run(help).out, HasSubstr("--memory UINT:SIZE")) << command;
  }
}

// Its blocks race, so they take turns.
TEST(Memory, IsNotTakenForBlocksThatHaveNotStarted) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer there is no limit";
  const std::string ptx = (scratch_folder() / "k.ptx").string();
  write_file(ptx,
             ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
             ".reg .b64 %rd<2>;\n.reg .b32 %r<2>;\nld.param.u64 %rd1, [p];\n"
             "mov.u32 %r1, %ctaid.x;\nst.global.u32 [%rd1], %r1;\nret;\n}\n");
  const Output traced = run({"trace", ptx, "--grid", "2147483647", "--block", "1", "--arg",
                             "p:out:u32[1]", "--time-limit", "0.1", "--memory", "512MiB"});
  EXPECT_EQ(traced.status, 1) << traced.err;
  EXPECT_THAT(traced.out, HasSubstr("global_race"));
  EXPECT_THAT(traced.out, HasSubstr("stopped by its time limit"));
}

TEST(Memory, OfAPictureIsLimitedToo) {
  if (!has_window()) GTEST_SKIP() << "built without its window";
  const std::string picture = (scratch_folder() / "p.png").string();
  const Output refused = run({"screenshot", "--explore", "transpose/tile", "--set", "rows=8192",
                              "--set", "cols=8192", "--memory", "128MiB", "-o", picture});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("--memory"));
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  EXPECT_FALSE(fs::exists(picture));
}

TEST(LongNames, AreShortenedUntilTheyAreAskedFor) {
  const fs::path folder = scratch_folder();
  std::string mangled = "_Z4turnI", whole = "turn<";
  for (int i = 0; i < 40; ++i) {
    mangled += "Li1E";
    whole += i == 0 ? "1" : ", 1";
  }
  std::string ptx = read_file(data_file("turn.ptx"));
  const std::size_t name = ptx.find(".entry ") + 7;
  ptx.replace(name, ptx.find('(', name) - name, mangled + "EvPKfPf");
  write_file(folder / "t.ptx", ptx);
  const std::string trace =
      "\"$WARPLENS\" trace t.ptx --entry turn --grid 1 --block 32,32 --arg in:in:f32[1024]=iota "
      "--arg out:out:f32[1024] -o t.wlens ";
  EXPECT_THAT(run_line(at(folder, trace)).out, testing::StartsWith("turn<…> on cpu"));
  const std::string full = "\"$WARPLENS\" show t.wlens --full-names";
  EXPECT_THAT(run_line(at(folder, full)).out, testing::StartsWith(whole + "> on cpu"));
}

}  // namespace
}  // namespace warplens::cli_test
