// The additions cost what their comments say.
#include <gtest/gtest.h>

#include "tests/catalogue/costs.h"
#include "tests/catalogue/offsets.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;
using Sectors = std::set<std::uint32_t>;

TEST(AdditionCosts, AContiguousWarpIsFourSectorsAndFiveWhereItBeginsInsideOne) {
  for (const char* name :
       {"add/linear_1d", "add/matrix_2d", "add/block_stride", "add/grid_stride"}) {
    EXPECT_EQ(sectors_of_full_warps(name, {}), Sectors{4}) << name;
    for (const std::int64_t offset : {1, 3, 7}) {
      EXPECT_EQ(sectors_of_full_warps(name, with_offsets({}, offset, offset, offset)), Sectors{5})
          << name;
    }
    EXPECT_EQ(sectors_of_full_warps(name, with_offsets({}, 8, 16, 32)), Sectors{4}) << name;
  }
}

TEST(AdditionCosts, ABlockOfOneThreadMovesASectorForEachElement) {
  const auto totals = totals_of("add/one_thread_blocks", {{"n", 1000}});
  EXPECT_EQ(totals.global_load.requests, 2000u);
  EXPECT_EQ(totals.global_load.sectors, 2000u);
  EXPECT_EQ(totals.global_load.lanes, 2000u);
  EXPECT_EQ(totals.global_store.sectors, 1000u);
}

TEST(AdditionCosts, TwoDimensionsCostRequestsOnlyWhereRowsAreRagged) {
  const auto whole = totals_of("add/matrix_2d", {{"rows", 64}, {"cols", 64}});
  const auto line = totals_of("add/linear_1d", {{"n", 64 * 64}});
  EXPECT_EQ(whole.global_load.requests, line.global_load.requests);
  EXPECT_EQ(whole.global_load.sectors, line.global_load.sectors);

  const Parameters ragged = {{"rows", 64}, {"cols", 65}};
  EXPECT_EQ(totals_of("add/matrix_2d", ragged).global_store.requests, 64u * 3);
  EXPECT_EQ(totals_of("add/linear_1d", {{"n", 64 * 65}}).global_store.requests, 2u * 65);
  EXPECT_EQ(sectors_of_full_warps("add/matrix_2d", ragged), (Sectors{4, 5}));
}

TEST(AdditionCosts, ABlocksChunkThatIsNoWholeNumberOfSectorsMakesItsRequestsFiveSectors) {
  // 4 chunks of 1,025: the first begins with the buffer, the others 1, 2 and 3 floats later.
  EXPECT_EQ(sectors_of_full_warps("add/block_stride", {{"n", 4100}}), (Sectors{4, 5}));
  const auto trace = recorded("add/block_stride", {{"n", 4100}}).at(0);
  for_each_global(*trace, EventKind::load, [](const auto& event, const trace::Site& site) {
    if (event.mask != ~0u) return;
    EXPECT_EQ(analysis::access_cost(site, event).sectors, event.block == 0 ? 4u : 5u);
  });
}

TEST(AdditionCosts, AChunkAThreadIsASectorALane) {
  EXPECT_EQ(sectors_of_full_warps("add/thread_chunk", {}), Sectors{32});
  EXPECT_EQ(sectors_of_full_warps("add/thread_chunk", {{"n", 4 * 64 * 8}}), Sectors{32});
  EXPECT_EQ(sectors_of_full_warps("add/thread_chunk", {{"n", 4 * 64 * 4}}), Sectors{16});
}

TEST(AdditionCosts, ElementsThatAreDealtOutToTheBlocksAreASectorALane) {
  EXPECT_EQ(sectors_of_full_warps("add/placed", {{"n", 2048}}), Sectors{32});
  EXPECT_EQ(sectors_of_full_warps("add/placed", {{"n", 512}, {"rounds", 1}}), Sectors{32});
}

// The elements of `c` that block `block`'s first thread stores, in order.
std::vector<std::uint64_t> walk_of(std::string_view name, const Parameters& p,
                                   std::uint32_t block) {
  const auto trace = recorded(name, p).at(0);
  std::vector<std::uint64_t> elements;
  for_each_global(*trace, EventKind::store, [&](const trace::EventView& event, const auto&) {
    if (event.block != block || event.warp != 0) return;
    elements.push_back((event.address[0] - trace->buffers.at(2).address) / sizeof(float));
  });
  return elements;
}

TEST(AdditionCosts, BlocksOfABlockStrideWalkFarApartAndOfAGridStrideSideBySide) {
  using Walk = std::vector<std::uint64_t>;
  const Parameters two_threads = {{"n", 16}, {"blocks", 2}, {"threads", 1}};
  EXPECT_EQ(walk_of("add/block_stride", two_threads, 0), (Walk{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(walk_of("add/block_stride", two_threads, 1), (Walk{8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(walk_of("add/grid_stride", two_threads, 0), (Walk{0, 2, 4, 6, 8, 10, 12, 14}));
  EXPECT_EQ(walk_of("add/grid_stride", two_threads, 1), (Walk{1, 3, 5, 7, 9, 11, 13, 15}));
  EXPECT_EQ(walk_of("add/block_stride", {}, 1).front(), 1024u);
  EXPECT_EQ(walk_of("add/grid_stride", {}, 1).front(), 64u);
}

// Bytes a lane of the accesses that were made.
std::set<unsigned> widths_of(std::string_view name, const Parameters& settings) {
  std::set<unsigned> widths;
  const auto trace = recorded(name, settings).at(0);
  for (std::size_t row = 0; row < trace->events.size(); ++row) {
    const trace::Site& site = trace->sites[trace->events.site(row)];
    if (site.space == trace::Space::global) widths.insert(site.width);
  }
  return widths;
}

TEST(AdditionCosts, VectorsAreTakenOnlyWherePointersAndLengthFit) {
  using Widths = std::set<unsigned>;
  EXPECT_EQ(widths_of("add/vector4", {}), Widths{16});
  EXPECT_EQ(widths_of("add/vector4", with_offsets({}, 4, 8, 12)), Widths{16});
  EXPECT_EQ(widths_of("add/vector4", with_offsets({}, 1, 0, 0)), Widths{4});
  EXPECT_EQ(widths_of("add/vector4", with_offsets({}, 0, 2, 0)), Widths{4});
  EXPECT_EQ(widths_of("add/vector4", with_offsets({}, 0, 0, 3)), Widths{4});
  EXPECT_EQ(widths_of("add/vector4", {{"n", 4095}}), Widths{4});
}

TEST(AdditionCosts, VectorsAreSixteenSectorsARequestAndAQuarterOfTheRequests) {
  EXPECT_EQ(sectors_of_full_warps("add/vector4", {}), Sectors{16});
  const auto vector = totals_of("add/vector4", {});
  const auto scalar = totals_of("add/grid_stride", {});
  EXPECT_EQ(vector.global_load.requests * 4, scalar.global_load.requests);
  EXPECT_EQ(vector.global_load.sectors, scalar.global_load.sectors);
  EXPECT_EQ(vector.global_store.sectors, scalar.global_store.sectors);
}

TEST(AdditionCosts, ThePeeledBodyIsSixteenSectorsAtAnyCommonOffsetWhereVector4FallsBackToFive) {
  for (std::int64_t offset = 1; offset < 8; ++offset) {
    const Parameters settings = with_offsets({}, offset, offset, offset);
    EXPECT_EQ(sectors_of_full_warps("add/peeled", settings), Sectors{16}) << offset;
    if (offset % 4 == 0) continue;
    EXPECT_EQ(sectors_of_full_warps("add/vector4", settings), Sectors{5}) << offset;
  }
}

TEST(AdditionCosts, JoinedVectorsStoreSixteenSectorsAndLoadSixteenOrSeventeenAndOneMoreAWarp) {
  for (std::int64_t offsets = 0; offsets < 4 * 4 * 4; ++offsets) {
    const Parameters settings = with_offsets({}, offsets % 4, offsets / 4 % 4, offsets / 16);
    const auto trace = recorded("add/misaligned_shuffle", settings).at(0);
    EXPECT_EQ(sectors_of_full_warps(*trace, EventKind::store), Sectors{16});
    for (const std::uint32_t sectors : sectors_of_full_warps(*trace, EventKind::load)) {
      EXPECT_TRUE(sectors == 16 || sectors == 17) << sectors;
    }
    std::size_t extra = 0;
    for_each_global(*trace, EventKind::load, [&](const auto& event, const trace::Site& site) {
      if (event.mask != 1u << 31) return;
      EXPECT_EQ(analysis::access_cost(site, event).sectors, 1u);
      ++extra;
    });
    // 4,096 floats are 31 warps' vectors and part of one more, whose last lane has none.
    const bool joins_a = settings.at("offset_a") != settings.at("offset_c");
    const bool joins_b = settings.at("offset_b") != settings.at("offset_c");
    EXPECT_EQ(extra, 31u * (joins_a ? 1 : 0) + 31u * (joins_b ? 1 : 0)) << text_of(settings);
  }
}

TEST(AdditionCosts, AVectorAThreadCostsWhatVectorsInALoopCost) {
  EXPECT_EQ(sectors_of_full_warps("add/one_vector", {}), Sectors{16});
  const auto once = totals_of("add/one_vector", {});
  const auto loop = totals_of("add/vector4", {});
  EXPECT_EQ(once.global_load.requests, loop.global_load.requests);
  EXPECT_EQ(once.global_store.sectors, loop.global_store.sectors);
}

TEST(AdditionCosts, FourFloatsAThreadAreTheSameSectorsByFourTimesTheRequests) {
  const auto floats = totals_of("add/fastest", {});
  const auto vectors = totals_of("add/one_vector", {});
  EXPECT_EQ(floats.global_load.requests, 4 * vectors.global_load.requests);
  EXPECT_EQ(floats.global_load.sectors, vectors.global_load.sectors);
  EXPECT_EQ(floats.global_store.sectors, vectors.global_store.sectors);
  EXPECT_EQ(sectors_of_full_warps("add/fastest", {}), Sectors{4});
  for (const std::int64_t offset : {1, 3, 7}) {
    EXPECT_EQ(sectors_of_full_warps("add/fastest", with_offsets({}, offset, offset, offset)),
              Sectors{5});
  }
}

}  // namespace
}  // namespace warplens
