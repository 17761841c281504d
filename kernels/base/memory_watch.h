// How much memory work may take where no limit of the system's can be set: a window's OpenGL and a
// GPU's driver end the program when they are refused any, and reserve what they never take.
//
//   auto result = within_memory(bytes, stop, [&](const std::stop_token& stop) { return run(stop);
//   });
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <thread>

#include "kernels/base/guarded.h"

namespace warplens {

inline constexpr std::uint64_t kDefaultMemory = std::uint64_t{4} << 30;
inline constexpr std::uint64_t kAnyMemory = ~std::uint64_t{0};

// Bytes that this process holds by itself: resident, without files and what it shares with others.
[[nodiscard]] std::uint64_t memory_held();

// While it lives, `exceeded` is called once, on a thread of its own, when this process holds more
// than `bytes`. It looks every few milliseconds. Under a sanitizer, which takes memory in advance,
// it never does.
class MemoryWatch {
 public:
  MemoryWatch(std::uint64_t bytes, std::function<void()> exceeded);
  [[nodiscard]] bool is_exceeded() const { return is_exceeded_; }

 private:
  void look(const std::stop_token& over, std::uint64_t bytes,
            const std::function<void()>& exceeded);

  std::atomic<bool> is_exceeded_{false};
  std::jthread looking_;  // last: it uses what stands above
};

// `run` is given a token that asks it to stop when `stop` does, or when this process holds more
// than `bytes`; it returns a Result. Errors: those of `run`; memory that ran out, or was exceeded
// though `run` came to its end.
template <class Run>
[[nodiscard]] auto within_memory(std::uint64_t bytes, const std::stop_token& stop, Run run)
    -> decltype(run(stop)) {
  std::stop_source source;
  const std::stop_callback follow(stop, [&] { source.request_stop(); });
  const MemoryWatch watch(bytes, [&] { source.request_stop(); });
  auto result = guarded([&] { return run(source.get_token()); });
  if (watch.is_exceeded()) return fail(not_enough_memory());
  return result;
}

}  // namespace warplens
