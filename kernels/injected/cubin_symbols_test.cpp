#include "kernels/injected/cubin_symbols.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace warplens::injected {
namespace {

using testing::IsEmpty;

TEST(CubinSymbols, AreNoneOfWhatIsNoElf) {
  const std::vector<std::byte> bytes(64, std::byte{7});
  EXPECT_THAT(symbols_of(bytes).kernels, IsEmpty());
  EXPECT_THAT(symbols_of({}).variables, IsEmpty());
}

// A header whose tables lie beyond its end, or overflow.
TEST(CubinSymbols, AreNoneOfWhatIsDamaged) {
  for (const std::uint64_t offset :
       {std::uint64_t{60}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shoff = offset;
    header.e_shnum = 3;
    header.e_shstrndx = 9;
    const auto bytes = std::as_bytes(std::span(&header, 1));
    EXPECT_THAT(symbols_of(bytes).kernels, IsEmpty()) << offset;
  }
}

}  // namespace
}  // namespace warplens::injected
