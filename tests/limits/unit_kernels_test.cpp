// Kernels that are each made to be limited by one unit: the named unit is that one, and the least
// time is no longer than what an H200 took, nor much shorter.
//
//   WARPLENS_PRINT_UNITS=1 ./tests_limits_test --gtest_filter='UnitKernels.*'   a row a kernel
#include <gtest/gtest.h>

#include <cstdlib>

#include "app/features/limits/limits_data.h"
#include "app/session/count_run.h"
#include "tests/limits/unit_kernels.h"
#include "viz/analysis/limits/limits.h"
#include "viz/analysis/limits/limits_text.h"

namespace warplens::limits {
namespace {

analysis::Chip the_h200() {
  const auto chips = analysis::read_chips(WARPLENS_SOURCE_DIR "/assets/chips.json");
  return **analysis::find_chip(chips.value(), "h200");
}

analysis::Limits limits_of(const UnitKernel& kernel) {
  const auto demands = session::count_own(own_kernel(kernel), {});
  EXPECT_TRUE(demands.has_value()) << kernel.entry;
  if (!demands.has_value()) return {};
  return analysis::limits(with_listing(*demands, listing_of(kernel)), the_h200());
}

void print(const UnitKernel& kernel, const analysis::Limits& limits) {
  if (std::getenv("WARPLENS_PRINT_UNITS") == nullptr) return;
  fmt::print("{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\n", kernel.entry, kernel.unit,
             analysis::id_of(limits.limiting), 1e6 * limits.seconds, 1e6 * kernel.seconds,
             limits.seconds / kernel.seconds);
}

TEST(UnitKernels, AreLimitedByTheUnitThatTheyAreMadeFor) {
  for (const UnitKernel& kernel : unit_kernels()) {
    const analysis::Limits limits = limits_of(kernel);
    print(kernel, limits);
    EXPECT_EQ(analysis::id_of(limits.limiting), kernel.unit) << kernel.entry;
    EXPECT_LE(limits.seconds, kernel.seconds) << kernel.entry;
    EXPECT_GE(limits.seconds, 0.7 * kernel.seconds) << kernel.entry;
  }
}

}  // namespace
}  // namespace warplens::limits
