#include "kernels/machine/operations/lane_loops.h"

#include <gtest/gtest.h>

namespace warplens::machine {
namespace {

constexpr std::uint32_t kAll = 0xffffffffu;

LaneAddresses strided(std::uint64_t base, std::uint64_t stride) {
  LaneAddresses addresses{};
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = base + lane * stride;
  return addresses;
}

TEST(LaneLoops, TellAnyLaneThatLiesOutside) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (const std::uint64_t address :
         {std::uint64_t{252}, std::uint64_t{384}, ~std::uint64_t{3}}) {
      LaneAddresses addresses = strided(256, 4);
      addresses[lane] = address;
      EXPECT_FALSE(are_aligned_inside(addresses, kAll, 256, 128, 4)) << lane;
      EXPECT_FALSE(are_inside(addresses, kAll, 256, 128, 4)) << lane;
      EXPECT_TRUE(are_aligned_inside(addresses, ~(1u << lane), 256, 128, 4)) << lane;
    }
  }
  EXPECT_TRUE(are_aligned_inside(strided(256, 4), kAll, 256, 128, 4));
  EXPECT_FALSE(are_aligned_inside(strided(256, 4), kAll, 256, 127, 4));
  EXPECT_FALSE(are_inside(strided(256, 0), kAll, 256, 3, 4)) << "smaller than one access";
}

TEST(LaneLoops, TellAnyLaneThatLiesMisaligned) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    LaneAddresses addresses = strided(256, 4);
    addresses[lane] += 2;
    EXPECT_FALSE(are_aligned_inside(addresses, kAll, 0, 1024, 4)) << lane;
    EXPECT_TRUE(are_inside(addresses, kAll, 0, 1024, 4)) << lane;
  }
}

TEST(LaneLoops, NarrowAddressesWrapAtFourGigabytes) {
  std::array<std::uint32_t, kWarpSize> registers{};
  registers[1] = 0xfffffffcu;
  LaneAddresses addresses{};
  add_offset(registers.data(), 8, addresses);
  EXPECT_EQ(addresses[0], 8u);
  EXPECT_EQ(addresses[1], 4u);
}

TEST(LaneLoops, NameNeighboursAtOnePlace) {
  LaneAddresses addresses = strided(0, 4);
  EXPECT_EQ(same_as_next(addresses), 0u);
  addresses[31] = addresses[30];
  addresses[1] = addresses[0];
  EXPECT_EQ(same_as_next(addresses), 0x40000001u);
  EXPECT_EQ(same_as_next(strided(64, 0)), 0x7fffffffu);
}

// Halves of a warp that go on one behind the other, share a place, or do neither.
TEST(LaneMoves, LoadAndStoreEveryKindOfHalf) {
  std::array<std::uint32_t, 256> memory{};
  for (std::uint32_t i = 0; i < memory.size(); ++i) memory[i] = i * 7;
  const auto* const bytes = reinterpret_cast<const std::byte*>(memory.data());
  const LoadFunction load = find_load(4, 4, false, false);
  const StoreFunction store = find_store(4, 4, false);
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{4}, std::uint64_t{12}}) {
    for (const std::uint64_t second : {std::uint64_t{0}, std::uint64_t{4}, std::uint64_t{20}}) {
      LaneAddresses addresses = strided(4096, first);
      for (std::uint64_t i = 16; i < kWarpSize; ++i) addresses[i] = 4096 + 400 + (i - 16) * second;
      alignas(64) std::array<std::uint32_t, kWarpSize> registers{};
      load(bytes, 4096, addresses, reinterpret_cast<std::byte*>(registers.data()), kAll);
      std::array<std::uint32_t, 256> stored{}, expected{};
      store(reinterpret_cast<std::byte*>(stored.data()), 4096, addresses,
            reinterpret_cast<const std::byte*>(registers.data()), kAll);
      for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        EXPECT_EQ(registers[lane], memory[(addresses[lane] - 4096) / 4]);
        expected[(addresses[lane] - 4096) / 4] = registers[lane];
      }
      EXPECT_EQ(stored, expected);
    }
  }
}

}  // namespace
}  // namespace warplens::machine
