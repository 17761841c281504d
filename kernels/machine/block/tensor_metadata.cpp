#include "kernels/machine/block/tensor_metadata.h"

namespace warplens::machine {

std::optional<TensorMetadata> TensorMetadata::of(const Tcgen05Product& product, TensorCell first) {
  const auto layout = Tcgen05Metadata::of(product);
  if (!layout) return std::nullopt;
  first.column += layout->first_column();
  return TensorMetadata{*layout, first, product.rows, product.depth() / layout->stored_in_chunk()};
}

TensorArea TensorMetadata::area() const {
  TensorArea area{{}, first.column, layout.columns()};
  for (std::uint32_t lane = 0; lane < rows; ++lane) area.lanes.push_back(first.lane + lane);
  return area;
}

std::uint32_t TensorMetadata::indices(const TensorMemory& memory, std::uint32_t row,
                                      std::uint32_t chunk) const {
  const Tcgen05Metadata::Place at = layout.place(row, chunk);
  return memory.read({first.lane + at.lane, first.column + at.column}) >> at.bit & 15;
}

std::vector<std::uint8_t> TensorMetadata::places(const TensorMemory& memory) const {
  std::vector<std::uint8_t> all;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
      const std::uint32_t bits = indices(memory, row, chunk);
      for (std::uint32_t i = 0; i < layout.stored_in_chunk(); ++i) {
        all.push_back(static_cast<std::uint8_t>(layout.along_k(chunk, i, bits)));
      }
    }
  }
  return all;
}

std::optional<std::uint32_t> TensorMetadata::find_undefined(const TensorMemory& memory) const {
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
      const std::uint32_t bits = indices(memory, row, chunk);
      if (!layout.is_defined(bits)) return bits;
    }
  }
  return std::nullopt;
}

}  // namespace warplens::machine
