// add_cost() runs once for every warp access of a kernel; 100 ns is the aim for the common ones.
#include <benchmark/benchmark.h>

#include <random>

#include "kernels/cost/access_cost.h"
#include "kernels/cost/access_kind.h"

namespace warplens::analysis {
namespace {

void measure(benchmark::State& state, const char* kind, std::uint32_t width,
             const std::vector<std::int64_t>& offsets) {
  const trace::Site site = *site_of_kind(kind, width);
  const trace::EventView event = *event_of_offsets(site, offsets);
  trace::SiteTotals totals;
  for (auto _ : state) {
    benchmark::DoNotOptimize(event.address.data());
    add_cost(site, event, totals);
    benchmark::DoNotOptimize(totals);
  }
}

std::vector<std::int64_t> strided(std::int64_t stride) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t lane = 0; lane < kWarpSize; ++lane) offsets.push_back(lane * stride);
  return offsets;
}

std::vector<std::int64_t> swizzled() {
  std::vector<std::int64_t> offsets;
  for (std::int64_t lane = 0; lane < kWarpSize; ++lane) {
    offsets.push_back(lane * 128 + (lane ^ 5) * 4);
  }
  return offsets;
}

std::vector<std::int64_t> random_words() {
  std::mt19937 random(1);
  std::vector<std::int64_t> offsets;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) offsets.push_back(random() % 4096 * 4);
  return offsets;
}

BENCHMARK_CAPTURE(measure, global_contiguous_4, "gld", 4, strided(4));
BENCHMARK_CAPTURE(measure, global_contiguous_16, "gld", 16, strided(16));
BENCHMARK_CAPTURE(measure, global_column, "gld", 4, strided(8192));
BENCHMARK_CAPTURE(measure, global_random, "gld", 4, random_words());
BENCHMARK_CAPTURE(measure, shared_row, "sst", 4, strided(4));
BENCHMARK_CAPTURE(measure, shared_column, "sld", 4, strided(128));
BENCHMARK_CAPTURE(measure, shared_padded_column, "sld", 4, strided(132));
BENCHMARK_CAPTURE(measure, shared_swizzled_column, "sld", 4, swizzled());
BENCHMARK_CAPTURE(measure, shared_broadcast, "sld", 4, strided(0));
BENCHMARK_CAPTURE(measure, shared_random, "sld", 4, random_words());
BENCHMARK_CAPTURE(measure, shared_row_16, "sld", 16, strided(16));
BENCHMARK_CAPTURE(measure, shared_atomic_one_word, "satom", 4, strided(0));

}  // namespace
}  // namespace warplens::analysis
