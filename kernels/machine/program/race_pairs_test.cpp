#include "kernels/machine/program/race_pairs.h"

#include <gtest/gtest.h>

namespace warplens::machine {
namespace {

RacePair pair_at(std::uint32_t earlier, std::uint32_t later) {
  return {earlier, later, RaceAccessKind::write, RaceAccessKind::read, false};
}

TEST(RacePairs, CountOnlyPairsThatAreKnown) {
  RacePairs pairs;
  EXPECT_FALSE(pairs.count(pair_at(1, 2)));
  pairs.add(pair_at(1, 2));
  EXPECT_TRUE(pairs.count(pair_at(1, 2)));
  EXPECT_FALSE(pairs.count(pair_at(2, 1)));
  EXPECT_EQ(pairs.counts().at(pair_at(1, 2)), 1u);
}

TEST(RacePairs, OfManyInstructionsAreCountedApart) {
  RacePairs pairs;
  for (std::uint32_t later = 0; later < 1000; ++later) pairs.add(pair_at(3, later));
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t later = 0; later < 1000; ++later) pairs.count(pair_at(3, later));
  }
  for (const auto& [pair, occurrences] : pairs.counts()) EXPECT_EQ(occurrences, 3u);
}

TEST(RacePairs, AreForgottenForTheNextBlock) {
  RacePairs pairs;
  pairs.add(pair_at(1, 2));
  pairs.count(pair_at(1, 2));
  pairs.clear();
  EXPECT_FALSE(pairs.count(pair_at(1, 2)));
}

}  // namespace
}  // namespace warplens::machine
