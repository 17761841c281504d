#include "viz/scene/access/service.h"

#include <random>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

trace::Site atomic(bool result_used) {
  trace::Site site = make_site(trace::EventKind::atomic, trace::Space::shared, 4);
  site.traits.result_used = result_used;
  return site;
}

trace::Site matrix_load(std::uint8_t matrices) {
  trace::Site site = make_site(trace::EventKind::load_matrix, trace::Space::shared, 16);
  site.traits.matrices = matrices;
  return site;
}

trace::Site async_copy(std::uint8_t width) {
  return make_site(trace::EventKind::async_copy, trace::Space::shared, width);
}

// Every kind of access to shared memory that has a rule.
std::vector<trace::Site> shared_sites() {
  return {shared_load(4),  shared_load(8),
          shared_load(16), make_site(trace::EventKind::store, trace::Space::shared, 16),
          atomic(true),    atomic(false),
          matrix_load(4),  async_copy(4),
          async_copy(16)};
}

// Addresses from a small range, so that lanes meet often, with some lanes off.
class RandomAccess {
 public:
  trace::EventView next(const trace::Site& site) {
    const std::uint32_t align = std::max<std::uint32_t>(site.width, 1);
    std::uniform_int_distribution<std::uint64_t> place(0, std::uint64_t{1} << pick_(random_));
    trace::EventView event =
        make_event(random_() | 1u, [&](auto) { return 0x1000 + place(random_) * align; });
    for (std::uint64_t& address : event.address2) address = place(random_) * align;
    return event;
  }

 private:
  std::mt19937 random_{7};
  std::uniform_int_distribution<int> pick_{0, 10};
};

constexpr int kRounds = 300;

TEST(Service, PassesAreTheWavefrontsOfTheCost) {
  RandomAccess random;
  for (const trace::Site& site : shared_sites())
    for (int round = 0; round < kRounds; ++round) {
      const trace::EventView event = random.next(site);
      EXPECT_EQ(shared_service(analysis::shared_breakdown(site, event)).passes,
                analysis::access_cost(site, event).wavefronts);
    }
}

TEST(Service, PassesAreTheSectorsOfTheCost) {
  RandomAccess random;
  for (const std::uint8_t width : {1, 4, 8, 16})
    for (int round = 0; round < kRounds; ++round) {
      const trace::EventView event = random.next(global_load(width));
      EXPECT_EQ(global_service(analysis::explained_event(global_load(width), event)).passes,
                analysis::access_cost(global_load(width), event).sectors);
    }
}

// No wavefront asks one bank for two things, and none passes without a lane that is served.
TEST(Service, ABankServesOneWordAPassAndNoPassIsEmpty) {
  RandomAccess random;
  for (const trace::Site& site : shared_sites())
    for (int round = 0; round < kRounds; ++round) {
      const analysis::SharedBreakdown access = analysis::shared_breakdown(site, random.next(site));
      const Service service = shared_service(access);
      std::vector<std::uint32_t> busy(service.passes);
      for (std::size_t i = 0; i < access.words.size(); ++i)
        for (std::uint32_t pass = service.words[i].first;
             pass <= last_pass(service.words[i], access.words[i]); ++pass) {
          ASSERT_LT(pass, service.passes);
          EXPECT_EQ(busy[pass] >> access.words[i].bank() & 1u, 0u) << "pass " << pass;
          busy[pass] |= 1u << access.words[i].bank();
        }
      for (const std::uint32_t banks : busy) EXPECT_NE(banks, 0u);
    }
}

TEST(Service, LanesOnlyEverGetFurtherAndAllArrive) {
  RandomAccess random;
  for (const trace::Site& site : shared_sites()) {
    const analysis::SharedBreakdown access = analysis::shared_breakdown(site, random.next(site));
    Motion motion{shared_service(access), 0};
    EXPECT_EQ(lanes_served(motion, access).done, 0u);
    std::array<double, kWarpSize> before{};
    std::uint32_t done = 0;
    for (motion.phase = 0; motion.phase < 1; motion.phase += 0.003) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        const double progress = lane_progress(motion.service, lane, motion.phase);
        EXPECT_GE(progress, before[lane]);
        before[lane] = progress;
      }
      EXPECT_GE(lanes_served(motion, access).done, done);
      done = lanes_served(motion, access).done;
    }
    motion.phase = 1;
    const auto lanes = static_cast<std::uint32_t>(std::popcount(motion.service.mask));
    EXPECT_EQ(lanes_served(motion, access).done, lanes);
    EXPECT_EQ(lanes_served(motion, access).moving, 0u);
  }
}

TEST(Service, InAThirtyTwoWayConflictLanesGoOneByOneAndElseTogether) {
  const analysis::SharedBreakdown conflict =
      analysis::shared_breakdown(shared_load(), column_read(32));
  const analysis::SharedBreakdown free = analysis::shared_breakdown(shared_load(), column_read(33));
  Motion slow{shared_service(conflict), 0}, fast{shared_service(free), 0};
  for (std::uint32_t pass = 0; pass < 32; ++pass) {
    slow.phase = (phase_after(slow.service, pass) + phase_after(slow.service, pass + 1)) / 2;
    EXPECT_EQ(lanes_served(slow, conflict).done, pass);
    EXPECT_EQ(lanes_served(slow, conflict).moving, 1u);
    EXPECT_EQ(current_pass(slow.service, slow.phase), pass);
  }
  fast.phase = 0.6;
  EXPECT_EQ(lanes_served(fast, free).moving, 32u);
}

TEST(Service, AtomicsOnOneWordTakeTheirLanesOneAfterTheOther) {
  const auto event = make_event(kAllLanes, [](auto) { return 64u; });
  const analysis::SharedBreakdown access = analysis::shared_breakdown(atomic(true), event);
  const Service service = shared_service(access);
  ASSERT_EQ(service.passes, 32u);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) EXPECT_EQ(service.pass[lane], lane);
}

TEST(Service, PhasesAndPassesAreEachOthersInverse) {
  for (const std::uint32_t passes : {1u, 3u, 7u, 32u, 128u}) {
    Service service;
    service.passes = passes;
    for (std::uint32_t pass = 0; pass <= passes; ++pass)
      EXPECT_EQ(passes_done(service, phase_after(service, pass)), pass) << passes;
  }
}

TEST(Service, AtRestNothingIsUnderWay) {
  const analysis::SharedBreakdown access =
      analysis::shared_breakdown(shared_load(), column_read(32));
  EXPECT_FALSE((Motion{shared_service(access), 1}.is_under_way()));
  EXPECT_FALSE((Motion{{}, 0.5}.is_under_way()));
  EXPECT_EQ(global_service(analysis::explained_event(shared_load(), column_read(1))).passes, 0u);
}

TEST(Service, AddressesAtTheEndOfTheAddressSpaceAreSafe) {
  const auto event = make_event(kAllLanes, [](auto l) { return ~std::uint64_t{0} - l; });
  for (const std::uint8_t width : {1, 4, 16}) {
    const Service service = global_service(analysis::explained_event(global_load(width), event));
    for (const std::uint32_t pass : service.pass) EXPECT_LT(pass, service.passes);
    (void)shared_service(analysis::shared_breakdown(shared_load(width), event));
  }
}

}  // namespace
}  // namespace warplens::scene
