#include "kernels/own/symbols.h"

#include "kernels/run/own_kernel.h"

#include <gmock/gmock.h>

#include <cstring>

namespace warplens::own {
namespace {

using testing::HasSubstr;

run::LoadedKernel image() {
  auto loaded = run::load_kernel_file(std::string(WARPLENS_SOURCE_DIR) + "/tests/corpus/image.ptx",
                                      {WARPLENS_SOURCE_DIR});
  EXPECT_TRUE(loaded.has_value());
  return loaded.value_or(run::LoadedKernel());
}

std::vector<float> taps_after(const std::string& text) {
  const auto symbol = parse_symbol(text);
  EXPECT_TRUE(symbol.has_value()) << symbol.error().message.in(Language::en);
  const auto loaded = with_symbols(image(), {*symbol}, {});
  if (!loaded.has_value()) {
    ADD_FAILURE() << loaded.error().message.in(Language::en);
    return {};
  }
  std::vector<float> values(7);
  std::memcpy(values.data(), loaded->module->find_variable("taps")->initializer.data(), 28);
  return values;
}
std::string error_of_symbol(const std::string& text) {
  const auto symbol = parse_symbol(text);
  if (!symbol.has_value()) return symbol.error().message.in(Language::en);
  const auto loaded = with_symbols(image(), {*symbol}, {"/no/such/folder"});
  return loaded.has_value() ? "no error" : loaded.error().message.in(Language::en);
}

TEST(Symbols, AreSetToNumbersOfTheirDeclaredType) {
  EXPECT_EQ(taps_after("taps=0,0,0,1,0,0,0.5"), (std::vector<float>{0, 0, 0, 1, 0, 0, 0.5}));
}

TEST(Symbols, AreFilledWhole) {
  EXPECT_EQ(taps_after("taps=2"), std::vector<float>(7, 2));
  EXPECT_EQ(taps_after("taps:f32=iota"), (std::vector<float>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(Symbols, ChangeWhatAKernelComputes) {
  const auto loaded = with_symbols(image(), {*parse_symbol("taps=0,0,0,3,0,0,0")}, {});
  ASSERT_TRUE(loaded.has_value());
  run::OwnKernel kernel;
  kernel.module = loaded->module;
  kernel.entry = "convolution_1d";
  kernel.block = {64, 1, 1};
  run::OwnBuffer in{"in", catalog::BufferRole::in, catalog::ElementType::f32, 64, {}, {}};
  in.fill.kind = catalog::Fill::Kind::iota;
  run::OwnBuffer out{"out", catalog::BufferRole::out, catalog::ElementType::f32, 64, {}, {}};
  kernel.arguments = {in, out, run::OwnScalar{"n", catalog::ElementType::i32, 64}};
  const auto result = run::run_own(kernel, {});
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  float last = 0;
  std::memcpy(&last, &result->buffers[1].bytes[63 * 4], 4);
  EXPECT_EQ(last, 3 * 63.0f);
}

TEST(Symbols, SayWhatIsWrongWithThem) {
  EXPECT_THAT(error_of_symbol("taps"), HasSubstr("sets nothing"));
  EXPECT_THAT(error_of_symbol("=1"), HasSubstr("sets nothing"));
  EXPECT_THAT(error_of_symbol("taps:f33=1"), HasSubstr("sets nothing"));
  EXPECT_THAT(error_of_symbol("tops=1"),
              HasSubstr("no __constant__ or __device__ variable 'tops'"));
  EXPECT_THAT(error_of_symbol("taps=1,2"), HasSubstr("taps has 28 bytes, what it is set to has 8"));
  EXPECT_THAT(error_of_symbol("taps=1,x"), HasSubstr("1,x"));
}

}  // namespace
}  // namespace warplens::own
