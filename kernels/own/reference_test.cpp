// tests/cli/data/scaled.cu has a kernel, a plain one that computes the same, and wrong ones.
#include "kernels/own/reference.h"

#include <gmock/gmock.h>

#include "kernels/own/infer_form.h"
#include "kernels/run/own_kernel.h"

namespace warplens::own {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class References : public testing::Test {
 protected:
  // The guessed launch of `scaled`, its result held against `kernel`'s.
  trace::Run run_against(const char* kernel, std::int64_t n = 1000) const {
    LaunchForm form = *guess_form(loaded_, "scaled");
    EXPECT_TRUE(set_sizes(form, {{"n", n}}).has_value());
    auto expectation = expect_of_kernel(loaded_, form, kernel);
    EXPECT_TRUE(expectation.has_value()) << expectation.error().message.in(Language::en);
    form.expectations.push_back(*expectation);
    const auto result = run::run_own(*own_kernel(form, loaded_), {});
    EXPECT_TRUE(result.has_value()) << result.error().message.in(Language::en);
    return result.value_or(trace::Run());
  }
  std::string error_of(const char* kernel) const {
    const auto expectation = expect_of_kernel(loaded_, *guess_form(loaded_, "scaled"), kernel);
    return expectation.has_value() ? "no error" : expectation.error().message.in(Language::en);
  }

  const run::LoadedKernel loaded_ = *run::load_kernel_file(
      std::string(WARPLENS_SOURCE_DIR) + "/tests/cli/data/scaled.ptx", {WARPLENS_SOURCE_DIR});
};

TEST_F(References, AreOtherKernelsOfTheSameParameters) {
  EXPECT_THAT(possible_references(*loaded_.module, "scaled"),
              ElementsAre("plain", "wrong", "outside"));
  EXPECT_THAT(possible_references(*loaded_.module, "counted"), IsEmpty());
  EXPECT_THAT(possible_references(*loaded_.module, "none"), IsEmpty());
}

TEST_F(References, HaveAGridOfTheirOwnInTermsOfTheFormsSizes) {
  const LaunchForm form = *guess_form(loaded_, "scaled");
  const auto expectation = expect_of_kernel(loaded_, form, "plain");
  ASSERT_TRUE(expectation.has_value()) << expectation.error().message.in(Language::en);
  EXPECT_EQ(expectation->kernel, "plain");
  EXPECT_EQ(expectation->grid[0].text, "ceil(n/block.x)");
  EXPECT_EQ(expectation->block[0].text, "256");
}

TEST_F(References, MatchAtEverySize) {
  for (const std::int64_t n : {1, 31, 1000, 4096}) {
    EXPECT_EQ(run_against("plain", n).verdict, trace::Verdict::match) << n;
  }
}

TEST_F(References, ShowTheFirstElementThatDiffers) {
  const trace::Run result = run_against("wrong");
  ASSERT_EQ(result.verdict, trace::Verdict::mismatch);
  EXPECT_EQ(result.mismatch->buffer, "out");
  EXPECT_EQ(result.mismatch->element, 5u);
  EXPECT_EQ(result.mismatch->expected, "0.5");
  EXPECT_EQ(result.mismatch->count, 1u);
}

TEST_F(References, ThatDoWrongThemselvesAreErrors) {
  LaunchForm form = *guess_form(loaded_, "scaled");
  form.expectations.push_back(*expect_of_kernel(loaded_, form, "outside"));
  const auto result = run::run_own(*own_kernel(form, loaded_), {});
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message.in(Language::en), HasSubstr("reference outside: "));
  EXPECT_FALSE(result.error().message.in(Language::zh).empty());
}

TEST_F(References, OfOtherParametersAreRefused) {
  EXPECT_THAT(error_of("counted"), HasSubstr("there is: plain, wrong, outside"));
  EXPECT_THAT(error_of("scaled"), HasSubstr("is another kernel"));
  EXPECT_THAT(error_of("none"), HasSubstr("has no kernel 'none'"));
}

TEST_F(References, TakeTheFormsGridWhereTheyHaveNone) {
  LaunchForm form = *guess_form(loaded_, "plain");
  form.expectations.push_back({});
  form.expectations.back().kernel = "wrong";
  const auto kernel = own_kernel(form, loaded_);
  ASSERT_TRUE(kernel.has_value()) << kernel.error().message.in(Language::en);
  EXPECT_EQ(kernel->references.front().launch.grid, kernel->grid);
  EXPECT_EQ(kernel->references.front().launch.block, kernel->block);
}

TEST_F(References, AreComparedInTheBufferThatIsNamed) {
  LaunchForm form = *guess_form(loaded_, "scaled");
  FormExpectation expectation = *expect_of_kernel(loaded_, form, "plain");
  expectation.buffer = "in";
  form.expectations = {expectation};
  EXPECT_EQ(run::run_own(*own_kernel(form, loaded_), {})->verdict, trace::Verdict::match);
  form.expectations.front().buffer = "nothing";
  const auto result = run::run_own(*own_kernel(form, loaded_), {});
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message.in(Language::en), HasSubstr("no buffer called nothing"));
}

}  // namespace
}  // namespace warplens::own
