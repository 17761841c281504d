// Kernels that Triton, Numba and CuPy left: launched with what is known of them, their results held
// against references that are computed here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string cache() { return data_file("triton"); }
std::string folder_of(const std::string& kernel) {
  for (const auto& each : std::filesystem::directory_iterator(cache()))
    if (std::filesystem::exists(each.path() / (kernel + ".json"))) return each.path().string();
  return {};
}
std::string numba(const std::string& kernel) {
  return (source_folder() / "tests/corpus/numba" / (kernel + ".ptx")).string();
}

template <class T>
std::string file_of(const std::string& name, const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  const auto file = std::filesystem::temp_directory_path() / ("warplens_python_" + name);
  write_file(file, bytes);
  return file.string();
}

std::vector<float> reals(std::size_t n) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<float>(static_cast<int>(i * 37 % 101) - 50) / 16;
  return values;
}

TEST(TritonCommand, ListsTheKernelsOfACache) {
  const Output output = run({"trace", cache()});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("PWTDABLQ add: 4 warps, 0 bytes of shared memory, sm_90"));
  EXPECT_THAT(output.out, HasSubstr(" softmax: 2 warps, 8 bytes of shared memory, sm_80"));
  EXPECT_THAT(output.err, HasSubstr("choose one with --entry"));
}

TEST(TritonCommand, TakesAKernelByItsFolderItsNameItsHashAndItsDescription) {
  const std::string folder = folder_of("add");
  const auto traces = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "trace");
    const Output output = run(arguments);
    EXPECT_EQ(output.status, 0) << output.err;
    EXPECT_THAT(output.err, HasSubstr("add(float* x, float* y, int n): nobody said"));
    return output.out;
  };
  const std::string first = traces({folder, "--json"});
  EXPECT_FALSE(first.empty());
  traces({folder + "/add.json"});
  traces({folder + "/add.ptx"});
  traces({cache(), "--entry", "add"});
  traces({cache(), "--entry", "PWTDA"});
}

TEST(TritonCommand, NamesWhatACacheHasWhereAKernelIsNotThere) {
  const Output output = run({"trace", cache(), "--entry", "gemm"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("has no kernel 'gemm': it has: add, softmax"));
}

TEST(TritonCommand, TakesBlockSharedMemoryAndParametersFromTheCache) {
  const Output output = run({"trace", folder_of("softmax")});
  EXPECT_EQ(output.status, 0) << output.err;
  for (const char* line : {"softmax(float* x, float* out, int columns)",
                           "block.x = 64: softmax.json says so", "shared = 8: softmax.json says so",
                           "x = in:f32[", "out = out:f32[", "global_scratch = 0: a null pointer",
                           "profile_scratch = 0: a null pointer", "compiled by Triton 3.5.0"})
    EXPECT_THAT(output.err, HasSubstr(line));
  EXPECT_THAT(output.out, HasSubstr("values = tl.load("));
  EXPECT_THAT(output.out, HasSubstr("findings: none"));
}

TEST(TritonCommand, LeavesWhatTheKernelComputes) {
  const auto x = reals(1000);
  std::vector<float> twice;
  for (const float one : x) twice.push_back(2 * one);
  const Output output = run({"trace", folder_of("add"), "--grid", "4", "--arg",
                             "x:in:f32[1000]=" + file_of("x", x), "--arg", "y:out:f32[1000]",
                             "--arg", "n:i32=1000", "--expect", "y=" + file_of("twice", twice)});
  EXPECT_EQ(output.status, 0) << output.err << output.out;
}

TEST(TritonCommand, LeavesASoftmaxOfEachRow) {
  const std::size_t rows = 10, columns = 101;
  const auto x = reals(rows * columns);
  std::vector<float> expected;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      sum += std::exp(static_cast<double>(x[i / columns * columns + c]));
    expected.push_back(static_cast<float>(std::exp(static_cast<double>(x[i])) / sum));
  }
  const std::vector<std::string> command = {
      "trace",    cache(),
      "--entry",  "softmax",
      "--grid",   "10",
      "--arg",    "x:in:f32[1010]=" + file_of("rows", x),
      "--arg",    "out:out:f32[1010]",
      "--arg",    "columns:i32=101",
      "--expect", "out=" + file_of("softmax", expected) + ":1e-5"};
  const Output output = run(command);
  EXPECT_EQ(output.status, 0) << output.err << output.out;
  auto wrong = command;
  wrong.back() = "out=" + file_of("rows", x);
  EXPECT_EQ(run(wrong).status, 1);
}

TEST(TritonCommand, RefusesADescriptionOfAnotherKind) {
  const auto folder = std::filesystem::temp_directory_path() / "warplens_python_bad";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(folder_of("add") + "/add.ptx", folder / "add.ptx",
                             std::filesystem::copy_options::overwrite_existing);
  write_file(folder / "add.json", R"({"name": "add", "num_warps": [4], "shared": 0})");
  const Output output = run({"trace", folder.string()});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("add.json: \"num_warps\""));
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1);
}

TEST(TritonCommand, SaysThatACubinAndAPickleHoldNoPtx) {
  EXPECT_THAT(run({"trace", "/nowhere/k.nbi"}).err, HasSubstr("inspect_asm"));
  const std::string elf = file_of("k.cubin", std::vector<char>{'\x7f', 'E', 'L', 'F'});
  EXPECT_THAT(run({"trace", elf}).err, HasSubstr("machine code alone"));
}

TEST(NumbaCommand, TakesAnArrayAsOneArgument) {
  const auto x = reals(300), y = reals(300);
  std::vector<float> expected;
  for (std::size_t i = 0; i < x.size(); ++i) expected.push_back(std::fma(2.5f, x[i], y[i]));
  const Output output =
      run({"trace", numba("saxpy"), "--grid", "3", "--block", "128", "--arg", "a:f32=2.5", "--arg",
           "x:in:f32[300]=" + file_of("nx", x), "--arg", "y:in:f32[300]=" + file_of("ny", y),
           "--arg", "out:out:f32[300]", "--expect", "out=" + file_of("saxpy", expected)});
  EXPECT_EQ(output.status, 0) << output.err << output.out;
}

TEST(NumbaCommand, TakesAMatrixByTheProductOfItsSizes) {
  const std::size_t m = 35, n = 19, k = 21;
  const auto a = reals(m * k), b = reals(k * n);
  std::vector<float> expected;
  for (std::size_t i = 0; i < m * n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < k; ++j)
      sum += static_cast<double>(a[i / n * k + j]) * static_cast<double>(b[j * n + i % n]);
    expected.push_back(static_cast<float>(sum));
  }
  const std::vector<std::string> command = {
      "trace",    numba("matmul"),
      "--grid",   "3,2",
      "--block",  "16,16",
      "--arg",    "a:in:f32[35*21]=" + file_of("na", a),
      "--arg",    "b:in:f32[21*19]=" + file_of("nb", b),
      "--arg",    "c:out:f32[35*19]",
      "--expect", "c=" + file_of("product", expected) + ":1e-5,1e-5"};
  const Output output = run(command);
  EXPECT_EQ(output.status, 0) << output.err << output.out;
  auto flat = command;
  flat[7] = "a:in:f32[735]=" + file_of("na", a);
  EXPECT_THAT(run(flat).err, HasSubstr("array of 2 dimensions"));
  auto wide = command;
  wide[7] = "a:in:f64[35*21]";
  EXPECT_THAT(run(wide).err, HasSubstr("elements of 4 bytes"));
}

TEST(NumbaCommand, GuessesArraysOfOneLength) {
  const Output output = run({"trace", numba("saxpy")});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.err, HasSubstr("saxpy(float a, Array<float, 1, C, mutable, aligned> x"));
  EXPECT_THAT(output.err, HasSubstr("n = 1024: how long arrays are in each dimension"));
  EXPECT_THAT(output.err, HasSubstr("out = out:f32[n]"));
  EXPECT_THAT(output.err, HasSubstr("--arg a:f32=1 --arg 'x:in:f32[1024]=random:1'"));
  EXPECT_THAT(output.out, HasSubstr("findings: none"));
}

TEST(CupyCommand, FillsTheArraysOfAnElementwiseKernel) {
  const Output output = run({"trace", data_file("cupy_add.ptx"), "--set", "n=1000"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("findings: none"));
  EXPECT_THAT(output.out, HasSubstr("global load"));
}

}  // namespace
}  // namespace warplens::cli_test
