// The tests named …WithNvcc and …WithNvrtc are skipped, with a message, where those are missing.
#include "kernels/run/toolkit/compiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <span>

#include "kernels/base/all_tests.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kKernel =
    "extern \"C\" __global__ void twice(int* x, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] *= 2;\n"
    "}\n";

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

void expect_compiled_entry(const Result<std::string>& ptx, const fs::path& source,
                           const std::string& entry) {
  ASSERT_TRUE(ptx.has_value()) << ptx.error().message.in(Language::en);
  EXPECT_THAT(*ptx, AllOf(HasSubstr(".entry " + entry + "("), HasSubstr(".loc"),
                          HasSubstr("\"" + source.string() + "\"")));
}

void expect_compiled(const Result<std::string>& ptx, const fs::path& source) {
  expect_compiled_entry(ptx, source, "twice");
}

// A sanitizer's dlopen keeps NVRTC from finding its own files.
Toolchain usable_toolchain() {
  Toolchain tools = find_toolchain();
#if defined(WARPLENS_SANITIZED)
  tools.nvrtc.reset();
#endif
  return tools;
}

#define SKIP_WITHOUT(tool)                    \
  const Toolchain tools = usable_toolchain(); \
  if (!tools.tool.has_value()) GTEST_SKIP() << #tool " is not here"

TEST(Compiling, WithNvccGivesPtxWithLinesOfTheSource) {
  SKIP_WITHOUT(nvcc);
  const auto folder = *TemporaryFolder::make();
  write(folder.path() / "my kernel;$(x).cu", kKernel);
  expect_compiled(compile_with_nvcc(*tools.nvcc, folder.path() / "my kernel;$(x).cu"),
                  folder.path() / "my kernel;$(x).cu");
}

// A folder that runs a command where a shell reads its name.
fs::path folder_that_touches(const fs::path& mark, const char* before, const char* after) {
  return mark.parent_path() / (std::string(before) + mark.string() + after);
}

TEST(Compiling, WithNvccRunsNoCommandThatStandsInAName) {
  SKIP_WITHOUT(nvcc);
  for (const auto& [before, after] : {std::pair{"$(touch ", ")"}, std::pair{"`touch ", "`"}}) {
    const auto folder = *TemporaryFolder::make();
    const fs::path mark = folder.path() / "mark";
    const fs::path source = folder_that_touches(mark, before, after) / "k.cu";
    fs::create_directories(source.parent_path());
    write(source, kKernel);
    expect_compiled(compile_with_nvcc(*tools.nvcc, source), source);
    const fs::path link = folder.path() / "k.cu";
    fs::create_symlink(source, link);
    expect_compiled(compile_with_nvcc(*tools.nvcc, link), link);
    EXPECT_FALSE(fs::exists(mark)) << source;
  }
}

TEST(Compiling, RefusesToRunNvccWhereAShellWouldReadMoreThanAName) {
  const auto folder = *TemporaryFolder::make();
  write(folder.path() / "k.cu", kKernel);
  EXPECT_THAT(
      compile_with_nvcc("/opt/$(x)/nvcc", folder.path() / "k.cu").error().message.in(Language::en),
      HasSubstr("plain name"));
}

TEST(Compiling, WithNvccFindsHeadersAboveTheSourceAndNotAboveItsCopy) {
  SKIP_WITHOUT(nvcc);
  const auto folder = *TemporaryFolder::make();
  fs::create_directory(folder.path() / "kernels");
  write(folder.path() / "one.h", "#define FACTOR 3\n");
  const fs::path source = folder.path() / "kernels/k.cu";
  write(source, "#include \"../one.h\"\n__global__ void k(int* x) { *x *= FACTOR; }\n");
  expect_compiled_entry(compile_with_nvcc(*tools.nvcc, source), source, "_Z1kPi");
}

TEST(Compiling, WithNvccFindsHeadersBesideTheSource) {
  SKIP_WITHOUT(nvcc);
  const auto folder = *TemporaryFolder::make();
  const fs::path header = folder.path() / "twice.h";
  write(header, "__device__ __noinline__ int twice_of(int a) { return a * 2; }\n");
  write(folder.path() / "k.cu",
        "#include \"twice.h\"\n__global__ void k(int* x) { *x = twice_of(*x); }\n");
  const auto ptx = compile_with_nvcc(*tools.nvcc, folder.path() / "k.cu");
  ASSERT_TRUE(ptx.has_value()) << ptx.error().message.in(Language::en);
  EXPECT_THAT(*ptx, HasSubstr("\"" + header.string() + "\""));
}

TEST(Compiling, RefusesNamesThatPtxCannotHold) {
  EXPECT_THAT(compile({"/bin/true", {}}, "a\"b.cu").error().message.in(Language::en),
              HasSubstr("rename it"));
}

TEST(Compiling, WithNvrtcGivesPtxWithLinesOfTheSource) {
  SKIP_WITHOUT(nvrtc);
  const auto folder = *TemporaryFolder::make();
  write(folder.path() / "k.cu", kKernel);
  expect_compiled(compile_with_nvrtc(*tools.nvrtc, folder.path() / "k.cu"), folder.path() / "k.cu");
}

TEST(Compiling, WithNvccOrWithNvrtcNamesTheSourceAsItWasGiven) {
  const Toolchain tools = usable_toolchain();
  const auto folder = *TemporaryFolder::make();
  write(folder.path() / "k.cu", kKernel);
  const fs::path relative = fs::relative(folder.path() / "k.cu");
  if (tools.nvcc.has_value()) expect_compiled(compile_with_nvcc(*tools.nvcc, relative), relative);
  if (tools.nvrtc.has_value()) {
    expect_compiled(compile_with_nvrtc(*tools.nvrtc, relative), relative);
  }
  if (!tools.nvcc && !tools.nvrtc) GTEST_SKIP() << "neither nvcc nor NVRTC is here";
}

TEST(Compiling, WithNvccOrWithNvrtcReportsTheFirstErrorThenAll) {
  const Toolchain tools = usable_toolchain();
  const auto folder = *TemporaryFolder::make();
  const fs::path source = folder.path() / "bad.cu";
  write(source, "__global__ void k(int* x) { y = 1;\n z = 2; }\n");
  std::vector<Result<std::string>> results;
  if (tools.nvcc.has_value()) results.push_back(compile_with_nvcc(*tools.nvcc, source));
  if (tools.nvrtc.has_value()) results.push_back(compile_with_nvrtc(*tools.nvrtc, source));
  if (results.empty()) GTEST_SKIP() << "neither nvcc nor NVRTC is here";
  for (const Result<std::string>& result : results) {
    ASSERT_FALSE(result.has_value());
    const std::string first = result.error()
                                  .message.in(Language::en)
                                  .substr(0, result.error().message.in(Language::en).find('\n'));
    EXPECT_THAT(first, AllOf(HasSubstr("bad.cu does not compile: "), HasSubstr("\"y\"")));
    EXPECT_THAT(result.error().message.in(Language::en), HasSubstr("\"z\""));
  }
}

bool contains(const std::vector<std::byte>& bytes, std::string_view text) {
  const auto whole = std::as_bytes(std::span(text));
  return std::search(bytes.begin(), bytes.end(), whole.begin(), whole.end()) != bytes.end();
}

TEST(Compiling, WithNvccGivesABinaryWithTheEntriesOfThePtx) {
  SKIP_WITHOUT(nvcc);
  const Catalogue catalogue = *Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  for (const char* name : {"transpose/tile", "reduce/unrolled"}) {
    const auto found = *catalogue.find(name);
    const auto binary =
        compile_binary(*tools.nvcc, std::string(WARPLENS_SOURCE_DIR "/") + found.variant->source,
                       "sm_90", {"-lineinfo"});
    ASSERT_TRUE(binary.has_value()) << binary.error().message.in(Language::en);
    EXPECT_TRUE(contains(*binary, "\177ELF"));
    int entries = 0;
    for (const ptx::Function& function :
         (*catalogue.module(*found.family, *found.variant))->functions) {
      if (!function.is_entry) continue;
      EXPECT_TRUE(contains(*binary, ".text." + function.name)) << function.name;
      ++entries;
    }
    EXPECT_GT(entries, 0);
  }
}

TEST(Compiling, WithNvccReportsAnArchitectureThatItDoesNotKnow) {
  SKIP_WITHOUT(nvcc);
  const auto folder = *TemporaryFolder::make();
  write(folder.path() / "k.cu", kKernel);
  const auto binary = compile_binary(*tools.nvcc, folder.path() / "k.cu", "sm_1", {});
  ASSERT_FALSE(binary.has_value());
  EXPECT_THAT(binary.error().message.in(Language::en),
              HasSubstr("k.cu does not compile: nvcc fatal"));
}

TEST(Compiling, KnowsTheVersionOfNvcc) {
  if (is_emulated()) GTEST_SKIP() << "qemu starts programs in its own way";
  const auto folder = *TemporaryFolder::make();
  const fs::path nvcc = folder.path() / "nvcc";
  write(nvcc, "#!/bin/sh\necho Cuda compilation tools, release 12.4, V12.4.131\n");
  fs::permissions(nvcc, fs::perms::owner_all);
  EXPECT_EQ(version_of(nvcc).value(), "12.4");
  EXPECT_THAT(version_of("/bin/true").error().message.in(Language::en),
              HasSubstr("does not say its version"));
  EXPECT_THAT(version_of("/nowhere/nvcc").error().message.in(Language::en),
              HasSubstr("cannot be started"));
}

TEST(Compiling, WithoutAnyCompilerSaysWhatToDo) {
  EXPECT_THAT(compile({}, "k.cu").error().message.in(Language::en),
              AllOf(StartsWith("k.cu: no compiler is here"), HasSubstr("nvidia-cuda-nvrtc")));
}

TEST(Compiling, WithSomethingElseThanACompilerFailsInOneLine) {
  if (is_emulated()) GTEST_SKIP() << "qemu starts programs in its own way";
  const auto folder = *TemporaryFolder::make();
  const fs::path source = folder.path() / "k.cu";
  write(source, kKernel);
  EXPECT_THAT(compile_with_nvcc("/bin/false", source).error().message.in(Language::en),
              HasSubstr("the compiler gave no reason"));
  EXPECT_THAT(compile_with_nvcc("/bin/true", source).error().message.in(Language::en),
              HasSubstr("no such file"));
  EXPECT_THAT(compile_with_nvcc("/nowhere/nvcc", source).error().message.in(Language::en),
              HasSubstr("cannot be started"));
  EXPECT_THAT(compile_with_nvrtc("/nowhere/libnvrtc.so", source).error().message.in(Language::en),
              HasSubstr("cannot be opened"));
}

TEST(KernelFiles, OfOtherKindsOrMissingAreRefused) {
  EXPECT_EQ(load_kernel_file("k.cpp").error().message.in(Language::en),
            "k.cpp: give a .ptx or a .cu file");
  EXPECT_EQ(load_kernel_file("/nowhere/k.ptx").error().message.in(Language::en),
            "/nowhere/k.ptx: no such file");
  EXPECT_EQ(load_kernel_file("/nowhere/k.cu").error().message.in(Language::en),
            "/nowhere/k.cu: no such file");
  const auto folder = *TemporaryFolder::make();
  fs::create_directory(folder.path() / "k.ptx");
  EXPECT_THAT(load_kernel_file(folder.path() / "k.ptx").error().message.in(Language::en),
              HasSubstr("no such file"));
}

TEST(KernelFiles, OfCudaSourceAreCompiledAndBringItsText) {
  const Toolchain tools = usable_toolchain();
  if (!tools.nvcc && !tools.nvrtc) GTEST_SKIP() << "neither nvcc nor NVRTC is here";
  const auto folder = *TemporaryFolder::make();
  const fs::path source = folder.path() / "k.cu";
  write(source, kKernel);
  const auto loaded = load_kernel_file(source);
  ASSERT_TRUE(loaded.has_value()) << loaded.error().message.in(Language::en);
  EXPECT_NE(loaded->module->find_entry("twice"), nullptr);
  ASSERT_EQ(loaded->sources->size(), 1u);
  EXPECT_EQ(loaded->sources->at(0).first, source.string());
  EXPECT_EQ(loaded->sources->at(0).second, kKernel);
}

TEST(Processes, ReportTheirStatusAndWriteTheirLog) {
  const auto folder = *TemporaryFolder::make();
  const fs::path log = folder.path() / "log";
  EXPECT_EQ(run_process({"/bin/echo", "a b;", "$(c)"}, log).value(), 0);
  EXPECT_EQ(read_text(log).value(), "a b; $(c)\n");
  EXPECT_EQ(run_process({"/bin/sh", "-c", "exit 3"}, log).value(), 3);
  EXPECT_EQ(run_process({"/bin/sh", "-c", "kill -9 $$"}, log).value(), 128 + 9);
}

TEST(Processes, RunInTheFolderOfTheirLog) {
  const auto folder = *TemporaryFolder::make();
  const fs::path log = folder.path() / "log";
  EXPECT_EQ(run_process({"/bin/sh", "-c", "pwd; echo $TMPDIR"}, log).value(), 0);
  EXPECT_EQ(read_text(log).value(), folder.path().string() + "\n" + folder.path().string() + "\n");
}

TEST(Processes, HaveAFolderThatNobodyElseCanEnter) {
  const auto folder = *TemporaryFolder::make();
  EXPECT_EQ(fs::status(folder.path()).permissions(), fs::perms::owner_all);
}

bool is_gone_soon(const fs::path& path) {
  for (int tries = 0; tries < 500 && fs::exists(path); ++tries) usleep(10'000);
  return !fs::exists(path);
}

TEST(Processes, LeaveNoTemporaryFolderWhenTheyAreKilled) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto folder = *TemporaryFolder::make();
    write(folder.path() / "file", "x");
    const std::string path = folder.path().string();
    (void)!::write(ends[1], path.data(), path.size());
    pause();
  }
  std::array<char, 256> name{};
  ASSERT_GT(read(ends[0], name.data(), name.size() - 1), 0);
  EXPECT_TRUE(fs::exists(name.data()));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(is_gone_soon(name.data())) << name.data();
  close(ends[0]);
  close(ends[1]);
}

TEST(Processes, LeaveNoTemporaryFolder) {
  fs::path path;
  {
    const auto folder = *TemporaryFolder::make();
    path = folder.path();
    write(path / "file", "x");
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(Processes, AreFoundInTheFoldersGiven) {
  EXPECT_EQ(find_executable("sh", {"/nowhere", "/bin"}), "/bin/sh");
  EXPECT_EQ(find_executable("no-such-program", path_folders()), std::nullopt);
}

TEST(Processes, AreNotLookedForInTheCurrentFolder) {
  const auto folder = *TemporaryFolder::make();
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  write("tool", "#!/bin/sh\n");
  fs::permissions("tool", fs::perms::owner_all);
  EXPECT_EQ(find_executable("tool", {"", ".", fs::path("/bin/..")}), std::nullopt);
  EXPECT_THAT(absolute_folders(":.:/bin:lib::/usr/lib:", ":"),
              testing::ElementsAre("/bin", "/usr/lib"));
  fs::current_path(before);
}

}  // namespace
}  // namespace warplens::run
