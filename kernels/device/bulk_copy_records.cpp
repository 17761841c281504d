#include "kernels/device/bulk_copy_records.h"

#include <array>
#include <cstring>
#include <utility>

namespace warplens::device {
namespace {

using machine::BulkCopyForm;
using trace::BulkCopy;
using trace::Space;
using Way = BulkCopy::Way;

constexpr std::uint32_t kMapWords = TensorMap::kBytes / sizeof(std::uint64_t);

class Values {
 public:
  explicit Values(std::span<const Record> records) : left_(records) {}
  std::uint64_t next() {
    const std::uint64_t value = left_.front().address;
    left_ = left_.subspan(1);
    return value;
  }

 private:
  std::span<const Record> left_;
};

std::optional<TensorMap> next_map(Values& values, const AddressMap& addresses) {
  std::array<std::uint64_t, kMapWords> words{};
  for (std::uint64_t& word : words) word = values.next();
  std::array<std::byte, TensorMap::kBytes> bytes{};
  std::memcpy(bytes.data(), words.data(), bytes.size());
  std::optional<TensorMap> map = TensorMap::decode(bytes);
  if (map) map->address = addresses.find(Space::global, map->address).value_or(map->address);
  return map;
}

std::uint32_t shared_offset(std::uint64_t address, const AddressMap& addresses) {
  return static_cast<std::uint32_t>(
      addresses.find(Space::shared, address).value_or(without_rank(address)));
}

}  // namespace

std::uint32_t bulk_copy_records(const BulkCopyForm& form) {
  const auto one = [](const ptx::Operand* operand) { return operand == nullptr ? 0u : 1u; };
  const auto listed = static_cast<std::uint32_t>(form.coordinates.size() + form.offsets.size());
  return 2 + one(form.bytes) + listed + one(form.blocks) + one(form.byte_mask) +
         (form.dimensions == 0 ? 0 : kMapWords);
}

std::optional<BulkCopy> read_bulk_copy(const BulkCopyForm& form, std::uint32_t lane,
                                       std::span<const Record> records,
                                       const AddressMap& addresses) {
  Values values(records);
  BulkCopy copy;
  copy.lane = lane;
  copy.way = form.way;
  copy.is_reduction = !form.reduction.empty();
  const std::uint64_t shared = values.next(), other = values.next();
  copy.shared = shared_offset(shared, addresses);
  if (form.way == Way::to_block) {
    copy.source = std::exchange(copy.shared, shared_offset(other, addresses));
    copy.blocks = static_cast<std::uint16_t>(1u << (other >> kRankShift & 0xf));
  } else if (form.dimensions == 0) {
    copy.global = addresses.find(Space::global, other).value_or(other);
  }
  if (form.bytes != nullptr) copy.bytes = static_cast<std::uint32_t>(values.next());
  for (std::size_t d = 0; d < form.coordinates.size(); ++d) {
    copy.place.first[d] = static_cast<std::int32_t>(values.next());
  }
  for (std::size_t d = 0; d < form.offsets.size(); ++d) {
    copy.place.offsets[d] = static_cast<std::uint16_t>(values.next());
  }
  if (form.blocks != nullptr) copy.blocks = static_cast<std::uint16_t>(values.next());
  if (form.byte_mask != nullptr) copy.byte_mask = static_cast<std::uint16_t>(values.next());
  if (form.dimensions == 0) return copy;
  const std::optional<TensorMap> map = next_map(values, addresses);
  if (!map) return std::nullopt;
  copy.bytes = map->box_bytes();
  copy.map = std::make_shared<const TensorMap>(*map);
  return copy;
}

}  // namespace warplens::device
