// Every register-only instruction that nvcc 13.0 wrote for a set of kernels (integers of every
// width, f32, f64, f16, bf16 with most of the CUDA math functions; compute_75 and compute_90;
// plain, -use_fast_math and -G), as its mnemonic and the form of its operands.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

TEST(Operations, KnowsWhatNvccEmits) {
  std::ifstream list(WARPLENS_SOURCE_DIR "/kernels/machine/testdata/nvcc_operations.txt");
  ASSERT_TRUE(list.is_open());
  std::size_t known = 0;
  for (std::string line; std::getline(list, line); ++known) {
    EXPECT_TRUE(find_operation(instruction_of(line)).has_value()) << line;
  }
  EXPECT_GT(known, 300u);
}

}  // namespace
}  // namespace warplens::machine
