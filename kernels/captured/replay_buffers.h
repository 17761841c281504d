// The memory of an episode as buffers of a kernel of one's own, and the bytes that the GPU left in
// them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "kernels/captured/launch_pointers.h"
#include "kernels/captured/memory_layout.h"
#include "kernels/run/own_kernel.h"

namespace warplens::captured {

class ReplayBuffers {
 public:
  // `places`: where buffers begin, as far as an access cannot straddle that. `variables`: what an
  // image has, which are no buffers. `taken`: names that none gets.
  ReplayBuffers(const Episode& episode, const std::vector<PointedPlace>& places,
                const std::vector<Range>& variables, std::set<std::string> taken);

  // Ascending by address.
  [[nodiscard]] std::vector<run::OwnBuffer> take_buffers() { return std::move(buffers_); }
  [[nodiscard]] std::vector<run::Expectation> take_expectations() {
    return std::move(expectations_);
  }
  // [begin, end) of each buffer, ascending.
  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }

 private:
  void add_part(const Allocation& allocation, const Part& part);
  void add_piece(const Allocation& allocation, const Part& part, const Range& range);
  [[nodiscard]] std::string unused(const std::string& name);

  const Episode& episode_;
  std::vector<PointedPlace> places_;  // ascending; of one address in the order of launches
  std::set<std::string> taken_;
  std::vector<run::OwnBuffer> buffers_;
  std::vector<Range> ranges_;
  std::vector<run::Expectation> expectations_;
};

}  // namespace warplens::captured
