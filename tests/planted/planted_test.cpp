// Every planted fault is found with its kind, line and place; nothing is said of a right kernel.
#include <gtest/gtest.h>

#include <set>

#include "tests/planted/planted_run.h"

namespace warplens::planted {
namespace {

// Faults that the machine does not find yet. It is to be empty.
const std::set<std::string>& not_yet_found() {
  static const std::set<std::string> names = {};
  return names;
}

const std::vector<PlantedFile>& files() {
  static const auto read = planted_files();
  EXPECT_TRUE(read.has_value()) << read.error().message.en;
  return *read;
}

template <class F>
void each_kernel(F f) {
  for (const PlantedFile& file : files()) {
    for (const Kernel& kernel : file.source.kernels) {
      SCOPED_TRACE(file.name + ": " + kernel.name);
      const auto findings = findings_of(file, kernel);
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
  each_kernel([](const Kernel& kernel, const std::vector<trace::Finding>& findings) {
    if (kernel.faults.empty()) return;
    const bool is_expected = !not_yet_found().contains(kernel.name);
    EXPECT_EQ(are_found(kernel.faults, findings), is_expected) << said(findings);
  });
}

TEST(Planted, NothingIsSaidOfARightKernel) {
  each_kernel([](const Kernel& kernel, const std::vector<trace::Finding>& findings) {
    for (const trace::Finding& finding : findings) {
      const bool is_accused =
          kernel.faults.empty() && finding.severity != trace::Severity::information;
      EXPECT_FALSE(is_accused) << finding.message.en;
    }
  });
}

}  // namespace
}  // namespace warplens::planted
