// How much memory a command may take (--memory): what does not fit is an error, not the end of
// other programs.
#pragma once

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <stop_token>

#include "kernels/base/memory_watch.h"

namespace warplens::cli {

// While it lives, all that this process takes (guest memory, traces, captures, sources, its own) is
// at most `bytes`: beyond that memory cannot be had, which is reported as running out of it.
// Programs that are started meanwhile have the same limit. Under a sanitizer, which takes memory in
// advance, there is none.
class HeldMemory {
 public:
  explicit HeldMemory(std::uint64_t bytes);
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;
  ~HeldMemory();

 private:
  rlimit previous_{};
};

// The one way of every command that runs kernels or reads files to the memory that it may take.
class MemoryLimit {
 public:
  void add_to(CLI::App& parser);
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  // `run()` within it, by a limit of the system's: exact, for what uses neither a GPU nor OpenGL.
  template <class Run>
  auto hold(Run run) const {
    const HeldMemory held(bytes_);
    return run();
  }
  // `run(stop)` within it, watched (kernels/base/memory_watch.h).
  template <class Run>
  auto watch(const std::stop_token& stop, Run run) const {
    return within_memory(bytes_, stop, std::move(run));
  }

 private:
  std::uint64_t bytes_ = kDefaultMemory;
};

}  // namespace warplens::cli
