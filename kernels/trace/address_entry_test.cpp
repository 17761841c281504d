#include "kernels/trace/address_entry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace warplens::trace {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;
constexpr std::uint32_t kAll = 0xffffffffu;

Addresses masked(std::uint32_t mask, Addresses addresses) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0) addresses[lane] = 0;
  }
  return addresses;
}

Addresses strided(std::uint64_t base, std::int64_t stride) {
  Addresses addresses{};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    addresses[lane] = base + lane * static_cast<std::uint64_t>(stride);
  }
  return addresses;
}

// Bytes that the entry takes; fails when it does not come back as it went in.
std::size_t round_trip(std::uint32_t mask, const Addresses& addresses) {
  const AddressEntry entry(mask, addresses);
  Addresses decoded;
  decoded.fill(77);
  AddressEntry::decode(entry.words(), entry.base(), mask, decoded);
  EXPECT_EQ(decoded, masked(mask, addresses)) << std::hex << mask;
  EXPECT_EQ(AddressEntry::length_in(entry.words(), mask), entry.words().size());
  return entry.words().size_bytes();
}

TEST(AddressEntry, StridesTakeSixteenBytesWhateverTheirSign) {
  for (const std::int64_t stride : {0L, 4L, 16L, 132L, -4L, -4096L, 0x7fffffffL, -0x80000000L}) {
    EXPECT_EQ(round_trip(kAll, strided(0x100000000000, stride)), 16u) << stride;
    EXPECT_EQ(round_trip(0x80010002u, strided(0x100000000000, stride)), 16u) << stride;
  }
}

TEST(AddressEntry, OneLaneComesBack) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    EXPECT_EQ(round_trip(1u << lane, strided(0xfffffffffffffff0, 3)), 16u);
  }
}

TEST(AddressEntry, AddressesThatWrapAroundComeBack) {
  round_trip(kAll, strided(0xffffffffffffff00, 16));
  round_trip(kAll, strided(0x10, -16));
}

TEST(AddressEntry, ScatteredAddressesTakeFourBytesALaneWhenNear) {
  Addresses addresses = strided(0x200000000000, 4);
  addresses[31] += 0xf0000000;
  EXPECT_EQ(round_trip(kAll, addresses), 12u + 32 * 4);
}

TEST(AddressEntry, ScatteredAddressesTakeEightBytesALaneWhenFar) {
  Addresses addresses = strided(0x200000000000, 4);
  addresses[5] = ~std::uint64_t{0};
  EXPECT_EQ(round_trip(kAll, addresses), 12u + 32 * 8);
}

TEST(AddressEntry, RandomAddressesAndMasksComeBack) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    Addresses addresses;
    const std::uint64_t range = ~std::uint64_t{0} >> (random() % 64);
    const std::uint64_t base = random();
    for (auto& address : addresses) address = base + (random() & range);
    const auto mask = static_cast<std::uint32_t>(random() & random()) | 1u << (random() % 32);
    round_trip(mask, addresses);
  }
}

TEST(AddressEntry, InactiveLanesDoNotCount) {
  Addresses addresses = strided(0x1000, 4);
  addresses[3] = 0xdeadbeefdeadbeef;
  EXPECT_EQ(round_trip(kAll & ~(1u << 3), addresses), 16u);
}

Addresses moved(Addresses addresses, std::uint64_t move) {
  for (std::uint64_t& address : addresses) address += move;
  return addresses;
}

bool are_alike(const AddressEntry& a, const AddressEntry& b) {
  return std::ranges::equal(a.words(), b.words());
}

TEST(AddressEntry, MovedIsWhatTheMovedAddressesAreCodedAs) {
  std::mt19937_64 random(7);
  Addresses near = strided(0x100000000000, 4), far = near;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    near[lane] += random() % 1000;
    far[lane] += random() % (std::uint64_t{1} << 40);
  }
  for (const Addresses& addresses : {strided(0x100000000000, 132), near, far}) {
    for (const std::uint32_t mask : {kAll, 0x80010003u, 0x400u}) {
      for (const std::uint64_t move :
           {std::uint64_t{64}, ~std::uint64_t{3}, std::uint64_t{1} << 41}) {
        AddressEntry entry(mask, addresses);
        ASSERT_TRUE(entry.move_by(move));
        EXPECT_TRUE(are_alike(entry, AddressEntry(mask, moved(addresses, move))));
      }
    }
  }
}

TEST(AddressEntry, DecodesFromAnotherBase) {
  Addresses addresses = strided(0x100000000000, 4);
  addresses[3] += 1000;
  const AddressEntry entry(kAll, addresses);
  Addresses decoded;
  AddressEntry::decode(entry.words(), entry.base() + 64, kAll, decoded);
  EXPECT_EQ(decoded, moved(addresses, 64));
}

TEST(AddressEntry, IsNotMovedPastTheEndOfAllAddresses) {
  Addresses addresses = strided(0x1000, 4);
  addresses[3] += 40;
  AddressEntry entry(kAll, addresses);
  const std::uint64_t move = 0 - addresses[5];
  EXPECT_FALSE(entry.move_by(move));
  EXPECT_TRUE(are_alike(entry, AddressEntry(kAll, addresses)));
  EXPECT_FALSE(are_alike(entry, AddressEntry(kAll, moved(addresses, move))));
}

}  // namespace
}  // namespace warplens::trace
