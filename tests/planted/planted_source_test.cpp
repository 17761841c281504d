#include "tests/planted/planted_source.h"

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

namespace warplens::planted {
namespace {

constexpr const char* kText = R"(// A title.
// TOOL: memcheck
// nvcc: -arch=compute_80

// What it does
// wrong.
// LAUNCH: grid 2x3 block 64 shared 256 cooperative
// ARGS: in f32[64] iota, out i32[8], freed u8[3], value i32 64
// PRINT
extern "C" __global__ void first(const float* in) {
  out[t] = in[t];  // FAULT: out_of_bounds block 1,2,0 warp 1 lane 31
  in[t] = 3;       // FAULT: race (either end)
}
// LAUNCH: grid 1 block 32
// ARGS: inout f16[2] all 3
extern "C" __global__ void second(__half* in) {
}
)";

ReadSource read(const std::string& text) {
  std::istringstream in(text);
  return read_source(in);
}

TEST(PlantedSource, CommentsSayTitleToolAndKernels) {
  const ReadSource file = read(kText);
  ASSERT_EQ(file.error, "");
  EXPECT_EQ(file.source.title, "A title");
  EXPECT_EQ(file.source.tool, "memcheck");
  ASSERT_EQ(file.source.kernels.size(), 2u);
  EXPECT_EQ(file.source.kernels[0].about, "What it does wrong");
  EXPECT_EQ(file.source.kernels[1].name, "second");
  EXPECT_TRUE(file.source.kernels[1].faults.empty());
}

TEST(PlantedSource, ALaunchHasItsShape) {
  const Kernel kernel = read(kText).source.kernels.at(0);
  EXPECT_EQ(kernel.grid, (Dim3{2, 3, 1}));
  EXPECT_EQ(kernel.block, (Dim3{64, 1, 1}));
  EXPECT_EQ(kernel.shared_bytes, 256u);
  EXPECT_TRUE(kernel.is_cooperative);
  EXPECT_TRUE(kernel.prints);
}

TEST(PlantedSource, ArgumentsComeInTheOrderOfTheParameters) {
  const auto arguments = read(kText).source.kernels.at(0).arguments;
  ASSERT_EQ(arguments.size(), 4u);
  EXPECT_EQ(arguments[0].role, Role::in);
  EXPECT_EQ(arguments[0].fill.kind, Fill::Kind::iota);
  EXPECT_EQ(arguments[1].role, Role::out);
  EXPECT_EQ(arguments[2].role, Role::freed);
  EXPECT_EQ(arguments[2].count, 3u);
  EXPECT_EQ(arguments[3].bits, 64u);
}

TEST(PlantedSource, AFaultHasItsKindLineAndPlace) {
  const auto faults = read(kText).source.kernels.at(0).faults;
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0].kind, "out_of_bounds");
  EXPECT_EQ(faults[0].line, 11u);
  EXPECT_EQ(faults[0].block, (Dim3{1, 2, 0}));
  EXPECT_EQ(faults[0].warp, 1u);
  EXPECT_EQ(faults[0].lane, 31u);
  EXPECT_TRUE(faults[1].either_end);
  EXPECT_FALSE(faults[1].block.has_value());
}

template <class T>
std::vector<T> values_of(const std::string& type, Fill fill) {
  const std::vector<std::byte> bytes = contents_of({Role::in, type, 4, fill, 0});
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(PlantedSource, FillsAreOfTheBuffersType) {
  EXPECT_EQ(values_of<float>("f32", {Fill::Kind::iota, 0}), (std::vector<float>{0, 1, 2, 3}));
  EXPECT_EQ(values_of<int>("i32", {Fill::Kind::mod, 2}), (std::vector<int>{0, 1, 0, 1}));
  EXPECT_EQ(values_of<double>("f64", {Fill::Kind::all, 5}), (std::vector<double>(4, 5)));
  EXPECT_EQ(values_of<std::uint16_t>("f16", {Fill::Kind::iota, 0}),
            (std::vector<std::uint16_t>{0, 0x3c00, 0x4000, 0x4200}));
}

TEST(PlantedSource, WhatIsNotUnderstoodIsNamedByItsLine) {
  const std::string launch = "// T\n// LAUNCH: grid 2 blokc 3\n";
  EXPECT_EQ(read(launch).error, "line 2 is not understood: // LAUNCH: grid 2 blokc 3");
  EXPECT_NE(read("// T\n// ARGS: in i33[4]\n").error, "");
  EXPECT_NE(read("// T\n// ARGS: in i32[x]\n").error, "");
  EXPECT_NE(read("// T\n// ARGS: value i32\n").error, "");
  EXPECT_NE(read("// T\n// ARGS: in i32[4] mod 0\n").error, "");
  EXPECT_NE(read("// T\nextern \"C\" __global__ void without_launch() {\n").error, "");
  EXPECT_NE(read("// T\n").error, "");
}

}  // namespace
}  // namespace warplens::planted
