// trace --backend gpu on the simulated driver (tests/simulated_cuda), and without any.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json traced(const std::string& kernel, const std::string& backend) {
  const Output output = run({"trace", kernel, "--backend", backend, "--json"});
  EXPECT_EQ(output.status, 0) << output.err;
  return json::parse(output.out, nullptr, false);
}

// One launch, or several.
json launches_of(const json& trace) {
  return trace.contains("launches") ? trace["launches"] : json::array({trace});
}

class TraceOnAGpu : public testing::TestWithParam<const char*> {};

TEST_P(TraceOnAGpu, CostsWhatItCostsOnTheCpu) {
  const json cpu = launches_of(traced(GetParam(), "cpu"));
  const Environment simulated = driver("simulated_cuda");
  const json gpu = launches_of(traced(GetParam(), "gpu"));
  ASSERT_EQ(gpu.size(), cpu.size());
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    EXPECT_EQ(gpu[i]["backend"], "Simulated device");
    EXPECT_EQ(gpu[i]["result"], "match");
    EXPECT_EQ(gpu[i]["totals"], cpu[i]["totals"]);
    EXPECT_EQ(gpu[i]["sites"], cpu[i]["sites"]);
  }
}
INSTANTIATE_TEST_SUITE_P(Variants, TraceOnAGpu,
                         testing::Values("transpose/tile_padded", "gemm/async_copy",
                                         "reduce/two_pass", "reduce/shuffle", "add/peeled",
                                         "invert/vector16", "window/blur_separable"));

TEST(TraceOnAGpuThatIsNotThere, SaysWhatToDo) {
  const Environment ancient = driver("ancient_cuda");
  const Output output = run({"trace", "transpose/tile", "--backend", "gpu"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("install a driver for CUDA 12.0 or later"));
}

TEST(TraceOnAGpuOfAFile, IsRefused) {
  const Output output = run({"trace", "my.ptx", "--backend", "gpu", "--grid", "1", "--block", "1"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("--backend gpu is for catalogue kernels"));
}

}  // namespace
}  // namespace warplens::cli_test
