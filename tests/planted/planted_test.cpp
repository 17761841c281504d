// Every planted fault is found with its kind, line and place; nothing is said of a right kernel.
#include <gtest/gtest.h>

#include <set>

#include "tests/planted/planted_run.h"

namespace warplens::planted {
namespace {

// Faults that the machine does not find yet. It is to be empty.
const std::set<std::string>& not_yet_found() {
  static const std::set<std::string> names = {
      "anothers_local",   "padded_index",         "out_added_to",      "half_set",
      "counter_unset",    "row_left_out",         "vector_partly_set", "index_unset",
      "local_unset",      "local_counters_unset", "last_block_unset",  "divided_by_zero",
      "remainder_by_zero"};
  return names;
}

// Right kernels that the machine accuses. It is to be empty.
const std::set<std::string>& wrongly_accused() {
  static const std::set<std::string> names = {"copied_with_hole_right"};
  return names;
}

const std::vector<PlantedFile>& files() {
  static const auto read = planted_files();
  EXPECT_TRUE(read.has_value()) << read.error().message.en;
  return *read;
}

template <class F>
void each_kernel(const machine::RunOptions& options, F f) {
  for (const PlantedFile& file : files()) {
    for (const Kernel& kernel : file.source.kernels) {
      SCOPED_TRACE(file.name + ": " + kernel.name);
      const auto findings = findings_of(file, kernel, options);
      ASSERT_TRUE(findings.has_value()) << findings.error().message.en;
      f(kernel, *findings);
    }
  }
}

std::string said(const std::vector<trace::Finding>& findings) {
  std::string all;
  for (const trace::Finding& finding : findings) {
    all += fmt::format("\n  {}: {}", name_of(finding.kind), finding.message.en);
  }
  return all.empty() ? "nothing was found" : all;
}

TEST(Planted, EveryFaultIsFoundWhereItIs) {
  each_kernel({}, [](const Kernel& kernel, const std::vector<trace::Finding>& findings) {
    if (kernel.faults.empty()) return;
    const bool is_expected = !not_yet_found().contains(kernel.name);
    EXPECT_EQ(are_found(kernel.faults, findings), is_expected) << said(findings);
  });
}

void expect_no_accusation(const Kernel& kernel, const std::vector<trace::Finding>& findings) {
  if (!kernel.faults.empty() || wrongly_accused().contains(kernel.name)) return;
  for (const trace::Finding& finding : findings) {
    EXPECT_EQ(finding.severity, trace::Severity::information) << finding.message.en;
  }
}

TEST(Planted, NothingIsSaidOfARightKernel) { each_kernel({}, expect_no_accusation); }

TEST(Planted, NothingIsSaidOfARightKernelInAnotherOrder) {
  machine::RunOptions options;
  for (const std::uint64_t seed : {1u, 2u}) {
    options.order_seed = seed;
    each_kernel(options, expect_no_accusation);
  }
}

}  // namespace
}  // namespace warplens::planted
