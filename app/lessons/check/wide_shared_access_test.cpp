// What the lesson on wide shared access says, asked of the trace.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "viz/analysis/costed_event.h"

namespace warplens::lessons {
namespace {

using session::Figure;

const session::Anchor kMatrixLoad{"ldmatrix", trace::Space::shared, trace::EventKind::load_matrix,
                                  0};

std::int64_t mask_of(std::initializer_list<int> lanes) {
  std::int64_t mask = 0;
  for (const int lane : lanes) mask |= std::int64_t{1} << lane;
  return mask;
}

class WideSharedAccess : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("wide-shared-access", id); }
  std::int64_t wavefronts(const session::Anchor& at) {
    go_to(at);
    return figure(Figure::wavefronts);
  }
  std::size_t groups() { return session_.event()->shared.groups.size(); }
};

TEST_F(WideSharedAccess, EachGroupTakesOneWavefrontWithoutAConflict) {
  (void)enter_here("groups");
  for (const auto& [width, count] : {std::pair{4, 1}, {8, 2}, {16, 4}}) {
    set("width", width);
    EXPECT_EQ(wavefronts(kSharedLoad), count) << width;
    EXPECT_EQ(groups(), static_cast<std::size_t>(count)) << width;
    EXPECT_EQ(figure(Figure::conflicts), 0) << width;
    EXPECT_EQ(figure(Figure::banks), 32) << width;
  }
}

TEST_F(WideSharedAccess, OnlyLanesOfOneGroupCollide) {
  const Step& step = enter_here("who-collides");
  EXPECT_EQ(expected_answer(step, session_), mask_of({1}));
  EXPECT_EQ(figure(Figure::wavefronts), 8);
  EXPECT_EQ(figure(Figure::max_way), 2);
  const trace::EventView load = session_.launch()->trace->events.view(session_.cursor().event);
  for (const int lane : {1, 9, 13}) {
    EXPECT_EQ(load.address[lane] % 128, load.address[5] % 128) << lane;
    EXPECT_NE(load.address[lane], load.address[5]) << lane;
  }
  for (std::int64_t stride = 1; stride <= 15; stride += 2) {
    set("stride", stride);
    EXPECT_EQ(wavefronts(kSharedLoad), 4) << stride;
  }
}

TEST_F(WideSharedAccess, LoadsMergeAndStoresDoNot) {
  const Step& step = enter_here("one-address");
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ(groups(), 1u);
  EXPECT_EQ(wavefronts(kSharedStore), 2);
  EXPECT_EQ(groups(), 2u);
}

TEST_F(WideSharedAccess, NeighboursAndLanesTwoApartMergeAlike) {
  (void)enter_here("two-apart");
  const trace::EventView load = session_.launch()->trace->events.view(session_.cursor().event);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(load.address[lane], load.address[lane ^ 2]);
    EXPECT_NE(load.address[lane], load.address[lane ^ 1]);
  }
  EXPECT_EQ(wavefronts(kSharedLoad), 2);
  EXPECT_EQ(groups(), 2u);
  EXPECT_EQ(wavefronts(kSharedStore), 4);
  for (const trace::Finding& finding : session_.launch()->trace->findings)
    EXPECT_EQ(finding.severity, trace::Severity::information);
  set("order", 5);
  EXPECT_EQ(wavefronts(kSharedLoad), 2);
  set("order", 0);
  EXPECT_EQ(wavefronts(kSharedLoad), 4);
}

TEST_F(WideSharedAccess, AFloatFourInOnePieceTakesAsManyWavefrontsByAQuarterOfTheStores) {
  (void)enter_here("whole-float4");
  const trace::SiteTotals left = totals().shared_store;
  const trace::SiteTotals right = totals(session::Side::right).shared_store;
  EXPECT_EQ(left.wavefronts, right.wavefronts);
  EXPECT_EQ(left.requests, 4 * right.requests);
  EXPECT_EQ(left.wavefronts, left.requests);
  EXPECT_EQ(right.wavefronts, 4 * right.requests);
  EXPECT_EQ(right.conflicts, 0u);
}

TEST_F(WideSharedAccess, EverySecondRowOf64BytesIsBackAtTheSameBanks) {
  const Step& step = enter_here("ldmatrix");
  EXPECT_EQ(expected_answer(step, session_), mask_of({1, 3, 7}));
  EXPECT_EQ(groups(), 4u);
  EXPECT_EQ(figure(Figure::max_way), 4);
  EXPECT_EQ(figure(Figure::wavefronts), 16);
  set("row_bytes", 128);
  EXPECT_EQ(wavefronts(kMatrixLoad), 32);
  EXPECT_EQ(figure(Figure::max_way), 8);
  const trace::EventView load = session_.launch()->trace->events.view(session_.cursor().event);
  for (std::size_t lane = 0; lane < 32; ++lane) EXPECT_EQ(load.address[lane] / 4 % 32, 0u);
}

TEST_F(WideSharedAccess, PaddingAndXorFreeRowsOf128Bytes) {
  (void)enter_here("rows-kept");
  const auto row_distance = [&] {
    const trace::EventView load = session_.launch()->trace->events.view(session_.cursor().event);
    return load.address[8] - load.address[0];  // of eight rows
  };
  EXPECT_EQ(figure(Figure::wavefronts), 32);
  set("arrangement", 1);
  EXPECT_EQ(wavefronts(kMatrixLoad), 4);
  EXPECT_EQ(row_distance(), 8u * 144);
  set("arrangement", 2);
  EXPECT_EQ(wavefronts(kMatrixLoad), 4);
  EXPECT_EQ(figure(Figure::conflicts), 0);
  EXPECT_EQ(row_distance(), 8u * 128);
}

TEST_F(WideSharedAccess, TheSwizzleOf128BytesXorsThreeBitsOfTheAddress) {
  const Step& step = enter_here("why-128");
  EXPECT_EQ(expected_answer(step, session_), 24);
  for (std::int64_t strip = 0; strip < 8; ++strip) {
    set("strip", strip);
    go_to(kMatrixLoad);
    const trace::EventView load = session_.launch()->trace->events.view(session_.cursor().event);
    for (std::uint64_t row = 0; row < 32; ++row) {
      const std::uint64_t plain = row * 128 + static_cast<std::uint64_t>(strip) * 16;
      const std::uint64_t bits_7_to_9 = plain >> 7 & 7;
      EXPECT_EQ(load.address[row], plain ^ bits_7_to_9 << 4);
    }
  }
}

TEST_F(WideSharedAccess, TheSwizzleOf64BytesXorsTwoBits) {
  (void)enter_here("nowhere");
  set("arrangement", 2);
  go_to(kMatrixLoad);
  const trace::EventView load = session_.launch()->trace->events.view(session_.cursor().event);
  for (std::uint64_t row = 0; row < 32; ++row)
    EXPECT_EQ(load.address[row], row * 64 ^ (row / 2 % 4) << 4);
}

TEST_F(WideSharedAccess, OnlyXorFreesBothSidesOfRowsOf64Bytes) {
  const Step& step = enter_here("nowhere");
  EXPECT_GT(figure(Figure::total_conflicts), 0);
  set("arrangement", 1);
  EXPECT_EQ(wavefronts(kMatrixLoad), 4);
  EXPECT_GT(totals().shared_store.conflicts, 0u);
  EXPECT_EQ(totals().shared_store.max_way, 2u);
  EXPECT_FALSE(is_done(step, session_));
  set("arrangement", 2);
  EXPECT_EQ(figure(Figure::total_conflicts), 0);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(WideSharedAccess, TheTimedKernelsTakeTheWavefrontsThatTheLastStepNames) {
  (void)enter_here("wide-shared-summary");
  const auto ways_of = [&](const char* kernel, std::int64_t ways) {
    select(kernel);
    set("ways", ways);
    const trace::SiteTotals loads = totals().shared_load;
    return std::pair{loads.wavefronts / loads.requests, loads.max_way};
  };
  EXPECT_EQ(ways_of("shared/strided", 1), (std::pair<std::uint64_t, std::uint32_t>{1, 1}));
  EXPECT_EQ(ways_of("shared/wide", 1), (std::pair<std::uint64_t, std::uint32_t>{4, 1}));
  EXPECT_EQ(ways_of("shared/wide", 2).second, 2u);
  EXPECT_EQ(ways_of("shared/wide", 8).second, 8u);
}

}  // namespace
}  // namespace warplens::lessons
