#include "kernels/trace/capture_copies.h"

#include <algorithm>
#include <array>
#include <span>

#include "kernels/trace/capture_rows.h"

namespace warplens::trace {
namespace {

constexpr std::uint32_t kNoMap = 0xffffffffu;
using Maps = std::vector<std::shared_ptr<const TensorMap>>;

class MapList {
 public:
  std::uint32_t number_of(const std::shared_ptr<const TensorMap>& map) {
    if (map == nullptr) return kNoMap;
    const auto found =
        std::ranges::find_if(maps_, [&](const auto& known) { return *known == *map; });
    if (found == maps_.end()) {
      maps_.push_back(map);
      return static_cast<std::uint32_t>(maps_.size() - 1);
    }
    return static_cast<std::uint32_t>(found - maps_.begin());
  }
  [[nodiscard]] std::vector<std::uint8_t> encoded() const {
    std::vector<std::uint8_t> bytes;
    for (const auto& map : maps_) {
      for (const std::byte byte : map->encode())
        bytes.push_back(std::to_integer<std::uint8_t>(byte));
    }
    return bytes;
  }

 private:
  Maps maps_;
};

std::optional<Maps> decoded(std::span<const std::uint8_t> bytes) {
  if (bytes.size() % TensorMap::kBytes != 0) return std::nullopt;
  Maps maps;
  for (; !bytes.empty(); bytes = bytes.subspan(TensorMap::kBytes)) {
    const auto map = TensorMap::decode(std::as_bytes(bytes.first<TensorMap::kBytes>()));
    if (!map) return std::nullopt;
    maps.push_back(std::make_shared<const TensorMap>(*map));
  }
  return maps;
}

format::BulkCopy stored_copy(const BulkCopy& copy, std::uint32_t row, std::uint32_t map) {
  std::array<std::int32_t, TensorMap::kMostDimensions> first{};
  std::ranges::transform(copy.place.first, first.begin(),
                         [](std::int64_t at) { return static_cast<std::int32_t>(at); });
  return {copy.global,
          copy.bytes,
          row,
          copy.lane,
          copy.shared,
          copy.source,
          map,
          flatbuffers::span<const std::int32_t, TensorMap::kMostDimensions>(first),
          flatbuffers::span<const std::uint32_t, TensorMap::kMostOffsets>(copy.place.offsets),
          copy.blocks,
          copy.byte_mask,
          static_cast<std::uint8_t>(copy.way),
          copy.is_reduction};
}

BulkCopy loaded_copy(const format::BulkCopy& stored) {
  BulkCopy copy;
  copy.lane = stored.lane();
  copy.way = static_cast<BulkCopy::Way>(stored.way());
  copy.is_reduction = stored.is_reduction();
  copy.blocks = stored.blocks();
  copy.shared = stored.shared();
  copy.source = stored.source();
  copy.global = stored.global();
  copy.bytes = stored.bytes();
  copy.byte_mask = stored.byte_mask();
  std::ranges::copy(*stored.first(), copy.place.first.begin());
  std::ranges::copy(*stored.offsets(), copy.place.offsets.begin());
  return copy;
}

}  // namespace

StoredCopies stored_copies(const BulkCopies& copies) {
  StoredCopies stored;
  MapList maps;
  for (std::size_t i = 0; i < copies.all().size(); ++i) {
    const BulkCopy& copy = copies.all()[i];
    stored.copies.push_back(stored_copy(copy, copies.rows()[i], maps.number_of(copy.map)));
  }
  stored.maps = maps.encoded();
  return stored;
}

bool load_copies(const format::Events& stored, BulkCopies& copies) {
  if (stored.copies() == nullptr || stored.copies()->size() == 0) return true;
  if (stored.tensor_maps() == nullptr || !is_aligned(stored.copies())) return false;
  const auto maps = decoded(span_of(stored.tensor_maps()));
  if (!maps) return false;
  for (const format::BulkCopy* each : *stored.copies()) {
    BulkCopy copy = loaded_copy(*each);
    if (each->map() != kNoMap) {
      if (each->map() >= maps->size()) return false;
      copy.map = (*maps)[each->map()];
    }
    copies.append(each->row(), std::span(&copy, 1));
  }
  return true;
}

}  // namespace warplens::trace
