#include "kernels/own/infer_form.h"

#include <gmock/gmock.h>

#include "kernels/own/fill_text.h"
#include "kernels/own/source_constants.h"
#include "kernels/own/source_text.h"
#include "kernels/run/own_kernel.h"

namespace warplens::own {
namespace {

using catalog::BufferRole;
using catalog::ElementType;
using testing::ElementsAre;
using testing::HasSubstr;

const run::LoadedKernel& corpus(const std::string& file) {
  static std::map<std::string, run::LoadedKernel> loaded;
  const auto known = loaded.find(file);
  if (known != loaded.end()) return known->second;
  const std::string folder = std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/";
  auto kernel = run::load_kernel_file(folder + file + ".ptx", {WARPLENS_SOURCE_DIR});
  EXPECT_TRUE(kernel.has_value());
  return loaded.emplace(file, *kernel).first->second;
}

LaunchForm guessed(const std::string& file, const std::string& entry) {
  auto form = guess_form(corpus(file), entry);
  EXPECT_TRUE(form.has_value()) << form.error().message.in(Language::en);
  return form.value_or(LaunchForm());
}

// "in f32[n] in" for each buffer: name, type, count, role.
std::vector<std::string> buffers_of(const LaunchForm& form) {
  constexpr std::array<const char*, 3> kRoles{"in", "out", "inout"};
  std::vector<std::string> all;
  for (const FormArgument& argument : form.arguments) {
    const auto* buffer = std::get_if<FormBuffer>(&argument);
    if (buffer == nullptr) continue;
    all.push_back(fmt::format("{} {}[{}] {}", buffer->name, catalog::name_of(buffer->type),
                              buffer->count.text, kRoles[static_cast<std::size_t>(buffer->role)]));
  }
  return all;
}
std::vector<std::string> texts(const std::array<Entry, 3>& entries) {
  std::vector<std::string> all;
  for (const Entry& entry : entries)
    if (!entry.text.empty()) all.push_back(entry.text);
  return all;
}

TEST(GuessedForms, CoverALineWithItsSize) {
  const LaunchForm form = guessed("network", "gelu");
  EXPECT_EQ(form.signature, "gelu(const float* in, float* out, int n)");
  EXPECT_THAT(buffers_of(form), ElementsAre("in f32[n] in", "out f32[n] out"));
  EXPECT_THAT(texts(form.grid), ElementsAre("ceil(n/block.x)"));
  EXPECT_THAT(texts(form.block), ElementsAre("256"));
  ASSERT_EQ(form.sizes.size(), 1u);
  EXPECT_EQ(form.sizes[0].name, "n");
}

TEST(GuessedForms, CoverAPlaneAndTakeTilesFromTheIndices) {
  const LaunchForm product = guessed("matrix", "multiply<float, 8>");
  EXPECT_THAT(buffers_of(product), ElementsAre("a f32[m*k] in", "b f32[n*k] in", "c f32[m*n] out"));
  EXPECT_THAT(texts(product.grid), ElementsAre("ceil(n/8)", "ceil(m/8)"));
  EXPECT_THAT(texts(product.block), ElementsAre("8", "8"));
  const LaunchForm image = guessed("image", "sobel");
  EXPECT_THAT(texts(image.grid), ElementsAre("ceil(width/block.x)", "ceil(height/block.y)"));
}

TEST(GuessedForms, TakeABlockThatFitsSharedArrays) {
  EXPECT_THAT(texts(guessed("scan", "prefix").block), ElementsAre("96"));
  EXPECT_THAT(texts(guessed("matrix", "transpose<char>").block), ElementsAre("16", "4"));
}

TEST(GuessedForms, MeasureDynamicSharedMemory) {
  EXPECT_EQ(guessed("image", "separable_rows").shared.text, "(width + 2*radius)*4");
  EXPECT_EQ(guessed("sort", "bitonic_shared").shared.text, "block.x*4");
}

TEST(GuessedForms, KnowAPartialSumABlockAndAByteTable) {
  EXPECT_THAT(buffers_of(guessed("reduce", "sum<double, 64>")),
              ElementsAre("in f64[n] in", "out f64[grid.x] out"));
  EXPECT_THAT(buffers_of(guessed("histogram", "global_histogram")),
              ElementsAre("in u8[n] in", "bins u32[256] inout"));
}

TEST(GuessedForms, GiveOffsetsThatAscendAndIndicesThatAreSmall) {
  const LaunchForm form = guessed("graph", "spmv_vector");
  EXPECT_EQ(fill_text(*std::get<FormBuffer>(form.arguments[0]).fill), "iota");
  EXPECT_EQ(fill_text(*std::get<FormBuffer>(form.arguments[1]).fill), "random:1:0..15");
}

TEST(GuessedForms, SayWhy) {
  const LaunchForm form = guessed("network", "gelu");
  const auto& in = std::get<FormBuffer>(form.arguments[0]);
  EXPECT_EQ(in.why_type.in(Language::en), "declared as const float*");
  EXPECT_EQ(in.why_role.in(Language::en), "a pointer to const");
  EXPECT_THAT(in.count.why.in(Language::en), HasSubstr("its first 1024 elements were touched"));
  EXPECT_THAT(form.grid[0].why.in(Language::en), HasSubstr("line 99"));
  EXPECT_FALSE(form.grid[0].why.in(Language::zh).empty());
}

// A function without a mangled name or a source: what PTX alone says.
TEST(GuessedForms, OfPtxAloneNameItsInstructions) {
  const LaunchForm form = infer_form(*corpus("network").module,
                                     *corpus("network").module->find_entry("_Z4geluPKfPfi"), {});
  const auto& in = std::get<FormBuffer>(form.arguments[0]);
  EXPECT_EQ(in.name, "arg0");
  EXPECT_EQ(in.type, ElementType::f32);
  EXPECT_EQ(std::get<FormBuffer>(form.arguments[1]).role, BufferRole::out);
}

TEST(GuessedForms, OfAKernelThatIsNotThereAreAnError) {
  const auto form = guess_form(corpus("network"), "gelou");
  ASSERT_FALSE(form.has_value());
  EXPECT_THAT(form.error().message.in(Language::en), HasSubstr("has no kernel 'gelou'"));
}

TEST(Sources, AreReadPastCommentsAndStrings) {
  const auto found = kernel_declarations(
      "// __global__ void k(int a);\n\"__global__ void k(int b)\"\n"
      "template <int N> __global__ __launch_bounds__(256, 2) void k(const float* __restrict__ x,\n"
      "    std::array<int, 2> y, int n = 4) { x[0]; }\n__global__ void other(int z);",
      "k");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].parameters,
              ElementsAre("const float* __restrict__ x", "std::array<int, 2> y", "int n = 4"));
  EXPECT_EQ(found[0].body, "{ x[0]; }");
}

TEST(Sources, NameTheirBlocks) {
  const SourceConstants source(
      "#define BLOCK_SIZE 128\nconstexpr int kTile = 16; // TILE = 7\nint threads = n;");
  const auto& constants = source.of_blocks();
  ASSERT_EQ(constants.size(), 2u);
  EXPECT_EQ(constants[0].name, "BLOCK_SIZE");
  EXPECT_EQ(constants[0].value, 128);
  EXPECT_EQ(constants[1].value, 16);
}

TEST(Sources, OfAnyTextAreSafe) {
  for (const char* text : {"__global__", "__global__ void k(", "__global__ void k(int", "\"", "/*",
                           "'", "__global__ void k() {", "#define TILE", "TILE =", "\\\"\\"}) {
    EXPECT_LE(kernel_declarations(text, "k").size(), 1u) << text;
    EXPECT_TRUE(SourceConstants(text).of_blocks().empty()) << text;
    EXPECT_TRUE(SourceConstants(text).members_named_in(text).empty()) << text;
  }
}

TEST(ParameterTypes, AreThoseOfCpp) {
  EXPECT_EQ(parameter_type("const unsigned char* __restrict__").element, ElementType::u8);
  EXPECT_EQ(parameter_type("unsigned long long*").element, ElementType::u64);
  EXPECT_EQ(parameter_type("unsigned").element, ElementType::u32);
  EXPECT_EQ(parameter_type("long long int").element, ElementType::i64);
  EXPECT_EQ(parameter_type("short int").element, ElementType::i16);
  EXPECT_EQ(parameter_type("const __half2*").element, ElementType::f16);
  EXPECT_EQ(parameter_type("float4").lanes, 4u);
  EXPECT_EQ(parameter_type("__nv_bfloat16 const*").element, ElementType::bf16);
  EXPECT_FALSE(parameter_type("Particle*").element.has_value());
  EXPECT_TRUE(parameter_type("const float*").is_constant);
  EXPECT_FALSE(parameter_type("float* const").is_constant);
  EXPECT_FALSE(parameter_type("float**").element.has_value());
}

}  // namespace
}  // namespace warplens::own
