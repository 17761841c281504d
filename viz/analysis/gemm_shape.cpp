#include "viz/analysis/gemm_shape.h"

#include <algorithm>

namespace warplens::analysis {

std::optional<GemmShape> gemm_shape(const trace::Trace& trace, const GemmRoles& roles) {
  const auto named = [&](const std::string& name) {
    const auto found = std::ranges::find(trace.buffers, name, &trace::Buffer::name);
    return found == trace.buffers.end() ? nullptr : &*found;
  };
  const trace::Buffer *a = named(roles.a), *b = named(roles.b), *c = named(roles.c);
  if (a == nullptr || b == nullptr || c == nullptr) return std::nullopt;
  const bool fits = a->rows == c->rows && b->columns == c->columns && a->columns == b->rows &&
                    a->element_bytes == b->element_bytes && a->element_bytes > 0;
  constexpr std::uint64_t kMostOfASide = 1u << 30;
  if (!fits || std::max({a->rows, a->columns, b->columns}) > kMostOfASide) return std::nullopt;
  GemmShape shape{*a,
                  *b,
                  *c,
                  static_cast<std::uint32_t>(a->rows),
                  static_cast<std::uint32_t>(b->columns),
                  static_cast<std::uint32_t>(a->columns)};
  const trace::Buffer* parts = named(roles.parts);
  if (parts != nullptr && parts->columns == c->columns) shape.parts = *parts;
  const trace::Buffer* pitched = named(roles.pitched_b);
  if (pitched != nullptr && pitched->rows == b->rows) shape.pitched_b = *pitched;
  return shape;
}

std::optional<MatrixElement> GemmShape::b_at(std::uint64_t address) const {
  const auto element = element_at(b, address);
  if (element || !pitched_b) return element;
  const auto copied = element_at(*pitched_b, address);
  return copied && copied->column < n ? copied : std::nullopt;
}

std::optional<MatrixElement> GemmShape::result_at(std::uint64_t address) const {
  const auto element = element_at(c, address);
  if (element || !parts) return element;
  auto part = element_at(*parts, address);
  if (part) part->row %= m;
  return part;
}

std::optional<MatrixElement> element_at(const trace::Buffer& buffer, std::uint64_t address) {
  if (address < buffer.address || address - buffer.address >= buffer.bytes) return std::nullopt;
  const std::uint64_t row_bytes = buffer.columns * buffer.element_bytes;
  const std::uint64_t pitch = std::max(buffer.pitch, row_bytes);
  const std::uint64_t offset = address - buffer.address;
  if (pitch == 0 || offset % pitch >= row_bytes || offset / pitch >= buffer.rows) {
    return std::nullopt;
  }
  return MatrixElement{static_cast<std::uint32_t>(offset / pitch),
                       static_cast<std::uint32_t>(offset % pitch / buffer.element_bytes)};
}

}  // namespace warplens::analysis
