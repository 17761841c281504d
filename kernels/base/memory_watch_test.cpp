#include "kernels/base/memory_watch.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/base/all_tests.h"

namespace warplens {
namespace {

constexpr std::uint64_t kStep = std::uint64_t{4} << 20;

// Takes memory until it is asked to stop or holds `most`.
Result<std::uint64_t> take(const std::stop_token& stop, std::uint64_t most) {
  std::vector<std::string> taken;
  while (!stop.stop_requested() && taken.size() * kStep < most) {
    taken.emplace_back(kStep, 'x');
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (stop.stop_requested()) return fail("cancelled");
  return taken.size() * kStep;
}

TEST(MemoryWatch, StopsWhatTakesMoreThanItMayAndSaysSo) {
  if (is_too_slow_here()) GTEST_SKIP() << "under a sanitizer there is no limit";
  const std::uint64_t allowed = memory_held() + 16 * kStep;
  const auto refused = within_memory(
      allowed, {}, [](const std::stop_token& stop) { return take(stop, 4096 * kStep); });
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message, not_enough_memory().message);
  const auto again =
      within_memory(allowed, {}, [](const std::stop_token& stop) { return take(stop, kStep); });
  EXPECT_TRUE(again.has_value()) << "what was taken is free again";
}

TEST(MemoryWatch, LeavesWhatFitsAlone) {
  const auto done = within_memory(memory_held() + 256 * kStep, {}, [](const std::stop_token& stop) {
    return take(stop, 4 * kStep);
  });
  EXPECT_EQ(done.value(), 4 * kStep);
}

TEST(MemoryWatch, HandsAStopOn) {
  std::stop_source source;
  source.request_stop();
  const auto stopped =
      within_memory(kAnyMemory, source.get_token(),
                    [](const std::stop_token& stop) { return take(stop, 4096 * kStep); });
  ASSERT_FALSE(stopped.has_value());
  EXPECT_EQ(stopped.error().message.in(Language::en), "cancelled");
}

TEST(MemoryWatch, MakesMemoryThatRanOutAnError) {
  const auto refused = within_memory(
      kAnyMemory, {}, [](const std::stop_token&) -> Result<int> { throw std::bad_alloc(); });
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message, not_enough_memory().message);
}

}  // namespace
}  // namespace warplens
