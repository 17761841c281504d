#include "kernels/base/memory_watch.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>

namespace warplens {
namespace {

#if defined(WARPLENS_SANITIZED)
constexpr bool kIsWatched = false;
#else
constexpr bool kIsWatched = true;
#endif

// False: it is over.
bool paused(const std::stop_token& over) {
  constexpr std::chrono::milliseconds kPause(10);
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, over, kPause, [] { return false; });
  return !over.stop_requested();
}

}  // namespace

std::uint64_t memory_held() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pages(std::fopen("/proc/self/statm", "re"),
                                                              std::fclose);
  unsigned long all = 0, resident = 0, shared = 0;
  if (pages == nullptr || std::fscanf(pages.get(), "%lu %lu %lu", &all, &resident, &shared) != 3) {
    return 0;
  }
  return std::uint64_t{resident - shared} * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

MemoryWatch::MemoryWatch(std::uint64_t bytes, std::function<void()> exceeded) {
  if (!kIsWatched || bytes == kAnyMemory) return;
  looking_ = std::jthread([this, bytes, exceeded = std::move(exceeded)](
                              const std::stop_token& over) { look(over, bytes, exceeded); });
}

void MemoryWatch::look(const std::stop_token& over, std::uint64_t bytes,
                       const std::function<void()>& exceeded) {
  do {
    if (memory_held() <= bytes) continue;
    is_exceeded_ = true;
    exceeded();
    return;
  } while (paused(over));
}

}  // namespace warplens
