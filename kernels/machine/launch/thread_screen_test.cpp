#include "kernels/machine/launch/thread_screen.h"

#include <random>

#include "kernels/base/all_tests.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t kBuffer = 1 << 16;

class Screen {
 public:
  Screen() { screen_.start(); }
  // Lane i of the warp at `begin` + i × `step`.
  void lanes(std::uint32_t warp, std::uint64_t begin, std::int64_t step, GlobalUse use,
             std::uint32_t mask = ~0u, std::uint32_t width = 4) {
    LaneAddresses addresses{};
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      addresses[lane] = kBuffer + begin + static_cast<std::uint64_t>(lane * step);
    }
    add(warp, addresses, mask, use, width);
  }
  void add(std::uint32_t warp, const LaneAddresses& addresses, std::uint32_t mask, GlobalUse use,
           std::uint32_t width = 4) {
    const OwnLanes lanes(mask, addresses);
    screen_.add(kBuffer, lanes.placed(), mask, width, use, warp);
  }
  void barrier() { screen_.end_epoch(); }
  std::vector<std::uint64_t> suspects() {
    screen_.end_epoch();
    return screen_.suspects();
  }

 private:
  ThreadScreen screen_;
};

TEST(ThreadScreen, LetsStreamsPass) {
  Screen screen;
  for (std::uint32_t warp = 0; warp < 8; ++warp) {
    for (std::uint64_t round = 0; round < 4; ++round) {
      screen.lanes(warp, round * 1024 + warp * 128, 4, GlobalUse::read);
      screen.lanes(warp, round * 1024 + warp * 128, 4, GlobalUse::write);
    }
  }
  EXPECT_THAT(screen.suspects(), IsEmpty());
}

TEST(ThreadScreen, TellsRoundsOfALoopThatMeetFromThoseThatDoNot) {
  const auto suspects = [](std::uint64_t stride, std::uint64_t rounds) {
    Screen screen;
    for (std::uint32_t warp = 0; warp < 4; ++warp) {
      for (std::uint64_t round = 0; round < rounds; ++round) {
        screen.lanes(warp, warp * 128 + round * stride, 4, GlobalUse::write);
      }
    }
    return screen.suspects();
  };
  EXPECT_THAT(suspects(512, 300), IsEmpty());
  EXPECT_THAT(suspects(4096, 300), IsEmpty());
  EXPECT_THAT(suspects(384, 2), ElementsAre(kBuffer / 64 + 6, kBuffer / 64 + 7));
  EXPECT_THAT(suspects(256, 1), IsEmpty());
}

TEST(ThreadScreen, LetsColumnsPass) {
  Screen screen;
  for (std::uint32_t warp = 0; warp < 8; ++warp) {
    screen.lanes(warp, warp * 4, 1024, GlobalUse::write);
  }
  EXPECT_THAT(screen.suspects(), IsEmpty());
}

TEST(ThreadScreen, LetsBytesOfOwnPixelsPass) {
  Screen screen;
  for (std::uint32_t warp = 0; warp < 2; ++warp) {
    for (std::uint64_t channel = 0; channel < 3; ++channel) {
      screen.lanes(warp, warp * 96 + channel, 3, GlobalUse::read, ~0u, 1);
      screen.lanes(warp, warp * 96 + channel, 3, GlobalUse::write, ~0u, 1);
    }
  }
  EXPECT_THAT(screen.suspects(), IsEmpty());
}

TEST(ThreadScreen, SuspectsWhatTwoWarpsTouchUnlessABarrierIsBetween) {
  Screen screen;
  screen.lanes(0, 0, 4, GlobalUse::write);
  screen.barrier();
  screen.lanes(1, 0, 4, GlobalUse::read);
  EXPECT_THAT(screen.suspects(), IsEmpty());
  screen.lanes(2, 64, 4, GlobalUse::write);
  EXPECT_THAT(screen.suspects(), IsEmpty());
  screen.lanes(0, 0, 4, GlobalUse::write);
  screen.lanes(2, 64, 4, GlobalUse::write);
  EXPECT_THAT(screen.suspects(), ElementsAre(kBuffer / 64 + 1));
}

TEST(ThreadScreen, SuspectsLanesAtOnePlace) {
  Screen screen;
  screen.lanes(0, 0, 0, GlobalUse::strong);
  EXPECT_THAT(screen.suspects(), IsEmpty());
  screen.lanes(0, 0, 0, GlobalUse::write);
  EXPECT_THAT(screen.suspects(), ElementsAre(kBuffer / 64));
}

TEST(ThreadScreen, SuspectsAReadByAllOfWhatOneWrites) {
  Screen screen;
  screen.lanes(0, 0, 0, GlobalUse::read);
  screen.lanes(0, 0, 0, GlobalUse::write, 1);
  EXPECT_THAT(screen.suspects(), ElementsAre(kBuffer / 64));
}

// Held against all pairs of bytes.
TEST(ThreadScreen, MissesNothingThatTwoThreadsTouch) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    Screen screen;
    struct Use {
      std::uint32_t thread = 0;
      GlobalUse use = GlobalUse::read;
    };
    std::map<std::uint64_t, std::vector<Use>> bytes;
    for (int access = 0; access < 6; ++access) {
      const std::uint32_t width = 1u << random() % 4;
      const std::int64_t steps[] = {0, width, 2 * width, 64, 128, -std::int64_t{width}};
      const std::int64_t step = steps[random() % 6];
      const std::uint32_t masks[] = {~0u, ~0u, 0xffffu, 1u << 7,
                                     static_cast<std::uint32_t>(random())};
      const std::uint32_t mask = masks[random() % 5] | 2u;
      const std::uint32_t warp = random() % 3;
      const auto use = static_cast<GlobalUse>(random() % 3);
      const std::uint64_t begin = 4096 + random() % 12 * width;
      screen.lanes(warp, begin, step, use, mask, width);
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        for (std::uint32_t i = 0; i < width; ++i) {
          bytes[kBuffer + begin + static_cast<std::uint64_t>(lane * step) + i].push_back(
              {warp * kWarpSize + lane, use});
        }
      }
    }
    const std::vector<std::uint64_t> suspects = screen.suspects();
    for (const auto& [address, uses] : bytes) {
      for (const Use& one : uses) {
        for (const Use& other : uses) {
          const bool matters =
              one.thread != other.thread && (one.use != other.use || one.use == GlobalUse::write);
          if (matters) {
            ASSERT_THAT(suspects, testing::Contains(address / 64)) << round;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace warplens::machine
