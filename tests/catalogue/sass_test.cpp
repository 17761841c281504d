// The catalogue's kernels by the instructions that ptxas 13.0 makes of their PTX for sm_90, as
// kernels/sass/testdata keeps them: `ptxas -arch=sm_90 -lineinfo`, `nvdisasm -c -gp`. A kernel
// whose PTX is made anew needs its file anew.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/catalogue/costs.h"
#include "viz/analysis/executed/sass_cost.h"

namespace warplens {
namespace {

using analysis::Fate;
using analysis::SassCost;

SassCost cost_of(const std::string& dump, const trace::Trace& trace) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/kernels/sass/testdata/" + dump);
  std::ostringstream text;
  text << file.rdbuf();
  return analysis::sass_cost(trace, sass::parse(text.str()));
}

std::shared_ptr<const trace::Trace> costed(std::string_view name,
                                           const catalog::Parameters& settings = {}) {
  run::Options options;
  options.machine.cost = analysis::add_cost;
  return run::run_variant(catalogue(), name, settings, options)->traces.at(0);
}

std::size_t count(const SassCost& cost, Fate fate) {
  std::size_t sites = 0;
  for (const analysis::SiteInSass& site : cost.sites) sites += site.fate == fate ? 1 : 0;
  return sites;
}

TEST(CatalogueBySass, FourNeighbouringLoadsOfTheTileAreOneLoadOf16Bytes) {
  const auto trace = costed("gemm/register_tile");
  const SassCost cost = cost_of("register_tile.sass", *trace);
  EXPECT_TRUE(cost.is_certain());
  EXPECT_EQ(count(cost, Fate::wider), 8u);
  EXPECT_EQ(count(cost, Fate::covered), 24u);
  const analysis::KernelTotals ptx = analysis::kernel_totals(*trace);
  EXPECT_EQ(cost.totals.global_load, ptx.global_load);
  EXPECT_EQ(cost.totals.global_store, ptx.global_store);
  // Of 4 + 4 loads a step 4 stay as they are and 4 become one.
  EXPECT_EQ(cost.totals.shared_load.requests, ptx.shared_load.requests * 5 / 8);
  EXPECT_EQ(cost.totals.shared_load.conflicts, 0u);
  EXPECT_EQ(cost.totals.shared_store.requests, ptx.shared_store.requests / 4);
}

TEST(CatalogueBySass, ALoadThatReadsAheadOfALoopsEndCoversWhatIsLeft) {
  const auto trace = costed("gemm/row_shared", {{"m", 8}, {"n", 40}, {"k", 7}});
  const SassCost cost = cost_of("row_shared.sass", *trace);
  EXPECT_TRUE(cost.is_certain());
  EXPECT_EQ(count(cost, Fate::wider), 2u);
  EXPECT_EQ(count(cost, Fate::covered), 5u);  // 3 of the loop's four, 2 of three at its end
}

TEST(CatalogueBySass, CopiesForWarpsThatHavePartedCostNothingMore) {
  const auto trace = costed("reduce/unrolled");
  const SassCost cost = cost_of("unrolled.sass", *trace);
  EXPECT_TRUE(cost.is_certain());
  EXPECT_EQ(count(cost, Fate::wider), 0u);
  EXPECT_EQ(cost.totals.shared_load, analysis::kernel_totals(*trace).shared_load);
}

TEST(CatalogueBySass, AnotherKernelsInstructionsStandForNothing) {
  const auto trace = costed("reduce/unrolled");
  const SassCost cost = cost_of("row_shared.sass", *trace);
  EXPECT_FALSE(cost.is_certain());
  for (const analysis::SiteInSass& site : cost.sites) EXPECT_TRUE(site.accesses.empty());
}

}  // namespace
}  // namespace warplens
