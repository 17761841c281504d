// The cost of one warp access, in time a lane (items are lanes).
#include <benchmark/benchmark.h>

#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kWarps = 8;
using Offsets = std::array<std::uint64_t, kWarpSize>;

// Each warp writes its own 32 words, then all read a transposed pattern after a barrier.
void BM_TileOfDisjointWords(benchmark::State& state) {
  RaceDetector detector(kWarps * kWarpSize, kWarps * 128);
  std::vector<Race> races;
  Offsets rows, columns;
  for (auto _ : state) {
    for (const RaceAccessKind kind : {RaceAccessKind::write, RaceAccessKind::read}) {
      for (std::uint32_t warp = 0; warp < kWarps; ++warp) {
        for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
          rows[lane] = (warp * kWarpSize + lane) * 4;
          columns[lane] = (lane * kWarps + warp) * 4;
        }
        detector.access(
            {.warp = warp,
             .mask = ~0u,
             .lanes = OwnLanes(~0u, kind == RaceAccessKind::write ? rows : columns).placed(),
             .kind = kind},
            races);
      }
      detector.block_barrier();
    }
  }
  state.SetItemsProcessed(state.iterations() * 2 * kWarps * kWarpSize);
}
BENCHMARK(BM_TileOfDisjointWords);

// Every warp reads the same words, as a matrix product does.
void BM_EveryWarpReadsTheSameWords(benchmark::State& state) {
  RaceDetector detector(kWarps * kWarpSize, 4096);
  std::vector<Race> races;
  Offsets offsets;
  for (auto _ : state) {
    for (std::uint32_t row = 0; row < 32; ++row) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        offsets[lane] = (row * kWarpSize + lane) * 4;
      const OwnLanes lanes(~0u, offsets);
      for (std::uint32_t warp = 0; warp < kWarps; ++warp)
        detector.access({.warp = warp, .mask = ~0u, .lanes = lanes.placed()}, races);
    }
    detector.block_barrier();
  }
  state.SetItemsProcessed(state.iterations() * 32 * kWarps * kWarpSize);
}
BENCHMARK(BM_EveryWarpReadsTheSameWords);

// All lanes of a warp read one word.
void BM_Broadcast(benchmark::State& state) {
  RaceDetector detector(kWarps * kWarpSize, 4096);
  std::vector<Race> races;
  Offsets offsets{};
  const OwnLanes lanes(~0u, offsets);
  for (auto _ : state) detector.access({.mask = ~0u, .lanes = lanes.placed()}, races);
  state.SetItemsProcessed(state.iterations() * kWarpSize);
}
BENCHMARK(BM_Broadcast);

// A block of 1,024 threads in which tiles of 32, 16 or 4 lanes exchange values: each lane writes
// its word, meets its tile, reads its neighbour's, meets it again.
void BM_TilesOfAWarpMeet(benchmark::State& state) {
  constexpr std::uint32_t kAllWarps = 32;
  const auto tile = static_cast<std::uint32_t>(state.range(0));
  const std::uint32_t members = tile == kWarpSize ? ~0u : (1u << tile) - 1;
  RaceDetector detector(kAllWarps * kWarpSize, kAllWarps * 128);
  std::vector<Race> races;
  Offsets own, neighbour;
  for (auto _ : state) {
    for (std::uint32_t round = 0; round < 16; ++round) {
      for (std::uint32_t warp = 0; warp < kAllWarps; ++warp) {
        for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
          own[lane] = (warp * kWarpSize + lane) * 4;
          neighbour[lane] = (warp * kWarpSize + (lane ^ 1)) * 4;
        }
        for (const RaceAccessKind kind : {RaceAccessKind::write, RaceAccessKind::read}) {
          const OwnLanes lanes(~0u, kind == RaceAccessKind::write ? own : neighbour);
          detector.access({.warp = warp, .mask = ~0u, .lanes = lanes.placed(), .kind = kind},
                          races);
          for (std::uint32_t lane = 0; lane < kWarpSize; lane += tile) {
            detector.warp_barrier(warp, members << lane, ~0u);
          }
        }
      }
    }
    detector.block_barrier();
  }
  state.SetItemsProcessed(state.iterations() * 16 * 2 * kAllWarps * kWarpSize);
}
BENCHMARK(BM_TilesOfAWarpMeet)->Arg(32)->Arg(16)->Arg(4);

}  // namespace
}  // namespace warplens::machine
