#include "kernels/machine/block/tensor_scales.h"

#include <algorithm>

#include "kernels/base/dim3.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kCopies = TensorMemory::kLanes / kWarpSize;

TensorArea area_of(TensorCell first, std::uint32_t lanes_of_copy, std::uint32_t columns) {
  TensorArea area{{}, first.column, columns};
  for (std::uint32_t copy = 0; copy < kCopies; ++copy) {
    for (std::uint32_t lane = 0; lane < lanes_of_copy; ++lane) {
      area.lanes.push_back(first.lane + copy * kWarpSize + lane);
    }
  }
  return area;
}

}  // namespace

TensorCell TensorScales::cell_of(std::uint64_t address) {
  constexpr std::uint64_t kByteBits = 0xc0000000;
  return TensorMemory::cell_of(address & ~kByteBits);
}

TensorCell TensorScales::cell(std::uint32_t row, std::uint32_t copy) const {
  return {first.lane + copy * kWarpSize + row % kWarpSize, first.column + row / kWarpSize};
}

std::vector<TensorArea> TensorScales::areas() const {
  std::vector<TensorArea> all;
  const std::uint32_t columns = rows / kWarpSize, rest = rows % kWarpSize;
  if (columns != 0) all.push_back(area_of(first, kWarpSize, columns));
  if (rest != 0) all.push_back(area_of({first.lane, first.column + columns}, rest, 1));
  return all;
}

ScaleBytes TensorScales::bytes_at(const TensorMemory& memory, TensorCell cell) const {
  ScaleBytes scales{};
  const std::uint32_t word = memory.read(cell);
  for (std::uint32_t i = 0; i < chunks; ++i) {
    scales[i] = static_cast<std::uint8_t>(word >> (byte + i) * 8);
  }
  return scales;
}

std::vector<ScaleBytes> TensorScales::read(const TensorMemory& memory) const {
  std::vector<ScaleBytes> all;
  for (std::uint32_t row = 0; row < rows; ++row) all.push_back(bytes_at(memory, cell(row, 0)));
  return all;
}

std::optional<TensorScales::Uneven> TensorScales::find_uneven(const TensorMemory& memory) const {
  for (std::uint32_t row = 0; row < rows; ++row) {
    const TensorCell own = cell(row, 0);
    for (std::uint32_t copy = 1; copy < kCopies; ++copy) {
      const TensorCell other = cell(row, copy);
      if (bytes_at(memory, own) != bytes_at(memory, other)) return Uneven{own, other.lane};
    }
  }
  return std::nullopt;
}

}  // namespace warplens::machine
