// The buffers that a launch's threads may write, and so pass plain data through: what only is read
// can make no race.
//
// Lines are 64 bytes of memory, named by their address / 64 as ByteMask::word is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/machine/launch/byte_set.h"
#include "kernels/machine/launch/memory.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

// Lines of exposed buffers that lie side by side, of one alone mostly.
struct ExposedLines {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

class ExposedBuffers {
 public:
  // No buffer is exposed if RunOptions::detect_races is off.
  ExposedBuffers(const ProgramImage& image, const LaunchRequest& request, const Memory& memory,
                 const RunOptions& options);

  [[nodiscard]] bool is_empty() const { return buffers_.empty(); }
  // By index in the memory.
  [[nodiscard]] const std::vector<std::size_t>& buffers() const { return buffers_; }
  // Ascending and apart.
  [[nodiscard]] const std::vector<ExposedLines>& lines() const { return lines_; }
  [[nodiscard]] bool contains(std::size_t buffer) const {
    return buffer < is_exposed_.size() && is_exposed_[buffer];
  }
  // Whether what is written to an exposed buffer may also be read through the read-only path.
  [[nodiscard]] bool may_be_stale(std::size_t buffer) const {
    return buffer < may_be_stale_.size() && may_be_stale_[buffer];
  }
  // The place in lines() of those that hold a line of an exposed buffer.
  [[nodiscard]] std::size_t holder_of(std::uint64_t line) const;

 private:
  void add_lines(const trace::Buffer& buffer);
  void join_lines();

  std::vector<bool> is_exposed_;  // by index in the memory
  std::vector<bool> may_be_stale_;
  std::vector<std::size_t> buffers_;
  std::vector<ExposedLines> lines_;
};

}  // namespace warplens::machine
