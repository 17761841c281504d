#include "kernels/device/capabilities.h"

#include <gtest/gtest.h>

namespace warplens::device {
namespace {

TEST(Counters, AreOpenToAllOrToRoot) {
  constexpr const char* kClosed = "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n";
  constexpr const char* kOpen = "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 0\n";
  EXPECT_EQ(counters_are_open(kClosed, false), false);
  EXPECT_EQ(counters_are_open(kClosed, true), true);
  EXPECT_EQ(counters_are_open(kOpen, false), true);
  EXPECT_EQ(counters_are_open("", true), std::nullopt);
}

TEST(DriverReleases, AreReadFromTheKernelModule) {
  EXPECT_EQ(release_in("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 "
                       "01:15:15 UTC 2023\nGCC version:  gcc version 12.2.0\n"),
            "535.104.05");
  EXPECT_EQ(release_in("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  "
                       "Release Build  (root@host)\n"),
            "580.159.04");
  EXPECT_EQ(release_in(""), "");
  EXPECT_EQ(release_in("Kernel Module  nonsense  "), "");
}

TEST(Capabilities, AreThereOrSayWhatToDo) {
  const auto all = capabilities();
  ASSERT_EQ(all.size(), 4u);
  for (const Capability& capability : all) {
    EXPECT_NE(capability.there.empty(), capability.missing.empty()) << capability.name;
    EXPECT_EQ(capability.missing.in(Language::en).find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace warplens::device
