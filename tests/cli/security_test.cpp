// The ways into the program that docs/SECURITY.md lists, tried from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/trace/capture.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::string in(const fs::path& folder, const std::string& line) {
  return "cd '" + folder.string() + "' && " + line;
}

const std::string kLaunch =
    " --grid 1 --block 32,32 --arg in:in:f32[1024]=iota --arg out:out:f32[1024]";

// turn.ptx whose lines name another file.
std::string ptx_naming(const std::string& file) {
  std::string ptx = read_file(data_file("turn.ptx"));
  const std::size_t directive = ptx.find("\t.file\t1");
  EXPECT_NE(directive, std::string::npos);
  const std::size_t open = ptx.find('"', directive);
  return ptx.replace(open + 1, ptx.find('"', open + 1) - open - 1, file);
}

TEST(Libraries, HaveNoFolderThatIsTheCurrentOne) {
  const Output sections = run_line("readelf -d \"$WARPLENS\"");
  ASSERT_EQ(sections.status, 0) << sections.err;
  EXPECT_THAT(sections.out, HasSubstr("rpath: [$ORIGIN/../lib]"));
}

TEST(Libraries, OfTheCurrentFolderAreNotOpened) {
  const fs::path folder = scratch_folder();
  const std::string library = WARPLENS_BINARY_DIR "/tests/simulated_cuda/libcuda.so.1";
  fs::create_symlink(library, folder / "libcuda.so.1");
  const auto doctor = [&](const std::string& path) {
    return run_line(in(folder, "LD_LIBRARY_PATH='" + path + "' \"$WARPLENS\" doctor")).out;
  };
  const std::string absolute = doctor(folder.string());
  EXPECT_THAT(absolute, HasSubstr("Simulated"));
  const std::string relative = "../" + folder.filename().string();
  for (const std::string& path : {std::string(":"), std::string("."), std::string("/nowhere:"),
                                  std::string("/nowhere:;/nowhere"), relative}) {
    EXPECT_THAT(doctor(path), Not(HasSubstr("Simulated"))) << path;
  }
}

TEST(Programs, OfTheCurrentFolderAreNotRun) {
  const fs::path folder = scratch_folder();
  write_file(folder / "nvcc", "#!/bin/sh\ntouch '" + (folder / "mark").string() + "'\n");
  fs::permissions(folder / "nvcc", fs::perms::owner_all);
  write_file(folder / "k.cu", "__global__ void k(int* x) { *x = 1; }\n");
  for (const char* path : {":/usr/bin:/bin", ".:/usr/bin:/bin", "/usr/bin::/bin"}) {
    const std::string variables = std::string("PATH='") + path + "' CUDA_HOME=. ";
    fs::create_directories(folder / "bin");
    fs::copy_file(folder / "nvcc", folder / "bin/nvcc", fs::copy_options::overwrite_existing);
    (void)run_line(in(folder, variables + "\"$WARPLENS\" doctor"));
    (void)run_line(in(folder, variables + "\"$WARPLENS\" trace k.cu --grid 1 --block 1 "
                                          "--arg x:out:i32[1]"));
    EXPECT_FALSE(fs::exists(folder / "mark")) << path;
  }
}

// ptxas and nvdisasm of a virtual environment.
TEST(Programs, OfARelativeVirtualEnvironmentAreNotRun) {
  const fs::path folder = scratch_folder();
  const fs::path programs = folder / "lib/python3/site-packages/nvidia/any/bin";
  fs::create_directories(programs);
  for (const char* name : {"ptxas", "nvdisasm"}) {
    write_file(programs / name, "#!/bin/sh\ntouch '" + (folder / "mark").string() + "'\n");
    fs::permissions(programs / name, fs::perms::owner_all);
  }
  write_file(folder / "turn.ptx", read_file(data_file("turn.ptx")));
  const std::string nothing_else = "PATH=/usr/bin:/bin CUDA_HOME=/nowhere VIRTUAL_ENV=. ";
  const Output traced =
      run_line(in(folder, nothing_else + "\"$WARPLENS\" trace turn.ptx" + kLaunch));
  EXPECT_EQ(traced.status, 0) << traced.err;
  EXPECT_FALSE(fs::exists(folder / "mark"));
}

// All that a capture holds of PTX and sources.
std::string texts_of(const fs::path& path) {
  const auto run = trace::read_capture(path);
  if (!run.has_value()) return run.error().message.in(Language::en);
  std::string all = *run->ptx;
  for (const auto& [name, text] : *run->sources) all += name + text;
  return all;
}

TEST(Sources, ThatPtxNamesElsewhereAreNeitherPrintedNorKept) {
  const fs::path folder = scratch_folder();
  fs::create_directories(folder / "given");
  write_file(folder / "secret.txt", std::string(200, '\n') + "x\n");
  std::string secret;
  for (int line = 0; line < 200; ++line) secret += "my secret\n";
  write_file(folder / "secret.txt", secret);
  write_file(folder / "given/turn.ptx", ptx_naming((folder / "secret.txt").string()));
  const std::string trace = "\"$WARPLENS\" trace given/turn.ptx" + kLaunch + " -o t.wlens";
  const Output traced = run_line(in(folder, trace));
  ASSERT_EQ(traced.status, 0) << traced.err;
  EXPECT_THAT(traced.out, Not(HasSubstr("my secret")));
  EXPECT_THAT(traced.err, HasSubstr("t.wlens holds the PTX and no source"));
  EXPECT_THAT(texts_of(folder / "t.wlens"), Not(HasSubstr("my secret")));
  const Output allowed = run_line(in(folder, trace + " --source-root ."));
  EXPECT_THAT(allowed.out, HasSubstr("my secret"));
  EXPECT_THAT(allowed.err, HasSubstr("these sources: " + (folder / "secret.txt").string()));
}

TEST(Sources, AreLeftOutOfACaptureWhereThatIsAsked) {
  const fs::path folder = scratch_folder();
  write_file(folder / "given.cu", "// my words\n");
  write_file(folder / "turn.ptx", ptx_naming("given.cu"));
  const std::string trace = "\"$WARPLENS\" trace turn.ptx" + kLaunch + " -o t.wlens";
  EXPECT_THAT(run_line(in(folder, trace)).err, HasSubstr("these sources: given.cu"));
  EXPECT_THAT(texts_of(folder / "t.wlens"), HasSubstr("my words"));
  EXPECT_THAT(run_line(in(folder, trace + " --no-sources")).err, HasSubstr("no source"));
  EXPECT_THAT(texts_of(folder / "t.wlens"), Not(HasSubstr("my words")));
}

// Prints what the buffer holds.
const std::string kPrinter = R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.visible .entry k(.param .u64 x){
.reg .b64 %rd<3>;
ld.param.u64 %rd1, [x];
{ .param .b64 p0; st.param.b64 [p0], %rd1;
  .param .b64 p1; st.param.b64 [p1], 0;
  .param .b32 r;
  call.uni (r), vprintf, (p0, p1); }
ret;
})";

// Of a kernel whose argument is that file's bytes.
std::string sidecar_with(const std::string& file) {
  return R"({"warplens_launches": 1, "launches": [{"kernel": "k", "grid": ["1"], "block": ["1"],
    "arguments": [{"name": "x", "type": "u8", "count": "10", "role": "in", "file": ")" +
         file + "\"}]}]}";
}

TEST(Sidecars, AreReadNoFileOutsideOfTheirFolderUnasked) {
  const fs::path folder = scratch_folder();
  fs::create_directories(folder / "given");
  write_file(folder / "secret.txt", std::string("my secret\0", 10));
  write_file(folder / "given/k.ptx", kPrinter);
  fs::create_symlink("../secret.txt", folder / "given/link.txt");
  for (const std::string& file :
       {std::string("../secret.txt"), std::string("link.txt"), (folder / "secret.txt").string()}) {
    write_file(folder / "given/k.ptx.warplens.json", sidecar_with(file));
    const std::string trace = "\"$WARPLENS\" trace given/k.ptx -o t.wlens";
    const Output refused = run_line(in(folder, trace));
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.out + refused.err, Not(HasSubstr("my secret")));
    EXPECT_THAT(refused.err, HasSubstr("--source-root FOLDER"));
    EXPECT_FALSE(fs::exists(folder / "t.wlens"));
    const Output allowed = run_line(in(folder, "\"$WARPLENS\" trace given/k.ptx --source-root ."));
    EXPECT_EQ(allowed.status, 0) << allowed.err;
    EXPECT_THAT(allowed.out, HasSubstr("my secret"));
  }
}

TEST(Lessons, ReadNoFileOutsideOfTheirFolder) {
  if (!has_window()) GTEST_SKIP() << "built without its window";
  const fs::path folder = scratch_folder();
  const fs::path lesson = folder / "le/l";
  fs::create_directories(lesson);
  write_file(folder / "secret.txt", std::string("my secret\0", 10));
  write_file(lesson / "lesson.json",
             R"({"id": "le", "number": 93, "minutes": 15, "needs": [7], "steps": [{"id": "one",
                 "kernel": "k.ptx", "scene": {"views": ["sector_strip"]}}]})");
  for (const char* words : {"en.md", "zh.md"})
    write_file(lesson / words, "# T 题\n## One 一\nText 文.\n");
  write_file(lesson / "k.ptx", kPrinter);
  write_file(lesson / "k.ptx.warplens.json", sidecar_with("../../secret.txt"));
  const std::string draw = "\"$WARPLENS\" screenshot --lessons le --lesson 93 -o x.png";
  const Output refused = run_line(in(folder, draw));
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("../../secret.txt lies outside"));
  EXPECT_FALSE(fs::exists(folder / "x.png"));
}

TEST(CompilerErrors, KeepTheirLines) {
  const fs::path folder = scratch_folder();
  fs::create_directory(folder / "bin");
  write_file(folder / "bin/nvcc",
             "#!/bin/sh\necho 'k.cu(1): error: one'; echo 'k.cu(2): error: two'; exit 1\n");
  fs::permissions(folder / "bin/nvcc", fs::perms::owner_all);
  write_file(folder / "k.cu", "x\n");
  const Output failed =
      run_line(in(folder, "PATH=\"$PWD/bin:$PATH\" \"$WARPLENS\" trace k.cu --grid 1 --block 1"));
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, HasSubstr("does not compile: k.cu(1): error: one\nk.cu(1)"));
  EXPECT_THAT(failed.err, HasSubstr("\nk.cu(2): error: two\n"));
}

TEST(Terminals, AreShownControlCharactersAsText) {
  const fs::path folder = scratch_folder();
  std::string source;
  for (int line = 0; line < 200; ++line) source += "a \033]0;title\007 b\n";
  write_file(folder / "given.cu", source);
  write_file(folder / "turn.ptx", ptx_naming("given.cu"));
  const Output traced = run_line(in(folder, "\"$WARPLENS\" trace turn.ptx" + kLaunch));
  EXPECT_THAT(traced.out, HasSubstr("a \\u001b]0;title\\u0007 b"));
  EXPECT_THAT(traced.out, Not(HasSubstr("\033")));
  const Output failed = run({"trace", "a\033[2Jb.ptx", "--grid", "1", "--block", "1"});
  EXPECT_THAT(failed.err, HasSubstr("a\\u001b[2Jb.ptx: no such file"));
}

}  // namespace
}  // namespace warplens::cli_test
