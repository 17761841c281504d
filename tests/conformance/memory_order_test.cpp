// Fences, flags and atomics: what they order is no race, what they do not order is one.
#include <gtest/gtest.h>

#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;

TEST(Conformance, AVolatileFlagWithFencesOrdersWhatStandsAroundIt) {
  const Ints in = numbers(32, 100);
  KernelCase kernel("flag_between_warps", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int i) { return 3 * in[i ^ 1] + 3; }));
  kernel.check();
}

TEST(Conformance, AVolatileFlagWithoutAFenceRacesWithItsData) {
  KernelCase kernel("flag_without_fence", {1}, {64});
  kernel.input<int>({5});
  kernel.output<int>({0}, {5});
  kernel.check();
}

TEST(Conformance, ALockInSharedMemoryGuardsWhatStandsInside) {
  KernelCase kernel("lock_in_shared", {1}, {128});
  kernel.output<int>({0}, {1 + 33 + 65 + 97});
  kernel.order_dependent().check();
}

TEST(Conformance, ALockThatIsGivenBackWithoutAFenceGuardsNothing) {
  KernelCase kernel("lock_without_fence", {1}, {128});
  kernel.output<int>({0}, {1 + 33 + 65 + 97});
  kernel.order_dependent().check();
}

TEST(Conformance, ReleaseAndAcquireOrderThroughUpdatesInBetween) {
  const Ints in = numbers(128, 100);
  const auto sum = [&](int i) { return in[i] + in[i + 32] + in[i + 64] + in[i + 96]; };
  KernelCase kernel("release_acquire", {1}, {128});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, sum));
  kernel.order_dependent().check();
}

TEST(Conformance, ARelaxedFlagOrdersNothing) {
  KernelCase kernel("relaxed_flag", {1}, {64});
  kernel.input<int>({5});
  kernel.output<int>({0}, {5});
  kernel.order_dependent().check();
}

}  // namespace
}  // namespace warplens::conformance
