#include "kernels/machine/block/tensor_memory.h"

#include <algorithm>

namespace warplens::machine {

TensorMemory::TensorMemory(const PreparedLaunch& launch)
    : begin_(tensor_begin(launch)),
      cells_(launch.image->uses_tensor_memory ? kLanes * kColumns : 0),
      written_(cells_.size()) {}

void TensorMemory::start() {
  if (version_ == 0) return;
  std::ranges::fill(written_, std::uint8_t{0});
  taken_.reset();
  allocations_.clear();
  version_ = 0;
}

std::optional<std::uint32_t> TensorMemory::find_free(std::uint32_t columns) const {
  for (std::uint32_t first = 0; first + columns <= kColumns; first += kLeastColumns) {
    bool is_free = true;
    for (std::uint32_t i = 0; i < columns; ++i) is_free = is_free && !taken_[first + i];
    if (is_free) return first;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> TensorMemory::allocate(std::uint32_t columns) {
  const auto first = find_free(columns);
  if (!first) return std::nullopt;
  for (std::uint32_t i = 0; i < columns; ++i) taken_.set(*first + i);
  allocations_.emplace_back(*first, columns);
  touch();
  return first;
}

bool TensorMemory::free(std::uint32_t first, std::uint32_t columns) {
  const auto found = std::ranges::find(allocations_, std::pair{first, columns});
  if (found == allocations_.end()) return false;
  allocations_.erase(found);
  for (std::uint32_t column = first; column < first + columns; ++column) {
    taken_.reset(column);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) written_[index({lane, column})] = 0;
  }
  touch();
  return true;
}

bool TensorMemory::are_allocated(std::uint32_t first, std::uint32_t columns) const {
  if (first > kColumns || columns > kColumns - first) return false;
  for (std::uint32_t i = 0; i < columns; ++i) {
    if (!taken_[first + i]) return false;
  }
  return true;
}

std::uint32_t TensorMemory::written_columns(std::uint32_t first, std::uint32_t columns) const {
  const auto is_any_written = [&](std::uint32_t column) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if (is_written({lane, column})) return true;
    }
    return false;
  };
  while (columns != 0 && !is_any_written(first + columns - 1)) --columns;
  return columns;
}

std::optional<TensorCell> tensor_cell_at(const PreparedLaunch& launch, std::uint64_t offset) {
  if (!launch.image->uses_tensor_memory || offset < tensor_begin(launch)) return std::nullopt;
  const auto index =
      static_cast<std::uint32_t>(offset - tensor_begin(launch)) / TensorMemory::kCellBytes;
  return TensorCell{index / TensorMemory::kColumns, index % TensorMemory::kColumns};
}

}  // namespace warplens::machine
