// Figures as GPUs of an architecture execute a kernel, on a machine with and without a toolkit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "kernels/base/json.h"
#include "tests/cli/environment.h"
#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;
using testing::Not;

// The usual programs, and none of CUDA's.
struct NoToolkit {
  Environment path{"PATH", "/usr/bin:/bin"}, cuda_home{"CUDA_HOME", "/nowhere"},
      cuda_path{"CUDA_PATH", "/nowhere"}, python{"VIRTUAL_ENV", "/nowhere"};
};

// Four neighbouring stores that ptxas makes one of, in a kernel of one's own.
constexpr const char* kFourStores =
    ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u64 q)"
    " {\n.reg .b64 %rd<9>;\n.reg .b32 %r<9>;\n.shared .align 16 .b8 tile[512];\n"
    "mov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 4;\nmov.u32 %r3, tile;\nadd.s32 %r4, %r3, %r2;\n"
    "st.shared.u32 [%r4], %r1;\nst.shared.u32 [%r4+4], %r2;\nst.shared.u32 [%r4+8], %r3;\n"
    "st.shared.u32 [%r4+12], %r1;\nbar.sync 0;\nxor.b32 %r5, %r2, 16;\nadd.s32 %r6, %r3, %r5;\n"
    "ld.shared.u32 %r7, [%r6];\nld.param.u64 %rd1, [q];\ncvta.to.global.u64 %rd2, %rd1;\n"
    "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\nst.global.u32 [%rd4], %r7;\nret;\n}\n";

std::vector<std::string> own_kernel(const std::filesystem::path& ptx) {
  write_file(ptx, kFourStores);
  return {"trace", ptx.string(),   "--grid", "1", "--block", "32", "--arg", "p:in:u32[32]=iota",
          "--arg", "q:out:u32[32]"};
}

std::vector<std::string> joined(std::vector<std::string> arguments,
                                const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Executed, RegisterTileOfAnH200NeedsNeitherToolkitNorGpu) {
  const NoToolkit none;
  const auto json = launch_json({"trace", "gemm/register_tile", "--json"});
  const auto& loads = json["totals"]["shared_load"];
  EXPECT_EQ(json["executed"]["architecture"], "sm_90");
  EXPECT_EQ(loads["wavefronts"], 3072);
  EXPECT_EQ(loads["conflicts"], 0);
  EXPECT_EQ(loads["as_ptx"]["wavefronts"], 6144);
  EXPECT_EQ(loads["as_ptx"]["conflicts"], 2048);
  EXPECT_FALSE(json["totals"]["global_load"].contains("as_ptx"));
}

TEST(Executed, AChangedAccessTellsItsStoryInBothLanguages) {
  const auto json = launch_json({"trace", "gemm/register_tile", "--json"});
  int told = 0;
  for (const auto& site : json["sites"]) {
    if (site.value("fate", "") != "wider") continue;
    ++told;
    EXPECT_EQ(site["width"], 16);
    EXPECT_EQ(site["as_ptx"]["width"], 4);
    EXPECT_THAT(site["story"]["en"].get<std::string>(), HasSubstr("became one of 16 bytes"));
    EXPECT_THAT(site["story"]["zh"].get<std::string>(), HasSubstr("合并成了一次 16 字节的"));
    EXPECT_THAT(site["instructions"][0].get<std::string>(), HasSubstr(".128 "));
  }
  EXPECT_EQ(told, 8);
  const Output text = run({"trace", "gemm/register_tile"});
  EXPECT_THAT(text.out, HasSubstr("line 64: these 4 loads became one of 16 bytes: LDS.128"));
  EXPECT_THAT(text.out, HasSubstr("shared load *"));
}

TEST(Executed, EventsAreThoseThatAreExecuted) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer it takes too long";
  const auto json = launch_json({"trace", "gemm/register_tile", "--json", "--events"});
  std::uint64_t wavefronts = 0;
  for (const auto& event : json["events"]) {
    const auto& site = json["sites"][event["site"].get<std::size_t>()];
    if (site["space"] == "shared" && site["kind"] == "load") {
      wavefronts += event["wavefronts"].get<std::uint64_t>();
    }
  }
  EXPECT_EQ(wavefronts, 3072u);
}

TEST(Executed, AnotherArchitectureOrThePtxIsChosen) {
  const auto json = launch_json({"trace", "gemm/register_tile", "--json", "--arch", "sm_75"});
  EXPECT_EQ(json["executed"]["architecture"], "sm_75");
  const auto ptx = launch_json({"trace", "gemm/register_tile", "--json", "--as-ptx"});
  EXPECT_FALSE(ptx.contains("executed"));
  EXPECT_EQ(ptx["totals"]["shared_load"]["wavefronts"], 6144);
  EXPECT_THAT(run({"trace", "gemm/register_tile", "--as-ptx"}).out, Not(HasSubstr("figures:")));
}

TEST(Executed, WhatIsNoArchitectureIsRefusedBeforeAnythingRuns) {
  const Output output = run({"trace", "gemm/register_tile", "--arch", "90"});
  EXPECT_EQ(output.status, 1);
  EXPECT_THAT(output.err, HasSubstr("--arch '90' is no architecture: write sm_90"));
  EXPECT_THAT(run({"trace", "gemm/async_copy", "--arch", "sm_75"}).out,
              HasSubstr("its PTX is for sm_80 and newer, not for sm_75"));
}

TEST(Executed, ACaptureShowsWhatTheTraceShowed) {
  const auto capture = scratch_folder() / "t.wlens";
  const Output traced = run({"trace", "gemm/register_tile", "-o", capture.string()});
  EXPECT_EQ(run({"show", capture.string()}).out, traced.out);
  EXPECT_EQ(run({"show", capture.string(), "--as-ptx"}).out.find("figures:"), std::string::npos);
}

TEST(Executed, WithoutToolkitAnOwnKernelsFiguresAreMarkedAsThePtxs) {
  const NoToolkit none;
  if (std::filesystem::exists("/usr/local/cuda/bin/nvdisasm")) GTEST_SKIP() << "nvdisasm is here";
  const auto arguments = own_kernel(scratch_folder() / "k.ptx");
  const auto json = launch_json(joined(arguments, {"--json"}));
  EXPECT_THAT(json["executed"]["as_ptx_because"]["en"].get<std::string>(),
              HasSubstr("pip install nvidia-cuda-nvcc nvidia-cuda-nvdisasm"));
  EXPECT_EQ(json["totals"]["shared_store"]["uncertain"], true);
  for (const auto& site : json["sites"]) {
    if (site["space"] != "shared") continue;
    EXPECT_EQ(site["uncertain"], true);
  }
  const Output text = run(arguments);
  EXPECT_THAT(text.out, HasSubstr("figures: the PTX's (marked ?); sm_90 may execute others"));
  EXPECT_THAT(text.out, HasSubstr("shared store ?"));
}

TEST(Executed, WithPtxasAnOwnKernelsFiguresAreTheGpus) {
  const std::string doctor = run({"doctor", "--json"}).out;
  const auto parts = parse_sorted_json(doctor);
  if (!parts["ptxas"]["found"] || !parts["nvdisasm"]["found"]) {
    GTEST_SKIP() << "ptxas or nvdisasm is not here";
  }
  const auto json = launch_json(joined(own_kernel(scratch_folder() / "k.ptx"), {"--json"}));
  EXPECT_EQ(json["totals"]["shared_store"]["requests"], 1);
  EXPECT_EQ(json["totals"]["shared_store"]["conflicts"], 0);
  EXPECT_EQ(json["totals"]["shared_store"]["as_ptx"]["requests"], 4);
}

TEST(Executed, DoctorSaysInOneLineHowToGetTheTwo) {
  const NoToolkit none;
  const auto parts = run_json({"doctor", "--json"});
  const auto& nvdisasm = parts["nvdisasm"];
  if (nvdisasm["found"]) GTEST_SKIP() << "nvdisasm is here";
  EXPECT_THAT(nvdisasm["advice"].get<std::string>(),
              HasSubstr("pip install nvidia-cuda-nvcc nvidia-cuda-nvdisasm"));
}

}  // namespace
}  // namespace warplens::cli_test
