#include "kernels/run/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace warplens::run {
namespace {

using testing::HasSubstr;

ptx::Variable parameter(ptx::ScalarType type, std::uint64_t size, std::uint32_t alignment) {
  ptx::Variable variable;
  variable.type = type;
  variable.size = size;
  variable.alignment = alignment;
  return variable;
}

ptx::Function kernel(std::vector<ptx::Variable> parameters) {
  ptx::Function function;
  function.name = "k";
  function.parameters = std::move(parameters);
  return function;
}

const ptx::Variable kByte = parameter(ptx::ScalarType::u8, 1, 1);
const ptx::Variable kInt = parameter(ptx::ScalarType::u32, 4, 4);
const ptx::Variable kPointer = parameter(ptx::ScalarType::u64, 8, 8);

TEST(Arguments, StandAtTheirParametersNaturalAlignment) {
  const std::vector<PlainArgument> arguments = {
      plain_argument("a", 0x11, 1), plain_argument("p", 0x2222222222222222, 8),
      plain_argument("b", 0x33, 1), plain_argument("n", 0x44444444, 4)};
  const auto bytes = lay_out(kernel({kByte, kPointer, kByte, kInt}), arguments);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message.in(Language::en);
  ASSERT_EQ(bytes->size(), 24u);
  EXPECT_EQ((*bytes)[0], std::byte{0x11});
  EXPECT_EQ((*bytes)[1], std::byte{0});
  EXPECT_EQ((*bytes)[8], std::byte{0x22});
  EXPECT_EQ((*bytes)[16], std::byte{0x33});
  EXPECT_EQ((*bytes)[20], std::byte{0x44});
}

TEST(Arguments, OfAnotherNumberOrSizeAreRefusedByName) {
  const std::vector<PlainArgument> one = {plain_argument("x", 0, 8)};
  EXPECT_EQ(lay_out(kernel({kPointer, kInt}), one).error().message.in(Language::en),
            "k takes 2 arguments, 1 were given");
  EXPECT_EQ(lay_out(kernel({kInt}), one).error().message.in(Language::en),
            "k: parameter 1 is 4 bytes (.u32), x is 8");
}

TEST(Arguments, LargerThanCudaAllowsAreRefused) {
  const ptx::Variable far = parameter(ptx::ScalarType::u32, 4, 1u << 30);
  const std::vector<PlainArgument> two = {plain_argument("a", 0, 4), plain_argument("b", 0, 4)};
  EXPECT_THAT(lay_out(kernel({kInt, far}), two).error().message.in(Language::en),
              HasSubstr("32764"));
}

TEST(Buffers, AreFoundByNameAndNamesAreTakenOnce) {
  DeviceBuffers buffers;
  catalog::BufferSpec spec;
  spec.name = "x";
  spec.columns = 5;
  spec.fill.kind = catalog::Fill::Kind::iota;
  ASSERT_TRUE(buffers.add(spec).has_value());
  EXPECT_THAT(buffers.add(spec).error().message.in(Language::en),
              HasSubstr("two buffers are called x"));
  EXPECT_EQ(buffers.as<float>("x").size(), 5u);
  EXPECT_EQ(buffers.as<float>("x")[4], 4.0f);
  EXPECT_TRUE(buffers.bytes("y").empty());
  EXPECT_NE(buffers.address("x"), 0u);
  EXPECT_EQ(buffers.address("y"), 0u);
}

TEST(Buffers, OfMoreThanTheMachineHoldsAreRefused) {
  DeviceBuffers buffers;
  catalog::BufferSpec spec;
  spec.name = "x";
  spec.columns = 1ull << 40;
  EXPECT_THAT(buffers.add(spec).error().message.in(Language::en), HasSubstr("16 GiB"));
}

// The reference sees initial contents, whatever the kernel did to the buffers since.
TEST(Expected, IsMadeFromInitialContentsAndComparesOutputs) {
  catalog::Plan plan;
  plan.buffers = {{"in",
                   catalog::ElementType::i32,
                   catalog::BufferRole::in,
                   1,
                   4,
                   0,
                   {catalog::Fill::Kind::iota, 0}},
                  {"sum",
                   catalog::ElementType::i32,
                   catalog::BufferRole::inout,
                   1,
                   4,
                   0,
                   {catalog::Fill::Kind::iota, 0}}};
  plan.reference = [](catalog::HostBuffers& host) {
    for (std::size_t i = 0; i < 4; ++i) host.as<int>("sum")[i] += host.as<int>("in")[i];
  };
  DeviceBuffers buffers;
  for (const auto& spec : plan.buffers) ASSERT_TRUE(buffers.add(spec).has_value());
  ExpectedBuffers expected(plan, buffers);
  EXPECT_EQ(buffers.as<int>("sum")[3], 3) << "the reference wrote into the device's buffer";
  EXPECT_EQ(expected.compare_with(buffers, {}).value().count, 3u);
  for (std::size_t i = 0; i < 4; ++i) buffers.as<int>("sum")[i] *= 2;
  EXPECT_FALSE(expected.compare_with(buffers, {}).has_value());
  buffers.as<int>("in")[0] = 9;
  EXPECT_FALSE(expected.compare_with(buffers, {}).has_value()) << "only outputs are compared";
  buffers.as<int>("sum")[2] = 5;
  EXPECT_EQ(expected.compare_with(buffers, {}).value().element, 2u);
}

}  // namespace
}  // namespace warplens::run
