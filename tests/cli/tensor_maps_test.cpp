// Tensor maps of a person's own kernels: data/tiles.ptx is nvcc -ptx -lineinfo -std=c++17
// -arch=sm_90a of the tiles.cu beside it, with the folders taken out of its .file lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<float> floats_in(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

// A matrix of 40 rows of 70 columns, 80 elements apart, that holds 0, 1, 2, …
std::vector<std::string> transpose_command(const std::string& file, const std::string& map) {
  return {"trace",  file,          "--entry",  "transpose",
          "--grid", "3,3",         "--block",  "64",
          "--set",  "cols=70",     "--buffer", "a:in:f32[3200]=iota",
          "--arg",  map,           "--arg",    "out:out:f32[cols*40]",
          "--arg",  "rows:i32=40", "--arg",    "columns:i32=70"};
}

constexpr const char* kMap = "in:tensormap{f32,[cols,40],box=[32,16],strides=[80]}=@a";

void expect_transposed(const std::vector<float>& out) {
  ASSERT_EQ(out.size(), 2800u);
  for (int column = 0; column < 70; ++column)
    for (int row = 0; row < 40; ++row)
      ASSERT_EQ(out[static_cast<std::size_t>(column * 40 + row)],
                static_cast<float>(row * 80 + column))
          << row << " " << column;
}

TEST(TensorMaps, BringTilesOfAPersonsOwnMatrix) {
  const auto dump = scratch_folder() / "out";
  auto command = transpose_command(data_file("tiles.ptx"), kMap);
  command.insert(command.end(), {"--dump", "out=" + dump.string(), "--json"});
  const SortedJson launch = launch_json(command);
  for (const auto& finding : launch.at("findings"))
    EXPECT_EQ(finding.at("severity"), "information");
  expect_transposed(floats_in(dump));
}

TEST(TensorMaps, AreKeptBesideTheKernel) {
  const auto file = scratch_folder() / "tiles.ptx", dump = scratch_folder() / "out";
  std::filesystem::copy_file(data_file("tiles.ptx"), file);
  auto command = transpose_command(file.string(), kMap);
  command.emplace_back("--save-launch");
  const Output saved = run(command);
  EXPECT_EQ(saved.status, 0) << saved.err;
  EXPECT_THAT(read_file(file.string() + ".warplens.json"),
              HasSubstr("f32,[cols,40],box=[32,16],strides=[80]"));
  const Output again =
      run({"trace", file.string(), "--entry", "transpose", "--dump", "out=" + dump.string()});
  EXPECT_EQ(again.status, 0) << again.err;
  expect_transposed(floats_in(dump));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

// As CUTLASS passes a map: with what else its copy knows.
TEST(TensorMaps, StandAtTheBeginningOfAStructure) {
  const auto file = scratch_folder() / "structure.ptx", dump = scratch_folder() / "out";
  write_file(file, replaced(read_file(data_file("tiles.ptx")), "_param_0[128]", "_param_0[256]"));
  auto command = transpose_command(file.string(), kMap);
  command.insert(command.end(), {"--dump", "out=" + dump.string()});
  const Output ran = run(command);
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_transposed(floats_in(dump));
}

TEST(TensorMaps, AreGuessedAtTheBeginningOfAStructure) {
  const auto file = scratch_folder() / "structure.ptx";
  write_file(file, replaced(read_file(data_file("tiles.ptx")), "_param_0[128]", "_param_0[256]"));
  const Output guessed = run({"trace", file.string(), "--entry", "transpose"});
  EXPECT_THAT(guessed.out + guessed.err, HasSubstr("tensormap{"));
}

// The map lies in global memory. Each second row from row -1 on, and NaNs from outside.
TEST(TensorMaps, OfAPointerLieInGlobalMemory) {
  const auto dump = scratch_folder() / "out";
  const Output ran =
      run({"trace", data_file("tiles.ptx"), "--entry", "one_tile", "--grid", "1", "--block", "32",
           "--arg", "in:tensormap{f32,[64,8],box=[32,32],elements=[1,2],fill=nan}=iota", "--arg",
           "out:out:f32[512]", "--arg", "x:i32=-4", "--arg", "y:i32=-1", "--dump",
           "out=" + dump.string()});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto out = floats_in(dump);
  ASSERT_EQ(out.size(), 512u);
  for (int i = 0; i < 512; ++i) {
    const int row = 2 * (i / 32) - 1, column = i % 32 - 4;
    const bool is_inside = row >= 0 && row < 8 && column >= 0;
    const float value = out[static_cast<std::size_t>(i)];
    EXPECT_TRUE(is_inside ? value == static_cast<float>(row * 64 + column) : std::isnan(value))
        << row << " " << column;
  }
}

TEST(TensorMaps, HaveElementsOfAFile) {
  const auto file = scratch_folder() / "a.bin", dump = scratch_folder() / "out";
  std::vector<float> elements(3200);
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<float>(i);
  const std::size_t bytes = (39 * 80 + 70) * sizeof(float);  // to the end of the last row
  write_file(file, {reinterpret_cast<const char*>(elements.data()), bytes});
  const std::string map = kMap;
  auto command =
      transpose_command(data_file("tiles.ptx"), map.substr(0, map.rfind('@')) + file.string());
  command.insert(command.end(), {"--dump", "out=" + dump.string()});
  const Output ran = run(command);
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_transposed(floats_in(dump));
}

TEST(TensorMaps, AreRefusedByTheWordThatIsWrong) {
  for (const auto& [map, words] : std::vector<std::pair<std::string, std::string>>{
           {"in:tensormap{f32,[70,40],box=[32,16]}=@a", "strides: 280 bytes"},
           {"in:tensormap{f32,[70,40],box=[3,16],strides=[80]}=@a", "box: a row of 12 bytes"},
           {"in:tensormap{f32,[70,40],box=[32,16],strides=[80]}=@b", "nothing is called 'b'"},
           {"in:tensormap{f32,[70,40],box=[32,16],strides=[80]}=@a+1", "multiple of 16 bytes"},
           {"in:tensormap{f32,[70,40]}=@a", "box is missing"}}) {
    const Output ran = run(transpose_command(data_file("tiles.ptx"), map));
    EXPECT_NE(ran.status, 0);
    EXPECT_THAT(ran.err, HasSubstr(words)) << map;
  }
}

TEST(TensorMaps, ThatNobodyGaveAreSaidToBeUnknown) {
  const Output ran = run({"trace", data_file("tiles.ptx"), "--entry", "transpose"});
  EXPECT_THAT(ran.out + ran.err, HasSubstr("nothing says what it describes"));
  EXPECT_THAT(ran.out + ran.err, HasSubstr(":tensormap{f32,[64,64],box=[32,1]}=random:1"));
}

}  // namespace
}  // namespace warplens::cli_test
