#include "viz/scene/access/shared_places.h"

#include <algorithm>

namespace warplens::scene {
namespace {

constexpr std::uint64_t kWord = analysis::kBankBytes;

bool holds(const trace::SharedArray& array, std::uint64_t offset) {
  return offset >= array.offset && offset - array.offset < array.bytes;
}

}  // namespace

const trace::SharedArray* touched_array(std::span<const trace::SharedArray> arrays,
                                        const analysis::SharedBreakdown& access) {
  for (const trace::SharedArray& array : arrays)
    for (const analysis::WordUse& use : access.words)
      if (holds(array, use.word * kWord)) return &array;
  for (const trace::SharedArray& array : arrays)
    if (array.layout.is_known()) return &array;
  return arrays.empty() ? nullptr : &arrays.front();
}

std::vector<WantedElement> wanted_elements(const trace::SharedArray& array,
                                           const analysis::SharedBreakdown& access) {
  std::vector<WantedElement> wanted;
  const std::uint64_t bytes = array.layout.element_bytes;
  if (bytes == 0) return wanted;
  for (const analysis::WordUse& use : access.words) {
    const std::uint64_t at = use.word * kWord;
    if (!holds(array, at)) continue;
    const std::uint64_t end = std::min(at - array.offset + kWord, std::uint64_t{array.bytes});
    for (std::uint64_t i = (at - array.offset) / bytes; i * bytes < end; ++i)
      wanted.push_back({static_cast<std::uint32_t>(i), use.lanes});
  }
  std::ranges::stable_sort(wanted, {}, &WantedElement::element);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (kept > 0 && wanted[kept - 1].element == wanted[i].element)
      wanted[kept - 1].lanes |= wanted[i].lanes;
    else
      wanted[kept++] = wanted[i];
  }
  wanted.resize(kept);
  return wanted;
}

std::uint32_t bank_of(const trace::SharedArray& array, std::uint64_t element) {
  const std::uint64_t offset = array.offset + element * array.layout.element_bytes;
  return static_cast<std::uint32_t>(offset / kWord % analysis::kBanks);
}

}  // namespace warplens::scene
