#include "kernels/own/sidecar.h"

#include <gmock/gmock.h>

#include "kernels/own/infer_form.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::own {
namespace {

using testing::HasSubstr;

// A sidecar with every field; also what the fuzz target begins with.
const std::string& whole() {
  static const std::string text =
      run::read_text(WARPLENS_SOURCE_DIR "/kernels/own/testdata/launches.json").value_or("");
  return text;
}
std::string error_of(const std::string& text) {
  const auto sidecar = parse_sidecar(text);
  return sidecar.has_value() ? "no error" : sidecar.error().message.in(Language::en);
}
// whole() with something else in it.
std::string error_with(const std::string& from, const std::string& to) {
  std::string text = whole();
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return error_of(text.replace(at, from.size(), to));
}

TEST(Sidecars, AreReadWholeAndWrittenAlike) {
  const auto sidecar = parse_sidecar(whole());
  ASSERT_TRUE(sidecar.has_value()) << sidecar.error().message.in(Language::en);
  const std::string text = sidecar_text(*sidecar);
  const auto again = parse_sidecar(text);
  ASSERT_TRUE(again.has_value()) << again.error().message.in(Language::en);
  EXPECT_EQ(sidecar_text(*again), text);
  const LaunchForm& form = again->find("small")->form;
  EXPECT_EQ(form.entry, "scale");
  ASSERT_EQ(form.promises.bounds.size(), 3u);
  EXPECT_EQ(form.promises.bounds[2], (Promise{Bound::min, "global_load", "efficiency", 0.9}));
  EXPECT_EQ(form.promises.fails_on.size(), 2u);
  EXPECT_EQ(form.sizes.size(), 2u);
  EXPECT_EQ(form.arguments.size(), 5u);
  EXPECT_EQ(form.grid[1].text, "2");
  EXPECT_EQ(form.cluster[1].text, "2");
  EXPECT_EQ(form.then.front().entry, "again");
  EXPECT_EQ(form.expectations.front().tolerance.relative, 1e-3);
  EXPECT_EQ(form.expectations.back().kernel, "plain");
  EXPECT_EQ(form.expectations.back().grid[1].text, "3");
  EXPECT_EQ(form.expectations.back().shared.text, "n*8");
  EXPECT_EQ(form.expectations.back().tolerance.absolute, 0.5);
}

TEST(Sidecars, HoldTexturesAndSurfaces) {
  const auto sidecar = parse_sidecar(whole());
  ASSERT_TRUE(sidecar.has_value()) << sidecar.error().message.in(Language::en);
  const LaunchForm& form = sidecar->find("without files")->form;
  const auto& texture = std::get<FormTexture>(form.arguments[3]);
  EXPECT_EQ(texture.channels, 4u);
  EXPECT_EQ(texture.border, "3");
  EXPECT_TRUE(texture.contents.has_value());
  const auto& surface = std::get<FormTexture>(form.arguments[4]);
  EXPECT_TRUE(surface.is_surface);
  EXPECT_EQ(surface.buffer, "y");
  EXPECT_THAT(error_with("channels=4", "channels=3"), HasSubstr("channels: '3'"));
  EXPECT_THAT(error_with("\"surface\": \"f32,[n]\"", "\"surface\": \"f32,[n],filter=linear\""),
              HasSubstr("a surface has none"));
  EXPECT_THAT(
      error_with("[n]\", \"buffer\": \"y\"", "[n]\", \"fill\": \"iota\", \"buffer\": \"y\""),
      HasSubstr("write \"buffer\", or"));
}

TEST(Sidecars, HoldTensorMapsOfBuffersAndOfElementsOfTheirOwn) {
  const auto sidecar = parse_sidecar(whole());
  ASSERT_TRUE(sidecar.has_value()) << sidecar.error().message.in(Language::en);
  const LaunchForm& form = sidecar->find("without files")->form;
  const auto& map = std::get<FormTensorMap>(form.arguments[1]);
  EXPECT_EQ(map.buffer, "y");
  EXPECT_EQ(map.element, "n-64");
  EXPECT_EQ(map.swizzle, TensorMap::Swizzle::bytes_128);
  EXPECT_TRUE(std::get<FormTensorMap>(form.arguments[2]).pixels.has_value());
  const std::string box = "box=[n,2]";
  EXPECT_THAT(error_with(box, "box=[n]"), HasSubstr("box: 1 numbers for 2 sizes"));
  EXPECT_THAT(error_with("\"element\": \"n-64\"", "\"fill\": \"iota\""),
              HasSubstr("write \"buffer\", or"));
}

TEST(Sidecars, HoldSeveralLaunchesByNameOrKernel) {
  Sidecar sidecar;
  EXPECT_EQ(sidecar.find(""), nullptr);
  LaunchForm scale, sum;
  scale.entry = "scale";
  sum.entry = "sum";
  keep_launch(sidecar, {"small", scale});
  keep_launch(sidecar, {"large", scale});
  keep_launch(sidecar, {"sum", sum});
  EXPECT_EQ(sidecar.find("")->name, "small");
  EXPECT_EQ(sidecar.find("large")->name, "large");
  EXPECT_EQ(sidecar.find("scale")->name, "small");
  EXPECT_EQ(sidecar.find("none"), nullptr);
  keep_launch(sidecar, {"large", sum});
  EXPECT_EQ(sidecar.launches.size(), 3u);
  EXPECT_EQ(sidecar.find("large")->form.entry, "sum");
}

TEST(Sidecars, SayWhichFieldIsWrongAndWhatToWrite) {
  EXPECT_THAT(error_of("{"), HasSubstr("no JSON"));
  EXPECT_THAT(error_of("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(error_with("1,\n", "2,\n"), HasSubstr("must be 1"));
  EXPECT_THAT(error_with("\"role\": \"in\"", "\"role\": \"inn\""),
              HasSubstr("launches[0].arguments[0]: 'inn' is no role: write in, out or inout"));
  EXPECT_THAT(error_with("\"f16\"", "\"f17\""), HasSubstr("arguments[1]: 'f17' is no type"));
  EXPECT_THAT(error_with("n*m", "n*"), HasSubstr("'n*' ends too early"));
  EXPECT_THAT(error_with("random:1:0..9", "rand"), HasSubstr("'rand' is no fill"));
  EXPECT_THAT(error_with("\"name\": \"small\"", "\"name\": \"sm\\nall\""),
              HasSubstr("a name takes no line ends"));
  EXPECT_THAT(error_with("\"shared\"", "\"sharde\""), HasSubstr("there is no \"sharde\""));
  EXPECT_THAT(error_with("\"0100\"", "\"01x0\""), HasSubstr("two digits each"));
  EXPECT_THAT(error_with("\"offset\": 8", "\"offset\": 9"), HasSubstr("does not fit into 16"));
  EXPECT_THAT(error_with("\"n\": 64", "\"n\": 6.5"), HasSubstr("whole number"));
  EXPECT_THAT(error_with("1e-3", "-1"), HasSubstr("a number from 0"));
  EXPECT_THAT(error_with("\"kernel\": \"plain\"", "\"kernel\": \"plain\", \"file\": \"x\""),
              HasSubstr("expect[1]: write \"file\" or \"kernel\", not both"));
  EXPECT_THAT(error_with("\"plain\"", "\"\""), HasSubstr("expect[1]: \"kernel\" is empty"));
  EXPECT_THAT(error_with("\"n*8\"", "\"n*\""), HasSubstr("'n*' ends too early"));
  EXPECT_THAT(error_with("\"kernel\": \"scale\",", ""), HasSubstr("\"kernel\" is missing"));
  EXPECT_THAT(error_with("[32]", "[1,1,1,1]"), HasSubstr("at most 3"));
  EXPECT_THAT(error_with("n_way\": 1", "n_way\": -1"), HasSubstr("write a number from 0 on"));
  EXPECT_THAT(error_with("\"max\"", "\"most\""), HasSubstr("there is no \"most\""));
  EXPECT_THAT(error_with("\"races\"", "\"race_\""), HasSubstr("'race_' is nothing to fail on"));
}

TEST(Sidecars, GiveTheLaunchThatTheyDescribe) {
  const auto loaded = run::load_kernel_file(
      std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/network.ptx", {WARPLENS_SOURCE_DIR});
  ASSERT_TRUE(loaded.has_value());
  const auto guessed = guess_form(*loaded, "gelu");
  ASSERT_TRUE(guessed.has_value()) << guessed.error().message.in(Language::en);
  Sidecar sidecar;
  keep_launch(sidecar, {"gelu", *guessed});
  const auto read = parse_sidecar(sidecar_text(sidecar));
  ASSERT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  const auto kernel = own_kernel(read->find("gelu")->form, *loaded);
  ASSERT_TRUE(kernel.has_value()) << kernel.error().message.in(Language::en);
  EXPECT_EQ(kernel->grid.x, 4u);
  EXPECT_EQ(kernel->block.x, 256u);
  EXPECT_EQ(std::get<run::OwnBuffer>(kernel->arguments[0]).count, 1024u);
  const auto result = run::run_own(*kernel, {});
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_TRUE(result->traces.front()->findings.empty());
}

// Of `gelu`'s first array, with this number of elements.
std::uint64_t columns_of(const char* count) {
  const auto loaded = run::load_kernel_file(
      std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/network.ptx", {WARPLENS_SOURCE_DIR});
  LaunchForm form = *guess_form(*loaded, "gelu");
  form.sizes.push_back({"rows", 50});
  form.sizes.push_back({"columns", 100});
  std::get<FormBuffer>(form.arguments.front()).count.text = count;
  const auto kernel = own_kernel(form, *loaded);
  EXPECT_TRUE(kernel.has_value()) << count;
  return std::get<run::OwnBuffer>(kernel->arguments[0]).columns;
}

TEST(LaunchForms, OfAProductTheLastFactorIsARowsLength) {
  EXPECT_EQ(columns_of("rows*columns"), 100u);
  EXPECT_EQ(columns_of("rows*(columns+28)"), 128u);
  EXPECT_EQ(columns_of("2*columns*rows"), 50u);
  EXPECT_EQ(columns_of("columns"), 0u);
  EXPECT_EQ(columns_of("rows*columns+1"), 0u);
  EXPECT_EQ(columns_of("columns*1"), 0u);
}

TEST(LaunchForms, NameTheFieldThatCannotBe) {
  const auto loaded = run::load_kernel_file(
      std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/network.ptx", {WARPLENS_SOURCE_DIR});
  ASSERT_TRUE(loaded.has_value());
  const auto error = [&](auto change) {
    LaunchForm form = *guess_form(*loaded, "gelu");
    change(form);
    const auto kernel = own_kernel(form, *loaded, "/no/such/folder");
    return kernel.has_value() ? "" : kernel.error().message.in(Language::en);
  };
  EXPECT_THAT(error([](LaunchForm& form) { form.sizes[0].value = 0; }),
              HasSubstr("grid.x is 0: choose at least 1"));
  EXPECT_THAT(error([](LaunchForm& form) { form.block[0].text = "m"; }),
              HasSubstr("block.x: 'm': nothing is called m"));
  EXPECT_THAT(error([](LaunchForm& form) { form.shared.text = "0-1"; }), HasSubstr("shared is -1"));
  EXPECT_THAT(
      error([](LaunchForm& form) { std::get<FormBuffer>(form.arguments[0]).count.text = "n-n"; }),
      HasSubstr("in: 0 elements"));
  EXPECT_THAT(
      error([](LaunchForm& form) { std::get<FormBuffer>(form.arguments[0]).file = "x.bin"; }),
      HasSubstr("in: "));
}

}  // namespace
}  // namespace warplens::own
