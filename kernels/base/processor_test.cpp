#include "kernels/base/processor.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace warplens {
namespace {

#if defined(__x86_64__)
TEST(ProcessorBits, AreNotEnoughWhereOneIsMissing) {
  constexpr ProcessorBits kAll{~0u, ~0u};
  EXPECT_TRUE(kAll.suffice());
  EXPECT_FALSE((ProcessorBits{~(1u << 29), ~0u}.suffice())) << "f16c";
  EXPECT_FALSE((ProcessorBits{~(1u << 23), ~0u}.suffice())) << "popcnt";
  EXPECT_FALSE((ProcessorBits{~0u, ~(1u << 5)}.suffice())) << "lzcnt";
}

TEST(ProcessorBits, AreThoseThatTheSystemNames) {
  std::ifstream in("/proc/cpuinfo");
  std::string line;
  while (std::getline(in, line) && !line.starts_with("flags")) continue;
  if (line.empty()) GTEST_SKIP() << "the system does not name them";
  bool has_all = true;
  for (const char* flag : {" avx2 ", " bmi1 ", " bmi2 ", " fma ", " f16c ", " abm ", " popcnt "}) {
    has_all = has_all && (line + " ").find(flag) != std::string::npos;
  }
  EXPECT_EQ(has_avx2(), has_all);
}
#endif

}  // namespace
}  // namespace warplens
