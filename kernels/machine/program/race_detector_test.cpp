#include "kernels/machine/program/race_detector.h"

#include <gmock/gmock.h>
#include <malloc.h>

#include <bit>
#include <cstring>

#include "kernels/base/all_tests.h"

namespace warplens::machine {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t kAll = ~0u;

// A block whose warps access one array of 4-byte words; lane i's word is word(i).
class RaceDetectorTest : public testing::Test {
 protected:
  static std::uint64_t own(std::uint32_t lane) { return lane; }
  static std::uint64_t first(std::uint32_t) { return 0; }

  template <class Word>
  std::vector<Race> access(RaceAccessKind kind, std::uint32_t warp, std::uint32_t mask, Word word,
                           std::uint32_t instruction = 0) {
    std::array<std::uint64_t, kWarpSize> offsets{};
    std::array<std::uint32_t, kWarpSize> values{};
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      offsets[lane] = 4 * word(lane);
      values[lane] = same_values_ ? 7 : 100 * warp + lane;
    }
    const OwnLanes lanes(mask, offsets);
    std::vector<Race> races;
    detector_.access({.warp = warp,
                      .mask = mask,
                      .lanes = lanes.placed(),
                      .kind = kind,
                      .instruction = instruction,
                      .values = reinterpret_cast<const std::byte*>(values.data()),
                      .first_load = kind == RaceAccessKind::read ? next_load_ : 0},
                     races);
    if (next_load_ != 0) next_load_ += kWarpSize;
    return races;
  }
  template <class Word>
  std::vector<Race> read(std::uint32_t warp, std::uint32_t mask, Word word, std::uint32_t id = 0) {
    return access(RaceAccessKind::read, warp, mask, word, id);
  }
  template <class Word>
  std::vector<Race> write(std::uint32_t warp, std::uint32_t mask, Word word, std::uint32_t id = 0) {
    return access(RaceAccessKind::write, warp, mask, word, id);
  }
  template <class Word>
  std::vector<Race> atomic(std::uint32_t warp, std::uint32_t mask, Word word) {
    return access(RaceAccessKind::atomic, warp, mask, word);
  }

  RaceDetector detector_{128, 1024};
  bool same_values_ = false;
  std::uint64_t next_load_ = 0;
};

TEST_F(RaceDetectorTest, DisjointWordsDoNotRace) {
  EXPECT_THAT(write(0, kAll, own), IsEmpty());
  EXPECT_THAT(write(1, kAll, [](auto lane) { return 32 + lane; }), IsEmpty());
  EXPECT_THAT(read(0, kAll, own), IsEmpty());
}

TEST_F(RaceDetectorTest, AnEpochOfAnyLengthRemembersItsFirstAccess) {
  write(0, 1, first, 5);
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    ASSERT_THAT(read(0, kAll, [](auto) { return 1; }), IsEmpty());
  }
  const auto races = read(1, 1, first, 6);
  ASSERT_THAT(races, SizeIs(1));
  EXPECT_EQ(races[0].earlier.instruction, 5u);
}

TEST_F(RaceDetectorTest, EpochsWithoutNumberAreApart) {
  for (std::uint32_t i = 0; i < 600'000; ++i) {
    ASSERT_THAT(write(i % 4, 1, first), IsEmpty());
    detector_.block_barrier();
  }
  write(0, 1, first);
  EXPECT_THAT(write(1, 1, first), SizeIs(1));
}

TEST_F(RaceDetectorTest, LockstepIsNoOrder) {
  write(0, kAll, own, 5);
  const auto races = read(
      0, kAll, [](auto lane) { return (lane + 1) % 32; }, 6);
  ASSERT_THAT(races, SizeIs(32));
  EXPECT_EQ(races[3].earlier.thread, 4u);
  EXPECT_EQ(races[3].earlier.instruction, 5u);
  EXPECT_EQ(races[3].earlier.kind, RaceAccessKind::write);
  EXPECT_EQ(races[3].later.thread, 3u);
  EXPECT_EQ(races[3].later.instruction, 6u);
  EXPECT_EQ(races[3].offset, 16u);
}

TEST_F(RaceDetectorTest, AWarpBarrierOrdersItsWarpOnly) {
  write(0, kAll, own);
  detector_.warp_barrier(0, kAll, kAll);
  EXPECT_THAT(read(0, kAll, [](auto lane) { return 31 - lane; }), IsEmpty());
  EXPECT_THAT(read(1, kAll, own), SizeIs(32));
}

TEST_F(RaceDetectorTest, APartialWarpBarrierOrdersItsLanesOnly) {
  write(0, kAll, own);
  detector_.warp_barrier(0, 0xffff, kAll);
  EXPECT_THAT(read(0, 0xffff, [](auto lane) { return 15 - lane; }), IsEmpty());
  EXPECT_THAT(read(0, 0x1, [](auto) { return 16; }), SizeIs(1));
  EXPECT_THAT(read(0, 0x10000, [](auto) { return 0; }), SizeIs(1));
}

TEST_F(RaceDetectorTest, AnExitedMemberOfAWarpBarrierCountsAsArrived) {
  write(0, kAll, own);
  detector_.warp_barrier(0, kAll, 0xffff);
  EXPECT_THAT(read(0, 0xffff, [](auto lane) { return lane + 16; }), IsEmpty());
}

TEST_F(RaceDetectorTest, AnExitedLaneThatIsNoMemberIsNotOrdered) {
  write(0, kAll, own);
  detector_.warp_barrier(0, 0xffff, 0xffff);
  EXPECT_THAT(read(0, 0xffff, [](auto lane) { return lane + 16; }), SizeIs(16));
}

TEST_F(RaceDetectorTest, ABlockBarrierOrdersEverything) {
  write(0, kAll, own);
  detector_.block_barrier();
  EXPECT_THAT(read(3, kAll, own), IsEmpty());
  EXPECT_THAT(read(2, kAll, own), IsEmpty());
  detector_.block_barrier();
  EXPECT_THAT(write(1, kAll, own), IsEmpty());
}

TEST_F(RaceDetectorTest, AWriteAfterManyReadersRacesWithThoseOfOtherThreads) {
  for (std::uint32_t warp = 0; warp < 4; ++warp) EXPECT_THAT(read(warp, kAll, first), IsEmpty());
  EXPECT_THAT(write(0, 1, first), SizeIs(1));
}

TEST_F(RaceDetectorTest, AReaderThatDidNotArriveRacesAlthoughOthersDid) {
  for (std::uint32_t warp = 0; warp < 4; ++warp) read(warp, 1, first, warp);
  const std::vector<std::uint32_t> arriving{32, 96}, waiting{0};
  detector_.partial_barrier(arriving, waiting);
  const auto races = write(0, 1, first);
  ASSERT_THAT(races, SizeIs(1));
  EXPECT_EQ(races[0].earlier.thread, 64u);
  EXPECT_EQ(races[0].earlier.instruction, 2u);
}

TEST_F(RaceDetectorTest, WhatIsDoneAfterArrivingIsNotOrdered) {
  const std::vector<std::uint32_t> producer{0}, consumer{32};
  write(0, 1, [](auto) { return 1; });
  detector_.arrive(1, producer);
  write(0, 1, [](auto) { return 2; });
  detector_.arrive(1, consumer);
  detector_.complete_phase(1);
  detector_.wait(1, consumer);
  EXPECT_THAT(read(1, 1, [](auto) { return 1; }), IsEmpty());
  EXPECT_THAT(read(1, 1, [](auto) { return 2; }), SizeIs(1));
}

TEST_F(RaceDetectorTest, OrderIsTransitiveThroughBarriers) {
  const std::vector<std::uint32_t> a{0}, b{32}, c{64};
  write(0, 1, first);
  detector_.partial_barrier(a, b);
  detector_.partial_barrier(b, c);
  EXPECT_THAT(write(2, 1, first), IsEmpty());
}

TEST_F(RaceDetectorTest, AtomicsDoNotRaceWithEachOtherButWithPlainAccesses) {
  EXPECT_THAT(atomic(0, kAll, first), IsEmpty());
  EXPECT_THAT(atomic(1, kAll, first), IsEmpty());
  EXPECT_THAT(read(1, 1u << 31, first), SizeIs(1));  // ordered after the last atomic only
  EXPECT_THAT(atomic(2, kAll, first), SizeIs(32));
}

TEST_F(RaceDetectorTest, LanesOfOneStoreToOneWordRace) {
  EXPECT_THAT(write(0, 0x15, first), SizeIs(2));
}

TEST_F(RaceDetectorTest, StoresOfTheSameValueAreMarkedAsSuch) {
  same_values_ = true;
  const auto races = write(0, kAll, first);
  ASSERT_THAT(races, SizeIs(31));
  for (const Race& race : races) EXPECT_TRUE(race.same_value);
  const auto reads = read(0, 0x80000000u, first);  // ordered after its own store, not after others'
  ASSERT_THAT(reads, SizeIs(1));
  EXPECT_FALSE(reads[0].same_value);
}

TEST_F(RaceDetectorTest, AReadBeforeAWriteOfTheSameValueIsNamedToo) {
  const std::vector<std::uint32_t> a{0}, b{32};
  same_values_ = true;
  read(0, 1, first);
  detector_.partial_barrier(a, b);
  EXPECT_THAT(write(1, 1, first), IsEmpty());
  const auto races = write(2, 1, first);
  ASSERT_THAT(races, SizeIs(2));
  EXPECT_EQ(races[0].earlier.kind, RaceAccessKind::read);
  EXPECT_FALSE(races[0].same_value);
  EXPECT_EQ(races[1].earlier.kind, RaceAccessKind::write);
  EXPECT_TRUE(races[1].same_value);
}

TEST_F(RaceDetectorTest, BytesOfOneWordAreTheirOwn) {
  std::array<std::uint64_t, kWarpSize> offsets{};
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) offsets[lane] = lane;
  std::vector<Race> races;
  detector_.access({.mask = kAll,
                    .lanes = OwnLanes(kAll, offsets).placed(),
                    .width = 1,
                    .kind = RaceAccessKind::write},
                   races);
  EXPECT_THAT(races, IsEmpty());
  EXPECT_THAT(read(1, 1, first), SizeIs(1));
}

TEST_F(RaceDetectorTest, AByteOfAWordThatWasWrittenWholeRaces) {
  write(0, 1, first);
  std::array<std::uint64_t, kWarpSize> offsets{};
  offsets[0] = 3;
  std::vector<Race> races;
  detector_.access({.warp = 1, .mask = 1, .lanes = OwnLanes(kAll, offsets).placed(), .width = 1},
                   races);
  ASSERT_THAT(races, SizeIs(1));
  EXPECT_EQ(races[0].offset, 3u);
}

TEST_F(RaceDetectorTest, EveryTrackedReadThatRacesIsNamed) {
  next_load_ = 100;
  read(1, 3, first);
  read(1, 1, first);
  const auto races = write(0, 1, first);
  std::vector<std::uint64_t> loads;
  for (const Race& race : races) loads.push_back(race.earlier.load);
  EXPECT_THAT(loads, testing::UnorderedElementsAre(100, 101, 132));
}

TEST_F(RaceDetectorTest, ReadsWhoseValuesDiedAreForgottenAndThoseThatWereUsedAreOne) {
  write(2, 1, [](auto) { return 9; });
  read(3, 1, [](auto) { return 9; });  // from here on each access is remembered
  next_load_ = 100;
  read(1, 3, first, 7);  // loads 100 and 101
  read(1, 3, first, 7);  // 132 and 133
  detector_.settle_loads([](std::uint64_t load) {
    return load == 100 || load == 132 ? LoadFate::used
           : load == 101              ? LoadFate::dead
                                      : LoadFate::open;
  });
  std::vector<std::uint64_t> loads;
  for (const Race& race : write(0, 1, first)) loads.push_back(race.earlier.load);
  EXPECT_THAT(loads, testing::UnorderedElementsAre(133, kUsedLoad));
}

TEST_F(RaceDetectorTest, AFlagBehindAFenceOrdersWhatStandsBeforeTheFenceOnly) {
  const auto flag = [](auto) { return 9; };
  std::array<std::uint64_t, kWarpSize> addresses{};
  const auto strong = [&](std::uint32_t warp, bool writes) {
    detector_.strong_access(
        {.warp = warp, .lanes = 1, .addresses = &addresses, .reads = !writes, .writes = writes});
  };
  write(0, 1, [](auto) { return 1; });
  detector_.fence(0, 1, {});
  write(0, 1, [](auto) { return 2; });
  EXPECT_THAT(access(RaceAccessKind::volatile_write, 0, 1, flag), IsEmpty());
  strong(0, true);
  EXPECT_THAT(access(RaceAccessKind::volatile_read, 1, 1, flag), IsEmpty());
  strong(1, false);
  EXPECT_THAT(read(1, 2, [](auto) { return 1; }), SizeIs(1)) << "another lane has seen nothing";
  detector_.fence(1, 1, {});
  EXPECT_THAT(read(1, 1, [](auto) { return 1; }), IsEmpty());
  EXPECT_THAT(read(1, 1, [](auto) { return 2; }), SizeIs(1));
}

TEST_F(RaceDetectorTest, AVolatileFlagWithoutAFenceRaces) {
  EXPECT_THAT(access(RaceAccessKind::volatile_write, 0, 1, first), IsEmpty());
  EXPECT_THAT(access(RaceAccessKind::volatile_read, 1, 1, first), SizeIs(1));
  EXPECT_THAT(atomic(2, 1, first), IsEmpty());
}

// As a lane that releases at one global location after another without a barrier.
class ManyReleases : public RaceDetectorTest {
 protected:
  void release(std::uint64_t location) {
    addresses_[0] = 4 * location;
    detector_.strong_access(
        {.warp = 0, .lanes = 1, .addresses = &addresses_, .writes = true, .releases = true});
  }
  void acquire(std::uint32_t warp, std::uint64_t location) {
    addresses_[0] = 4 * location;
    detector_.strong_access(
        {.warp = warp, .lanes = 1, .addresses = &addresses_, .reads = true, .acquires = true});
  }
  void release_everywhere() {
    for (std::uint64_t location = 1; location <= kLocations; ++location) release(location);
  }
  static constexpr std::uint64_t kLocations = 300'000;
  std::array<std::uint64_t, kWarpSize> addresses_{};
};

TEST_F(ManyReleases, TakeBoundedMemoryUntilTheNextBarrier) {
  if (is_too_slow_here()) GTEST_SKIP() << "a sanitizer's allocator does not tell";
  const std::size_t before = mallinfo2().uordblks;
  release_everywhere();
  EXPECT_LT(mallinfo2().uordblks - before, std::size_t{16} << 20);
}

TEST_F(ManyReleases, StillOrderWhatStandsBeforeThem) {
  write(0, 1, first);
  release(1);
  write(0, 1, [](auto) { return 1; });
  release_everywhere();
  write(0, 1, [](auto) { return 2; });
  acquire(1, kLocations);
  EXPECT_THAT(read(1, 1, [](auto) { return 1; }), IsEmpty());
  EXPECT_THAT(read(1, 1, [](auto) { return 2; }), SizeIs(1));
  acquire(2, 1);
  EXPECT_THAT(read(2, 1, first), IsEmpty());
  detector_.block_barrier();
  write(0, 1, first);
  acquire(2, 1);
  EXPECT_THAT(read(2, 1, first), SizeIs(1)) << "nothing was released since the barrier";
}

TEST_F(RaceDetectorTest, EveryInstructionThatReadIsNamedBesideAWrite) {
  read(1, 1, first, 10);
  read(1, 1, first, 11);
  read(1, 1, first, 11);
  write(2, 1, first, 12);
  std::vector<std::uint32_t> instructions;
  for (const Race& race : write(0, 1, first)) instructions.push_back(race.earlier.instruction);
  EXPECT_THAT(instructions, testing::UnorderedElementsAre(10, 11, 12));
}

TEST_F(RaceDetectorTest, ATrackedLaterReadIsNamed) {
  next_load_ = 100;
  write(0, 1, first);
  const auto races = read(1, 2, first);
  ASSERT_THAT(races, SizeIs(1));
  EXPECT_EQ(races[0].later.load, 133u);
}

}  // namespace
}  // namespace warplens::machine
