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

// Halves of a warp that go on one behind the other, share a place, or do neither; whole warps and
// parts of one.
TEST(LaneMoves, MoveTheSameByAddressesAndByShapes) {
  std::array<std::uint32_t, 256> memory{};
  for (std::uint32_t i = 0; i < memory.size(); ++i) memory[i] = i * 7;
  const auto* const bytes = reinterpret_cast<const std::byte*>(memory.data());
  const LaneMoves moves = find_moves(4, 4, false, false);
  const auto read = [](auto& words) { return reinterpret_cast<std::byte*>(words.data()); };
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{4}, std::uint64_t{12}}) {
    for (const std::uint64_t second : {std::uint64_t{0}, std::uint64_t{4}, std::uint64_t{20}}) {
      LaneAddresses addresses = strided(4096, first);
      for (std::uint64_t i = 16; i < kWarpSize; ++i) addresses[i] = 4096 + 400 + (i - 16) * second;
      for (const std::uint32_t mask : {kAll, 0xffff0000u, 0x00018001u}) {
        const OwnLanes own(mask, addresses);
        const PlacedLanes lanes = own.placed();
        alignas(64) std::array<std::uint32_t, kWarpSize> registers{}, expected_registers{};
        moves.load_shape(bytes + (lanes.base - 4096), *lanes.shape, read(registers));
        moves.load(bytes, 4096, addresses, read(expected_registers), mask);
        EXPECT_EQ(registers, expected_registers);
        std::array<std::uint32_t, 256> stored{}, expected{}, expected_by_address{};
        moves.store_shape(read(stored) + (lanes.base - 4096), *lanes.shape, read(registers));
        moves.store(read(expected_by_address), 4096, addresses, read(registers), mask);
        for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
          if ((mask >> lane & 1) == 0) continue;
          EXPECT_EQ(registers[lane], memory[(addresses[lane] - 4096) / 4]);
          expected[(addresses[lane] - 4096) / 4] = registers[lane];
        }
        EXPECT_EQ(stored, expected);
        EXPECT_EQ(expected_by_address, expected);
      }
    }
  }
}

}  // namespace
}  // namespace warplens::machine
