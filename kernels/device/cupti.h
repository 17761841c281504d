// CUPTI, opened at run time: its functions, and what their status means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/device/cupti_api.h"
#include "kernels/device/shared_library.h"

namespace warplens::device::cupti {

using Bytes = std::vector<std::uint8_t>;

// A parameter block that knows its size up to `last`, as CUPTI counts it.
template <class Block, class Last>
[[nodiscard]] Block block(Last Block::*last) {
  Block result;
  const auto* begin = reinterpret_cast<const std::byte*>(&result);
  const auto* end = reinterpret_cast<const std::byte*>(&(result.*last)) + sizeof(Last);
  result.structSize = static_cast<std::size_t>(end - begin);
  return result;
}

class Cupti {
 public:
  // Errors: not installed, or too old.
  static Result<Cupti> open();

  [[nodiscard]] const Functions& calls() const { return calls_; }
  // An error unless `status` is success: that this user may not read counters, otherwise `what` and
  // the text of CUPTI.
  Result<void> check(CUptiResult status, std::string_view what) const;

 private:
  explicit Cupti(SharedLibrary library) : library_(std::move(library)) {}

  SharedLibrary library_;
  Functions calls_{};
};

}  // namespace warplens::device::cupti
