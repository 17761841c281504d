// What the pitfall kernels take of an SM, by the compiler's report: claims that a published GEMM
// made of padding and double buffering, each as far as it holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kernels/base/json.h"
#include "tests/cli/program.h"
#include "tests/cli/variants.h"

namespace warplens::cli_test {
namespace {

SortedJson launch_of(const std::string& variant) {
  const SortedJson report = run_json({"resources", "gemm/" + variant, "--json"});
  return report.at("launches").at(0);
}

// A figure of each architecture.
std::map<std::string, int> figures(const std::string& variant, const std::string& name) {
  std::map<std::string, int> result;
  const SortedJson launch = launch_of(variant);
  for (const SortedJson& row : launch.at("architectures")) {
    result[row.at("architecture")] = row.at(name);
  }
  return result;
}

TEST(Resources, PaddingCostsABlockOnlyWhereSharedMemoryIsTheLimit) {
  const auto plain = figures("register_tile", "blocks_an_sm");
  const auto padded = figures("register_tile_padded", "blocks_an_sm");
  EXPECT_EQ(plain.at("sm_75"), 2);
  EXPECT_EQ(padded.at("sm_75"), 1);
  for (const char* has_100_kilobytes : {"sm_86", "sm_89"}) {
    EXPECT_EQ(plain.at(has_100_kilobytes), 3);
    EXPECT_EQ(padded.at(has_100_kilobytes), 2);
  }
  EXPECT_EQ(plain.at("sm_80"), padded.at("sm_80"));
  EXPECT_EQ(launch_of("register_tile").at("threads_a_block"), 256);
}

TEST(Resources, PaddingLeavesTheVectorLoadsFromGlobalMemory) {
  EXPECT_GT(launch_of("register_tile").at("vector_loads"), 0);
  EXPECT_EQ(launch_of("register_tile").at("vector_loads"),
            launch_of("register_tile_padded").at("vector_loads"));
}

TEST(Resources, DoubleBufferingTakesMoreRegistersButNothingSpills) {
  const auto one = figures("register_tile", "registers");
  for (const auto& [architecture, registers] : figures("double_buffer", "registers")) {
    EXPECT_GT(registers, one.at(architecture)) << architecture;
  }
  for (const char* variant : {"register_tile", "register_tile_padded", "double_buffer"}) {
    for (const char* spills : {"spill_store_bytes", "spill_load_bytes"}) {
      for (const auto& [architecture, bytes] : figures(variant, spills)) {
        EXPECT_EQ(bytes, 0) << variant << " on " << architecture;
      }
    }
  }
}

TEST(Resources, AsyncCopyHasNoneOnAnArchitectureThatLacksIt) {
  EXPECT_FALSE(figures("async_copy", "registers").contains("sm_75"));
  EXPECT_TRUE(figures("async_copy", "registers").contains("sm_80"));
}

TEST(Resources, EveryVariantHasThem) {
  const std::set<std::string> with_wgmma = {"tensor_gemm/warpgroups",  "tensor_gemm/producer",
                                            "tensor_gemm/tma",         "tensor_gemm/tma_store",
                                            "tensor_gemm/clusters",    "tensor_gemm/fp8_wgmma",
                                            "tensor_gemm/fp8_promoted"};
  const std::set<std::string> with_tma = {"transpose/tma", "pipeline/tma", "reduce/cluster"};
  for (const std::string& name : variants()) {
    const SortedJson report = run_json({"resources", name, "--json"});
    for (const SortedJson& launch : report.at("launches")) {
      const std::size_t architectures = launch.at("architectures").size();
      if (with_wgmma.contains(name)) {
        EXPECT_EQ(architectures, 1u) << name << ": sm_90 alone";
      } else if (with_tma.contains(name)) {
        EXPECT_EQ(architectures, 3u) << name << ": from sm_90 on";
      } else {
        EXPECT_GE(architectures, 4u) << name;
      }
    }
  }
}

}  // namespace
}  // namespace warplens::cli_test
