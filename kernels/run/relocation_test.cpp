#include "kernels/run/relocation.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warplens::run {
namespace {

using Words = std::vector<std::uint64_t>;

Relocation two_moves() {
  Relocation moves;
  moves.add(0x9000, 0x100000, 0x100);
  moves.add(0x5000, 0x200000, 0x1000);
  return moves;
}

TEST(Relocations, MoveAddressesBothWays) {
  const Relocation moves = two_moves();
  EXPECT_EQ(moves.to_gpu(0x5000), 0x200000u);
  EXPECT_EQ(moves.to_gpu(0x5fff), 0x200fffu);
  EXPECT_EQ(moves.to_gpu(0x9010), 0x100010u);
  EXPECT_EQ(moves.to_program(0x100010), 0x9010u);
  EXPECT_EQ(moves.to_program(0x200fff), 0x5fffu);
}

TEST(Relocations, LeaveWhatIsInNothingMoved) {
  const Relocation moves = two_moves();
  for (const std::uint64_t word : {0x4fffu, 0x6001u, 0x9101u, 0u})
    EXPECT_EQ(moves.to_gpu(word), word);
  EXPECT_EQ(Relocation().to_gpu(0x5000), 0x5000u);
}

// A loop may end where memory ends.
TEST(Relocations, MoveTheEndUnlessSomethingBeginsThere) {
  Relocation moves = two_moves();
  EXPECT_EQ(moves.to_gpu(0x6000), 0x201000u);
  moves.add(0x6000, 0x300000, 0x10);
  EXPECT_EQ(moves.to_gpu(0x6000), 0x300000u);
}

TEST(Relocations, MoveWordsOfBytesWhereverTheseBegin) {
  const Relocation moves = two_moves();
  const Words words{0x5008, 7, 0x9000}, moved{0x200008, 7, 0x100000};
  std::vector<std::byte> bytes(4 + sizeof(std::uint64_t) * words.size());
  std::memcpy(&bytes[4], words.data(), bytes.size() - 4);
  const auto before = bytes;
  moves.to_gpu(bytes, 0x1004);
  EXPECT_EQ(std::memcmp(&bytes[4], moved.data(), bytes.size() - 4), 0);
  moves.to_program(bytes, 0x1004);
  EXPECT_EQ(bytes, before);
}

}  // namespace
}  // namespace warplens::run
