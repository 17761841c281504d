#include "kernels/own/array_words.h"

#include <gmock/gmock.h>

#include "kernels/own/infer_form.h"
#include "kernels/run/own_kernel.h"

namespace warplens::own {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

run::LoadedKernel numba_kernel(const std::string& name) {
  return run::load_kernel_file(std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/numba/" + name +
                               ".ptx")
      .value();
}

std::vector<std::string> words_of_form(const LaunchForm& form, std::string_view array) {
  std::vector<std::string> words;
  for (const FormArgument& argument : form.arguments) {
    if (!name_of(argument).starts_with(array)) continue;
    const auto* scalar = std::get_if<FormScalar>(&argument);
    const auto* buffer = std::get_if<FormBuffer>(&argument);
    words.push_back(name_of(argument) + " " +
                    (scalar != nullptr ? scalar->value.text : "[" + buffer->count.text + "]"));
  }
  return words;
}

GivenLaunch buffers_given(std::vector<std::pair<std::string, std::string>> counts) {
  GivenLaunch given;
  for (auto& [name, count] : counts) {
    FormBuffer buffer;
    buffer.name = name;
    buffer.count.text = count;
    given.arguments.emplace_back(std::move(buffer));
  }
  return given;
}

TEST(ArrayWords, OfNumbaAreNamedByTheirArrayAndOfOneLength) {
  const auto form = guess_form(numba_kernel("matmul"), "");
  ASSERT_TRUE(form.has_value()) << form.error().message.in(Language::en);
  EXPECT_THAT(words_of_form(*form, "b"),
              ElementsAre("b.meminfo 0", "b.parent 0", "b.nitems n*n", "b.itemsize 4", "b [n*n]",
                          "b.shape0 n", "b.shape1 n", "b.stride0 n*4", "b.stride1 4"));
}

TEST(ArrayWords, FollowFromTheBufferThatIsGiven) {
  const auto form =
      guess_form(numba_kernel("matmul"), "", {},
                 buffers_given({{"left", "64*32"}, {"right", "32*16"}, {"product", "64*16"}}));
  ASSERT_TRUE(form.has_value()) << form.error().message.in(Language::en);
  EXPECT_THAT(words_of_form(*form, "left"),
              ElementsAre("left.meminfo 0", "left.parent 0", "left.nitems 64*32", "left.itemsize 4",
                          "left [64*32]", "left.shape0 64", "left.shape1 32", "left.stride0 (32)*4",
                          "left.stride1 4"));
}

TEST(ArrayWords, WantAProductOfAsManyNumbersAsDimensions) {
  const auto form = guess_form(numba_kernel("matmul"), "", {}, buffers_given({{"a", "2048"}}));
  ASSERT_FALSE(form.has_value());
  EXPECT_THAT(form.error().message.in(Language::en), HasSubstr("a:in:f32[64*32]"));
}

TEST(ArrayWords, AreNoneOfAKernelWithoutArrays) {
  EXPECT_FALSE(array_words({"float*", "int"}, {}, ptx::Function()).has_value());
  EXPECT_FALSE(array_words({"Array<float, 1, C, mutable, aligned>"}, {}, ptx::Function()));
  EXPECT_FALSE(array_words({"Array<", "Array<float, ", "Array<float, x"}, {}, ptx::Function()));
}

TEST(ArrayStructures, OfCupyAreFilledIn) {
  const auto loaded =
      run::load_kernel_file(WARPLENS_SOURCE_DIR "/tests/cli/data/cupy_add.ptx").value();
  const auto form = guess_form(loaded, "");
  ASSERT_TRUE(form.has_value()) << form.error().message.in(Language::en);
  EXPECT_EQ(form->signature,
            "cupy_add__float32_float32_float32(CArray<float, 1>, CArray<float, 1>, "
            "CArray<float, 1>, CIndexer<1>)");
  ASSERT_EQ(form->buffers.size(), 3u);
  EXPECT_EQ(form->buffers[2].name, "arg2.data");
  const auto& array = std::get<FormStructure>(form->arguments[0]);
  ASSERT_EQ(array.pointers.size(), 1u);
  ASSERT_EQ(array.members.size(), 3u);
  EXPECT_EQ(array.members[1].value, "n");
  EXPECT_EQ(array.members[2].value, "4");
}

}  // namespace
}  // namespace warplens::own
