// Rows that scripts/pycute-check recorded of CuTe's own pycute (nvidia-cutlass 4.2.0): the same
// operations come to the same text, and what its checks refuse is refused.
#include <gtest/gtest.h>

#include <fstream>

#include "viz/cute/value_text_test.h"

namespace warplens::cute {
namespace {

TEST(LayoutAlgebra, GivesWhatPycuteGives) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/viz/cute/testdata/pycute.tsv");
  std::string operation, operands, result;
  std::getline(file, operation);  // the columns' names
  int rows = 0, refused = 0;
  while (std::getline(file, operation, '\t') && std::getline(file, operands, '\t') &&
         std::getline(file, result)) {
    const std::string text = operation + "(" + operands + ")";
    ++rows;
    if (result != "refused") {
      EXPECT_EQ(value_of(text), result) << text;
      continue;
    }
    ++refused;
    EXPECT_FALSE(parse_value(text).has_value()) << text << " is " << value_of(text);
  }
  EXPECT_GT(rows, 1400);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace warplens::cute
