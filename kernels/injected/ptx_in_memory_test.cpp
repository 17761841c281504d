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
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], text->substr(text->find(".version")));
}

TEST(PtxInMemory, IsThatOfAWholeName) {
  const auto text = std::make_unique<std::string>(ptx_of("a_longer_name_than_asked"));
  EXPECT_TRUE(ptx_in_memory("a_longer_name").empty());
}

TEST(PtxInMemory, IsNothingWhereOnlyTheNameIsThere) {
  const auto name = std::make_unique<std::string>(".visible .entry only_the_name(");
  EXPECT_TRUE(ptx_in_memory("only_the_name").empty());
}

TEST(PtxInMemory, IsEachTextThatWasOverwrittenInAnotherWay) {
#if defined(WARPLENS_SANITIZED)
  GTEST_SKIP() << "a sanitizer's own memory is more than is searched";
#endif
  const auto whole = std::make_unique<std::string>(ptx_of("kept_three_times"));
  const auto same = std::make_unique<std::string>(ptx_of("kept_three_times"));
  const auto other = std::make_unique<std::string>(ptx_of("kept_three_times"));
  (*other)[other->find("ret;")] = '\n';
  EXPECT_EQ(ptx_in_memory("kept_three_times").size(), 2u);
}

}  // namespace
}  // namespace warplens::injected
