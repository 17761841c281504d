#include "kernels/injected/ptx_in_memory.h"

#include <gtest/gtest.h>

#include <memory>

namespace warplens::injected {
namespace {

// So that the text stands nowhere else in this process.
std::string ptx_of(const std::string& kernel) {
  return "//\n// Generated\n//\n\n.version 8.0\n.target sm_90\n.address_size 64\n\n.visible "
         ".entry " +
         kernel + "(\n\t.param .u64 x\n)\n{\n\tret;\n}\n";
}

TEST(PtxInMemory, IsFoundFromItsVersionToItsEnd) {
#if defined(WARPLENS_SANITIZED)
  GTEST_SKIP() << "a sanitizer's own memory is more than is searched";
#endif
  const auto text = std::make_unique<std::string>(ptx_of("kept_by_the_program"));
  const auto found = ptx_in_memory("kept_by_the_program");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found, text->substr(text->find(".version")));
}

TEST(PtxInMemory, IsThatOfAWholeName) {
  const auto text = std::make_unique<std::string>(ptx_of("a_longer_name_than_asked"));
  EXPECT_FALSE(ptx_in_memory("a_longer_name").has_value());
}

TEST(PtxInMemory, IsNothingWhereOnlyTheNameIsThere) {
  const auto name = std::make_unique<std::string>(".visible .entry only_the_name(");
  EXPECT_FALSE(ptx_in_memory("only_the_name").has_value());
}

}  // namespace
}  // namespace warplens::injected
