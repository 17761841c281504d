#include "kernels/catalog/pitched_rows.h"

#include <algorithm>

#include "kernels/base/tensor_map.h"
#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

constexpr std::uint32_t kCopyingThreads = 256;  // a block of the kernels that copy rows
constexpr std::uint32_t kMostRowBlocks = 65535;

void add_rows(Plan& plan, const PitchedRows& rows) {
  plan.buffers.push_back(
      {rows.pitched, rows.type, BufferRole::out, rows.rows, rows.pitch(), 0, kUnset});
  plan.reference = [rows, others = plan.reference](HostBuffers& buffers) {
    others(buffers);
    const std::span<const std::byte> from = buffers.bytes(rows.packed);
    const std::span<std::byte> to = buffers.bytes(rows.pitched);
    std::ranges::fill(to, std::byte{0});
    const std::size_t size = size_of(rows.type);
    for (std::size_t row = 0; row < rows.rows; ++row) {
      std::ranges::copy(from.subspan(row * rows.columns * size, rows.columns * size),
                        to.begin() + static_cast<std::ptrdiff_t>(row * rows.pitch() * size));
    }
  };
}

LaunchStep copy_of_rows(std::string entry, const std::string& from, const std::string& to,
                        std::uint32_t width, const PitchedRows& rows) {
  return {std::move(entry),
          {blocks_for(width, kCopyingThreads), std::min(rows.rows, kMostRowBlocks), 1},
          {kCopyingThreads, 1, 1},
          0,
          {BufferArgument{from}, BufferArgument{to}, i32(rows.columns), i32(rows.rows),
           i32(rows.pitch())}};
}

}  // namespace

std::uint32_t PitchedRows::pitch() const {
  const auto group = static_cast<std::uint32_t>(TensorMap::kChunkBytes) / size_of(type);
  return blocks_for(columns, group) * group;
}

void add_pitch(Plan& plan, std::string entry, const PitchedRows& rows) {
  if (!rows.is_needed()) return;
  add_rows(plan, rows);
  plan.steps.insert(plan.steps.begin(),
                    copy_of_rows(std::move(entry), rows.packed, rows.pitched, rows.pitch(), rows));
}

void add_unpitch(Plan& plan, std::string entry, const PitchedRows& rows) {
  if (!rows.is_needed()) return;
  add_rows(plan, rows);
  plan.steps.push_back(
      copy_of_rows(std::move(entry), rows.pitched, rows.packed, rows.columns, rows));
}

}  // namespace warplens::catalog
