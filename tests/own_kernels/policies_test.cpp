// Blocks that only constants of headers and of structures say.
#include <gmock/gmock.h>

#include "kernels/own/infer_form.h"
#include "kernels/run/own_kernel.h"

namespace warplens::own {
namespace {

using testing::HasSubstr;

const run::LoadedKernel& policies() {
  static const auto loaded = run::load_kernel_file(
      WARPLENS_SOURCE_DIR "/tests/own_kernels/policies.ptx", {WARPLENS_SOURCE_DIR});
  EXPECT_TRUE(loaded.has_value());
  return *loaded;
}

Entry block_of(const std::string& kernel) {
  const auto form = guess_form(policies(), kernel);
  EXPECT_TRUE(form.has_value()) << form.error().message.in(Language::en);
  return form.has_value() ? form->block[0] : Entry();
}

TEST(GuessedBlocks, AreWhatAHeaderSays) {
  const Entry block = block_of("of_a_header");
  EXPECT_EQ(block.text, "384");
  EXPECT_THAT(block.why.in(Language::en), HasSubstr("LINE_THREADS in the source"));
}

TEST(GuessedBlocks, AreWhatAHeadersHeaderSays) {
  EXPECT_EQ(block_of("of_a_headers_header").text, "384");
  EXPECT_EQ(block_of("of_a_namespace").text, "320");
}

TEST(GuessedBlocks, AreMembersOfStructuresAndOfTheirBases) {
  EXPECT_EQ(block_of("of_a_structure").text, "192");
  EXPECT_EQ(block_of("of_a_base").text, "288");
}

TEST(GuessedBlocks, AreMembersOfPoliciesWithTheirArguments) {
  const Entry block = block_of("of_a_policy");
  EXPECT_EQ(block.text, "384");
  EXPECT_THAT(block.why.in(Language::en), HasSubstr("Mine::kThreads in the source"));
}

TEST(GuessedBlocks, AreMembersOfWhatATemplateIsGiven) {
  EXPECT_EQ(block_of("of_an_argument<Policy<Shape<192, 224>, 96> >").text, "448");
  EXPECT_EQ(block_of("of_an_argument<Small>").text, "192");
}

}  // namespace
}  // namespace warplens::own
