// A person types a map and sees what it does: answer() is to take less than 100 ms at lesson sizes.
#include <benchmark/benchmark.h>

#include "viz/swizzle/answer.h"
#include "viz/swizzle/find.h"

namespace warplens::swizzle {
namespace {

void answers(benchmark::State& state, const char* text) {
  const SwizzleSpec spec = *parse_spec(text);
  for (auto _ : state) benchmark::DoNotOptimize(answer(spec));
}

void finds(benchmark::State& state, const char* text) {
  const SwizzleSpec spec = *parse_spec(text);
  for (auto _ : state) benchmark::DoNotOptimize(find(spec));
}

constexpr const char* kFloats = "tile=32x32 map=col ^ row";
constexpr const char* kHalves =
    "element=2 tile=128x8 order=column write=groups read=ldmatrix.trans map=Swizzle<3,3,4>";
constexpr const char* kTile128 =
    "element=2 tile=128x64 write=rows.16B read=ldmatrix map=Swizzle<3,3,3>";
constexpr const char* kLargest = "element=2 tile=256x256 map=xor";

BENCHMARK_CAPTURE(answers, floats_32x32, kFloats)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(answers, halves_128x8, kHalves)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(answers, halves_128x64, kTile128)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(answers, halves_256x256, kLargest)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(finds, floats_32x32, kFloats)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(finds, halves_128x8, kHalves)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(finds, halves_128x64, kTile128)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warplens::swizzle
