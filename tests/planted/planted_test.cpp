// Every planted fault is found with its kind, line and place; nothing is said of a right kernel.
#include <gtest/gtest.h>

#include "kernels/base/all_tests.h"
#include "tests/planted/planted_run.h"

namespace warplens::planted {
namespace {

const std::vector<PlantedFile>& files() {
  static const auto read = planted_files();
  EXPECT_TRUE(read.has_value()) << read.error().message.in(Language::en);
  return *read;
}

template <class F>
void each_kernel(const machine::RunOptions& options, F f) {
  for (const PlantedFile& file : files()) {
    for (const Kernel& kernel : file.source.kernels) {
      SCOPED_TRACE(file.name + ": " + kernel.name);
      const auto findings = findings_of(file, kernel, options);
      ASSERT_TRUE(findings.has_value()) << findings.error().message.in(Language::en);
      f(kernel, *findings);
    }
  }
}

std::string said(const std::vector<trace::Finding>& findings) {
  std::string all;
  for (const trace::Finding& finding : findings) {
    all += fmt::format("\n  {}: {}", name_of(finding.kind), finding.message.in(Language::en));
  }
  return all.empty() ? "nothing was found" : all;
}

TEST(Planted, EveryFaultIsFoundWhereItIs) {
  each_kernel({}, [](const Kernel& kernel, const std::vector<trace::Finding>& findings) {
    if (kernel.faults.empty()) return;
    EXPECT_TRUE(are_found(kernel.faults, findings)) << said(findings);
  });
}

void expect_no_accusation(const Kernel& kernel, const std::vector<trace::Finding>& findings) {
  if (!kernel.faults.empty()) return;
  for (const trace::Finding& finding : findings) {
    EXPECT_EQ(finding.severity, trace::Severity::information) << finding.message.in(Language::en);
  }
}

TEST(Planted, NothingIsSaidOfARightKernel) { each_kernel({}, expect_no_accusation); }

TEST(Planted, NothingIsSaidOfARightKernelInAnotherOrder) {
  machine::RunOptions options;
  const std::uint64_t seeds = is_too_slow_here() ? 1 : 2;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    options.order_seed = seed;
    each_kernel(options, expect_no_accusation);
  }
}

TEST(Planted, NothingIsSaidOfARightKernelWhoseCopiesLandAtAnotherTime) {
  machine::RunOptions options;
  for (const auto copies :
       {machine::CopiesLand::early, machine::CopiesLand::at_once, machine::CopiesLand::by_seed}) {
    options.copies = copies;
    options.copies_seed = 1;
    each_kernel(options, expect_no_accusation);
  }
}

}  // namespace
}  // namespace warplens::planted
