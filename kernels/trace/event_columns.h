// Rows of Events as flat columns, the form in which the capture file keeps them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/trace/bulk_copy.h"

namespace warplens::trace {

inline constexpr std::uint8_t kHasAddress = 1;
inline constexpr std::uint8_t kHasAddress2 = 2;

// All columns but `words` and `copies` have one element a row. Spans refer to what the columns were
// taken from.
struct EventColumns {
  EventColumns() = default;
  EventColumns(EventColumns&&) = default;
  EventColumns& operator=(EventColumns&&) = default;

  std::span<const std::uint32_t> site, block, mask, taken;
  std::span<const std::uint16_t> warp;
  std::vector<std::uint8_t> addresses;   // which of its two addresses the row has: kHasAddress…
  std::span<const std::uint32_t> words;  // their AddressEntries in a row
  BulkCopies copies;
  // Storage for columns that the events themselves do not have.
  std::vector<std::uint32_t> own_site, own_mask, own_taken, own_words;
};

}  // namespace warplens::trace
