// The CUDA code that is handed out: compiled by nvcc where there is one, run on the machine, and
// held against the model like the generated PTX.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernels/run/toolkit/compiler.h"
#include "viz/swizzle/answer.h"
#include "viz/swizzle/code.h"
#include "viz/swizzle/held_against_run.h"
#include "viz/swizzle/run_kernel.h"

namespace warplens::swizzle {
namespace {

class CudaCodeIsRight : public testing::TestWithParam<const char*> {};

TEST_P(CudaCodeIsRight, CompiledAndRun) {
  const auto tools = run::find_toolchain();
  if (!tools.nvcc.has_value()) GTEST_SKIP() << "no nvcc on this machine to compile the code with";
  const auto spec = parse_spec(GetParam());
  ASSERT_TRUE(spec.has_value()) << spec.error().message.in(Language::en);
  const auto written = cuda_code(*spec);
  ASSERT_TRUE(written.has_value()) << written.error().message.in(Language::en);
  const auto file = std::filesystem::path(testing::TempDir()) /
                    fmt::format("swizzle_{:x}.cu", std::hash<std::string>()(GetParam()));
  std::ofstream(file) << written->text;
  run::CompileOptions options;
  if (spec->write.kind == Pattern::Kind::matrix) options.more = {"-arch=compute_90"};
  const auto ptx = run::compile(tools, file, options);
  std::filesystem::remove(file);
  ASSERT_TRUE(ptx.has_value()) << ptx.error().message.in(Language::en) << written->text;
  auto modelled = modelled_answer(*spec);
  ASSERT_TRUE(modelled.has_value()) << modelled.error().message.in(Language::en);
  const auto run = run_kernel(
      *modelled, {*ptx, "swizzled_tile", written->warps, written->dynamic_shared_bytes}, {});
  ASSERT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  const auto held = hold_against(*run, written->warps, *modelled);
  EXPECT_TRUE(held.has_value()) << held.error().message.in(Language::en) << "\n" << written->text;
  EXPECT_EQ(run->verdict, trace::Verdict::match);
}

INSTANTIATE_TEST_SUITE_P(
    Specs, CudaCodeIsRight,
    testing::Values(
        "element=2 tile=128x8 order=column write=rows read=ldmatrix.x4.trans map=Swizzle<3,3,4>",
        "element=4 tile=32x32 write=rows read=columns map=padding 1",
        "element=1 tile=13x7 order=column write=rows read=columns map=(row + col) % rows",
        "element=8 tile=16x16 write=stmatrix.x4 read=ldmatrix.x2 map=xor(2)",
        "element=2 tile=16x64 write=stmatrix.x2.trans read=rows.16B map=shift(8)",
        "element=16 tile=24x8 write=lanes(lane + warp * 32) read=columns map=xor",
        "element=4 tile=32x32 write=rows read=lanes(0,32,...) map=offset = col * 33 + row",
        "element=4 tile=128x128 write=rows.16B read=columns.16B map=xor(4,2)"));

TEST(CudaCode, SaysWhereItsSharedAccessesStand) {
  const auto spec = parse_spec("tile=32x32 write=rows read=columns map=xor");
  const auto written = cuda_code(*spec);
  std::vector<std::string> lines;
  std::istringstream in(written->text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  EXPECT_NE(lines.at(written->store_line - 1).find("tile[tile_offset(row, col)] = in"),
            std::string::npos);
  EXPECT_NE(lines.at(written->load_line - 1).find("= tile[tile_offset(row, col)]"),
            std::string::npos);
}

}  // namespace
}  // namespace warplens::swizzle
