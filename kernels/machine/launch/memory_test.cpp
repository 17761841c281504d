// Buffers where the machine puts them, and where somebody else had them.
#include "kernels/machine/launch/memory.h"

#include <gmock/gmock.h>

namespace warplens::machine {
namespace {

trace::Buffer described(const std::string& name, std::uint64_t bytes, std::uint64_t address = 0) {
  trace::Buffer buffer;
  buffer.name = name;
  buffer.bytes = bytes;
  buffer.address = address;
  return buffer;
}

std::string name_at(const Memory& memory, std::uint64_t address, std::uint64_t bytes = 1) {
  const std::size_t index = memory.find(address, bytes);
  return index == memory.buffers().size() ? "" : memory.buffers()[index].name;
}

TEST(GivenAddresses, AreKeptInWhateverOrderTheyCome) {
  Memory memory;
  EXPECT_EQ(memory.allocate(described("c", 64, 0x7f00'0000'0040)).value(), 0x7f00'0000'0040u);
  EXPECT_EQ(memory.allocate(described("a", 16, 0x3'0200'0000)).value(), 0x3'0200'0000u);
  EXPECT_EQ(memory.allocate(described("b", 64, 0x7f00'0000'0000)).value(), 0x7f00'0000'0000u);
  EXPECT_EQ(name_at(memory, 0x3'0200'000f), "a");
  EXPECT_EQ(name_at(memory, 0x7f00'0000'003f), "b");
  EXPECT_EQ(name_at(memory, 0x7f00'0000'0040), "c");
  EXPECT_EQ(name_at(memory, 0x7f00'0000'003c, 8), "");
  EXPECT_EQ(name_at(memory, 0x3'0200'0010), "");
}

TEST(GivenAddresses, TakenTwiceAreAnError) {
  Memory memory;
  ASSERT_TRUE(memory.allocate(described("a", 64, 0x7f00'0000'0040)).has_value());
  for (const std::uint64_t address :
       {0x7f00'0000'0000u + 1ull, 0x7f00'0000'0040ull, 0x7f00'0000'007full}) {
    const auto other = memory.allocate(described("b", 64, address));
    ASSERT_FALSE(other.has_value()) << std::hex << address;
    EXPECT_THAT(other.error().message.in(Language::en), testing::HasSubstr("a lies there"));
  }
  EXPECT_TRUE(memory.allocate(described("b", 64, 0x7f00'0000'0000)).has_value());
  EXPECT_TRUE(memory.allocate(described("c", 64, 0x7f00'0000'0080)).has_value());
}

TEST(GivenAddresses, OfTheMachinesWindowsAreAnError) {
  Memory memory;
  EXPECT_FALSE(memory.allocate(described("a", 64, kSharedWindow)).has_value());
  EXPECT_FALSE(memory.allocate(described("a", 64, kLocalWindow + 8)).has_value());
  EXPECT_FALSE(memory.allocate(described("a", 64, kFirstWindow - 8)).has_value());
  EXPECT_FALSE(memory.allocate(described("a", 64, ~std::uint64_t{0} - 8)).has_value());
}

TEST(OtherBuffers, KeepClearOfGivenAddresses) {
  Memory memory;
  const std::uint64_t given = kFirstBuffer + kWindowBytes / 2;
  ASSERT_TRUE(memory.allocate(described("given", 64, given)).has_value());
  const std::uint64_t first = memory.allocate(described("first", 64)).value();
  const std::uint64_t second = memory.allocate(described("second", 64)).value();
  EXPECT_EQ(first % kWindowBytes, 0u);
  EXPECT_GT(first, given);
  EXPECT_EQ(second, first + kWindowBytes);
  EXPECT_EQ(name_at(memory, first), "first");
}

TEST(Variables, LieWhereSomebodySays) {
  auto module = std::make_shared<ptx::Module>();
  ptx::Variable& variable = module->variables.emplace_back();
  variable.name = "counter";
  variable.size = 4;
  variable.initializer = {std::byte{7}, std::byte{0}, std::byte{0}, std::byte{0}};
  variable.address = 0x7f00'0000'0000;
  Memory memory;
  const auto place = memory.allocate_variable(module, variable);
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(place->address, 0x7f00'0000'0000u);
  EXPECT_EQ(memory.bytes(0)[0], std::byte{7});
  EXPECT_FALSE(memory.allocate_variable(module, variable)->is_new);
}

}  // namespace
}  // namespace warplens::machine
