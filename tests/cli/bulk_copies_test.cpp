// A person's own kernels that copy out of shared memory in bulk: data/bulk.ptx is nvcc -ptx
// -lineinfo -arch=sm_90a of the bulk.cu beside it, with the folders taken out of its .file lines.
// What comes was compared with an H200's, bit by bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

struct Launched {
  std::vector<std::uint32_t> out;
  std::vector<std::string> findings;  // their kinds, but for notes
};

Launched launch_bulk(const std::string& entry, int blocks, const std::string& out) {
  const auto dump = scratch_folder() / "out";
  const std::string words = std::to_string(blocks * 512);
  const SortedJson launch = launch_json(
      {"trace", data_file("bulk.ptx"), "--entry", entry, "--grid", std::to_string(blocks),
       "--block", "128", "--arg", "in:in:u32[" + words + "]=iota", "--arg",
       "out:inout:u32[" + words + "]=" + out, "--dump", "out=" + dump.string(), "--json"});
  Launched launched;
  for (const auto& finding : launch.at("findings")) {
    if (finding.at("severity") != "information") launched.findings.push_back(finding.at("kind"));
  }
  const std::string bytes = read_file(dump);
  launched.out.resize(bytes.size() / 4);
  std::memcpy(launched.out.data(), bytes.data(), bytes.size());
  return launched;
}

TEST(BulkCopies, StoreWhatEachBlockHolds) {
  const Launched launched = launch_bulk("store", 2, "zero");
  EXPECT_THAT(launched.findings, testing::IsEmpty());
  EXPECT_EQ(launched.out[200], 600u);
}

TEST(BulkCopies, ReduceIntoWhatIsThere) {
  EXPECT_EQ(launch_bulk("add_u32", 1, "iota").out[7], 14u);
  EXPECT_EQ(launch_bulk("xor_b32", 1, "iota").out[7], 0u);
  EXPECT_EQ(launch_bulk("min_s32", 1, "zero").out[7], 0u);
  EXPECT_EQ(launch_bulk("add_f32", 1, "iota").out[3], 6u) << "of subnormal numbers";
}

TEST(BulkCopies, AddToTheNextBlocksSharedMemory) {
  const Launched launched = launch_bulk("to_neighbour", 2, "zero");
  EXPECT_THAT(launched.findings, testing::IsEmpty());
  EXPECT_EQ(launched.out[5], 128u + 5);
  EXPECT_EQ(launched.out[128 + 5], 1000u + 5);
}

TEST(BulkCopies, ComeToAllBlocksOfTheCluster) {
  const Launched launched = launch_bulk("to_all", 4, "zero");
  EXPECT_THAT(launched.findings, testing::IsEmpty());
  for (std::uint32_t block = 0; block < 4; ++block) {
    EXPECT_EQ(launched.out[block * 128 + 77], 77 + block);
  }
}

}  // namespace
}  // namespace warplens::cli_test
